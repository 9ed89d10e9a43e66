/** A control search as plain data, and the motion of what it found. */
import type { ControlResult } from "../control/result.ts";
import { inputCount } from "../model/control/control-load.ts";
import type { Vector } from "../numeric/vector.ts";
import type { ControlGoal } from "../problem/compile/control/goal.ts";
import { controlled } from "../simulate/run/controlled.ts";
import type { Simulation } from "../simulate/run/simulation.ts";
import { type Result, simulate } from "../simulate/simulate.ts";

/** A machine with its target. */
interface Steered {
  readonly simulation: Simulation;
  readonly goal: ControlGoal;
}

/** A control that is constant on intervals: `times` has one entry more than there are rows of values. */
export interface ControlCurve {
  readonly times: readonly number[];
  readonly values: readonly (readonly number[])[];
  readonly names: readonly string[];
}

export interface Motion {
  readonly simulation: Simulation;
  readonly result: Result;
}

const SAMPLES = 20_000;

export function foundMotion(simulation: Simulation, { control }: ControlResult): Motion {
  const steered = controlled(simulation, control);
  return { simulation: steered, result: simulate(steered, { samples: SAMPLES }) };
}

export function controlCurve({ control, grid }: Simulation, values: Vector): ControlCurve {
  const inputs = inputCount(control!);
  const times = [grid.start, ...control!.changes, grid.end];
  return {
    times,
    values: times.slice(1).map((_, j) => Array.from(values.subarray(j * inputs, (j + 1) * inputs))),
    names: Array.from({ length: inputs }, (_, k) => `u${k + 1}`),
  };
}

/** What --json prints and result.json holds; its fields are stable. null where a number is not known. */
export function controlData({ simulation, goal }: Steered, result: ControlResult, motion: Motion, seconds: number) {
  const { status, message, control, objective, end, error, runs, failures, simplexes, starts, optimality } = result;
  const n = end.length / 2;
  const known = (x: number | null) => (x !== null && Number.isFinite(x) ? x : null);
  return {
    name: simulation.name,
    scheme: simulation.scheme.name,
    solver: simulation.solver.name,
    method: goal.method.type,
    status,
    message,
    control: controlValue(simulation, control),
    objective: known(objective),
    position: Array.from(end.subarray(0, n), known),
    velocity: Array.from(end.subarray(n), known),
    error: { position: known(error.position), velocity: known(error.velocity) },
    runs,
    failures,
    ...(simplexes === undefined ? {} : { simplexes }),
    ...(starts === undefined ? {} : { starts }),
    seconds,
    optimality: known(optimality),
    parts: result.parts.map((part) => ({ ...part, from: known(part.from), to: known(part.to) })),
    kinks: result.kinks,
    events: motion.result.trajectory.events,
    warnings: simulation.warnings,
  };
}

export type ControlData = ReturnType<typeof controlData>;

/** As `control.value` of the problem file: a list, or { times, values } where the control changes. */
export function controlValue(
  simulation: Simulation,
  values: Vector,
): number[] | { times: readonly number[]; values: readonly (readonly number[])[] } {
  const curve = controlCurve(simulation, values);
  if (curve.values.length === 1) return Array.from(values);
  return { times: curve.times.slice(0, -1), values: curve.values };
}

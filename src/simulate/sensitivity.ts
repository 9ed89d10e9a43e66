/**
 * The end of a run and its derivatives with respect to initial values, control values and parameters, carried along with
 * the motion through its events (no differences of runs).
 */
import { controlLoad, inputCount } from "../model/control-load.ts";
import type { LinearSystem, Load } from "../model/linear.ts";
import type { Vector } from "../numeric/vector.ts";
import { type Kink, kinkReasons, type Neighbors, type TangentColumn } from "../scheme/tangent.ts";
import { runToEnd } from "./final.ts";
import type { Outcome } from "./run.ts";
import type { Simulation } from "./simulation.ts";

/** What to differentiate by: a change of the initial state, of one control value, or of the system itself. */
export interface Direction {
  readonly position?: Vector;
  readonly velocity?: Vector;
  readonly control?: { readonly interval: number; readonly input: number };
  readonly neighbors?: Neighbors;
}

export interface TangentRun {
  readonly outcome: Outcome;
  /** columns[j]: derivative of the position at the end, then of the velocity, by direction j: 2 * size numbers. */
  readonly columns: readonly Vector[];
  /** Instants at which the motion is not differentiable. */
  readonly kinks: readonly { readonly time: number; readonly row: string; readonly reason: string }[];
}

/** Why the simulation has no derivatives (in these directions), with the remedy. */
export function tangentRefusal(
  { scheme, system, solver }: Simulation,
  directions: readonly Direction[] = [],
): string | undefined {
  const refusal = scheme.refusesTangents?.(system, solver);
  if (refusal || !directions.some(({ neighbors }) => neighbors)) return refusal;
  if (system.controllers?.limited) {
    return "a system with a limited controller has derivatives by initial and control values only. Leave the limit out, or compare runs";
  }
  if (scheme.stepsEnd === "events") return undefined;
  return `${scheme.name} has derivatives by initial and control values only. Take event-driven for other numbers`;
}

export function runWithTangents(simulation: Simulation, directions: readonly Direction[]): TangentRun {
  const { system } = simulation;
  const kinks: Kink[] = [];
  const columns = directions.map((direction) => columnOf(simulation, direction));
  const outcome = runToEnd(simulation, { columns, kinks });
  return {
    outcome,
    columns: columns.map(({ position, velocity }) => Float64Array.of(...position, ...velocity)),
    kinks: kinks.map(({ time, row, reason }) => ({ time, row: system.rows[row]!.name, reason: kinkReasons[reason] })),
  };
}

function columnOf(simulation: Simulation, { position, velocity, control, neighbors }: Direction): TangentColumn {
  const { size } = simulation.system;
  return {
    position: position ? Float64Array.from(position) : new Float64Array(size),
    velocity: velocity ? Float64Array.from(velocity) : new Float64Array(size),
    ...(control ? { load: unitControl(simulation, control.interval, control.input) } : {}),
    ...(neighbors ? { neighbors } : {}),
  };
}

/** The load of one control value of 1, and nothing else. */
function unitControl({ control, system }: Simulation, interval: number, input: number): Load {
  if (!control) throw new Error("the simulation has no control input");
  const inputs = inputCount(control);
  const values = new Float64Array((control.changes.length + 1) * inputs);
  values[interval * inputs + input] = 1;
  return controlLoad({ ...control, values, uncontrolled: nothing(system) });
}

function nothing({ size }: LinearSystem): Load {
  return {
    evaluate(_, out) {
      out.fill(0, 0, size);
    },
    expansion: () => (_, out) => {
      out.fill(0);
    },
    breakpoints: () => ({ times: [], complete: true }),
  };
}

/** Many runs of one simulation under different control values, of which only the ends are wanted: prepared once. */
import { variableControl } from "../../model/control/control-load.ts";
import type { System } from "../../model/system.ts";
import type { Listener, State, Stepper } from "../../scheme/scheme.ts";
import { newStats } from "../../step/step.ts";
import { definedness } from "./defined.ts";
import { batchOf } from "./final.ts";
import { GridWalk } from "./grid.ts";
import { positiveMass } from "./positive-mass.ts";
import { isGood, SAMPLES } from "./run.ts";
import type { Simulation } from "./simulation.ts";

/**
 * Rows of control values in, rows of positions and then velocities of the machine's coordinates out; NaN for a run that must be made by
 * `runToEnd`, which knows what to say. The digits are those of `runToEnd`.
 */
export type EndRuns = (values: Float64Array, out: Float64Array) => void;

/** Undefined where nothing can be prepared. */
export function endRuns(simulation: Simulation): EndRuns | undefined {
  const { control, initial } = simulation;
  if (!control) return undefined;
  const runs = batchOf(simulation);
  if (runs) return runs.ends(control, initial);
  return repeated(simulation);
}

const SILENT: Listener = { event() {}, jump() {} };

/** One stepper that begins anew for each run. */
function repeated(simulation: Simulation): EndRuns | undefined {
  const { system: given, scheme, solver, initial, control, grid, kernels } = simulation;
  const { load, set } = variableControl(control!);
  const system = { ...given, load };
  const stepper = scheme.start(system, solver, initial, grid.step, undefined, kernels);
  const run = stepper.restart && toEnd(simulation, system, stepper);
  if (!run) return undefined;
  const { visible } = system;
  const inputs = control!.values.length;
  const reached = ({ position, velocity }: State, out: Float64Array, at: number): void => {
    for (let i = 0; i < visible; i++) {
      out[at + i] = position[i]!;
      out[at + visible + i] = velocity[i]!;
    }
  };
  return (values, out) => {
    out.fill(Number.NaN);
    for (let k = 0; k * inputs < values.length; k++) {
      const own = values.subarray(k * inputs, (k + 1) * inputs);
      if (!own.every(Number.isFinite)) continue;
      set(own);
      stepper.restart!(initial.position, initial.velocity);
      if (isGood(stepper.state) && run()) reached(stepper.state, out, 2 * k * visible);
    }
  };
}

/** Takes a stepper from its start to the end; whether it gets there. Undefined where that is left to single runs. */
function toEnd({ scheme, grid }: Simulation, system: System, stepper: Stepper): (() => boolean) | undefined {
  const stats = newStats();
  const interval = Float64Array.of(grid.end - grid.start, grid.end);
  if (scheme.stepsEnd === "events") {
    const whole = { ...grid, step: grid.end - grid.start, steps: 1, every: 1 };
    if (definedness(system, whole, SAMPLES.events).within(interval)) return undefined;
    return () => stepper.step(interval, stats, SILENT) === "stepped" && isGood(stepper.state);
  }
  const blocks = stepper.blocks?.();
  const steppable = definedness(system, grid, SAMPLES.step).sure && !positiveMass(system);
  if (!blocks || !steppable) return undefined;
  const { states } = blocks;
  return () => {
    const walk = new GridWalk(grid);
    while (!walk.finished) {
      const asked = walk.ahead(states.time, states.capacity);
      const taken = asked > 0 ? blocks.advance(asked, stats) : 0;
      if (taken > 0) walk.take(taken, states.time);
      if (taken === asked && taken > 0) continue;
      walk.next(interval);
      if (stepper.step(interval, stats, SILENT) !== "stepped" || !isGood(stepper.state)) return false;
    }
    return true;
  };
}

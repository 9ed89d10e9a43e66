/** Many runs of one simulation under different control values, of which only the ends are wanted: prepared once. */
import { variableControl } from "../../model/control/control-load.ts";
import type { Listener, State } from "../../scheme/scheme.ts";
import { newStats } from "../../step/step.ts";
import { definedness } from "./defined.ts";
import { batchOf } from "./final.ts";
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
  if (runs) return (values, out) => runs.ends(control, initial, values, out);
  return repeated(simulation);
}

const SILENT: Listener = { event() {}, jump() {} };

/** One stepper that begins anew for each run and goes to the end at once. */
function repeated({ system: given, scheme, solver, initial, control, grid }: Simulation): EndRuns | undefined {
  if (scheme.stepsEnd !== "events") return undefined;
  const { load, set } = variableControl(control!);
  const system = { ...given, load };
  const interval = Float64Array.of(grid.end - grid.start, grid.end);
  const whole = { ...grid, step: grid.end - grid.start, steps: 1, every: 1 };
  const stepper = scheme.start(system, solver, initial, grid.step);
  if (!stepper.restart || definedness(given, whole, SAMPLES.events).within(interval)) return undefined;
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
    for (let run = 0; run * inputs < values.length; run++) {
      const own = values.subarray(run * inputs, (run + 1) * inputs);
      if (!own.every(Number.isFinite)) continue;
      set(own);
      stepper.restart!(initial.position, initial.velocity);
      const good = stepper.step(interval, newStats(), SILENT) === "stepped" && isGood(stepper.state);
      if (good) reached(stepper.state, out, 2 * run * visible);
    }
  };
}

/** The task of control searches: control values in, position and velocity at the end out. */
import { compileOrThrow } from "../problem/compile/compile.ts";
import { controlled } from "../simulate/run/controlled.ts";
import { type EndRuns, endRuns } from "../simulate/run/ends.ts";
import { runToEnd } from "../simulate/run/final.ts";
import type { Simulation } from "../simulate/run/simulation.ts";
import type { RowWork } from "./executor.ts";

export interface FinalSpec {
  /** A problem's data with its signals embedded. */
  readonly raw: unknown;
}

/** Name of the task in the tables of executors. */
export const FINAL_TASK = "final";

/**
 * A row in: value k of interval j at j * inputs + k. A row out: positions, then velocities of the machine's coordinates; all NaN for a
 * run that does not reach its end.
 */
export function finalTask({ raw }: FinalSpec, compiled = compileOrThrow(raw)): RowWork {
  return finalWork(compiled.simulation);
}

/** The same for a simulation that is already compiled. */
export function finalWork(simulation: Simulation): RowWork {
  const { control, system } = simulation;
  if (!control) throw new Error("the problem has no control input");
  const n = system.visible;
  const inputs = control.values.length;
  const outputs = 2 * n;
  let ends: EndRuns | "none" | undefined;

  function compute(values: Float64Array, out: Float64Array, stopped?: () => boolean): void {
    const { status, state } = runToEnd(controlled(simulation, values), undefined, stopped);
    if (status === "cancelled") throw new Error("the run was stopped");
    out.set(state.position.subarray(0, n));
    out.set(state.velocity.subarray(0, n), n);
    if (status !== "done") out.fill(Number.NaN);
  }

  return {
    inputs,
    outputs,
    givesWay: true,
    compute,
    computeMany(rows, results) {
      ends ??= endRuns(simulation) ?? "none";
      if (ends === "none") results.fill(Number.NaN);
      else ends(rows, results);
      for (let row = 0; row * outputs < results.length; row++) {
        if (!Number.isNaN(results[row * outputs]!)) continue;
        compute(rows.subarray(row * inputs, (row + 1) * inputs), results.subarray(row * outputs, (row + 1) * outputs));
      }
    },
  };
}

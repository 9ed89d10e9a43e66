import { newStats, type Solver, type SolveStatus, type Stats } from "../../src/step/step.ts";
import { type Problem, toStep } from "./random-step.ts";

export interface Solved {
  readonly status: SolveStatus;
  readonly dz: Float64Array;
  readonly force: Float64Array;
  readonly set: Int8Array;
  readonly stats: Stats;
}

/** The problem solved once, from the given forces (default 0); `repeats`: as one of many steps. */
export function solved(solver: Solver, problem: Problem, start?: ArrayLike<number>, repeats = false): Solved {
  const step = toStep(problem, repeats);
  const prepared = solver.prepare(step);
  const dz = new Float64Array(step.size);
  const force = start ? Float64Array.from(start) : new Float64Array(step.count);
  const stats = newStats();
  const status = prepared.solve(dz, force, stats);
  return { status, dz, force, set: prepared.set, stats };
}

/** Many runs of one problem under different controls, of which only the end is wanted: the batch form against single steps. */
import { controlled } from "../src/simulate/run/controlled.ts";
import { runToEnd } from "../src/simulate/run/final.ts";
import { type RunOutcome, startRun } from "../src/simulate/run/run.ts";
import type { Simulation } from "../src/simulate/run/simulation.ts";
import { chain, galleryProblem, prepare } from "./problems.ts";
import { timeOf } from "./timing.ts";

export interface BatchSpeed {
  readonly problem: string;
  readonly solver: string;
  readonly coordinates: number;
  readonly steps: number;
  /** ns per step of whole runs with what each prepares. */
  readonly single: number;
  readonly batch: number;
  /** Largest difference of end positions, relative to the largest position. */
  readonly difference: number;
}

const ROUNDS = 6;
const SOLVERS = ["active-set", "uzawa", "regularized"];
/** Controls are drawn from [-size, size] N. */
const CASES = [
  { problem: "gk95-tp1", raw: galleryProblem("gk95-tp1"), steps: 400, runs: 100, size: 15 },
  { problem: "gk95-tp2", raw: galleryProblem("gk95-tp2"), steps: 1000, runs: 50, size: 15 },
  { problem: "chain of 20", raw: chain(20), steps: 5000, runs: 2, size: 1 },
];

export function measureBatch(): BatchSpeed[] {
  return CASES.flatMap(({ problem, raw, steps, runs, size }) =>
    SOLVERS.map((solver) => {
      const simulation = prepare(raw, steps, { type: "alpha" }, { type: solver });
      const all = variations(simulation, runs, size);
      const single = all.map(stepThrough);
      const batch = all.map((each) => runToEnd(each));
      let singleTime = Number.POSITIVE_INFINITY;
      let batchTime = Number.POSITIVE_INFINITY;
      for (let round = 0; round < ROUNDS; round++) {
        singleTime = Math.min(
          singleTime,
          timeOf(() => all.map(stepThrough)),
        );
        batchTime = Math.min(
          batchTime,
          timeOf(() => all.map((each) => runToEnd(each))),
        );
      }
      const difference = Math.max(...batch.map((outcome, k) => distance(outcome, single[k]!)));
      const count = runs * steps;
      const times = { single: singleTime / count, batch: batchTime / count };
      return { problem, solver, coordinates: simulation.system.size, steps, ...times, difference };
    }),
  );
}

/** The simulation under controls that are the same in every measurement. */
function variations(simulation: Simulation, count: number, size: number): Simulation[] {
  let seed = 1;
  const next = () => {
    seed = (seed * 16807) % 2147483647;
    return size * ((2 * seed) / 2147483647 - 1);
  };
  return Array.from({ length: count }, () =>
    controlled(simulation, Float64Array.from({ length: simulation.system.size }, next)),
  );
}

function stepThrough(simulation: Simulation): RunOutcome {
  const run = startRun(simulation, []);
  run.advance(Number.POSITIVE_INFINITY);
  return run.finish();
}

function distance(one: RunOutcome, other: RunOutcome): number {
  const largest = Math.max(...other.state.position.map(Math.abs));
  return Math.max(...one.state.position.map((value, i) => Math.abs(value - other.state.position[i]!))) / largest;
}

/** Time per step of the alpha scheme with the active-set solver, against plain C on the same steps. */
import type { Load } from "../src/model/load.ts";
import { startRun } from "../src/simulate/run/run.ts";
import type { Simulation } from "../src/simulate/run/simulation.ts";
import { chain, galleryProblem, prepare } from "./problems.ts";
import { compileScalar } from "./scalar.ts";
import { timeOf } from "./timing.ts";

export interface Speed {
  readonly problem: string;
  readonly size: number;
  readonly steps: number;
  /** ns per step, with the formulas of the load and with a table in their place. */
  readonly withFormulas: number;
  readonly withTable: number;
  /** ns per step of the C program, if there is a compiler; it reads its load from a table. */
  readonly scalar: number | undefined;
  /** Between the end positions of both, relative to the largest. */
  readonly difference: number | undefined;
}

/** What the end positions may differ by. */
const SAME = 1e-12;
const RUNS = 100;

const CASES = [
  { problem: "gk95-tp1", raw: galleryProblem("gk95-tp1"), steps: 400 },
  { problem: "chain of 8", raw: chain(8), steps: 5000 },
  { problem: "chain of 20", raw: chain(20), steps: 5000 },
];

export function measureSpeed(): Speed[] {
  return CASES.map(({ problem, raw, steps }) => {
    const simulation = prepare(raw, steps, { type: "alpha" });
    const { size } = simulation.system;
    const program = compileScalar(simulation);
    const scalar = program?.run(RUNS);
    program?.close();
    const difference = scalar && endDifference(simulation, scalar.positions[0]!);
    if (difference !== undefined && !(difference <= SAME)) {
      throw new Error(`answers differ; TypeScript and C on ${problem}: ${difference}. Neither time means anything`);
    }
    const withFormulas = timePerStep(simulation);
    const withTable = timePerStep(withTabulatedLoad(simulation));
    return { problem, size, steps, withFormulas, withTable, scalar: scalar?.timePerStep, difference };
  });
}

/** Least over many runs, of the stepping alone without what a run prepares; ns. */
export function timePerStep(simulation: Simulation, runs = RUNS): number {
  const times = Array.from({ length: runs }, () => {
    const run = startRun(simulation, []);
    return timeOf(() => run.advance(Number.POSITIVE_INFINITY));
  });
  return Math.min(...times) / simulation.grid.steps;
}

/** Between end positions, relative to the largest. */
export function endDifference(simulation: Simulation, expected: readonly number[]): number {
  const run = startRun(simulation, []);
  run.advance(Number.POSITIVE_INFINITY);
  const { position } = run.finish().state;
  const largest = Math.max(...expected.map(Math.abs));
  return Math.max(...expected.map((value, i) => Math.abs(value - position[i]!))) / largest;
}

function withTabulatedLoad(simulation: Simulation): Simulation {
  const { system, grid, initial } = simulation;
  const { size } = system;
  const rows = new Float64Array(size * (grid.steps + 1));
  for (let n = 0; n <= grid.steps; n++) {
    const time = initial.time + n * grid.step;
    system.load.evaluate(Float64Array.of(time, time), rows.subarray(n * size, (n + 1) * size));
  }
  const load: Load = {
    ...system.load,
    evaluate(at, out) {
      const n = Math.round((at[0]! - initial.time) / grid.step);
      for (let i = 0; i < size; i++) out[i] = rows[n * size + i]!;
    },
  };
  return { ...simulation, system: { ...system, load } };
}

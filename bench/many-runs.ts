/** Many runs under different controls, of which only the ends are wanted, against plain C on the same runs. */
import { finalWork } from "../src/batch/final-task.ts";
import type { Simulation } from "../src/simulate/run/simulation.ts";
import { dense, galleryProblem, prepare, uniform } from "./problems.ts";
import { compilePairs, compileScalar, compileWide, type ScalarRun } from "./scalar.ts";

export interface ManyRuns {
  readonly problem: string;
  readonly size: number;
  /** ns per step and run. */
  readonly ours: number;
  readonly scalar: number | undefined;
  /** By C that is held to what WebAssembly has of an x86 processor. */
  readonly pairs: number | undefined;
  /** By AVX-512, where the processor has it. */
  readonly wide: number | undefined;
  /** Largest difference of end positions, relative to the largest position. */
  readonly difference: number | undefined;
}

const STEPS = 400;
const ROUNDS = 10;
/** Runs of a piece, fewer than a thread takes at once: the least time of each piece counts, since others use the machine too. */
const PIECE = 64;
/** What the end positions may differ by. */
const SAME = 1e-9;

export function measureManyRuns(sizes: readonly number[]): ManyRuns[] {
  const cases = [
    { problem: "gk95-tp1", raw: galleryProblem("gk95-tp1"), push: 20 },
    ...sizes.map((size) => ({ problem: `dense, ${size}`, raw: dense(size), push: 12 })),
  ];
  return cases.map(({ problem, raw, push }) => measure(problem, prepare(raw, STEPS, { type: "alpha" }), push));
}

function measure(problem: string, simulation: Simulation, push: number): ManyRuns {
  const { size } = simulation.system;
  const count = size < 12 ? 256 : 64;
  const next = uniform(5);
  const rows = Float64Array.from({ length: count * size }, () => push * (2 * next() - 1));
  const ends = new Float64Array(2 * size * count);
  const work = finalWork(simulation);
  const controls = Array.from({ length: count }, (_, run) => rows.slice(run * size, (run + 1) * size));
  const programs = [compileScalar, compilePairs, compileWide].map((compile) => compile(simulation, controls));
  const fastest: (ScalarRun | undefined)[] = programs.map(() => undefined);
  const least = new Float64Array(count / PIECE).fill(Number.POSITIVE_INFINITY);
  work.computeMany!(rows, ends);
  for (let round = 0; round < ROUNDS; round++) {
    for (let k = 0; k < 4 * least.length; k++) {
      const piece = k % least.length;
      const [from, to] = [piece * PIECE, (piece + 1) * PIECE];
      const start = process.hrtime.bigint();
      work.computeMany!(rows.subarray(from * size, to * size), ends.subarray(2 * from * size, 2 * to * size));
      least[piece] = Math.min(least[piece]!, Number(process.hrtime.bigint() - start));
    }
    programs.forEach((program, k) => {
      fastest[k] = faster(program?.run(4), fastest[k]);
    });
  }
  for (const program of programs) program?.close();
  const differences = fastest.map((run) => run && differenceOf(run.positions, ends, size));
  for (const off of differences) {
    if (off === undefined || off <= SAME) continue;
    throw new Error(`answers differ; WebAssembly and C on ${problem}: ${off}. Neither time means anything`);
  }
  const ours = least.reduce((sum, time) => sum + time) / (count * STEPS);
  const [scalar, pairs, wide] = fastest.map((run) => run?.timePerStep);
  return { problem, size, ours, scalar, pairs, wide, difference: differences[0] };
}

function faster(one: ScalarRun | undefined, other: ScalarRun | undefined): ScalarRun | undefined {
  return one && !(one.timePerStep >= (other?.timePerStep ?? Number.POSITIVE_INFINITY)) ? one : other;
}

function differenceOf(positions: readonly (readonly number[])[], ends: Float64Array, size: number): number {
  let [most, largest] = [0, 0];
  positions.forEach((position, run) => {
    position.forEach((x, i) => {
      most = Math.max(most, Math.abs(x - ends[2 * run * size + i]!));
      largest = Math.max(largest, Math.abs(x));
    });
  });
  return most / largest;
}

/** Runs of `alpha` and `balanced` that nobody listens to: blocks of steps by kernels, single steps, and the same steps of `alpha` by plain C, in turn. */
import { finalWork } from "../src/batch/final-task.ts";
import { startRun } from "../src/simulate/run/run.ts";
import type { Simulation } from "../src/simulate/run/simulation.ts";
import { dense, galleryProblem, prepare, uniform } from "./problems.ts";
import { compileScalar } from "./scalar.ts";

export interface BlockRun {
  readonly scheme: string;
  readonly size: number;
  /** Least times, ns a step: of a whole run by kernels, with its start; one of many under other controls; by single steps; of C. */
  readonly blocks: number;
  readonly oneOfMany: number;
  readonly single: number;
  readonly scalar: number | undefined;
}

const STEPS = 400;
const ROUNDS = 10;
const WITHIN = 1e8; // ns of a case in a round
const SIZES = [3, 8, 20];

export function measureBlocks(): BlockRun[] {
  return ["alpha", "balanced"].flatMap((scheme) => SIZES.map((size) => measure(scheme, size)));
}

function measure(scheme: string, size: number): BlockRun {
  const raw = size === 3 ? galleryProblem("gk95-tp1") : dense(size);
  const simulation = prepare(raw, STEPS, { type: scheme });
  const { kernels: _, ...alone } = simulation;
  const program = compileScalar(prepare(raw, STEPS, { type: "alpha" }));
  const next = uniform(5);
  const values = Float64Array.from({ length: size }, () => 10 * (2 * next() - 1));
  const end = new Float64Array(2 * size);
  const work = finalWork(simulation);
  const cases = [() => run(simulation), () => work.computeMany!(values, end), () => run(alone)];
  const least = cases.map(() => Number.POSITIVE_INFINITY);
  let scalar: number | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    cases.forEach((call, k) => {
      for (let spent = 0; spent < WITHIN; ) {
        const start = process.hrtime.bigint();
        call();
        const time = Number(process.hrtime.bigint() - start);
        spent += time;
        least[k] = Math.min(least[k]!, time / STEPS);
      }
    });
    if (program) scalar = Math.min(scalar ?? Number.POSITIVE_INFINITY, program.run(20).timePerStep);
  }
  program?.close();
  return { scheme, size, blocks: least[0]!, oneOfMany: least[1]!, single: least[2]!, scalar };
}

function run(simulation: Simulation): void {
  const running = startRun(simulation, []);
  running.advance(Number.POSITIVE_INFINITY);
  const { status, message } = running.finish();
  if (status !== "done") throw new Error(`run failed; ${simulation.name} with ${simulation.scheme.name}: ${message}`);
}

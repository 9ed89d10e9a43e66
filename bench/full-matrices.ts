/** Machines as reduced from finite elements: full matrices, friction on a few coordinates. Runs by kernels and by single steps, and with trajectory and audit. */
import { startRun } from "../src/simulate/run/run.ts";
import { simulate } from "../src/simulate/simulate.ts";
import { dense, prepare, type RawProblem } from "./problems.ts";
import { timeOf } from "./timing.ts";

export interface FullMatrices {
  readonly scheme: string;
  readonly coordinates: number;
  /** Least times, us a step, or an output: of a whole run by kernels, by single steps, and with trajectory and audit. */
  readonly alone: number;
  readonly single: number;
  readonly whole: number;
}

const ROWS = 8;
const STEPS = 2000;
const ROUNDS = 3; // at least
const WITHIN = 1.5e9; // ns spent on each size at least: the code of small ones is still being compiled in their first rounds
const SIZES = [16, 32, 64, 128, 256];

export function measureFullMatrices(): FullMatrices[] {
  return ["alpha", "balanced", "event-driven"].flatMap((scheme) => SIZES.map((size) => measure(scheme, size)));
}

function measure(scheme: string, coordinates: number): FullMatrices {
  const simulation = prepare(reduced(coordinates), STEPS, { type: scheme });
  const { kernels: _, ...plain } = simulation;
  const calls = [
    () => startRun(simulation, []).advance(Number.POSITIVE_INFINITY),
    () => startRun(plain, []).advance(Number.POSITIVE_INFINITY),
    () => simulate(simulation),
  ];
  const least = calls.map(() => Number.POSITIVE_INFINITY);
  let spent = 0;
  for (let round = 0; round < ROUNDS || spent < WITHIN; round++) {
    calls.forEach((call, k) => {
      const time = timeOf(call);
      spent += time;
      least[k] = Math.min(least[k]!, time / STEPS / 1000);
    });
  }
  const [alone, single, whole] = least as [number, number, number];
  return { scheme, coordinates, alone, single, whole };
}

function reduced(size: number): RawProblem {
  const { system, ...problem } = dense(size);
  const { friction, ...machine } = system as { readonly friction: readonly unknown[] };
  return { ...problem, system: { ...machine, friction: friction.slice(0, ROWS) } };
}

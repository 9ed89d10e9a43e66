/** Event-driven runs with their derivatives by all starting positions, beside the same without and in plain TypeScript, in turn. */
import { compileOrThrow } from "../src/problem/compile/compile.ts";
import { eventDriven } from "../src/scheme/event-driven/event-driven.ts";
import { runToEnd } from "../src/simulate/run/final.ts";
import { runWithTangents } from "../src/simulate/run/sensitivity.ts";
import { galleryProblem } from "./problems.ts";
import { timeOf } from "./timing.ts";

export interface Derivatives {
  readonly problem: string;
  readonly directions: number;
  /** Least times, ms: the run alone, with derivatives, and that in plain TypeScript. */
  readonly alone: number;
  readonly carried: number;
  readonly plain: number;
}

const PROBLEMS = ["gk95-tp1", "vl05-two-masses", "belt", "stage-pid", "chain-20"];
const WITHIN = 2e9; // ns of a problem
const FEWEST_ROUNDS = 5;

export function measureDerivatives(): Derivatives[] {
  return PROBLEMS.map((problem) => {
    const { simulation } = compileOrThrow(galleryProblem(problem));
    const general = { ...simulation, scheme: eventDriven({ general: true }) };
    const { size } = simulation.system;
    const directions = Array.from({ length: size }, (_, k) => ({
      position: Float64Array.from({ length: size }, (_, i) => (i === k ? 1 : 0)),
    }));
    const calls = [
      () => runToEnd(simulation),
      () => runWithTangents(simulation, directions),
      () => runWithTangents(general, directions),
    ];
    const least = calls.map(() => Number.POSITIVE_INFINITY);
    for (let round = 0, spent = 0; round < FEWEST_ROUNDS || spent < WITHIN; round++) {
      calls.forEach((call, k) => {
        const time = timeOf(call);
        spent += time;
        if (time > 0) least[k] = Math.min(least[k]!, time);
      });
    }
    const [alone, carried, plain] = least.map((time) => time / 1e6) as [number, number, number];
    return { problem, directions: size, alone, carried, plain };
  });
}

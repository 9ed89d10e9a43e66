/** Machines of the gallery on every path of the engine: their runs alone, and with trajectory and audit, in turn. */
import { compileOrThrow } from "../src/problem/compile/compile.ts";
import { startRun } from "../src/simulate/run/run.ts";
import { simulate } from "../src/simulate/simulate.ts";
import { galleryProblem } from "./problems.ts";
import { timeOf } from "./timing.ts";

export interface Machine {
  readonly problem: string;
  readonly what: string;
  readonly scheme: string;
  readonly coordinates: number;
  /** Least times of warm runs, ms. */
  readonly alone: number;
  readonly whole: number;
}

const MACHINES = [
  ["belt", "friction that weakens"],
  ["chain-20", "rows that change in turn"],
  ["stage-pid", "a controller"],
  ["buffer", "stops"],
  ["lossy-gear", "a joint"],
  ["mode-coupling-squeal", "a limit that follows the motion"],
  ["duffing", "a nonlinear spring"],
  ["pendulum-friction", "mechanism"],
  ["double-pendulum", "mechanism"],
  ["slider-crank", "mechanism with a joint"],
  ["pendulum-between-walls", "mechanism with stops"],
  ["gh95-ellipse", "arm on a curve"],
  ["twenty-links", "arm"],
  ["chain-1000", "a band"],
  ["string-parabola", "string"],
  ["gh95-strings", "strings that collide"],
  ["beam-falling", "beam"],
  ["flexible-arm", "beam in a hinge"],
] as const;
const WITHIN = 2e9; // ns of a problem
const FEWEST_ROUNDS = 2;

export function measureMachines(): Machine[] {
  return MACHINES.map(([problem, what]) => {
    const { simulation } = compileOrThrow(galleryProblem(problem));
    const calls = [() => startRun(simulation, []).advance(Number.POSITIVE_INFINITY), () => simulate(simulation)];
    const least = calls.map(() => Number.POSITIVE_INFINITY);
    for (let round = 0, spent = 0; round < FEWEST_ROUNDS || spent < WITHIN; round++) {
      calls.forEach((call, k) => {
        const time = timeOf(call);
        spent += time;
        least[k] = Math.min(least[k]!, time);
      });
    }
    const [alone, whole] = least.map((time) => time / 1e6) as [number, number];
    return { problem, what, scheme: simulation.scheme.name, coordinates: simulation.system.size, alone, whole };
  });
}

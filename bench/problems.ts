/** The problems that are measured: of the gallery, with sections changed, or built here. */
import { readFileSync } from "node:fs";
import { compileOrThrow } from "../src/problem/compile/compile.ts";
import { readProblem } from "../src/problem/read/read.ts";
import type { Simulation } from "../src/simulate/run/simulation.ts";

/** Raw data of a problem, as in a file. */
export interface RawProblem {
  readonly time: { readonly start?: number; readonly end: number };
  readonly [section: string]: unknown;
}

/** From the compiled benches, three folders below the package. */
export const PACKAGE = new URL("../../../", import.meta.url);

export function galleryProblem(name: string): RawProblem {
  const read = readProblem(readFileSync(new URL(`problems/${name}.yaml`, PACKAGE), "utf8"));
  if (read.faults) throw new Error(`invalid problem; in problems/${name}.yaml: ${read.faults[0]!.message}`);
  return read.raw as RawProblem;
}

/**
 * chain-20 of the gallery at any length. The push grows with it, so that the last block never moves: a chain that slides
 * as a whole adds up the round-off of its steps, and two programs part by more than 1e-12 within 25 s.
 */
export function chain(count: number): RawProblem {
  const stiffness = Array.from({ length: count }, (_, i) =>
    Array.from({ length: count }, (_, j) => {
      if (i === j) return i === 0 || i === count - 1 ? 100 : 200;
      return Math.abs(i - j) === 1 ? -100 : 0;
    }),
  );
  return {
    stickslip: 1,
    name: `A chain of ${count} blocks`,
    system: {
      type: "linear",
      mass: Array(count).fill(1),
      stiffness,
      force: [`${0.6 * count}*sin(2*pi*t/10)`, ...Array(count - 1).fill(0)],
      friction: Array.from({ length: count }, (_, on) => ({ on, limit: 1 })),
    },
    time: { end: 25 },
  };
}

/** Full matrices, friction on every coordinate and a control on each: strong coupling at any size. */
export function dense(size: number): RawProblem {
  const next = uniform(7 + size);
  const square = () => Array.from({ length: size * size }, () => 2 * next() - 1);
  const [one, other] = [square(), square()];
  const product = (of: readonly number[], scale: number, diagonal: number) =>
    Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (_, j) => {
        let sum = 0;
        for (let k = 0; k < size; k++) sum += of[i * size + k]! * of[j * size + k]!;
        return (scale / size) * sum + (i === j ? diagonal : 0);
      }),
    );
  const all = <T>(entry: (i: number) => T) => Array.from({ length: size }, (_, i) => entry(i));
  return {
    stickslip: 1,
    name: `${size} masses, all coupled`,
    system: {
      type: "linear",
      mass: product(one, 3, 1),
      stiffness: product(other, 10, 0),
      force: all(() => "-20*exp(-t)*cos(3*t)"),
      friction: all((on) => ({ on, limit: 2 + 6 * next() })),
      input: all((i) => all((j) => (i === j ? 1 : 0))),
    },
    control: { value: all(() => 0), target: { position: all(() => 0) } },
    initial: { position: all(() => 6 * next() - 3), velocity: all(() => 4 * next() - 2) },
    time: { end: 5 },
  };
}

/** Uniform in [0, 1). */
export function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** The problem in `steps` equal steps with a scheme and a solver, ready to run. */
export function prepare(
  raw: RawProblem,
  steps: number,
  scheme: Readonly<Record<string, unknown>>,
  solver: Readonly<Record<string, unknown>> = { type: "active-set" },
): Simulation {
  const { start = 0, end } = raw.time;
  return compileOrThrow({ ...raw, scheme, solver, time: { start, end, step: (end - start) / steps } }).simulation;
}

/** Beams as data, for tests. */
import { compile } from "../../src/problem/compile/compile.ts";
import { ProblemError } from "../../src/problem/faults.ts";
import { restOf, staticData } from "../../src/results/static.ts";

export interface BeamProblem {
  readonly system: Readonly<Record<string, unknown>>;
  readonly initial: Readonly<Record<string, unknown>>;
  readonly end?: number;
  readonly step?: number;
  readonly scheme?: Readonly<Record<string, unknown>>;
}

export function beamProblem({ system, initial, end = 1, step = 0.01, scheme }: BeamProblem): unknown {
  return {
    stickslip: 1,
    system: { type: "beam", density: 1, ...system },
    initial,
    time: { end, step },
    ...(scheme ? { scheme } : {}),
  };
}

export function compiled(raw: unknown) {
  const found = compile(raw);
  if (found.faults) throw new ProblemError(found.faults);
  return found;
}

/** The static equilibrium of a problem, as `simulate --static --json` tells it. */
export function rest(raw: unknown) {
  const problem = compiled(raw);
  return staticData(problem, restOf(problem)!);
}

/** The beam of (95), held by both ends. */
export const PAPER = {
  length: 32.6,
  stiffness: 700,
  density: 7.67,
  elements: 20,
  load: [0, "-7.67*9.81"],
  ends: [{ at: [0, 0] }, { at: [20, 0] }],
} as const;

/** The runs of the tables and figures: scheme (1.1)-(1.6) at the printed step, multipliers by (1.14) (NR) or (1.19) (R), without and with control. */
import type { Run } from "../experiment.ts";

/** Controls that bring the discrete motion to the target; gk95/optimum shows that they do. */
export const OPTIMAL = {
  tp1: [12.00569431527897, -6.9450551431037555, -9.495481613168627],
  tp2: [-6.610892080611375, -14.664155084620292, 48.752488495694685],
  springs: [-7.995836102182312, -5.583151383331964, 75.63956725423957],
} as const;

export type TestProblem = keyof typeof OPTIMAL;

const FILES = { tp1: "gk95-tp1", tp2: "gk95-tp2", springs: "gk95-tp2-springs" } as const;

export interface Wishes {
  readonly regularized?: boolean;
  readonly controlled?: boolean;
  readonly start?: "zero" | "previous";
}

/** By the paper's fixed-point iteration. */
export function swept(
  problem: TestProblem,
  { regularized = false, controlled = false, start = "zero" }: Wishes = {},
): Run {
  const solver = { type: regularized ? "regularized" : "uzawa", start };
  const control = controlled ? { "control.value": OPTIMAL[problem] } : {};
  return { do: "simulate", problem: FILES[problem], scheme: "alpha", set: { solver, ...control } };
}

/** The same four in the tables' order: not regularized without and with control, then regularized. */
export const four = (problem: TestProblem, start: "zero" | "previous") => ({
  nr: swept(problem, { start }),
  nrControlled: swept(problem, { start, controlled: true }),
  r: swept(problem, { start, regularized: true }),
  rControlled: swept(problem, { start, regularized: true, controlled: true }),
});

/** Direct search, a row of Tables 2 and 4. */
export function searched(
  problem: TestProblem,
  penalty: "P" | "Pi",
  update: "constant" | "dynamic",
  regularized: boolean,
  edge = 1,
): Run {
  const method = { type: "pds", penalty, update, points: 1728, ...(edge === 1 ? {} : { edge }) };
  const solver = { type: regularized ? "regularized" : "active-set" };
  return {
    ...{ do: "control", problem: FILES[problem], scheme: "alpha", seconds: 4 },
    set: { "control.method": method, solver },
  };
}

/** Newton's method with derivatives through the events. */
export function newton(problem: TestProblem, scheme: "alpha" | "event-driven"): Run {
  return { do: "control", problem: FILES[problem], scheme, seconds: 1 };
}

export const exact = (problem: TestProblem, set: Readonly<Record<string, unknown>> = {}): Run => ({
  ...{ do: "simulate", problem: FILES[problem], scheme: "event-driven" },
  set,
});

/** The paper's scheme with step problems that are solved to the end: what its iteration tends to. */
export function stepped(problem: TestProblem, controlled: boolean): Run {
  const set = controlled ? { "control.value": OPTIMAL[problem] } : {};
  return { do: "simulate", problem: FILES[problem], scheme: "alpha", set };
}

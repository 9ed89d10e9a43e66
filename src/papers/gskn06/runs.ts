/** Runs of the test problems: the splitting (9)-(13) with tau1 = dt/10 and tau2 = dt/2, as printed. */
import type { Run } from "../experiment.ts";
import { errorMeasures, type Known } from "./exact.ts";

const FILES = { tp1: "gskn06-tp1", tp2: "gskn06-tp2", tp3: "gskn06-tp3", tp5: "gskn06-tp5" } as const;

type Settings = Readonly<Record<string, unknown>>;

/** One run with the errors against the closed form as measures. */
export function split(problem: Known, step: number, set: Settings = {}, scheme = "splitting"): Run {
  return {
    ...{ do: "simulate", problem: FILES[problem], scheme, seconds: 1 },
    set: { "time.step": step, measures: errorMeasures(problem), ...set },
  };
}

/** Errors over steps, four in each of three octaves. */
export function refined(
  problem: Known,
  {
    from,
    time,
    scheme = "splitting",
    set = {},
    file = FILES[problem],
    octaves = 3,
  }: {
    readonly from: number;
    readonly time: number;
    readonly scheme?: string;
    readonly set?: Settings;
    readonly file?: string;
    readonly octaves?: number;
  },
): Run {
  const factors = [1, 1.19, 1.41, 1.68];
  const counts = Array.from({ length: 4 * octaves }, (_, k) =>
    Math.round(from * POWERS[Math.floor(k / 4)]! * factors[k % 4]!),
  );
  return {
    ...{ do: "sweep", problem: file, scheme, seconds: 3 },
    set: { measures: errorMeasures(problem), ...set },
    vary: { path: "time.step", values: counts.map((count) => time / count) },
  };
}

const POWERS = [1, 2, 4, 8, 16, 32];

/** Friction sub-problems by (72)-(74) with the printed epsilon, multipliers not projected. */
export const PENALTY = { type: "penalty-newton", epsilon: 1e-4, project: false, tolerance: 1e-6 } as const;

/** The task of maps of attraction: varied values of a problem in, what becomes of the motion and when that is known out. */
import type { RowWork } from "../../batch/executor.ts";
import { ProblemError } from "../../problem/faults.ts";
import { type Variation, variation } from "../../problem/paths/variation.ts";
import { type Fate, type FateResult, fateRefusal, fates } from "../fate/fate.ts";

export interface AttractionSpec {
  /** A problem's data with its signals embedded. */
  readonly raw: unknown;
  /** What varies, one input each. */
  readonly paths: readonly string[];
  /** s; default as in fate.ts. */
  readonly horizon?: number;
}

/**
 * What can be said of a start; periodic: undecided, and the motion repeats itself; endless: undecided, and nothing takes its energy;
 * invalid: the problem has faults with these values.
 * The first number of a row of results is an index of the list.
 */
export type StartOutcome = Fate | "periodic" | "invalid" | "endless";
export const START_OUTCOMES: readonly StartOutcome[] = [
  "attracted",
  "escaped",
  "undecided",
  "periodic",
  "invalid",
  "endless",
];
const INVALID = START_OUTCOMES.indexOf("invalid");

/** Outputs: an index of START_OUTCOMES, and the time of FateResult, s. */
export function attractionTask(
  { raw, paths, horizon }: AttractionSpec,
  varied: Variation = variation(raw, paths),
): RowWork {
  const refusal = fateRefusal(varied.simulation);
  if (refusal) throw new ProblemError([{ path: "system", message: `cannot tell what is attracted; ${refusal}` }]);
  const judge = fates(horizon === undefined ? {} : { horizon });
  return {
    inputs: paths.length,
    outputs: 2,
    givesWay: true,
    compute(values, out, stopped) {
      const { simulation } = varied.at(values);
      // A varied value may make a machine of which the question makes no sense.
      const answer = simulation && !fateRefusal(simulation) ? judge(simulation, stopped) : undefined;
      out[0] = answer ? START_OUTCOMES.indexOf(outcomeOf(answer)) : INVALID;
      out[1] = answer ? answer.time : Number.NaN;
    },
  };
}

function outcomeOf({ fate, periodic, endless }: FateResult): StartOutcome {
  return periodic ? "periodic" : endless ? "endless" : fate;
}

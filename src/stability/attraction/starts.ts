/** Many starts and what becomes of them: the rows behind maps, traced boundaries and random samples. */
import type { Batch, Executor } from "../../batch/executor.ts";
import { type Finished, type ResumableOptions, runResumable } from "../../batch/resumable.ts";
import { variation } from "../../problem/paths/variation.ts";
import { START_OUTCOMES, type StartOutcome } from "./attraction-task.ts";

/** Starts in rows of varied values, with the results of those that are known: NaN until then. */
export interface Starts {
  readonly paths: readonly string[];
  readonly count: number;
  /** count * paths.length */
  readonly rows: Float64Array;
  /** A code (index of START_OUTCOMES) and a time each. */
  readonly results: Float64Array;
}

/** Where and how far starts are followed. */
export interface Judging {
  readonly executor: Executor;
  /** s */
  readonly horizon?: number;
}

/** Of a call: how it ended, and how many starts it took over from the store and computed. */
export type Judged = Pick<Finished, "status" | "resumed" | "computed">;

export function newStarts(paths: readonly string[], rows: Float64Array): Starts {
  const count = rows.length / paths.length;
  return { paths, count, rows, results: new Float64Array(2 * count).fill(Number.NaN) };
}

/** Prepares the judging of starts. `source`: a problem's data with its signals embedded, or what `compile` made of them. */
export function openJudging(source: unknown, paths: readonly string[], { executor, horizon }: Judging): Batch {
  const local = variation(source, paths);
  const spec = { raw: local.raw, paths, ...(horizon === undefined ? {} : { horizon }) };
  return executor.open({ task: "attraction", spec, local });
}

/** Computes the starts that are not known yet, but for those of the store. */
export async function judgeStarts(
  batch: Batch,
  { rows, results, count }: Starts,
  options: Omit<ResumableOptions, "into" | "done"> = {},
): Promise<Judged> {
  const done = Uint8Array.from({ length: count }, (_, row) => (Number.isNaN(results[2 * row]) ? 0 : 1));
  const { status, resumed, computed } = await runResumable(batch, rows, { ...options, into: results, done });
  return { status, resumed, computed };
}

/** The varied values of a start. */
export function startValues({ rows, paths }: Starts, row: number): number[] {
  return Array.from(rows.subarray(row * paths.length, (row + 1) * paths.length));
}

/** What became of a start; undefined where that is not known. */
export function outcomeOf({ results }: Starts, row: number): StartOutcome | undefined {
  return START_OUTCOMES[results[2 * row]!];
}

export interface Tally {
  readonly attracted: number;
  readonly escaped: number;
  /** Neither was proved; `periodic` of them were seen to repeat themselves, `endless` ones keep their energy. */
  readonly undecided: number;
  readonly periodic: number;
  readonly endless: number;
  /** Their values make no valid problem. */
  readonly invalid: number;
  /** Starts that were asked for, and those of them that were not reached. */
  readonly points: number;
  readonly missing: number;
  /** Attracted of those that were reached. */
  readonly fraction: number;
  /** The attracted start that took longest; undefined where none is attracted. */
  readonly slowest?: { readonly row: number; readonly time: number };
}

export function tally(starts: Starts): Tally {
  const { count, results } = starts;
  const counts: Record<StartOutcome, number> = {
    attracted: 0,
    escaped: 0,
    undecided: 0,
    periodic: 0,
    invalid: 0,
    endless: 0,
  };
  let slowest: { row: number; time: number } | undefined;
  for (let row = 0; row < count; row++) {
    const outcome = outcomeOf(starts, row);
    if (!outcome) continue;
    counts[outcome]++;
    if (outcome === "periodic" || outcome === "endless") counts.undecided++;
    const time = results[2 * row + 1]!;
    if (outcome === "attracted" && time > (slowest?.time ?? -1)) slowest = { row, time };
  }
  const known = counts.attracted + counts.escaped + counts.undecided + counts.invalid;
  return {
    points: count,
    ...counts,
    missing: count - known,
    fraction: counts.attracted / Math.max(1, known),
    ...(slowest ? { slowest } : {}),
  };
}

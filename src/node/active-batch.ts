/** A batch under way on worker threads: what is known of it, and what to make of workers that die with it. */
import { type Batch, type Job, type RowWork, rowError } from "../batch/executor.ts";
import { doneCount, isDone, NO_ROW, type Pace, type SharedRows } from "../batch/shared-rows.ts";
import type { WorkerSlot } from "./worker-slot.ts";

/** Workers that one row may end before it is given up; and workers that may end without a row. */
const MOST_DEATHS = 3;

/** A job that was opened. */
export interface Opened {
  readonly job: number;
  readonly open: Job;
  /** All in the thread that opened it. */
  readonly inline: Batch;
  /** Its rows for that thread, while they are short. */
  help: { readonly work: RowWork; readonly pace: Pace } | undefined;
  /** Rows that it has given up. */
  left: number;
}

export interface Active {
  readonly id: number;
  readonly opened: Opened;
  readonly shared: SharedRows;
  /** Numbers of a row of results. */
  readonly outputs: number;
  /** Slots that still take rows of it. */
  readonly pending: Set<WorkerSlot>;
  /** Whether the thread that opened it takes rows too. */
  helped: boolean;
  /** How often a row ended its worker. */
  readonly deaths: Map<number, number>;
  /** Workers that ended without a row while so many rows were done. */
  idle: { readonly done: number; readonly times: number };
  /** The first row whose task threw. */
  failure?: { readonly row: number; readonly message: string };
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  /** Does it all in this thread instead. */
  readonly inline: () => void;
}

/** A worker died with a row of the batch, unless another batch had it; the error, if that has happened too often. */
export function rowDeath({ deaths, shared }: Active, row: number, reason: string): Error | undefined {
  if (row === NO_ROW) return undefined;
  const times = (deaths.get(row) ?? 0) + 1;
  deaths.set(row, times);
  return times < MOST_DEATHS ? undefined : failedRow(shared, row, `it ended ${times} workers: ${reason}`);
}

/** A worker died between rows. Several in turn, without a row done, will not be the last. */
export function idleDeath(batch: Active, reason: string): Error | undefined {
  const done = doneCount(batch.shared);
  batch.idle = { done, times: batch.idle.done === done ? batch.idle.times + 1 : 1 };
  if (batch.idle.times < MOST_DEATHS) return undefined;
  return new Error(`the worker threads end one after the other; ${reason}`);
}

/** Why a row could not be computed. */
export function failedRow({ rows, count }: SharedRows, row: number, reason: string): Error {
  const inputs = rows.length / count;
  return rowError(row, rows.subarray(row * inputs, (row + 1) * inputs), reason);
}

/** By the marks alone: a worker may have died before it counted. */
export function missingRows(shared: SharedRows): number {
  let missing = 0;
  for (let row = 0; row < shared.count; row++) if (!isDone(shared, row)) missing++;
  return missing;
}

/** Rows that are done and have no mark yet, to their places. */
export function copyDone(shared: SharedRows, outputs: number, results: Float64Array, marks: Uint8Array): void {
  for (let row = 0; row < shared.count; row++) {
    if (marks[row] === 1 || !isDone(shared, row)) continue;
    const from = row * outputs;
    if (results !== shared.results) results.set(shared.results.subarray(from, from + outputs), from);
    marks[row] = 1;
  }
}

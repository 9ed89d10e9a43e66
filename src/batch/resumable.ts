/** Rows through a batch, with a store of those that are finished: they are taken over, never computed again. */

import type { Chunk, ChunkStore } from "./chunk-store.ts";
import type { Batch } from "./executor.ts";

export interface ResumableOptions {
  /** Without one nothing is kept. */
  readonly store?: ChunkStore;
  /** Where the results go, and marks of rows that stand there already; default all are to be computed. */
  readonly into?: Float64Array;
  readonly done?: Uint8Array;
  /** Ends the work early; what was computed is kept. */
  readonly signal?: AbortSignal;
  /** Hears how many rows are finished, those of earlier runs included. */
  readonly progress?: (done: number) => void;
}

export interface Finished {
  readonly status: "done" | "cancelled";
  /** count * outputs; NaN where a row was not reached. */
  readonly results: Float64Array;
  /** 1 for each row that is finished. */
  readonly done: Uint8Array;
  /** Rows that were taken over from the store, and rows computed by this call. */
  readonly resumed: number;
  readonly computed: number;
}

export async function runResumable(
  batch: Batch,
  rows: Float64Array,
  { store, signal, progress, ...given }: ResumableOptions = {},
): Promise<Finished> {
  const { inputs, outputs } = batch;
  const count = rows.length / inputs;
  const results = given.into ?? new Float64Array(count * outputs).fill(Number.NaN);
  const done = given.done ?? new Uint8Array(count);
  const before = total(done);
  for (const chunk of store?.finished() ?? []) takeOver(chunk, outputs, results, done);
  const resumed = total(done) - before;
  const kept = Uint8Array.from(done);
  const keep = (): void => store?.put(freshChunks(outputs, results, done, kept));
  let status: Finished["status"] = "done";
  try {
    await batch.run(rows, {
      ...{ into: results, done },
      ...(signal && { signal }),
      ...(progress && { progress }),
      ...(store && { checkpoint: keep }),
    });
  } catch (error) {
    if (!signal?.aborted) throw error;
    status = "cancelled";
  } finally {
    keep();
  }
  return { status, results, done, resumed, computed: total(done) - before - resumed };
}

/** A chunk that does not fit is not ours, whatever its store says: its rows are computed again. */
function takeOver({ first, count, values }: Chunk, outputs: number, results: Float64Array, done: Uint8Array): void {
  const fits = Number.isInteger(first) && first >= 0 && first + count <= done.length;
  if (!fits || values.length !== count * outputs) return;
  results.set(values, first * outputs);
  done.fill(1, first, first + count);
}

/** Rows that have become finished, as ranges; they count as kept from now on. */
function freshChunks(outputs: number, results: Float64Array, done: Uint8Array, kept: Uint8Array): Chunk[] {
  const chunks: Chunk[] = [];
  for (let row = 0; row < done.length; row++) {
    if (done[row] === kept[row]) continue;
    const first = row;
    while (row < done.length && done[row] !== kept[row]) kept[row++] = 1;
    chunks.push({ first, count: row - first, values: results.slice(first * outputs, row * outputs) });
  }
  return chunks;
}

function total(marks: Uint8Array): number {
  let sum = 0;
  for (const mark of marks) sum += mark;
  return sum;
}

/**
 * Rows of a batch for workers that share no memory: whoever has the batch sends chunks of rows to them and takes their results in. The
 * same code computes the same rows as where memory is shared, so the digits are the same.
 */
import type { RowWork } from "./executor.ts";
import { isDone, type SharedRows, setCurrent, takeNext } from "./shared-rows.ts";

/** ms of work that is sent at once: a message takes longer than a look at a counter. */
const CHUNK = 8;
const MOST_IN_CHUNK = 4096;

export interface SentRows {
  readonly first: number;
  /** Of the rows, one after the other. */
  readonly values: Float64Array;
}

/** What became of them; fewer where one of them failed. */
export interface ComputedRows {
  readonly first: number;
  readonly results: Float64Array;
  readonly ms: number;
  readonly failed?: { readonly row: number; readonly error: unknown };
}

/** The next rows that nobody has, at most `most`, as those of worker `slot`; undefined where none is left. */
export function nextRows(shared: SharedRows, slot: number, most: number): SentRows | undefined {
  const { count, rows } = shared;
  const first = takeNext(shared, most, (row) => !isDone(shared, row));
  if (!first) return undefined;
  const inputs = rows.length / count;
  setCurrent(shared, slot, first.from);
  return { first: first.from, values: rows.slice(first.from * inputs, first.to * inputs) };
}

/** The worker's part. `now` is a clock in ms. */
export function computeSent(work: RowWork, { first, values }: SentRows, now: () => number): ComputedRows {
  const { inputs, outputs } = work;
  const count = values.length / inputs;
  const results = new Float64Array(count * outputs);
  const [input, out] = [new Float64Array(inputs), new Float64Array(outputs)];
  const start = now();
  if (work.computeMany && count > 1) {
    try {
      work.computeMany(values, results);
      return { first, results, ms: now() - start };
    } catch {
      // one by one it is found out which
    }
  }
  for (let k = 0; k < count; k++) {
    input.set(values.subarray(k * inputs, (k + 1) * inputs));
    out.fill(0);
    try {
      work.compute(input, out);
    } catch (error) {
      return { first, results: results.slice(0, k * outputs), ms: now() - start, failed: { row: first + k, error } };
    }
    results.set(out, k * outputs);
  }
  return { first, results, ms: now() - start };
}

/** How many rows to send next, after so many took so long. */
export function nextSize(count: number, ms: number): number {
  return Math.max(1, Math.min(4 * count, MOST_IN_CHUNK, Math.round((count * CHUNK) / Math.max(1e-3, ms))));
}

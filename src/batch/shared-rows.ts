/**
 * Rows of a batch in memory that all workers share: they take chunks of rows from one counter, so that none waits for another, and
 * mark each row that is done, so that nothing is lost with a worker that dies.
 */
import type { RowWork } from "./executor.ts";

export interface SharedRows {
  readonly count: number;
  /** count * inputs numbers. */
  readonly rows: Float64Array;
  /** count * outputs numbers, each row valid once it is done. */
  readonly results: Float64Array;
  /** 1 for a row whose results stand there. */
  readonly done: Uint8Array;
  /** See Counter; then, for each worker, the row that it is computing, or NO_ROW. */
  readonly counters: Int32Array;
}

const Counter = {
  /** The first row that nobody has taken. */
  next: 0,
  /** Rows done. */
  done: 1,
  /** Not 0: stop before the next row. */
  stop: 2,
  slots: 3,
} as const;

export const NO_ROW = -1;

/** ms of work that a worker takes at once: a share of the last chunks is lost waiting, a share of the short ones in taking. */
const CHUNK = 1;
const MOST_IN_CHUNK = 4096;
/** Of that at least, at the end of a batch: what a chunk costs by itself is not worth sharing its rows more evenly. */
const LEAST_SHARE = 1 / 8;

/** `marks`: 1 for rows that are not to be computed. `shared`: whether the host has memory that threads share. */
export function sharedRows(
  rows: Float64Array,
  { inputs, outputs }: Pick<RowWork, "inputs" | "outputs">,
  workers: number,
  marks: Uint8Array,
  shared = true,
): SharedRows {
  const memory = (bytes: number) => (shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
  const count = rows.length / inputs;
  const made: SharedRows = {
    count,
    rows: new Float64Array(memory(rows.byteLength)),
    results: new Float64Array(memory(8 * count * outputs)),
    done: new Uint8Array(memory(count)),
    counters: new Int32Array(memory(4 * (Counter.slots + workers))),
  };
  made.rows.set(rows);
  made.done.set(marks);
  made.counters[Counter.done] = marks.reduce((sum, mark) => sum + mark, 0);
  made.counters.fill(NO_ROW, Counter.slots);
  return made;
}

/** For whoever hands rows out: takes a range of at most `most` rows, all `wanted`, and not more than a fair share of what is left. */
export function takeNext(
  { counters, count }: SharedRows,
  most: number,
  wanted: (row: number) => boolean,
): { from: number; to: number } | undefined {
  let from = Math.min(count, counters[Counter.next]!);
  while (from < count && !wanted(from)) from++;
  const fair = Math.ceil((count - from) / (2 * (counters.length - Counter.slots)));
  let to = from;
  while (to < count && to - from < Math.max(1, Math.min(most, fair)) && wanted(to)) to++;
  counters[Counter.next] = to;
  return to > from && counters[Counter.stop] === 0 ? { from, to } : undefined;
}

/** The row, or first of the rows, that a worker has. */
export function setCurrent({ counters }: SharedRows, slot: number, row: number): void {
  Atomics.store(counters, Counter.slots + slot, row);
}

/** Results of rows from `first` on that came from a worker. */
export function takeIn(shared: SharedRows, first: number, results: Float64Array): void {
  const outputs = shared.results.length / shared.count;
  shared.results.set(results, first * outputs);
  let fresh = 0;
  for (let row = first; row < first + results.length / outputs; row++) {
    if (Atomics.exchange(shared.done, row, 1) === 0) fresh++;
  }
  Atomics.add(shared.counters, Counter.done, fresh); // once: threads wait for each other there
}

/** Lets the workers go over all rows once more; those that are done are passed over. */
export function restart({ counters }: SharedRows): void {
  Atomics.store(counters, Counter.next, 0);
}

/** Workers stop before their next row. */
export function stop({ counters }: SharedRows): void {
  Atomics.store(counters, Counter.stop, 1);
}

/** Workers finish the chunks that they have and take no more: all rows before those are done then. */
export function exhaust({ counters, count }: SharedRows): void {
  Atomics.store(counters, Counter.next, count);
}

export function doneCount({ counters }: SharedRows): number {
  return Atomics.load(counters, Counter.done);
}

export function isDone({ done }: SharedRows, row: number): boolean {
  return Atomics.load(done, row) === 1;
}

/** The row that a worker was computing when it died, or NO_ROW; the place is free then. */
export function takeCurrent({ counters }: SharedRows, slot: number): number {
  return Atomics.exchange(counters, Counter.slots + slot, NO_ROW);
}

/** How many rows of a job take about CHUNK ms, as far as a worker has seen; 1 at first. */
export interface Pace {
  rows: number;
}

/** What came of taking a chunk: rows were computed, none was left, one was given up and is there for others, or the task of one threw. */
export type Taken = "rows" | "none" | "left" | { readonly row: number; readonly error: unknown };

/** The worker's part: each call takes a chunk of rows and computes it. `now` is a clock in ms. `stopped`: when a row is to be given up; `most`: rows of a chunk. */
export function rowTaker(
  work: RowWork,
  shared: SharedRows,
  slot: number,
  now: () => number,
  pace: Pace = { rows: 1 },
  stopped?: () => boolean,
  most = MOST_IN_CHUNK,
): () => Taken {
  const { count, counters } = shared;
  const workers = counters.length - Counter.slots;
  // Rows and results go through memory of this thread alone: what computes them is faster there.
  const values = new Float64Array(work.inputs);
  const out = new Float64Array(work.outputs);
  const block: Block = { values: new Float64Array(0), results: new Float64Array(0) };
  return () => {
    const fair = Math.ceil((count - Atomics.load(counters, Counter.next)) / (2 * workers));
    const size = Math.ceil(Math.min(pace.rows, Math.max(fair, pace.rows * LEAST_SHARE)));
    const first = Atomics.add(counters, Counter.next, size);
    if (first >= count) return "none";
    const start = now();
    const last = Math.min(count, first + size);
    if (work.computeMany && size > 1) computeBlock(work, shared, slot, first, last, block);
    for (let row = first; row < last; row++) {
      if (isDone(shared, row)) continue;
      if (Atomics.load(counters, Counter.stop) !== 0) return "none";
      if (stopped?.()) return giveBack(shared, row, first + size);
      Atomics.store(counters, Counter.slots + slot, row);
      try {
        computeRow(work, shared, row, values, out, stopped);
      } catch (error) {
        takeCurrent(shared, slot);
        if (stopped?.()) return giveBack(shared, row, first + size);
        exhaust(shared);
        return { row, error };
      }
      takeCurrent(shared, slot);
    }
    const spent = Math.max(1e-3, now() - start);
    const seen = Math.round((size * CHUNK) / spent);
    pace.rows = Math.max(1, Math.min(Math.max(4 * size, pace.rows), most, seen));
    return "rows";
  };
}

/** Rows from one on are there for others: at once, or in another pass where somebody has taken more since. */
function giveBack({ counters }: SharedRows, row: number, end: number): "left" {
  Atomics.compareExchange(counters, Counter.next, end, row);
  return "left";
}

/** Takes chunks until none is left; the row whose task threw, if one did. */
export function takeRows(...given: Parameters<typeof rowTaker>): Exclude<Taken, string> | undefined {
  const take = rowTaker(...given);
  for (;;) {
    const taken = take();
    if (taken !== "rows") return typeof taken === "string" ? undefined : taken;
  }
}

/** Memory for the rows of a chunk, which is used again: a million runs would leave as much as all their rows for the collector. */
interface Block {
  values: Float64Array;
  results: Float64Array;
}

/** Rows at once; where they cannot be, nothing is done, and one by one it is found out why. */
function computeBlock(
  work: RowWork,
  shared: SharedRows,
  slot: number,
  first: number,
  last: number,
  block: Block,
): void {
  const { inputs, outputs } = work;
  for (let row = first; row < last; row++) if (isDone(shared, row)) return;
  if (Atomics.load(shared.counters, Counter.stop) !== 0) return;
  setCurrent(shared, slot, first);
  const count = last - first;
  if (block.values.length < count * inputs) block.values = new Float64Array(count * inputs);
  if (block.results.length < count * outputs) block.results = new Float64Array(count * outputs);
  const values = block.values.subarray(0, count * inputs);
  const results = block.results.subarray(0, count * outputs);
  values.set(shared.rows.subarray(first * inputs, last * inputs));
  try {
    work.computeMany!(values, results);
  } catch {
    return;
  }
  takeIn(shared, first, results);
  takeCurrent(shared, slot);
}

function computeRow(
  work: RowWork,
  shared: SharedRows,
  row: number,
  values: Float64Array,
  out: Float64Array,
  stopped: (() => boolean) | undefined,
): void {
  const { inputs, outputs } = work;
  values.set(shared.rows.subarray(row * inputs, (row + 1) * inputs));
  out.fill(0);
  work.compute(values, out, stopped);
  shared.results.set(out, row * outputs);
  Atomics.store(shared.done, row, 1);
  Atomics.add(shared.counters, Counter.done, 1);
}

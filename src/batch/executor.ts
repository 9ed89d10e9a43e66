/**
 * Many runs of one problem: rows of numbers in (varied values), rows of numbers out (measures). Where the rows are computed,
 * in this thread, on others or on other machines, changes nothing in the results.
 */
import type { Vector } from "../numeric/vector.ts";

/** What is done with each row: the name of a task, and data (plain, so that it can be sent) that the task is prepared with. */
export interface Job {
  readonly task: string;
  readonly spec: unknown;
  /** What this thread has of it already, as a problem that is compiled: the task need not make it again. It is not sent. */
  readonly local?: unknown;
}

/** A prepared task: computes one row from another. It keeps nothing from row to row that could change a result. */
export interface RowWork {
  readonly inputs: number;
  readonly outputs: number;
  /** Whether `compute` asks `stopped` often, so that any row may be tried, and left to another thread. */
  readonly givesWay?: boolean;
  /** Where `stopped` says so, a row that takes long may be given up: by throwing. */
  compute(values: Vector, out: Vector, stopped?: () => boolean): void;
  /** Several short rows at once, to the same results. */
  computeMany?(rows: Vector, results: Vector): void;
}

/** Tasks by name; a table of them is passed to executors and their workers. */
export type TaskTable = Readonly<Record<string, (spec: never, local?: never) => RowWork>>;

export interface BatchOptions {
  /** Ends the work early: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Hears how many rows are done, those passed over included, now and then and at the end. */
  readonly progress?: (done: number) => void;
  /**
   * Where the results go, count * outputs numbers: the same array is the answer. When the work ends early it has the rows that were
   * done; the others keep what was there.
   */
  readonly into?: Float64Array;
  /** A mark a row: those that are 1 are passed over, their results stand in `into`; each row gets its mark when it is done. */
  readonly done?: Uint8Array;
  /** Hears about once a second that `into` and `done` have the rows that are done by now. */
  readonly checkpoint?: () => void;
}

/** ms between two checkpoints. */
export const CHECKPOINT = 1000;

/** A job that is open: any number of batches of rows can be sent through it. */
export interface Batch {
  readonly inputs: number;
  readonly outputs: number;
  /** `rows`: count * inputs numbers; answers count * outputs numbers, in the same order; those of threads may lie in memory that can be shared. */
  run(rows: Float64Array, options?: BatchOptions): Promise<Float64Array>;
}

export interface Executor {
  /** Rows that are computed at the same time. */
  readonly threads: number;
  /** Prepares a job; throws what the task throws at a wrong spec. */
  open(job: Job): Batch;
  /** Ends all work; batches that still run are rejected. */
  close(): Promise<void>;
}

/** Gives way to others: called after each row, it answers with a promise when it is time to wait for one. */
export type Turn = () => Promise<void> | undefined;

/**
 * All in this thread. `turn` is the host's; without it only promises are let through between rows, no signals or timers. `poll`, of the
 * host too, is called within long rows and may abort the batch.
 */
export function inlineExecutor(
  tasks: TaskTable,
  turn: Turn = () => Promise.resolve(),
  poll: () => void = () => {},
): Executor {
  let closed = false;

  return {
    threads: 1,
    open: ({ task, spec, local }) => inlineBatch(prepareTask(tasks, task, spec, local), turn, () => closed, poll),
    async close() {
      closed = true;
    },
  };
}

/** Of a task that is prepared: as inlineExecutor, which may be `closed`. */
export function inlineBatch(work: RowWork, turn: Turn, closed: () => boolean, poll: () => void = () => {}): Batch {
  const { inputs, outputs } = work;
  return {
    inputs,
    outputs,
    async run(rows, { signal, progress, into, done, checkpoint } = {}) {
      const { count, results, marks } = batchSize(work, rows, into, done);
      const stopped = () => {
        poll();
        return signal?.aborted ?? false;
      };
      let kept = Date.now();
      let block = 1; // rows that are computed at once
      let finished = marks.reduce((sum, mark) => sum + mark, 0);
      for (let row = 0; row < count; row++) {
        if (marks[row] === 1) continue;
        signal?.throwIfAborted();
        if (closed()) throw new Error(CLOSED);
        const last = blockEnd(work, marks, row, block);
        const begun = Date.now();
        if (last > row + 1) computeBlock(work, rows, row, last, results);
        else computeRow(work, rows, row, results, stopped);
        block = Date.now() - begun < SHORT ? Math.min(2 * block, MOST_AT_ONCE) : Math.max(1, block >> 1);
        signal?.throwIfAborted();
        marks.fill(1, row, last);
        finished += last - row;
        row = last - 1;
        const pause = turn();
        if (!pause) continue;
        progress?.(finished);
        if (checkpoint && Date.now() - kept >= CHECKPOINT) {
          checkpoint();
          kept = Date.now();
        }
        await pause;
      }
      signal?.throwIfAborted();
      progress?.(count);
      return results;
    },
  };
}

export const CLOSED = "the executor was closed; open another one";

/** How many rows there are, and where their results and marks go. */
export function batchSize(
  { inputs, outputs }: Pick<RowWork, "inputs" | "outputs">,
  rows: Vector,
  into?: Float64Array,
  done?: Uint8Array,
): { count: number; results: Float64Array; marks: Uint8Array } {
  const count = rows.length / inputs;
  if (!Number.isInteger(count)) {
    throw new RangeError(`invalid rows; not a multiple of ${inputs} numbers: ${rows.length} given`);
  }
  const results = into ?? new Float64Array(count * outputs);
  if (results.length !== count * outputs) {
    throw new RangeError(`invalid into; not ${count} rows of ${outputs} numbers: ${results.length} given`);
  }
  const marks = done ?? new Uint8Array(count);
  if (marks.length !== count) throw new RangeError(`invalid done; not ${count} marks: ${marks.length} given`);
  return { count, results, marks };
}

export function prepareTask(tasks: TaskTable, task: string, spec: unknown, local?: unknown): RowWork {
  const prepare = Object.hasOwn(tasks, task) ? tasks[task] : undefined;
  if (!prepare) throw new Error(`unknown task ${task}; known: ${Object.keys(tasks).join(", ")}`);
  return prepare(spec as never, local as never);
}

/** Rows that are computed at once in this thread: as many as take less than so many ms. */
const MOST_AT_ONCE = 1024;
const SHORT = 4;

/** The row after the last one of those that are computed at once. */
function blockEnd({ computeMany }: RowWork, marks: Uint8Array, first: number, most: number): number {
  let end = first + 1;
  if (computeMany) while (end < marks.length && marks[end] !== 1 && end - first < most) end++;
  return end;
}

function computeBlock(work: RowWork, rows: Vector, first: number, end: number, results: Vector): void {
  const { inputs, outputs } = work;
  const values = rows.subarray(first * inputs, end * inputs);
  try {
    work.computeMany!(values, results.subarray(first * outputs, end * outputs));
  } catch (error) {
    throw rowError(first, values.subarray(0, inputs), (error as Error).message, error);
  }
}

/** Row `r` of `rows` to the same place of `results`; an error says which row it was, unless it was stopped. */
function computeRow(
  { inputs, outputs, compute }: RowWork,
  rows: Vector,
  r: number,
  results: Vector,
  stopped: () => boolean,
): void {
  const values = rows.subarray(r * inputs, (r + 1) * inputs);
  try {
    compute(values, results.subarray(r * outputs, (r + 1) * outputs), stopped);
  } catch (error) {
    if (!stopped()) throw rowError(r, values, (error as Error).message, error);
  }
}

/** Why a row could not be computed. */
export function rowError(row: number, values: Vector, reason: string, cause?: unknown): Error {
  const shown = Array.from(values.subarray(0, 8), String).join(", ");
  const more = values.length > 8 ? ", ..." : "";
  return new Error(`row ${row} failed (values ${shown}${more}); ${reason}`, { cause });
}

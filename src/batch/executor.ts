/**
 * Many runs of one problem: rows of numbers in (varied values), rows of numbers out (measures). Where the rows are computed,
 * in this thread, on others or on other machines, changes nothing in the results.
 */
import type { Vector } from "../numeric/vector.ts";

/** What is done with each row: the name of a task, and data (plain, so that it can be sent) that the task is prepared with. */
export interface Job {
  readonly task: string;
  readonly spec: unknown;
}

/** A prepared task: computes one row from another. It keeps nothing from row to row that could change a result. */
export interface RowWork {
  readonly inputs: number;
  readonly outputs: number;
  compute(values: Vector, out: Vector): void;
}

/** Tasks by name; a table of them is passed to executors and their workers. */
export type TaskTable = Readonly<Record<string, (spec: never) => RowWork>>;

export interface BatchOptions {
  /** Ends the work early: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Hears how many rows are done. */
  readonly progress?: (done: number) => void;
}

/** A job that is open: any number of batches of rows can be sent through it. */
export interface Batch {
  /** `rows`: count * inputs numbers; answers count * outputs numbers, in the same order. */
  run(rows: Float64Array, options?: BatchOptions): Promise<Float64Array>;
}

export interface Executor {
  /** Rows that are computed at the same time. */
  readonly threads: number;
  /** Prepares a job; throws what the task throws at a wrong spec. */
  open(job: Job): Batch;
  close(): Promise<void>;
}

/** Rows between two looks at the signal: a few milliseconds of work. */
const SLICE = 16;

/** All in this thread; it gives way to others between slices. */
export function inlineExecutor(tasks: TaskTable): Executor {
  return {
    threads: 1,
    open({ task, spec }) {
      const work = prepareTask(tasks, task, spec);
      return {
        async run(rows, { signal, progress } = {}) {
          const count = rows.length / work.inputs;
          const results = new Float64Array(count * work.outputs);
          for (let first = 0; first < count; first += SLICE) {
            signal?.throwIfAborted();
            const last = Math.min(count, first + SLICE);
            computeRows(work, rows, first, last, results);
            progress?.(last);
            await Promise.resolve();
          }
          return results;
        },
      };
    },
    async close() {},
  };
}

export function prepareTask(tasks: TaskTable, task: string, spec: unknown): RowWork {
  const prepare = Object.hasOwn(tasks, task) ? tasks[task] : undefined;
  if (!prepare) throw new Error(`unknown task ${task}; known: ${Object.keys(tasks).join(", ")}`);
  return prepare(spec as never);
}

/** Rows first..last-1 of `rows` to the same places of `results`. */
export function computeRows(
  { inputs, outputs, compute }: RowWork,
  rows: Vector,
  first: number,
  last: number,
  results: Vector,
): void {
  for (let r = first; r < last; r++) {
    compute(rows.subarray(r * inputs, (r + 1) * inputs), results.subarray(r * outputs, (r + 1) * outputs));
  }
}

/** Where many runs are computed on this machine. */
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { type Executor, inlineExecutor } from "../batch/executor.ts";
import { timedTurn } from "../batch/turn.ts";
import { ProblemError } from "../problem/faults.ts";
import { tasks } from "../tasks.ts";
import { threadExecutor } from "./threads.ts";

export interface ExecutorOptions {
  /** Rows computed at the same time; default as many as the machine has processors, 1: in this thread. */
  readonly threads?: number;
  /** Hears what could not be had, as worker threads where they are not allowed; default the process's warnings. */
  readonly warn?: (message: string) => void;
  /** Whether threads share memory (default where the host has it) or rows are sent to and fro; the digits are the same. */
  readonly shared?: boolean;
  /** Called within long rows of this thread: takes in what would end the work, as a signal that aborts it. */
  readonly poll?: () => void;
}

const MOST_THREADS = 256;

/** The tasks as plain JavaScript, beside the worker. */
const TASKS = new URL(
  import.meta.url.endsWith(".ts") ? "../../dist/node/worker-tasks.js" : "./worker-tasks.js",
  import.meta.url,
);

export function createExecutor({ threads, warn, shared, poll }: ExecutorOptions = {}): Executor {
  const count = threads ?? Math.min(MOST_THREADS, availableParallelism());
  const fault = threadFault(count);
  if (fault) throw new ProblemError([{ path: "threads", message: fault }]);
  if (count === 1)
    return inlineExecutor(
      tasks,
      timedTurn(() => setImmediate()),
      poll,
    );
  return threadExecutor({
    threads: count,
    tasks,
    module: TASKS.href,
    warn: warn ?? ((message) => process.emitWarning(message)),
    ...(shared === undefined ? {} : { shared }),
    turn: timedTurn(() => setImmediate()),
  });
}

/** Why there cannot be so many threads; `given`: as they were written. */
export function threadFault(threads: number, given: string | number = threads): string | undefined {
  if (Number.isInteger(threads) && threads >= 1 && threads <= MOST_THREADS) return undefined;
  return `invalid threads; not a whole number from 1 to ${MOST_THREADS}: ${given}`;
}

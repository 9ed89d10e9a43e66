import { type Executor, inlineExecutor } from "../batch/executor.ts";
import { timedTurn } from "../batch/turn.ts";
import { tasks } from "../tasks.ts";

/** Lends the executor, or one of this thread. */
export async function withExecutor<T>(given: Executor | undefined, work: (executor: Executor) => Promise<T>) {
  const executor = given ?? inlineExecutor(tasks, timedTurn());
  try {
    return await work(executor);
  } finally {
    if (!given) await executor.close();
  }
}

/** All tasks that batches can be made of, by name: what executors and their workers know. */
import type { TaskTable } from "../batch/executor.ts";
import { measuresTask } from "../batch/measures-task.ts";

export const tasks = { measures: measuresTask } satisfies TaskTable;

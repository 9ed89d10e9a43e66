/** All tasks that batches can be made of, by name: what executors and their workers know. */
import type { TaskTable } from "../batch/executor.ts";
import { measuresTask } from "../batch/measures-task.ts";
import { attractionTask } from "../stability/attraction/attraction-task.ts";

export const tasks = { measures: measuresTask, attraction: attractionTask } satisfies TaskTable;

/** All tasks that batches can be made of, by name: what executors and their workers know, in every host. */
import type { TaskTable } from "./batch/executor.ts";
import { FINAL_TASK, finalTask } from "./batch/final-task.ts";
import { measuresTask } from "./batch/measures-task.ts";
import { attractionTask } from "./stability/attraction/attraction-task.ts";

export const tasks = {
  measures: measuresTask,
  [FINAL_TASK]: finalTask,
  attraction: attractionTask,
} satisfies TaskTable;

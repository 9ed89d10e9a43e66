/** stickslip/batch: many runs as rows of numbers through tasks, wherever they are computed, and finished ones that are kept. */
export {
  type DirectSearch,
  type DirectSearchOptions,
  directSearch,
  type SearchEnd,
  type Vertex,
} from "../search/pds.ts";
export { tasks } from "../tasks.ts";
export { type BatchIdentity, type Chunk, type ChunkStore, identityOf, memoryStore } from "./chunk-store.ts";
export {
  type Batch,
  type BatchOptions,
  type Executor,
  inlineExecutor,
  type Job,
  type RowWork,
  type TaskTable,
  type Turn,
} from "./executor.ts";
export { FINAL_TASK, type FinalSpec, finalTask } from "./final-task.ts";
export { type MeasuresSpec, measuresTask, ROW_STATUSES, type RowStatus } from "./measures-task.ts";
export { type Finished, type ResumableOptions, runResumable } from "./resumable.ts";
export { sweepIdentity } from "./sweep.ts";
export { timedTurn } from "./turn.ts";
export { parseVaried, spacedValues, type VariedValues } from "./varied-values.ts";

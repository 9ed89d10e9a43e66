/** stickslip: machines with dry friction. Problem -> compile -> simulate -> trajectory and audit. */
export { type BatchIdentity, type Chunk, type ChunkStore, identityOf, memoryStore } from "./batch/chunk-store.ts";
export {
  type Batch,
  type BatchOptions,
  type Executor,
  inlineExecutor,
  type Job,
  type RowWork,
  type TaskTable,
  type Turn,
} from "./batch/executor.ts";
export { FINAL_TASK, type FinalSpec, finalTask } from "./batch/final-task.ts";
export { type MeasuresSpec, measuresTask, ROW_STATUSES, type RowStatus } from "./batch/measures-task.ts";
export { type Finished, type ResumableOptions, runResumable } from "./batch/resumable.ts";
export {
  type SweepOptions,
  type SweepRow,
  type SweepTable,
  sweep,
  sweepColumns,
  sweepFaults,
  sweepIdentity,
  sweepRows,
} from "./batch/sweep.ts";
export { parseVaried, type VariedValues } from "./batch/varied-values.ts";
export { type ControlOptions, findControl } from "./control/control.ts";
export type { ControlResult, ControlStatus, Kink, Milestone, Part } from "./control/result.ts";
export { type Compiled, compile, compileOrThrow } from "./problem/compile/compile.ts";
export type { ControlGoal, ControlMethod } from "./problem/compile/control/goal.ts";
export { type Fault, ProblemError } from "./problem/faults.ts";
export { compileDirections, endDifference } from "./problem/paths/directions.ts";
export { applyOverrides, type Override, parseOverride } from "./problem/paths/overrides.ts";
export { rewriteProblem } from "./problem/paths/rewrite.ts";
export { type Variation, type Varied, variation } from "./problem/paths/variation.ts";
export { embedSignals, type OpenText } from "./problem/read/embed.ts";
export { type ReadResult, readProblem } from "./problem/read/read.ts";
export { type Problem, problemJsonSchema, problemSchema } from "./problem/schema/schema.ts";
export {
  type DirectSearch,
  type DirectSearchOptions,
  directSearch,
  type SearchEnd,
  type Vertex,
} from "./search/pds.ts";
export type { Audit, AuditCheck } from "./simulate/audit/result.ts";
export { csv, eventCsv } from "./simulate/record/csv.ts";
export type { Sink } from "./simulate/record/sink.ts";
export type { Event, Trajectory } from "./simulate/record/trajectory.ts";
export { controlled } from "./simulate/run/controlled.ts";
export { runToEnd } from "./simulate/run/final.ts";
export type { Outcome, Run } from "./simulate/run/run.ts";
export {
  type Direction,
  differentiability,
  opposite,
  runWithTangents,
  type TangentRun,
  tangentRefusal,
} from "./simulate/run/sensitivity.ts";
export type { Simulation } from "./simulate/run/simulation.ts";
export { type Status, statusMessage } from "./simulate/run/status.ts";
export { type Result, type Session, type SimulateOptions, simulate, startSession } from "./simulate/simulate.ts";
export {
  type AttractionMap,
  attractionFaults,
  attractionMap,
  mapStarts,
} from "./stability/attraction/attraction-map.ts";
export {
  type AttractionSpec,
  attractionTask,
  OUTCOMES,
  type Outcome as StartOutcome,
} from "./stability/attraction/attraction-task.ts";
export { type Ball, type BallOptions, energyBall, wilson } from "./stability/attraction/energy-ball.ts";
export {
  type Judged,
  type Judging,
  judgeStarts,
  openJudging,
  outcomeOf,
  type Starts,
  type Tally,
  tally,
} from "./stability/attraction/starts.ts";
export { type Trace, type TraceOptions, traceBoundary } from "./stability/attraction/trace.ts";
export { findBoundaryCycle } from "./stability/cycle/boundary.ts";
export { type BranchEnd, type BranchPoint, continueCycle } from "./stability/cycle/continuation.ts";
export { type Cycle, type CycleOptions, type CycleResult, cycleRefusal, findCycle } from "./stability/cycle/cycle.ts";
export { type Fate, type FateResult, fateRefusal, fates } from "./stability/fate/fate.ts";
export { type Certificate, type Condition, certify, type Verdict } from "./stability/rest/certificate.ts";
export { canRest, type EquilibriumSet, equilibriumSet } from "./stability/rest/equilibrium-set.ts";
export { type Extracted, type FrictionMachine, type FrictionRow, frictionMachine } from "./stability/rest/machine.ts";
export { type Point, type Polygon, polygonArea } from "./stability/rest/polygon.ts";
export { analyzeRest, type RestAnalysis, type Rho } from "./stability/rest/rest-analysis.ts";
export {
  type Ellipse,
  equilibriumSection,
  equilibriumShadow,
  regionExtents,
  regionSection,
  regionShadow,
} from "./stability/rest/sections.ts";
export { tasks } from "./tasks.ts";

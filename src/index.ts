/** stickslip: machines with dry friction. Problem -> compile -> simulate -> trajectory and audit. */
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
export {
  type SweepOptions,
  type SweepRow,
  type SweepTable,
  sweep,
  sweepColumns,
  sweepFaults,
  sweepRows,
} from "./batch/sweep.ts";
export { type Variation, type Varied, variation } from "./batch/variation.ts";
export { parseVaried, type VariedValues } from "./batch/varied-values.ts";
export { type ControlOptions, findControl } from "./control/control.ts";
export type { ControlResult, ControlStatus, Kink, Milestone, Part } from "./control/result.ts";
export { type Compiled, compile, compileOrThrow } from "./problem/compile.ts";
export type { ControlGoal, ControlMethod } from "./problem/compile-goal.ts";
export { compileDirections, endDifference } from "./problem/directions.ts";
export { embedSignals, type OpenText } from "./problem/embed.ts";
export { type Fault, ProblemError } from "./problem/faults.ts";
export { applyOverrides, type Override, parseOverride } from "./problem/overrides.ts";
export { type ReadResult, readProblem } from "./problem/read.ts";
export { rewriteProblem } from "./problem/rewrite.ts";
export { type Problem, problemJsonSchema, problemSchema } from "./problem/schema.ts";
export {
  type DirectSearch,
  type DirectSearchOptions,
  directSearch,
  type SearchEnd,
  type Vertex,
} from "./search/pds.ts";
export type { Audit, AuditCheck } from "./simulate/audit/result.ts";
export { controlled } from "./simulate/controlled.ts";
export { csv, eventCsv } from "./simulate/csv.ts";
export { runToEnd } from "./simulate/final.ts";
export type { Outcome, Run } from "./simulate/run.ts";
export {
  type Direction,
  differentiability,
  opposite,
  runWithTangents,
  type TangentRun,
  tangentRefusal,
} from "./simulate/sensitivity.ts";
export { type Result, type Session, type SimulateOptions, simulate, startSession } from "./simulate/simulate.ts";
export type { Simulation } from "./simulate/simulation.ts";
export type { Sink } from "./simulate/sink.ts";
export { type Status, statusMessage } from "./simulate/status.ts";
export type { Event, Trajectory } from "./simulate/trajectory.ts";
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
  type JudgeOptions,
  type Judging,
  judgeStarts,
  openJudging,
  outcomeOf,
  type Starts,
  type Tally,
  tally,
} from "./stability/attraction/starts.ts";
export { type Trace, type TraceOptions, traceBoundary } from "./stability/attraction/trace.ts";
export { type Certificate, type Condition, certify, type Verdict } from "./stability/certificate.ts";
export { findBoundaryCycle } from "./stability/cycle/boundary.ts";
export { type BranchEnd, type BranchPoint, continueCycle } from "./stability/cycle/continuation.ts";
export { type Cycle, type CycleOptions, type CycleResult, cycleRefusal, findCycle } from "./stability/cycle/cycle.ts";
export { canRest, type EquilibriumSet, equilibriumSet } from "./stability/equilibrium-set.ts";
export { type Fate, type FateResult, fateRefusal, fates } from "./stability/fate.ts";
export { type Extracted, type FrictionMachine, type FrictionRow, frictionMachine } from "./stability/machine.ts";
export { type Point, type Polygon, polygonArea } from "./stability/polygon.ts";
export { analyzeRest, type RestAnalysis, type Rho } from "./stability/rest-analysis.ts";
export {
  type Ellipse,
  equilibriumSection,
  equilibriumShadow,
  regionExtents,
  regionSection,
  regionShadow,
} from "./stability/sections.ts";

/**
 * stickslip: machines with dry friction. `load` a problem, then ask: every function takes a loaded problem and options, and answers
 * with plain data that have a `status` and a `message`. See docs/library.md.
 */
export { type AttractionOptions, type AttractionResult, attraction } from "./api/attraction.ts";
export { type CheckResult, check } from "./api/check.ts";
export { type ControlOptions, type ControlResult, control } from "./api/control.ts";
export {
  type ControlTableOptions,
  type ControlTableResult,
  controlTable,
} from "./api/control-table.ts";
export { type CycleOptions, type CycleResult, cycle } from "./api/cycle.ts";
export { type DesignOptions, type DesignResult, design } from "./api/design.ts";
export {
  type CertificateResult,
  type EquilibriumOptions,
  type EquilibriumResult,
  equilibrium,
} from "./api/equilibrium.ts";
export {
  type EquilibriumCurveOptions,
  type EquilibriumCurveResult,
  equilibriumCurve,
} from "./api/equilibrium-curve.ts";
export { type LoadedProblem, type LoadOptions, load } from "./api/load.ts";
export type { SectionResult } from "./api/section.ts";
export { type Result, type SimulateOptions, simulate } from "./api/simulate.ts";
export { type SweepOptions, type SweepResult, sweep } from "./api/sweep.ts";
export type { BatchWorkOptions, Vary, WorkOptions } from "./api/work.ts";
export type { Executor } from "./batch/executor.ts";
export type { Milestone } from "./control/result.ts";
export type { System } from "./model/system.ts";
export type { Saved } from "./numeric/kept.ts";
export { readSaved, savedText } from "./numeric/saved-text.ts";
export { papersDocument } from "./papers/document.ts";
export type { Experiment, Paper, Verdict } from "./papers/experiment.ts";
export { papers } from "./papers/papers.ts";
export { type ReproduceOptions, type ReproduceResult, type Runner, reproduce } from "./papers/reproduce.ts";
export { type Fault, ProblemError } from "./problem/faults.ts";
export { rewriteProblem } from "./problem/paths/rewrite.ts";
export { type Problem, problemJsonSchema } from "./problem/schema/schema.ts";
export { type Animation, animationOf } from "./results/animation.ts";
export type { Derivative } from "./results/sensitivity.ts";
export type { Piece, Scheme, State } from "./scheme/scheme.ts";
export type { Audit, AuditCheck } from "./simulate/audit/result.ts";
export { csv, eventCsv } from "./simulate/record/csv.ts";
export type { Sink } from "./simulate/record/sink.ts";
export type { Event, Trajectory } from "./simulate/record/trajectory.ts";
export type { RunOutcome } from "./simulate/run/run.ts";
export type { Simulation } from "./simulate/run/simulation.ts";
export type { Status } from "./simulate/run/status.ts";
export type { BranchPoint } from "./stability/cycle/continuation.ts";

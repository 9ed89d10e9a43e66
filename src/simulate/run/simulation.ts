import type { ControlInput } from "../../model/control/control-load.ts";
import type { System } from "../../model/system.ts";
import type { KernelSlot } from "../../scheme/kernel/slot.ts";
import type { Initial, Scheme } from "../../scheme/scheme.ts";
import type { Solver } from "../../step/step.ts";
import type { AuditPreparation } from "../audit/prepared.ts";
import type { Measures, Outputs } from "../measure/formulas.ts";
import type { RecordPreparation } from "../record/plan.ts";
import type { Grid } from "./grid.ts";

/** A problem made ready to run: live objects, checked against each other. */
export interface Simulation {
  readonly name: string;
  readonly system: System;
  readonly scheme: Scheme;
  readonly solver: Solver;
  readonly initial: Initial;
  /** How control values enter the load; absent for a system that takes none. */
  readonly control?: ControlInput;
  readonly grid: Grid;
  /** What is emitted for its steps, kept for all of its runs; absent: nothing is. */
  readonly kernels?: KernelSlot;
  readonly outputs: Outputs;
  readonly measures: Measures;
  /** What its audits share; absent: each has its own. */
  readonly preparation?: AuditPreparation;
  /** What its records of runs share; absent: each has its own. */
  readonly recording?: RecordPreparation;
  /** What was adapted or should be known, in sentences. */
  readonly warnings: readonly string[];
}

/** What the audit finds. */

/** What became of a check: "warning" where only a coarse step or a law that creeps by nature is to blame. */
export type Verdict = "ok" | "warning" | "failed";

export interface AuditCheck {
  readonly name: string;
  readonly verdict: Verdict;
  readonly value: number;
  readonly unit: string;
  /** What was found, with its numbers, and what to do where it is not ok. */
  readonly sentence: string;
}

/** What the audit measured. */
export interface AuditNumbers {
  /** Largest speed of a stuck row, m/s. */
  readonly stickSpeed: number;
  /** Largest distance that a stuck row moved within one stick interval, m. */
  readonly stickDrift: number;
  /** Time that rows spent stuck by their force yet moving, s (summed over the rows). */
  readonly creepTime: number;
  /** By how much a reported multiplier left [-1, 1], or a stop's force (N) became negative. */
  readonly boxResidual: number;
  /** Largest residual of the equation of motion, mean over a step, N. */
  readonly balanceResidual: number;
  /** Largest error of energy + dissipation - work, J. */
  readonly energyError: number;
  /** Largest of energy, dissipation and work, J: what energyError is to be measured by. */
  readonly energyScale: number;
  /** Work of the load, J, and energy lost to friction and damping, J. */
  readonly work: number;
  readonly dissipation: number;
  /** Largest depth by which a gap was negative, m. */
  readonly penetration: number;
  /** Largest violation of a joint as a condition on positions, m. */
  readonly violation: number;
  /** Largest slip (m/s) at which a row was said to stick or reverse, and largest gap (m) at an impact or contact. */
  readonly eventSlip: number;
  readonly eventGap: number;
  readonly rows: readonly RowAudit[];
}

export interface RowAudit {
  readonly name: string;
  /** s */
  readonly stuckTime: number;
  /** m */
  readonly stickDrift: number;
  /** Energy lost in the row, J. */
  readonly dissipation: number;
}

export interface Audit extends AuditNumbers {
  /** The worst of the checks. */
  readonly verdict: Verdict;
  readonly checks: readonly AuditCheck[];
}

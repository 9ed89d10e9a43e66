/**
 * The step problem: what every scheme fills and every solver solves.
 *
 * Find dz and the forces F (N) of the rows with
 *     A dz + R = W F,   F in [lower, upper],
 *     r + D dz + E F >= 0 at lower,  <= 0 at upper,  = 0 between,
 * where z + dz is what the scheme asks for (the new position or the new velocity), R (N) and r (m/s) are the residual of
 * the equation of motion and the slip at the start z, A = dR/dz and D = dr/dz. A row with `smoothing` eta > 0 has instead
 * of the interval the single-valued law F = -limit s / sqrt(eta^2 + s^2), (5).
 * For friction, lower = -limit and upper = limit: a row in positive slip is pushed back.
 *
 * E >= 0 is the compliance of a row: it keeps its law but gives way under its force, which is what a penalty does (force =
 * -violation / E), and what an augmented Lagrangian repeats. Friction has none, or it would creep. `smoothing` is another thing:
 * it replaces the law itself. A row may act on velocities, r = w.z - drive, or on positions, r = gap(x + ...) / duration: solvers
 * see rates in m/s either way. What is nonlinear in z is restated by step/newton.ts.
 */
import type { Matrix } from "../numeric/matrix.ts";
import type { Rows } from "../numeric/rows.ts";
import type { Vector } from "../numeric/vector.ts";
import type { CoordinateSolver } from "./solvers/coordinate-box.ts";
import type { TridiagonalBox } from "./solvers/tridiagonal-numbers.ts";

export interface Step {
  readonly size: number;
  readonly count: number;
  readonly lower: Vector;
  readonly upper: Vector;
  /** eta of (5) for each row, m/s; 0: the exact law. */
  readonly smoothing: Vector;
  /** Diagonal of E for each row, m/(s N); 0: rigid. */
  readonly compliance: Vector;
  /** z */
  readonly start: Vector;
  /** R(z), N */
  readonly residual: Vector;
  /** r(z), m/s */
  readonly slip: Vector;
  /** A */
  readonly tangent: Matrix;
  /** D */
  readonly slipRows: Rows;
  /** W^T */
  readonly directions: Rows;
  /** Length of the step, s: the memory of (1.19) needs it. */
  duration: number;
  /** A, D and W are those of many steps: what is made of them may take longer than a step. */
  readonly repeats?: boolean;
  /** A part of -A^{-1} R that who states the step knows, where A^{-1} is made (step-inverse.ts); R is then what remains of it, if anything does. */
  known?: Vector | undefined;
  remains?: boolean;
  /** A^{-1}, where it is made (step-inverse.ts): who asks first leaves it here for the others. */
  inverter?: () => Vector | undefined;
  /** Counts the changes of A, D, W and E; a solver keeps what it derived from them until then. */
  version: number;
}

/** In the event-driven scheme: output intervals, box problems at events, and coefficients of Taylor series. */
export interface Stats {
  steps: number;
  /** Step problems solved. */
  solves: number;
  /** Linear solves: inside the step problems, or one for each coefficient of a series. */
  iterations: number;
  /** Step problems whose multipliers were not unique (dependent rows stuck together). */
  nonUnique: number;
  /** Updates of the multipliers of augmented Lagrangians. */
  multipliers: number;
}

export const newStats = (): Stats => ({ steps: 0, solves: 0, iterations: 0, nonUnique: 0, multipliers: 0 });

/** "paused": left by its `pause`; the next call of this solver, with the same step and forces, goes on, and counts what is left to do. */
export type SolveStatus = "solved" | "not-converged" | "singular" | "paused";

/** A solver with its working memory for one step problem. */
export interface StepSolver<S extends string = SolveStatus> {
  /** In: the forces of the previous step. Out: dz and the forces. Solvers that iterate ask `pause` between passes; absent: they do not give way. */
  solve(dz: Vector, force: Vector, stats: Stats, pause?: () => boolean): S;
  /** Of the last solve: 0 stuck, -1 at the lower, +1 at the upper bound. */
  readonly set: Int8Array;
}

export interface Solver {
  readonly name: string;
  /** False: it solves a perturbed law, and the audit shows by how much. */
  readonly exact: boolean;
  /** Its solves may take many passes, between which they can give way (step/giving-way.ts). */
  readonly iterates?: boolean;
  /** The solver that this one was made of, to give way: it has the same digits. */
  readonly of?: Solver;
  /** Lets an iteration of a scheme's own, around solves by `of`, give way as this solver does. */
  readonly wrap?: <S extends string>(iteration: StepSolver<S>) => StepSolver<S>;
  /** It ends with the exact set of stuck rows, so that their slip may be set to zero to the last bit. */
  readonly direct: boolean;
  /** Why the solver cannot take this step problem, with the remedy. */
  refuses(step: Step): string | undefined;
  prepare(step: Step): StepSolver;
  /** It solves dense step problems as active-set.ts does: kernels that do the same have its digits. */
  readonly condenses?: boolean;
  /** The same for batches, where each row acts on a coordinate of its own; undefined: not for this step problem. */
  prepareCoordinates?(step: Step): CoordinateSolver | undefined;
  /** The numbers of a tridiagonal step problem that it solves as tridiagonal-box.ts does; undefined: not this one. */
  tridiagonal?(step: Step): TridiagonalBox | undefined;
}

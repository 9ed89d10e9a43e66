/**
 * Newton's method for step problems that are not affine: R(z) = W(z) F with conditions on r(z). Each round restates the problem
 * about the present dz as an affine one, which any solver solves, until both residuals are small:
 *     |R(z) - W(z) F| in N for each coordinate, and what r(z) + E F violates its law by, in m/s, for each row.
 * Friction is solved exactly in every round; slips of stuck rows are set to zero along the directions at the end.
 */
import { rowsAddTransposed } from "../numeric/rows.ts";
import { copy, type Vector } from "../numeric/vector.ts";
import type { SolveStatus, Stats, Step, StepSolver } from "./step.ts";

export interface Posed {
  readonly step: Step;
  /**
   * Restates the step problem about dz: A, D and W as they are there, R and r such that A dz + R and r + D dz are the residuals
   * there. Counts `step.version` up where A, D or W have changed.
   */
  restate(dz: Vector): void;
  /** Sets the slips of stuck rows to zero, along the directions that were stated last; absent: they stay as the solver leaves them. */
  project?(set: Int8Array, dz: Vector): void;
  /** Whether a change of dz ends the iteration; absent: small residuals do. */
  settled?(last: Vector, dz: Vector): boolean;
  /** Whether a change of dz is nothing but round-off: that ends the iteration too. */
  negligible?(last: Vector, dz: Vector): boolean;
  /** Residuals below these are none, N and m/s, whatever the terms that they are made of. */
  readonly small?: { readonly force: number; readonly slip: number };
}

export interface Newton {
  /** dz in: a guess; force in: of the previous step, from which every round starts. Out: the solution. */
  solve(dz: Vector, force: Vector, stats: Stats): SolveStatus;
  /** Rounds of the last solve, which the solver counts in `stats` as step problems. */
  readonly rounds: Int32Array;
}

/** Of the terms that a residual is made of. */
const SMALL = 1e-12;
const MOST_ROUNDS = 50;
/** Of bringing slips to zero along directions that follow z; each leaves a small part of the last change. */
const MOST_PROJECTIONS = 8;

/** What solves the problem as it is stated about itself solves it to the last bit. */
function same(a: Vector, b: Vector): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

export function newton(posed: Posed, solver: StepSolver): Newton {
  const { step } = posed;
  const { size: n, count: m } = step;
  const first = new Float64Array(m);
  const last = new Float64Array(n);
  const inertia = new Float64Array(n);
  const pushed = new Float64Array(n);
  const free = new Float64Array(n); // what the forces would do without rows: the terms that slips cancel from
  const sizes = new Float64Array(n);
  const rounds = new Int32Array(1);
  const smallForce = posed.small?.force ?? 0;
  const smallSlip = posed.small?.slip ?? 0;

  function balances(dz: Vector, force: Vector): boolean {
    step.tangent.multiply(dz, inertia);
    pushed.fill(0);
    rowsAddTransposed(step.directions, force, pushed);
    measurePushes(force);
    for (let k = 0; k < n; k++) sizes[k] = Math.abs(step.residual[k]!) + sizes[k]!;
    step.tangent.addTerms(dz, sizes);
    for (let k = 0; k < n; k++) {
      const off = inertia[k]! + step.residual[k]! - pushed[k]!;
      if (!(Math.abs(off) <= SMALL * sizes[k]! + smallForce)) return false;
    }
    return true;
  }

  /** sizes: of the single forces of the rows on each coordinate; they may cancel. */
  function measurePushes(force: Vector): void {
    const { start, column, value } = step.directions;
    sizes.fill(0);
    for (let i = 0; i < m; i++) {
      for (let k = start[i]!; k < start[i + 1]!; k++) sizes[column[k]!]! += Math.abs(value[k]! * force[i]!);
    }
  }

  function obeys(dz: Vector, force: Vector): boolean {
    const { start, column, value } = step.slipRows;
    copy(step.residual, free);
    step.tangent.solve(free);
    measurePushes(force);
    step.tangent.solve(sizes);
    for (let i = 0; i < m; i++) {
      if (step.lower[i] === step.upper[i] || step.smoothing[i]! > 0) continue;
      const give = step.compliance[i]! * force[i]!;
      let slip = step.slip[i]! + give;
      let size = Math.abs(step.slip[i]!) + Math.abs(give);
      for (let k = start[i]!; k < start[i + 1]!; k++) {
        const part = value[k]! * dz[column[k]!]!;
        slip += part;
        size += Math.abs(part) + Math.abs(value[k]! * free[column[k]!]!) + Math.abs(value[k]! * sizes[column[k]!]!);
      }
      const small = SMALL * size + smallSlip;
      if (slip > small && force[i]! > step.lower[i]!) return false;
      if (slip < -small && force[i]! < step.upper[i]!) return false;
      if (Number.isNaN(slip)) return false;
    }
    return true;
  }

  /** Directions follow dz, and dz what they say of stuck rows, until neither changes. */
  function finish(dz: Vector): void {
    if (!posed.project) return;
    for (let k = 0; k < MOST_PROJECTIONS; k++) {
      copy(dz, last);
      posed.project(solver.set, dz);
      if (same(last, dz)) return;
      posed.restate(dz);
    }
  }

  return {
    rounds,
    solve(dz, force, stats) {
      copy(force, first);
      for (let round = 0; ; round++) {
        rounds[0] = round;
        posed.restate(dz);
        if (round > 0 && !posed.settled && balances(dz, force) && obeys(dz, force)) {
          finish(dz);
          return "solved";
        }
        if (round > MOST_ROUNDS) return "not-converged";
        copy(first, force);
        copy(dz, last);
        const status = solver.solve(dz, force, stats);
        if (status !== "solved") return status;
        posed.project?.(solver.set, dz);
        if (posed.settled?.(last, dz)) return "solved";
        if (same(last, dz) || posed.negligible?.(last, dz)) {
          posed.restate(dz);
          finish(dz);
          return "solved";
        }
      }
    },
  };
}

/**
 * `penalty-newton` (67)-(74): the multipliers minimize 1/2 A mu.mu - beta.mu + 1/(3 epsilon) sum of the cubes by which
 * they leave [-1, 1], with A = C G C and beta = C g, by Newton's method from the multipliers of the previous step.
 *
 * As printed it leaves |mu| = 1 + sqrt(epsilon c |s|) in slip: extra friction that no smaller step removes
 * (exact: false). With `project` the multipliers outside are put on the bound and the others solved again with these
 * given, which repairs it.
 */
import { luFactor, luSolve } from "../numeric/lu.ts";
import type { Vector } from "../numeric/vector.ts";
import { condense } from "./condensed.ts";
import type { Solver, Step, StepSolver } from "./step.ts";

export interface PenaltyNewtonOptions {
  /** epsilon of (68), 1/(N m/s) */
  readonly epsilon: number;
  readonly project: boolean;
  /** Newton stops when no multiplier changes by more. */
  readonly tolerance: number;
}

const NEWTON_STEPS = 200;
/** Rounds of the projection: a multiplier solved again may leave the interval in its turn. */
const PROJECTION_ROUNDS = 20;

export function penaltyNewton(options: PenaltyNewtonOptions): Solver {
  return {
    name: "penalty-newton",
    exact: options.project,
    direct: false,
    refuses: (step) =>
      step.smoothing.some((eta) => eta > 0)
        ? "penalty-newton needs rows under the exact law; take active-set"
        : undefined,
    prepare: (step) => prepare(step, options),
  };
}

function prepare(step: Step, { epsilon, project, tolerance }: PenaltyNewtonOptions): StepSolver {
  const m = step.count;
  const box = condense(step);
  const set = new Int8Array(m);
  const mu = new Float64Array(m);
  const gradient = new Float64Array(m);
  const hessian = new Float64Array(m * m);
  const pivots = new Int32Array(m);

  /** (70), (74) at mu: gradient and hessian. Rows with a zero limit keep mu = 0. */
  function assemble(): void {
    const { G, g } = box;
    for (let i = 0; i < m; i++) {
      const limit = step.upper[i]!;
      let sum = -limit * g[i]!;
      for (let j = 0; j < m; j++) {
        const a = limit * G[i * m + j]! * step.upper[j]!;
        hessian[i * m + j] = a;
        sum += a * mu[j]!;
      }
      const above = Math.max(0, mu[i]! - 1);
      const below = Math.max(0, -mu[i]! - 1);
      gradient[i] = sum + (above * above - below * below) / epsilon;
      hessian[i * m + i]! += (2 / epsilon) * (above + below);
      if (limit === 0) hessian[i * m + i] = 1;
    }
  }

  /** (73); returns whether mu has settled. */
  function newton(): boolean | undefined {
    assemble();
    if (!luFactor(hessian, m, m, pivots, 1e-15)) return undefined;
    luSolve(hessian, m, m, pivots, gradient);
    let settled = true;
    for (let i = 0; i < m; i++) {
      mu[i]! -= gradient[i]!;
      if (!(Math.abs(gradient[i]!) <= tolerance)) settled = false;
    }
    return settled;
  }

  /** The repair: rows outside go to their bound for good, the others are solved again with these given. */
  function projection(): boolean {
    for (let i = 0; i < m; i++) set[i] = step.upper[i] === 0 ? -1 : mu[i]! >= 1 ? -1 : mu[i]! <= -1 ? 1 : 0;
    for (let round = 0; round < PROJECTION_ROUNDS; round++) {
      for (let i = 0; i < m; i++) if (set[i] !== 0) mu[i] = step.upper[i] === 0 ? 0 : -set[i]!;
      assemble();
      for (let i = 0; i < m; i++) {
        if (set[i] === 0) continue;
        for (let j = 0; j < m; j++) hessian[i * m + j] = i === j ? 1 : 0;
        gradient[i] = 0;
      }
      if (!luFactor(hessian, m, m, pivots, 1e-15)) return false;
      luSolve(hessian, m, m, pivots, gradient);
      let left = false;
      for (let i = 0; i < m; i++) {
        mu[i]! -= gradient[i]!;
        if (set[i] !== 0 || Math.abs(mu[i]!) <= 1) continue;
        set[i] = mu[i]! > 0 ? -1 : 1;
        left = true;
      }
      if (!left) return true;
    }
    return false;
  }

  function toForces(force: Vector): void {
    for (let i = 0; i < m; i++) force[i] = -step.upper[i]! * mu[i]!;
  }

  return {
    set,
    solve(dz, force, stats) {
      stats.solves++;
      if (!box.load()) return "singular";
      for (let i = 0; i < m; i++) mu[i] = step.upper[i]! > 0 ? -force[i]! / step.upper[i]! : 0;
      for (let k = 0; k < NEWTON_STEPS; k++) {
        stats.iterations++;
        const settled = newton();
        if (settled === undefined) return "singular";
        if (!settled) continue;
        if (project && !projection()) return "not-converged";
        if (!project) for (let i = 0; i < m; i++) set[i] = mu[i]! >= 1 ? -1 : mu[i]! <= -1 ? 1 : 0;
        toForces(force);
        box.expand(force, dz);
        return "solved";
      }
      return "not-converged";
    },
  };
}

/**
 * `penalty-newton` (67)-(74): the multipliers minimize 1/2 A mu.mu - beta.mu + 1/(3 epsilon) sum of the cubes by which
 * they leave [-1, 1], with A = C G C and beta = C g, by Newton's method from the multipliers of the previous step.
 *
 * As printed it leaves |mu| = 1 + sqrt(epsilon c |s|) in slip: extra friction that no smaller step removes
 * (exact: false). With `project` the multipliers outside are put on the bound and the others solved again with these
 * given; a row that only the extra friction had made slip or stick changes sides, as in `active-set`. That repairs it.
 */
import { Banded } from "../../numeric/banded.ts";
import { luFactor, luSolve } from "../../numeric/lu.ts";
import { copy } from "../../numeric/vector.ts";
import { passesAtOnce } from "../giving-way.ts";
import type { Solver, Step, StepSolver } from "../step.ts";
import { condense } from "./condensed.ts";
import { pivoting } from "./pivoting.ts";

export interface PenaltyNewtonOptions {
  /** epsilon of (68), 1/(N m/s) */
  readonly epsilon: number;
  readonly project: boolean;
  /** Newton stops when no multiplier changes by more. */
  readonly tolerance: number;
}

const NEWTON_STEPS = 200;
/** Of a machine whose own matrices are bands. */
const MOST_ROWS = 200;

export function penaltyNewton(options: PenaltyNewtonOptions): Solver {
  return {
    name: "penalty-newton",
    exact: options.project,
    iterates: true,
    direct: options.project,
    refuses(step) {
      if (step.tangent instanceof Banded && step.count > MOST_ROWS)
        return `penalty-newton keeps a matrix of all pairs of rows, and factors it several times a step: at most ${MOST_ROWS} rows, not ${step.count}; take active-set`;
      if (step.smoothing.some((eta) => eta > 0))
        return "penalty-newton needs rows under the exact law; take active-set";
      if (step.upper.includes(Number.POSITIVE_INFINITY))
        return "penalty-newton needs finite limits, and a stop has none; take active-set";
      if (isDependent(step)) return "penalty-newton needs independent rows, or (73) is singular; take active-set";
      return undefined;
    },
    prepare: (step) => prepare(step, options),
  };
}

/** Whether the rows with friction depend on each other. */
function isDependent(step: Step): boolean {
  const box = condense(step);
  if (!box.load()) return false;
  const rows = pivoting(box.G, step.count);
  rows.refresh();
  return rows.isDependent(Int8Array.from(step.upper, (limit) => (limit === 0 ? -1 : 0)));
}

function prepare(step: Step, { epsilon, project, tolerance }: PenaltyNewtonOptions): StepSolver {
  const m = step.count;
  const box = condense(step);
  const set = new Int8Array(m);
  const mu = new Float64Array(m);
  const gradient = new Float64Array(m);
  const hessian = new Float64Array(m * m);
  const scale = new Float64Array(m);
  const pivots = new Int32Array(m);
  const direct = pivoting(box.G, m);
  const atOnce = passesAtOnce((m * m * m) / 3);
  const left = { mu: new Float64Array(m), rounds: 0 }; // where a solve was left
  let version = -1;

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

  /** (73), scaled to a unit diagonal since penalty and limits of any size mix; returns whether mu has settled. */
  function newton(): boolean | undefined {
    assemble();
    for (let i = 0; i < m; i++) scale[i] = 1 / Math.sqrt(hessian[i * m + i]!);
    for (let i = 0; i < m; i++) {
      gradient[i]! *= scale[i]!;
      for (let j = 0; j < m; j++) hessian[i * m + j]! *= scale[i]! * scale[j]!;
    }
    if (!luFactor(hessian, m, m, pivots, 1e-15)) return undefined;
    luSolve(hessian, m, m, pivots, gradient);
    let settled = true;
    for (let i = 0; i < m; i++) {
      const change = scale[i]! * gradient[i]!;
      mu[i]! -= change;
      if (!(Math.abs(change) <= tolerance)) settled = false;
    }
    return settled;
  }

  return {
    set,
    solve(dz, force, stats, pause) {
      if (left.rounds === 0) stats.solves++;
      if (!box.load()) return "singular";
      if (version !== step.version) {
        version = step.version;
        direct.refresh();
      }
      for (let i = 0; i < m; i++) mu[i] = step.upper[i]! > 0 ? -force[i]! / step.upper[i]! : 0;
      const first = left.rounds;
      if (first > 0) copy(left.mu, mu);
      left.rounds = 0;
      for (let k = first; k < NEWTON_STEPS; k++) {
        if (k > first && k % atOnce === 0 && pause?.()) {
          copy(mu, left.mu);
          left.rounds = k;
          return "paused";
        }
        stats.iterations++;
        const settled = newton();
        if (settled === undefined) return "singular";
        if (!settled) continue;
        for (let i = 0; i < m; i++) set[i] = step.upper[i] === 0 || mu[i]! >= 1 ? -1 : mu[i]! <= -1 ? 1 : 0;
        for (let i = 0; i < m; i++) force[i] = -step.upper[i]! * mu[i]!;
        if (project) {
          const status = direct.solve(box.g, box.terms, step.lower, step.upper, force, set);
          stats.iterations += direct.passes[0]!;
          if (status !== "solved") return status;
        }
        box.expand(force, dz);
        return "solved";
      }
      return "not-converged";
    },
  };
}

/**
 * The box problem s = G F + g, F in [lower, upper], s >= 0 at lower, <= 0 at upper, = 0 between, by an exact active set.
 *
 * Semismooth Newton: every row that violates its condition changes sides at once; it usually ends after one or two
 * linear solves. It can cycle, so from the eighth pass on only the violating row of least index changes (Murty's rule),
 * which cannot cycle when G is a P-matrix.
 */
import { luFactor, luSolve } from "../numeric/lu.ts";
import type { Vector } from "../numeric/vector.ts";

/** Relative size of a violation that counts as one; below it is round-off, and acting on it would cycle. */
const TIE = 1e-13;
const NEWTON_PASSES = 8;
const DEPENDENT = 1e-12;

export type PivotStatus = "solved" | "not-converged" | "singular";

export interface Pivoting {
  /** Linear solves of the last call. */
  readonly passes: Int32Array;
  /** Call when G changed. */
  refresh(): void;
  /** `set` in: a guess, out: the set. Rows with lower = upper must be given as set. */
  solve(g: Vector, lower: Vector, upper: Vector, force: Vector, set: Int8Array): PivotStatus;
}

export function pivoting(G: Vector, m: number): Pivoting {
  const index = new Int32Array(m);
  const factors = new Float64Array(m * m);
  const pivots = new Int32Array(m);
  const scale = new Float64Array(m);
  const inner = new Float64Array(m);
  const factored = new Int8Array(m).fill(9);
  const passes = new Int32Array(1);
  const limit = 60 + 20 * m;

  /** Forces of the inner rows from s = 0, the others given. Rows are scaled by sqrt(G_ii), so that masses of any size mix. */
  function solveInner(g: Vector, force: Vector, set: Int8Array): boolean {
    let k = 0;
    let same = true;
    for (let i = 0; i < m; i++) {
      if (set[i] === 0) index[k++] = i;
      if ((set[i] === 0) !== (factored[i] === 0)) same = false;
    }
    if (k === 0) return true;
    if (!same || factored[0] === 9) {
      for (let a = 0; a < k; a++) {
        const i = index[a]!;
        for (let b = 0; b < k; b++) {
          const j = index[b]!;
          factors[a * m + b] = scale[i]! * G[i * m + j]! * scale[j]!;
        }
      }
      factored.fill(9);
      if (!luFactor(factors, k, m, pivots, DEPENDENT)) return false;
      factored.set(set);
    }
    for (let a = 0; a < k; a++) {
      const i = index[a]!;
      let sum = -g[i]!;
      for (let j = 0; j < m; j++) if (set[j] !== 0) sum -= G[i * m + j]! * force[j]!;
      inner[a] = scale[i]! * sum;
    }
    luSolve(factors, k, m, pivots, inner);
    for (let a = 0; a < k; a++) force[index[a]!] = scale[index[a]!]! * inner[a]!;
    return true;
  }

  return {
    passes,
    refresh() {
      factored.fill(9);
      for (let i = 0; i < m; i++) scale[i] = G[i * m + i]! > 0 ? 1 / Math.sqrt(G[i * m + i]!) : 1;
    },
    solve(g, lower, upper, force, set) {
      passes[0] = 0;
      for (let pass = 0; pass < limit; pass++) {
        for (let i = 0; i < m; i++) if (set[i] !== 0) force[i] = set[i]! < 0 ? lower[i]! : upper[i]!;
        passes[0]!++;
        if (!solveInner(g, force, set)) return "singular";
        let changed = false;
        for (let i = 0; i < m && !(changed && pass >= NEWTON_PASSES); i++) {
          if (set[i] === 0) {
            const slack = TIE * (upper[i]! - lower[i]!);
            if (force[i]! < lower[i]! - slack) set[i] = -1;
            else if (force[i]! > upper[i]! + slack) set[i] = 1;
            else continue;
            changed = true;
          } else if (lower[i]! < upper[i]!) {
            let s = g[i]!;
            let size = Math.abs(s);
            for (let j = 0; j < m; j++) {
              const part = G[i * m + j]! * force[j]!;
              s += part;
              size += Math.abs(part);
            }
            if (set[i]! < 0 ? s >= -TIE * size : s <= TIE * size) continue;
            set[i] = 0;
            changed = true;
          }
        }
        if (changed) continue;
        for (let i = 0; i < m; i++) force[i] = Math.min(upper[i]!, Math.max(lower[i]!, force[i]!));
        return "solved";
      }
      return "not-converged";
    },
  };
}

/**
 * The box problem s = G F + g, F in [lower, upper], s >= 0 at lower, <= 0 at upper, = 0 between, by an exact active set.
 *
 * Semismooth Newton: every row that violates its condition changes sides at once; it usually ends after one or two
 * linear solves. It can cycle, so when the number of violations has not fallen for some passes only the violating row of
 * least index changes (Murty's rule) until it falls: that cannot cycle when G is a P-matrix.
 */
import { luSolveWithin } from "../../numeric/lu.ts";
import { findRanges, newRanges } from "../../numeric/ranges.ts";
import type { Vector } from "../../numeric/vector.ts";
import { couplingScale, factorCoupled, invertCoupled } from "../dependent.ts";
import { MOST_INVERTED, ROUND_OFF } from "./condensed.ts";
import { exchange, PATIENCE, settle } from "./exchange.ts";

export type PivotStatus = "solved" | "not-converged" | "singular";

export interface Pivoting {
  /** Linear solves of the last call. */
  readonly passes: Int32Array;
  /** Call when G changed. */
  refresh(): void;
  /**
   * `terms`: size of what g is summed from. `set` in: a guess, out: the set, where a row at its bound without slip
   * counts as stuck. Rows with lower = upper must be given at a bound, and stay there.
   */
  solve(g: Vector, terms: Vector, lower: Vector, upper: Vector, force: Vector, set: Int8Array): PivotStatus;
  /** Whether the stuck rows of a set depend on each other. */
  isDependent(set: Int8Array): boolean;
}

/** `repeats`: of many solves with one G, so that inverses are worth it. */
export function pivoting(G: Vector, m: number, repeats = false): Pivoting {
  const index = new Int32Array(m);
  const factors = new Float64Array(m * m);
  const pivots = new Int32Array(m);
  const ranges = newRanges(m); // of G
  const factorRanges = newRanges(m);
  const scale = new Float64Array(m);
  const inner = new Float64Array(m);
  const inverse = repeats && m <= MOST_INVERTED ? new Float64Array(m * m) : undefined;
  let inverts = false; // the inverse is that of the factored rows
  const factored = new Int8Array(m).fill(9);
  const side = new Int8Array(m);
  const resting = new Int8Array(m);
  const passes = new Int32Array(1);
  const limit = 1000 + 100 * m;

  /** Factors G of the stuck rows; returns how many, or -1 if they are dependent. */
  function factorInner(set: Int8Array): number {
    let k = 0;
    let same = true;
    for (let i = 0; i < m; i++) {
      if (set[i] === 0) index[k++] = i;
      if ((set[i] === 0) !== (factored[i] === 0)) same = false;
    }
    if (same || k === 0) return k;
    factored.fill(9);
    if (!factorCoupled(G, m, scale, index, k, factors, pivots)) return -1;
    factored.set(set);
    inverts = inverse !== undefined && invertCoupled(factors, m, scale, index, k, pivots, inverse, inner);
    if (!inverts) findRanges(factors, k, k, m, factorRanges);
    return k;
  }

  /** Forces of the inner rows from s = 0, the others given. */
  function solveInner(g: Vector, force: Vector, set: Int8Array): boolean {
    const k = factorInner(set);
    if (k < 0) return false;
    for (let a = 0; a < k; a++) {
      const i = index[a]!;
      let sum = 0 - g[i]!; // no -0
      const to = ranges.last[i]!;
      for (let j = ranges.first[i]!; j < to; j++) if (set[j] !== 0) sum -= G[i * m + j]! * force[j]!;
      inner[a] = inverts ? sum : scale[i]! * sum;
    }
    if (inverts) {
      multiplyInner(k, force);
      return true;
    }
    luSolveWithin(factors, k, m, pivots, factorRanges, inner);
    for (let a = 0; a < k; a++) force[index[a]!] = scale[index[a]!]! * inner[a]!;
    return true;
  }

  function multiplyInner(k: number, force: Vector): void {
    for (let a = 0; a < k; a++) {
      let sum = 0;
      for (let b = 0; b < k; b++) sum += inverse![a * m + b]! * inner[b]!;
      force[index[a]!] = sum;
    }
  }

  /** The side where each row belongs by its force or slip, and which bounds are without slip; returns how many must change. */
  function judge(g: Vector, terms: Vector, lower: Vector, upper: Vector, force: Vector, set: Int8Array): number {
    let wrong = 0;
    for (let i = 0; i < m; i++) {
      resting[i] = 0;
      side[i] = set[i]!;
      if (lower[i] === upper[i]) continue;
      if (set[i] === 0) {
        const width = upper[i]! - lower[i]!;
        const slack = width < Number.POSITIVE_INFINITY ? ROUND_OFF * width : ROUND_OFF * Math.abs(force[i]!);
        if (force[i]! < lower[i]! - slack) side[i] = -1;
        else if (force[i]! > upper[i]! + slack) side[i] = 1;
      } else {
        let s = g[i]!;
        let size = terms[i]!;
        const to = ranges.last[i]!;
        for (let j = ranges.first[i]!; j < to; j++) {
          const part = G[i * m + j]! * force[j]!;
          s += part;
          size += Math.abs(part);
        }
        if (Math.abs(s) <= ROUND_OFF * size) resting[i] = 1;
        else if (set[i]! < 0 ? s < 0 : s > 0) side[i] = 0;
      }
      if (side[i] !== set[i]) wrong++;
    }
    return wrong;
  }

  return {
    passes,
    refresh() {
      factored.fill(9);
      findRanges(G, m, m, m, ranges);
      couplingScale(G, m, scale);
    },
    isDependent: (set) => factorInner(set) < 0,
    solve(g, terms, lower, upper, force, set) {
      passes[0] = 0;
      let fewest = m + 1;
      let patience = PATIENCE;
      for (let pass = 0; pass < limit; pass++) {
        for (let i = 0; i < m; i++) if (set[i] !== 0) force[i] = set[i]! < 0 ? lower[i]! : upper[i]!;
        passes[0]!++;
        if (!solveInner(g, force, set)) return "singular";
        const wrong = judge(g, terms, lower, upper, force, set);
        if (wrong === 0) {
          settle(set, resting, lower, upper, force);
          return "solved";
        }
        patience = wrong < fewest ? PATIENCE : patience - 1;
        fewest = Math.min(fewest, wrong);
        exchange(set, side, patience > 0);
      }
      return "not-converged";
    },
  };
}

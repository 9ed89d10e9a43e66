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
import { couplingScale, factorCoupled, fillTableau, invertCoupled } from "../dependent.ts";
import { MOST_INVERTED } from "../step-inverse.ts";
import { ROUND_OFF } from "./condensed.ts";
import { exchange, PATIENCE, settle } from "./exchange.ts";

/** No side of a row. */
const NONE = 9;

export type PivotStatus = "solved" | "not-converged" | "singular";

export interface Pivoting {
  /** Linear solves of the last call. */
  readonly passes: Int32Array;
  /** G F of rows that were not found stuck, in their units. */
  readonly found: Vector;
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

/** `repeats`: of many solves with one G, so that tableaux are worth it; `unit`: what slips are multiplied by in g and its terms, absent: 1. */
export function pivoting(G: Vector, m: number, repeats = false, unit?: Vector): Pivoting {
  const rows = unit ? new Float64Array(m * m) : G; // in these units
  const found = new Float64Array(m);
  const given = new Float64Array(m);
  const index = new Int32Array(m);
  const factors = new Float64Array(m * m);
  const pivots = new Int32Array(m);
  const ranges = newRanges(m); // of G
  const factorRanges = newRanges(m);
  const scale = new Float64Array(m);
  const inner = new Float64Array(m);
  const inverse = repeats && unit && m <= MOST_INVERTED ? new Float64Array(m * m) : undefined;
  const tableau = new Float64Array(inverse ? m * m : 0);
  const coupled = { G, rows, unit: unit ?? tableau };
  let inverts = false; // the tableau is that of the factored rows
  const factored = new Int8Array(m).fill(NONE);
  const side = new Int8Array(m);
  const resting = new Int8Array(m);
  const passes = new Int32Array(1);
  const limit = 1000 + 100 * m;

  /** Factors G of the stuck rows; returns how many, or -1 if they are dependent. */
  function factorInner(set: Int8Array): number {
    let k = 0;
    let same = factored[0] !== NONE;
    for (let i = 0; i < m; i++) {
      if (set[i] === 0) index[k++] = i;
      if ((set[i] === 0) !== (factored[i] === 0)) same = false;
    }
    if (same || (k === 0 && !inverse)) return k;
    factored.fill(NONE);
    if (!factorCoupled(G, m, scale, index, k, factors, pivots)) return -1;
    factored.set(set);
    inverts = inverse !== undefined && invertCoupled(factors, m, scale, index, k, pivots, inverse, inner);
    if (inverts) fillTableau(coupled, m, set, index, k, inverse!, tableau);
    else findRanges(factors, k, k, m, factorRanges);
    return k;
  }

  /** Forces of the inner rows from s = 0, the others given; what all make of the slips of the others. */
  function solveInner(g: Vector, force: Vector, set: Int8Array): boolean {
    const k = factorInner(set);
    if (k < 0) return false;
    if (inverts) {
      multiplyInner(g, force, set);
      return true;
    }
    for (let a = 0; a < k; a++) {
      const i = index[a]!;
      let sum = 0 - g[i]!; // no -0
      const to = ranges.last[i]!;
      for (let j = ranges.first[i]!; j < to; j++) if (set[j] !== 0) sum -= rows[i * m + j]! * force[j]!;
      inner[a] = unit ? (scale[i]! / unit[i]!) * sum : scale[i]! * sum;
    }
    luSolveWithin(factors, k, m, pivots, factorRanges, inner);
    for (let a = 0; a < k; a++) force[index[a]!] = scale[index[a]!]! * inner[a]! + 0; // no -0
    for (let i = 0; i < m; i++) {
      if (set[i] === 0) continue;
      let sum = 0;
      const to = ranges.last[i]!;
      for (let j = ranges.first[i]!; j < to; j++) sum += rows[i * m + j]! * force[j]!;
      found[i] = sum;
    }
    return true;
  }

  function multiplyInner(g: Vector, force: Vector, set: Int8Array): void {
    for (let i = 0; i < m; i++) given[i] = set[i] === 0 ? g[i]! : force[i]!;
    for (let i = 0, at = 0; i < m; i++) {
      let sum = 0; // no -0
      for (let j = 0; j < m; j++) sum += tableau[at++]! * given[j]!;
      found[i] = sum;
      if (set[i] === 0) force[i] = sum;
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
        const s = g[i]! + found[i]!;
        let size = terms[i]!;
        const to = ranges.last[i]!;
        for (let j = ranges.first[i]!; j < to; j++) size += Math.abs(rows[i * m + j]! * force[j]!);
        if (Math.abs(s) <= ROUND_OFF * size) resting[i] = 1;
        else if (set[i]! < 0 ? s < 0 : s > 0) side[i] = 0;
      }
      if (side[i] !== set[i]) wrong++;
    }
    return wrong;
  }

  return {
    passes,
    found,
    refresh() {
      if (unit) for (let i = 0, at = 0; i < m; i++) for (let j = 0; j < m; j++, at++) rows[at] = unit[i]! * G[at]!;
      factored.fill(NONE);
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

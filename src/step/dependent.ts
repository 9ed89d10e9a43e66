/**
 * The one notion of dependent rows: rows whose forces G = W^T M^{-1} W couples so that, scaled to a unit diagonal, a pivot is
 * below DEPENDENT. A pivot is the square of the sine by which a row stands out of those before. Solvers, derivatives and the
 * decisions of event-driven ask here.
 *
 * Others ask something else on purpose: `step/stick.ts` and `numeric/rank.ts` look at the directions alone, where 1e-12 is the
 * round-off of their entries; the audit has its own code; certificates have a band of doubt of their own.
 */
import { luFactor, luInverse, WELL_CONDITIONED } from "../numeric/lu.ts";
import type { Vector } from "../numeric/vector.ts";

export const DEPENDENT = 1e-11;

/** scale[i] = 1 / sqrt(G_ii), so that masses of any size mix; 1 for a row that nothing moves. */
export function couplingScale(G: Vector, m: number, scale: Vector): void {
  for (let i = 0; i < m; i++) scale[i] = G[i * m + i]! > 0 ? 1 / Math.sqrt(G[i * m + i]!) : 1;
}

/** Factors the scaled G of the `count` rows in `index` (m a row of the factors); false when they depend on each other. */
export function factorCoupled(
  G: Vector,
  m: number,
  scale: Vector,
  index: Int32Array,
  count: number,
  factors: Vector,
  pivots: Int32Array,
): boolean {
  for (let a = 0; a < count; a++) {
    const i = index[a]!;
    for (let b = 0; b < count; b++) {
      const j = index[b]!;
      factors[a * m + b] = scale[i]! * G[i * m + j]! * scale[j]!;
    }
  }
  return luFactor(factors, count, m, pivots, DEPENDENT);
}

/** What tableaux are made of: G, and G with slips in `unit`s. */
export interface Coupled {
  readonly G: Vector;
  readonly rows: Vector;
  readonly unit: Vector;
}

/**
 * The tableau of the same rows, those with set[i] = 0, row-major: from g of these and the forces of the others to their forces and what all forces
 * make of the slips of the others, G F. `inverse`: of G of the rows.
 */
export function fillTableau(
  { G, rows, unit }: Coupled,
  m: number,
  set: Int8Array,
  index: Int32Array,
  count: number,
  inverse: Vector,
  tableau: Vector,
): void {
  for (let a = 0; a < count; a++) {
    for (let j = 0; j < m; j++) {
      let sum = 0;
      for (let b = 0; b < count; b++) {
        if (set[j] !== 0) sum -= inverse[a * m + b]! * G[index[b]! * m + j]!;
        else if (index[b] === j) sum = -inverse[a * m + b]! / unit[j]!;
      }
      tableau[index[a]! * m + j] = sum;
    }
  }
  for (let i = 0; i < m; i++) {
    for (let j = 0; set[i] !== 0 && j < m; j++) {
      let sum = set[j] === 0 ? 0 : rows[i * m + j]!;
      for (let b = 0; b < count; b++) sum += rows[i * m + index[b]!]! * tableau[index[b]! * m + j]!;
      tableau[i * m + j] = sum;
    }
  }
}

/** The inverse of G of the same rows (m a row of it) from the factors of the scaled one; false where solves are better. `column`: scratch. */
export function invertCoupled(
  factors: Vector,
  m: number,
  scale: Vector,
  index: Int32Array,
  count: number,
  pivots: Int32Array,
  inverse: Vector,
  column: Vector,
): boolean {
  if (!(luInverse(factors, count, m, pivots, inverse, column) <= WELL_CONDITIONED)) return false;
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < count; b++) {
      inverse[a * m + b]! *= scale[index[a]!]! * scale[index[b]!]!;
      if (!Number.isFinite(inverse[a * m + b]!)) return false; // directions whose squares are all but 0
    }
  }
  return true;
}

/**
 * The greatest elastic energy on the equilibrium set: a convex function takes it at a corner, that is for a sign of each row.
 * Remark 3 of van de Wouw & Leine tests one sign vector; here are all of them, in Gray's order, one flip at a time.
 */
import { inner, type PlainMatrix, type PlainVector, times } from "../../numeric/plain-matrix.ts";
import { symmetricEigen } from "../../numeric/symmetric-eigen.ts";
import type { Interval } from "./equilibrium-set.ts";

/** Rows up to which all corners are looked at: a million of them. */
export const MOST_ROWS = 20;

export interface GreatestEnergy {
  /** J above the center; a bound from above where it is not exact (1e-9: a corner is known that has it). */
  readonly value: number;
  readonly exact: boolean;
  /** tau of a corner where it is taken, or of the worst corner found. */
  readonly corner: PlainVector;
}

/** The greatest tau^T Q tau / 2 for tau in the ranges; Q is positive semidefinite. */
export function greatestEnergy(matrix: PlainMatrix, ranges: readonly Interval[]): GreatestEnergy {
  const moving = ranges.flatMap(({ low, high }, i) => (high > low ? [i] : []));
  if (moving.length <= MOST_ROWS) {
    const corner = worstCorner(matrix, ranges, moving);
    return { value: energyAt(matrix, corner), exact: true, corner };
  }
  const corner = climbed(matrix, ranges);
  const found = energyAt(matrix, corner);
  const value = energyBound(matrix, ranges);
  return found >= value * (1 - 1e-9) ? { value, exact: true, corner } : { value, exact: false, corner };
}

export function energyAt(matrix: PlainMatrix, tau: PlainVector): number {
  return inner(tau, times(matrix, tau)) / 2;
}

function worstCorner(matrix: PlainMatrix, ranges: readonly Interval[], moving: readonly number[]): number[] {
  const m = ranges.length;
  const tau = Float64Array.from(ranges, ({ low }) => low);
  const slope = Float64Array.from(times(matrix, Array.from(tau)));
  const rows = matrix.map((row) => Float64Array.from(row));
  // a set that is symmetric about its center needs only half of its corners
  const symmetric = ranges.every(({ low, high }) => low === -high);
  const free = symmetric ? moving.slice(0, -1) : moving;
  let energy = energyAt(matrix, Array.from(tau));
  let best = energy;
  let bestCode = 0;
  const count = 1 << free.length;
  for (let k = 1; k < count; k++) {
    const i = free[31 - Math.clz32(k & -k)]!;
    const { low, high } = ranges[i]!;
    const step = tau[i] === low ? high - low : low - high;
    const row = rows[i]!;
    energy += step * slope[i]! + (step * step * row[i]!) / 2;
    tau[i] = tau[i] === low ? high : low;
    for (let j = 0; j < m; j++) slope[j]! += step * row[j]!;
    if (energy > best) [best, bestCode] = [energy, k ^ (k >> 1)];
  }
  const corner = ranges.map(({ low }) => low);
  free.forEach((i, bit) => {
    if ((bestCode >> bit) & 1) corner[i] = ranges[i]!.high;
  });
  return corner;
}

/** The lesser of two bounds: all couplings at their worst, and the largest eigenvalue of the scaled matrix. */
function energyBound(matrix: PlainMatrix, ranges: readonly Interval[]): number {
  const reach = ranges.map(({ low, high }) => Math.max(Math.abs(low), Math.abs(high)));
  const size = matrix.map((row, i) => row.map((entry, j) => entry * reach[i]! * reach[j]!));
  const couplings = size.reduce((sum, row) => row.reduce((part, entry) => part + Math.abs(entry), sum), 0);
  const largest = symmetricEigen(size).at(-1)?.value ?? 0;
  return Math.min(couplings, largest * ranges.length) / 2;
}

/** A corner that no flip of one row makes worse. */
function climbed(matrix: PlainMatrix, ranges: readonly Interval[]): number[] {
  const tau = ranges.map(({ high }) => high);
  for (let better = true; better; ) {
    better = false;
    ranges.forEach(({ low, high }, i) => {
      const other = tau.with(i, tau[i] === high ? low : high);
      if (energyAt(matrix, other) <= energyAt(matrix, tau) * (1 + 1e-12)) return;
      tau[i] = other[i]!;
      better = true;
    });
  }
  return tau;
}

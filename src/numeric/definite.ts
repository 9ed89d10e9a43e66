/**
 * Whether a symmetric matrix is positive, asked in the scale of each coordinate: a unit of length, force or time changes no answer, and
 * a large entry hides no small one. Cholesky's method has errors of a few ulps of sqrt(a_ii a_jj) (Demmel 1989), and so have the
 * eigenvalues of the matrix scaled to a diagonal of 1.
 */
import { cholesky } from "./eigenvalues.ts";
import { type PlainMatrix, type PlainVector, symmetricPart } from "./plain-matrix.ts";
import { symmetricEigen } from "./symmetric-eigen.ts";

/** Of sums of n terms, with some to spare; relative to their size. */
export function roundOff(n: number): number {
  return 8 * n * Number.EPSILON;
}

/** Whether the symmetric part is positive definite beyond round-off. */
export function isPositive(matrix: PlainMatrix): boolean {
  const n = matrix.length;
  const less = symmetricPart(matrix).map((row, i) =>
    row.map((entry, j) => (i === j ? entry - roundOff(n) * Math.abs(entry) : entry)),
  );
  return cholesky(Float64Array.from(less.flat()), n, 0) !== undefined;
}

/** Of an entry: that of its own making, and of a change of units. */
const LAST_DIGITS = 4 * Number.EPSILON;

export interface ScaledEigen {
  /** Eigenvalue of the matrix scaled to a diagonal of (at most) 1: round-off is some ulps of 1. */
  readonly share: number;
  /** Round-off of the share: some ulps of 1, and what the last digits of entries that cancel with those across leave. */
  readonly doubt: number;
  /** u, of unit length, in the coordinates of the matrix, and u.A u. */
  readonly vector: PlainVector;
  readonly value: number;
}

/** Eigenpairs of the scaled matrix, ascending: the signs are those of the eigenvalues of the matrix itself. */
export function scaledEigen(matrix: PlainMatrix): ScaledEigen[] {
  const a = symmetricPart(matrix);
  const scale = scalesOf(a);
  const even = a.map((row, i) => row.map((entry, j) => entry / scale[i]! / scale[j]!));
  const across = matrix.map((row, i) =>
    row.map((entry, j) => Math.abs(entry - matrix[j]![i]!) / 2 / scale[i]! / scale[j]!),
  );
  return symmetricEigen(even).map(({ value, vector }) => {
    const cancelled = across.reduce((sum, row, i) => {
      return sum + row.reduce((part, entry, j) => part + entry * Math.abs(vector[i]! * vector[j]!), 0);
    }, 0);
    const turned = vector.map((entry, i) => entry / scale[i]!);
    const largest = turned.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
    const length = largest * Math.sqrt(turned.reduce((sum, entry) => sum + (entry / largest) * (entry / largest), 0));
    const doubt = roundOff(a.length) + LAST_DIGITS * cancelled;
    return { share: value, doubt, vector: turned.map((entry) => entry / length), value: value / length / length };
  });
}

/** s with |a_ij| <= s_i s_j, and s_i^2 = a_ii where the matrix is positive. */
function scalesOf(a: PlainMatrix): number[] {
  return a.map((row, i) => {
    let square = Math.abs(row[i]!);
    row.forEach((entry, j) => {
      if (j === i || entry === 0) return;
      const other = Math.abs(a[j]![j]!);
      if (other > 0) square = Math.max(square, (entry / other) * entry);
      else if (row[i] === 0) square = Math.max(square, Math.abs(entry));
    });
    return Math.sqrt(square) || 1;
  });
}

/** How far a matrix is from symmetric, without unit: |a_ij - a_ji| beside sqrt(a_ii a_jj), or beside the entries themselves if that is less. */
export function skewness(matrix: PlainMatrix): number {
  let most = 0;
  matrix.forEach((row, i) => {
    row.forEach((entry, j) => {
      const difference = Math.abs(entry - matrix[j]![i]!);
      if (difference === 0) return;
      const size = Math.sqrt(Math.abs(row[i]!)) * Math.sqrt(Math.abs(matrix[j]![j]!));
      most = Math.max(
        most,
        Math.min(difference / size, difference / Math.max(Math.abs(entry), Math.abs(matrix[j]![i]!))),
      );
    });
  });
  return most;
}

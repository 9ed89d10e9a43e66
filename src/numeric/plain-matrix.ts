/** Matrices as lists of rows, for analyses that are done once: readable, not fast. A vector is a list. */
import { luFactor, luSolve } from "./lu.ts";

export type PlainVector = readonly number[];
export type PlainMatrix = readonly PlainVector[];

export function inner(a: PlainVector, b: PlainVector): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

export function lengthOf(a: PlainVector): number {
  return Math.sqrt(inner(a, a));
}

/** a + scale b */
export function addScaled(a: PlainVector, scale: number, b: PlainVector): number[] {
  return a.map((entry, i) => entry + scale * b[i]!);
}

export function scaled(a: PlainVector, scale: number): number[] {
  return a.map((entry) => scale * entry);
}

export function times(matrix: PlainMatrix, x: PlainVector): number[] {
  return matrix.map((row) => inner(row, x));
}

/** A B */
export function product(a: PlainMatrix, b: PlainMatrix): number[][] {
  const other = transposed(b);
  return a.map((row) => other.map((column) => inner(row, column)));
}

export function transposed(matrix: PlainMatrix): number[][] {
  return (matrix[0] ?? []).map((_, j) => matrix.map((row) => row[j]!));
}

/** A + scale B */
export function combined(a: PlainMatrix, scale: number, b: PlainMatrix): number[][] {
  return a.map((row, i) => addScaled(row, scale, b[i]!));
}

export function identity(n: number): number[][] {
  return Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? 1 : 0)));
}

/** Of entries as they are written, relative. */
const WRITTEN = 2 * Number.EPSILON;

/** (A + A^T) / 2; entries that cancel but for their round-off do so: the part has scales of its own, and what is left there would be one. */
export function symmetricPart(matrix: PlainMatrix): number[][] {
  return matrix.map((row, i) =>
    row.map((entry, j) => {
      const sum = entry + matrix[j]![i]!;
      return Math.abs(sum) <= WRITTEN * Math.abs(entry) ? 0 : sum / 2;
    }),
  );
}

/** Largest absolute entry. */
export function largestEntry(matrix: PlainMatrix): number {
  return matrix.reduce((most, row) => row.reduce((size, entry) => Math.max(size, Math.abs(entry)), most), 0);
}

/** Largest |A - A^T|. */
export function asymmetry(matrix: PlainMatrix): number {
  return largestEntry(matrix.map((row, i) => row.map((entry, j) => entry - matrix[j]![i]!)));
}

/** B^T A B for the rows of `basis` as columns of B: the matrix seen in a subspace. */
export function seenIn(matrix: PlainMatrix, basis: PlainMatrix): number[][] {
  const images = basis.map((column) => times(matrix, column));
  return basis.map((column) => images.map((image) => inner(column, image)));
}

/** The combination of the rows of `basis` with these weights. */
export function combination(basis: PlainMatrix, weights: PlainVector, n: number): number[] {
  const sum = Array<number>(n).fill(0);
  basis.forEach((row, i) => {
    for (let j = 0; j < n; j++) sum[j]! += weights[i]! * row[j]!;
  });
  return sum;
}

/**
 * Solver of A x = b for many b; undefined when A is singular to working precision, whatever the units of its rows and columns: they are
 * brought to size 1 first.
 */
export function solverOf(matrix: PlainMatrix): ((b: PlainVector) => number[]) | undefined {
  const n = matrix.length;
  const rows = matrix.map((row) => row.reduce((size, entry) => Math.max(size, Math.abs(entry)), 0));
  const columns = matrix.map((_, j) =>
    matrix.reduce((size, row, i) => Math.max(size, Math.abs(row[j]! / rows[i]!)), 0),
  );
  const factors = Float64Array.from(matrix.flatMap((row, i) => row.map((entry, j) => entry / rows[i]! / columns[j]!)));
  const pivots = new Int32Array(n);
  if (!luFactor(factors, n, n, pivots)) return undefined;
  const x = new Float64Array(n);
  return (b) => {
    for (let i = 0; i < n; i++) x[i] = b[i]! / rows[i]!;
    luSolve(factors, n, n, pivots, x);
    return columns.map((size, j) => x[j]! / size);
  };
}

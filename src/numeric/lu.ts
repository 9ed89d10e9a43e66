import type { Ranges } from "./ranges.ts";
import type { Vector } from "./vector.ts";

/**
 * LU factorization with partial pivoting of the leading n x n block of a row-major array, in place.
 * Returns false when a pivot falls below `threshold` times the largest entry: the matrix is singular to working precision.
 */
export function luFactor(a: Vector, n: number, stride: number, pivots: Int32Array, threshold = 1e-14): boolean {
  let largest = 0;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) largest = Math.max(largest, Math.abs(a[i * stride + j]!));
  const smallest = threshold * largest;
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) {
      if (Math.abs(a[i * stride + k]!) > Math.abs(a[pivot * stride + k]!)) pivot = i;
    }
    pivots[k] = pivot;
    if (!(Math.abs(a[pivot * stride + k]!) > smallest)) return false;
    if (pivot !== k) swapRows(a, n, stride, k, pivot);
    const diagonal = a[k * stride + k]!;
    for (let i = k + 1; i < n; i++) {
      const factor = a[i * stride + k]! / diagonal;
      a[i * stride + k] = factor;
      if (factor === 0) continue;
      for (let j = k + 1; j < n; j++) a[i * stride + j]! -= factor * a[k * stride + j]!;
    }
  }
  return true;
}

function swapRows(a: Vector, n: number, stride: number, k: number, l: number): void {
  for (let j = 0; j < n; j++) {
    const entry = a[k * stride + j]!;
    a[k * stride + j] = a[l * stride + j]!;
    a[l * stride + j] = entry;
  }
}

/** Solves with the factors of `luFactor`, in place; `ranges` are those of the factors. */
export function luSolveWithin(
  a: Vector,
  n: number,
  stride: number,
  pivots: Int32Array,
  { first, last }: Ranges,
  x: Vector,
): void {
  exchange(pivots, n, x);
  for (let i = 1; i < n; i++) {
    let sum = x[i]!;
    for (let j = first[i]!; j < i; j++) sum -= a[i * stride + j]! * x[j]!;
    x[i] = sum;
  }
  for (let i = n - 1; i >= 0; i--) {
    const to = last[i]!;
    let sum = x[i]!;
    for (let j = i + 1; j < to; j++) sum -= a[i * stride + j]! * x[j]!;
    x[i] = sum / a[i * stride + i]!;
  }
}

/** The same without ranges. */
export function luSolve(a: Vector, n: number, stride: number, pivots: Int32Array, x: Vector): void {
  exchange(pivots, n, x);
  for (let i = 1; i < n; i++) {
    let sum = x[i]!;
    for (let j = 0; j < i; j++) sum -= a[i * stride + j]! * x[j]!;
    x[i] = sum;
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[i]!;
    for (let j = i + 1; j < n; j++) sum -= a[i * stride + j]! * x[j]!;
    x[i] = sum / a[i * stride + i]!;
  }
}

/** Of a matrix that is scaled to a diagonal of about one: with an inverse of larger rows its products have fewer digits than solves. */
export const WELL_CONDITIONED = 1e3;

/** The inverse from the factors, in its own n x n block; its largest sum of the sizes of a row. */
export function luInverse(
  a: Vector,
  n: number,
  stride: number,
  pivots: Int32Array,
  inverse: Vector,
  column: Vector,
): number {
  for (let j = 0; j < n; j++) {
    column.fill(0, 0, n);
    column[j] = 1;
    luSolve(a, n, stride, pivots, column);
    for (let i = 0; i < n; i++) inverse[i * stride + j] = column[i]!;
  }
  let largest = 0;
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += Math.abs(inverse[i * stride + j]!);
    largest = Math.max(largest, sum);
  }
  return largest;
}

function exchange(pivots: Int32Array, n: number, x: Vector): void {
  for (let k = 0; k < n; k++) {
    const pivot = pivots[k]!;
    if (pivot === k) continue;
    const entry = x[k]!;
    x[k] = x[pivot]!;
    x[pivot] = entry;
  }
}

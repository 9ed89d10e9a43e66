/** Extreme eigenvalues of large matrices, known by their products alone. */
import type { Vector } from "./vector.ts";

type Product = (x: Vector, out: Vector) => void;

interface Tridiagonal {
  readonly diagonal: readonly number[];
  readonly beside: readonly number[];
}

const STEPS = 300;

/**
 * The largest size of an eigenvalue of M^{-1} K, both symmetric and M positive definite, by Lanczos' iteration in the product of M
 * without orthogonalizing again: copies of found eigenvalues do no harm to the extremes, which come first. `apply`: out = K x,
 * `solve`: x = M^{-1} x. Relative error 1e-9 or so after 300 steps, always from below.
 */
export function lanczosRadius(n: number, apply: Product, solve: (x: Vector) => void, multiplyMass: Product): number {
  return tridiagonalRadius(lanczos(n, apply, solve, multiplyMass));
}

/**
 * The largest eigenvalue of a symmetric positive semidefinite matrix, from below, and the smallest that is above `zero` of it, from
 * above; both 0 for a zero matrix.
 */
export function lanczosExtremes(n: number, apply: Product, zero = 1e-12): { smallest: number; largest: number } {
  const matrix = orthogonalLanczos(n, apply);
  const largest = tridiagonalRadius(matrix);
  if (!(largest > 0)) return { smallest: 0, largest: 0 };
  const zeros = countBelow(matrix, zero * largest);
  let low = zero * largest;
  let high = largest;
  for (let k = 0; k < 100 && high - low > 1e-9 * high; k++) {
    const middle = Math.sqrt(low * high);
    if (countBelow(matrix, middle) > zeros) high = middle;
    else low = middle;
  }
  return { smallest: high, largest };
}

/** Eigenvalues below x (Sturm). */
function countBelow({ diagonal, beside }: Tridiagonal, x: number): number {
  let count = 0;
  let pivot = 1;
  for (let i = 0; i < diagonal.length; i++) {
    const part = i > 0 ? (beside[i - 1]! * beside[i - 1]!) / (pivot || Number.MIN_VALUE) : 0;
    pivot = diagonal[i]! - x - part;
    if (pivot < 0) count++;
  }
  return count;
}

/** A direction that no machine is built along. */
function fillStart(v: Vector): void {
  let seed = 1;
  for (let i = 0; i < v.length; i++) {
    seed = (seed * 16807) % 2147483647;
    v[i] = seed / 2147483647 - 0.5;
  }
}

/** Without copies of eigenvalues, so that small ones can be told from zeros: vectors stay orthogonal, and begin where the matrix leads. */
function orthogonalLanczos(n: number, apply: Product): Tridiagonal {
  const basis: Vector[] = [];
  const diagonal: number[] = [];
  const beside: number[] = [];
  const first = new Float64Array(n);
  let next: Vector = new Float64Array(n);
  fillStart(first);
  apply(first, next);
  let size = Math.sqrt(innerProduct(next, next, n));
  let largest = 0;
  for (let k = 0; k < Math.min(n, STEPS) && size > 1e-12 * largest; k++) {
    const v = next.map((entry) => entry / size);
    basis.push(v);
    next = new Float64Array(n);
    apply(v, next);
    diagonal.push(innerProduct(v, next, n));
    largest = Math.max(largest, Math.abs(diagonal[k]!));
    for (let again = 0; again < 2; again++) {
      for (const unit of basis) {
        const along = innerProduct(unit, next, n);
        for (let i = 0; i < n; i++) next[i]! -= along * unit[i]!;
      }
    }
    size = Math.sqrt(innerProduct(next, next, n));
    beside.push(size);
  }
  return { diagonal, beside };
}

/** The matrix in the basis of Lanczos' vectors. */
function lanczos(
  n: number,
  apply: (x: Vector, out: Vector) => void,
  solve: (x: Vector) => void,
  multiplyMass: (x: Vector, out: Vector) => void,
): Tridiagonal {
  let v: Vector = new Float64Array(n);
  let before: Vector = new Float64Array(n);
  let next: Vector = new Float64Array(n);
  const product = new Float64Array(n);
  const diagonal: number[] = [];
  const beside: number[] = [];
  fillStart(v);
  multiplyMass(v, product);
  let size = Math.sqrt(innerProduct(v, product, n));
  for (let k = 0; k < STEPS && size > 0; k++) {
    for (let i = 0; i < n; i++) v[i]! /= size;
    apply(v, next);
    const along = innerProduct(v, next, n);
    solve(next);
    diagonal.push(along);
    for (let i = 0; i < n; i++) next[i]! -= along * v[i]! + (k > 0 ? size * before[i]! : 0);
    multiplyMass(next, product);
    const square = innerProduct(next, product, n);
    [before, v, next] = [v, next, before];
    size = Math.sqrt(Math.max(0, square));
    beside.push(size);
    if (size <= 1e-14 * Math.abs(along)) break;
  }
  return { diagonal, beside };
}

function innerProduct(x: Vector, y: Vector, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += x[i]! * y[i]!;
  return sum;
}

/** Largest size of an eigenvalue of a symmetric tridiagonal matrix, by bisection on how many are above a number (Sturm). */
function tridiagonalRadius({ diagonal, beside }: Tridiagonal): number {
  let bound = 0;
  for (let i = 0; i < diagonal.length; i++) {
    const sides = (i > 0 ? beside[i - 1]! : 0) + (i + 1 < diagonal.length ? beside[i]! : 0);
    bound = Math.max(bound, Math.abs(diagonal[i]!) + sides);
  }
  /** Whether all eigenvalues of the matrix times `sign` are below x. */
  const isAbove = (x: number, sign: number): boolean => {
    let pivot = 1;
    for (let i = 0; i < diagonal.length; i++) {
      pivot = x - sign * diagonal[i]! - (i > 0 ? (beside[i - 1]! * beside[i - 1]!) / pivot : 0);
      if (!(pivot > 0)) return false;
    }
    return true;
  };
  let low = 0;
  let high = bound;
  for (let k = 0; k < 60 && high - low > 1e-14 * high; k++) {
    const middle = (low + high) / 2;
    if (isAbove(middle, 1) && isAbove(middle, -1)) high = middle;
    else low = middle;
  }
  return high;
}

import type { Vector } from "./vector.ts";

/** Eigenvalues of a symmetric row-major matrix in ascending order, by cyclic Jacobi rotations. */
export function symmetricEigenvalues(matrix: Vector, n: number): Vector {
  const a = Float64Array.from(matrix);
  for (let pass = 0; pass < 60; pass++) {
    let off = 0;
    let total = 0;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        total += a[i * n + j]! * a[i * n + j]!;
        if (i !== j) off += a[i * n + j]! * a[i * n + j]!;
      }
    }
    if (off <= 1e-32 * total) break;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(a, n, p, q);
  }
  return Float64Array.from({ length: n }, (_, i) => a[i * n + i]!).sort();
}

/** One Jacobi rotation that annihilates entry (p, q); turns the rows of `vectors` with it. */
export function rotate(a: Vector, n: number, p: number, q: number, vectors?: Vector): void {
  const apq = a[p * n + q]!;
  if (apq === 0) return;
  const theta = (a[q * n + q]! - a[p * n + p]!) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < n; k++) {
    const akp = a[k * n + p]!;
    const akq = a[k * n + q]!;
    a[k * n + p] = c * akp - s * akq;
    a[k * n + q] = s * akp + c * akq;
  }
  for (let k = 0; k < n; k++) {
    const apk = a[p * n + k]!;
    const aqk = a[q * n + k]!;
    a[p * n + k] = c * apk - s * aqk;
    a[q * n + k] = s * apk + c * aqk;
  }
  if (!vectors) return;
  for (let k = 0; k < n; k++) {
    const vp = vectors[p * n + k]!;
    const vq = vectors[q * n + k]!;
    vectors[p * n + k] = c * vp - s * vq;
    vectors[q * n + k] = s * vp + c * vq;
  }
}

/**
 * Spectral radius of any real row-major matrix by repeated squaring (Gelfand): ||A^(2^k)||^(1/2^k), normalized at each
 * squaring so that nothing overflows. 54 squarings leave a relative error of n 1e-14 also for defective matrices.
 */
export function spectralRadius(matrix: Vector, n: number): number {
  let power = Float64Array.from(matrix);
  let radius = 1;
  for (let k = 0; k < 54; k++) {
    let largest = 0;
    for (let i = 0; i < n * n; i++) largest = Math.max(largest, Math.abs(power[i]!));
    if (largest === 0) return 0;
    radius *= nthRoot(largest, k);
    for (let i = 0; i < n * n; i++) power[i]! /= largest;
    const square = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      for (let l = 0; l < n; l++) {
        const entry = power[i * n + l]!;
        if (entry === 0) continue;
        for (let j = 0; j < n; j++) square[i * n + j]! += entry * power[l * n + j]!;
      }
    }
    power = square;
  }
  return radius;
}

/** x^(1/2^k) by k square roots. */
function nthRoot(x: number, k: number): number {
  let root = x;
  for (let i = 0; i < k; i++) root = Math.sqrt(root);
  return root;
}

/**
 * The largest size of an eigenvalue of M^{-1} K, both symmetric and M positive definite, by Lanczos' iteration in the product of M
 * without orthogonalizing again: copies of found eigenvalues do no harm to the extremes, which come first. `apply`: out = K x,
 * `solve`: x = M^{-1} x. Relative error 1e-9 or so after `steps`, always from below.
 */
export function lanczosRadius(
  n: number,
  apply: (x: Vector, out: Vector) => void,
  solve: (x: Vector) => void,
  multiplyMass: (x: Vector, out: Vector) => void,
  steps = 300,
): number {
  let v: Vector = new Float64Array(n);
  let before: Vector = new Float64Array(n);
  let next: Vector = new Float64Array(n);
  const product = new Float64Array(n);
  const diagonal: number[] = [];
  const beside: number[] = [];
  let seed = 1;
  for (let i = 0; i < n; i++) {
    seed = (seed * 16807) % 2147483647; // any direction that no machine is built along
    v[i] = seed / 2147483647 - 0.5;
  }
  multiplyMass(v, product);
  let size = Math.sqrt(innerProduct(v, product, n));
  for (let k = 0; k < steps && size > 0; k++) {
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
  return tridiagonalRadius(diagonal, beside);
}

function innerProduct(x: Vector, y: Vector, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += x[i]! * y[i]!;
  return sum;
}

/** Largest size of an eigenvalue of a symmetric tridiagonal matrix, by bisection on how many are above a number (Sturm). */
function tridiagonalRadius(diagonal: readonly number[], beside: readonly number[]): number {
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

/** Lower Cholesky factor of a symmetric matrix, or undefined when it is not positive definite: a pivot is below `least` of its entry. */
export function cholesky(matrix: Vector, n: number, least = 1e-14): Vector | undefined {
  const l = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j]!;
      for (let k = 0; k < j; k++) sum -= l[i * n + k]! * l[j * n + k]!;
      if (i === j) {
        if (!(sum > least * Math.abs(matrix[i * n + i]!))) return undefined;
        l[i * n + i] = Math.sqrt(sum);
      } else l[i * n + j] = sum / l[j * n + j]!;
    }
  }
  return l;
}

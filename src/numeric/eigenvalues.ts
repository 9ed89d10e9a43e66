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

/** Symmetric eigenproblems of small plain matrices, with their vectors: by Jacobi rotations, accurate and orthonormal. */
import { cholesky, rotate } from "./eigenvalues.ts";
import { inner, type PlainMatrix, type PlainVector, seenIn, symmetricPart } from "./plain-matrix.ts";

export interface Eigen {
  readonly value: number;
  /** Unit length (in the mass, for a pencil); its largest entry is positive. */
  readonly vector: PlainVector;
}

/** Passes for eigenvalues that are small beside the largest. */
const EXTRA = 3;

/** Eigenpairs of the symmetric part of a matrix, ascending; those of a positive definite one with their own relative accuracy. */
export function symmetricEigen(matrix: PlainMatrix): Eigen[] {
  const n = matrix.length;
  const a = Float64Array.from(symmetricPart(matrix).flat());
  const vectors = new Float64Array(n * n);
  for (let i = 0; i < n; i++) vectors[i * n + i] = 1;
  for (let pass = 0, extra = 0; pass < 60; pass++) {
    // small eigenvalues beside large ones settle a little later (Demmel & Veselic 1992); those of round-off size never do
    if (offDiagonal(a, n) <= 1e-32 * total(a) && (isGradedDiagonal(a, n) || extra++ === EXTRA)) break;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(a, n, p, q, vectors);
  }
  const pairs = Array.from({ length: n }, (_, i) => ({
    value: a[i * n + i]!,
    vector: upright(Array.from(vectors.subarray(i * n, (i + 1) * n))),
  }));
  return pairs.sort((left, right) => left.value - right.value);
}

/** Whether every entry is round-off beside the two diagonal ones of its row and column. */
function isGradedDiagonal(a: Float64Array, n: number): boolean {
  for (let p = 0; p < n; p++) {
    for (let q = p + 1; q < n; q++) {
      if (Math.abs(a[p * n + q]!) > Number.EPSILON * Math.sqrt(Math.abs(a[p * n + p]! * a[q * n + q]!))) return false;
    }
  }
  return true;
}

function total(a: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * a[k]!;
  return sum;
}

function offDiagonal(a: Float64Array, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) if (i !== j) sum += a[i * n + j]! * a[i * n + j]!;
  return sum;
}

/** A direction has two signs: take the one whose first entry of (nearly) largest size is positive. */
function upright(vector: readonly number[]): number[] {
  const largest = Math.max(...vector.map(Math.abs));
  const first = vector.find((entry) => Math.abs(entry) >= largest * (1 - 1e-9)) ?? 1;
  return vector.map((entry) => (first < 0 ? -entry : entry) + 0);
}

/**
 * Eigenpairs of A u = lambda M u for the symmetric part of A and positive definite M, ascending; u^T M u = 1. Undefined when
 * M is not positive definite.
 */
export function pencilEigen(matrix: PlainMatrix, mass: PlainMatrix): Eigen[] | undefined {
  const inverse = inverseFactor(mass);
  if (!inverse) return undefined;
  // A seen in the columns of L^{-T}, which are orthonormal in M
  return symmetricEigen(seenIn(matrix, inverse)).map(({ value, vector }) => ({
    value,
    vector: upright(
      mass.map((_, i) =>
        inner(
          inverse.map((row) => row[i]!),
          vector,
        ),
      ),
    ),
  }));
}

/** The rows of L^{-1}, M = L L^T. */
function inverseFactor(mass: PlainMatrix): number[][] | undefined {
  const n = mass.length;
  const l = cholesky(Float64Array.from(mass.flat()), n);
  if (!l) return undefined;
  const rows: number[][] = [];
  for (let i = 0; i < n; i++) {
    const row = mass.map((_, j) => (i === j ? 1 : 0));
    for (let k = 0; k < i; k++) for (let j = 0; j < n; j++) row[j]! -= l[i * n + k]! * rows[k]![j]!;
    rows.push(row.map((entry) => entry / l[i * n + i]!));
  }
  return rows;
}

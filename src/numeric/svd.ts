import type { Vector } from "./vector.ts";

/** A = sum over k of left[k] value[k] right[k]^T: orthonormal vectors, values in descending order. */
export interface SingularValues {
  readonly values: Vector;
  /** rows of A long */
  readonly left: readonly Vector[];
  /** columns of A long; zero where the value is */
  readonly right: readonly Vector[];
}

/** Singular values of a matrix, given as its rows, by one-sided Jacobi rotations (Hestenes): small values keep their digits. */
export function singularValues(rows: readonly Vector[]): SingularValues {
  const right = rows.map((row) => Float64Array.from(row)); // made orthogonal; value times right vector at the end
  const left = rows.map((_, i) => Float64Array.from(rows, (_, k) => (i === k ? 1 : 0)));
  for (let pass = 0, turned = true; turned && pass < 60; pass++) {
    turned = false;
    for (let p = 0; p < rows.length; p++) {
      for (let q = p + 1; q < rows.length; q++)
        if (orthogonalize(right[p]!, right[q]!, left[p]!, left[q]!)) turned = true;
    }
  }
  const lengths = right.map((row) => Math.sqrt(square(row)));
  const order = lengths.map((_, k) => k).sort((a, b) => lengths[b]! - lengths[a]!);
  return {
    values: Float64Array.from(order, (k) => lengths[k]!),
    left: order.map((k) => left[k]!),
    right: order.map((k) => (lengths[k]! > 0 ? right[k]!.map((entry) => entry / lengths[k]!) : right[k]!)),
  };
}

/** Rotates two rows, and what goes with them, so that they are orthogonal; false when they are. */
function orthogonalize(x: Vector, y: Vector, u: Vector, w: Vector): boolean {
  const alpha = square(x);
  const beta = square(y);
  let gamma = 0;
  for (let i = 0; i < x.length; i++) gamma += x[i]! * y[i]!;
  if (gamma === 0 || Math.abs(gamma) <= 1e-15 * Math.sqrt(alpha * beta)) return false;
  const zeta = (beta - alpha) / (2 * gamma);
  const t = (zeta >= 0 ? 1 : -1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
  const c = 1 / Math.sqrt(1 + t * t);
  turn(x, y, c, c * t);
  turn(u, w, c, c * t);
  return true;
}

function turn(x: Vector, y: Vector, c: number, s: number): void {
  for (let i = 0; i < x.length; i++) {
    const entry = x[i]!;
    x[i] = c * entry - s * y[i]!;
    y[i] = s * entry + c * y[i]!;
  }
}

function square(x: Vector): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i]! * x[i]!;
  return sum;
}

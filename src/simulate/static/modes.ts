/**
 * Small vibrations about an equilibrium, on its conditions: A x = omega^2 M x with W^T x free of motion, A the stiffness and what the tensions add to it.
 * By Lanczos' iteration on the inverse, in the product of M: the slowest vibrations and what falls away come first. Costs one
 * factorization of a band and some solutions with it.
 */
import { jointRows } from "../../model/joint-rows.ts";
import type { System } from "../../model/system.ts";
import { sin } from "../../numeric/elementary.ts";
import { saddle } from "../../numeric/saddle.ts";
import { symmetricEigen } from "../../numeric/symmetric-eigen.ts";
import { dot, type Vector } from "../../numeric/vector.ts";
import type { Rest } from "./equilibrium.ts";

export interface Vibrations {
  /** Squares of the lowest angular frequencies, 1/s^2, ascending; negative: the equilibrium is not stable. */
  readonly squares: readonly number[];
}

const STEPS = 40;
/** Eigenvalues of the inverse below this part of the largest are not looked at: they are fast vibrations. */
const SMALL = 1e-6;

/** Undefined where a motion costs nothing. */
export function vibrations(
  system: System,
  at: Vector,
  { position: q, force }: Rest,
  count: number,
): Vibrations | undefined {
  const { mass, addCurvature, following } = system.conditioned!;
  const { rows, follow, chosen } = jointRows(system);
  const n = system.size;
  const stiffness = system.matrix();
  system.forces().addStiffness(at, q, new Float64Array(n), 1, stiffness);
  addCurvature(force, -1, stiffness);
  follow(q);
  const scale = system.matrix();
  system.conditioned!.stiffness.addTo(scale, 1);
  const kkt = saddle(scale, rows, following?.reach);
  if (!kkt.factor(stiffness, rows)) return undefined;
  const free = new Float64Array(chosen.length);
  const step = (x: Vector): Vector => {
    const out = new Float64Array(n);
    mass.multiply(x, out);
    free.fill(0);
    kkt.solve(out, free);
    return out;
  };
  const theta = ritzValues(n, step, (x, y) => massProduct(mass.multiply.bind(mass), x, y));
  const largest = Math.max(...theta.map(Math.abs));
  if (!(largest > 0) || !Number.isFinite(largest)) return undefined;
  const known = theta.filter((value) => Math.abs(value) > SMALL * largest).map((value) => 1 / value);
  return { squares: known.sort((a, b) => a - b).slice(0, count) };
}

function massProduct(multiply: (x: Vector, out: Vector) => void, x: Vector, y: Vector): number {
  const out = new Float64Array(x.length);
  multiply(x, out);
  return dot(out, y);
}

/** Eigenvalues of a symmetric operator in a subspace that its powers span, orthogonalized twice. */
function ritzValues(n: number, apply: (x: Vector) => Vector, product: (x: Vector, y: Vector) => number): number[] {
  const start = Float64Array.from({ length: n }, (_, k) => sin(1 + 7.3 * k) + 0.1);
  const basis: Vector[] = [];
  let next = apply(start); // on the conditions
  const matrix: number[][] = [];
  for (let j = 0; j < Math.min(STEPS, n); j++) {
    for (let pass = 0; pass < 2; pass++) {
      for (const known of basis) {
        const part = product(known, next);
        for (let k = 0; k < n; k++) next[k]! -= part * known[k]!;
      }
    }
    const size = Math.sqrt(product(next, next));
    if (!(size > 1e-300) || (j > 0 && size < 1e-13 * Math.sqrt(Math.abs(matrix[0]?.[0] ?? 0)))) break;
    const own = next.map((value) => value / size);
    basis.push(own);
    next = apply(own);
    matrix.push(basis.map((known) => product(known, next)));
  }
  const m = basis.length;
  const full = Array.from({ length: m }, (_, i) =>
    Array.from({ length: m }, (_, j) => matrix[Math.max(i, j)]![Math.min(i, j)]!),
  );
  return symmetricEigen(full).map(({ value }) => value);
}

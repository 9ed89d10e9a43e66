/**
 * One linearized step of a control: among the changes d within the bounds that come nearest to the target, J d = -r, the one that
 * makes g.d + d.B d / 2 least. The tangent J may have any shape and rank: singular values decide which part of the target can be reached
 * at all. Bounds by an active set.
 */
import { Dense } from "../numeric/matrix.ts";
import { type SingularValues, singularValues } from "../numeric/svd.ts";
import { dot, maxNorm, norm, type Vector } from "../numeric/vector.ts";

export interface StepProblem {
  /** Rows of J, one a target. */
  readonly tangent: readonly Vector[];
  readonly residual: Vector;
  /** g and B; B positive definite, row after row. */
  readonly gradient: Vector;
  readonly hessian: Vector;
  /** Of d; 0 lies between them. */
  readonly low: Vector;
  readonly high: Vector;
}

export interface NewtonStep {
  readonly change: Vector;
  /** lambda: g + B d + J^T lambda = 0 where d is free. */
  readonly multipliers: Vector;
  /** Of J, over the free unknowns. */
  readonly rank: number;
  /** |r + J d| */
  readonly left: number;
  /** Unknowns that a bound holds: -1 at the lowest, 1 at the highest value, 0 free. */
  readonly held: Int8Array;
}

/** Singular values below this part of the largest count as zero. */
export const RANK = 1e-10;

export function newtonStep(problem: StepProblem): NewtonStep {
  const { low, high } = problem;
  const held = new Int8Array(low.length);
  const seen = new Set<string>();
  for (;;) {
    const step = solveFree(problem, held);
    const before = held.join();
    if (seen.has(before)) return { ...step, change: clipped(step.change, low, high) };
    seen.add(before);
    step.change.forEach((entry, i) => {
      if (held[i] === 0 && entry < low[i]!) held[i] = -1;
      if (held[i] === 0 && entry > high[i]!) held[i] = 1;
    });
    if (held.join() !== before) continue;
    const wrong = worstHeld(problem, step);
    if (wrong === undefined) return step;
    held[wrong] = 0;
  }
}

/** A held unknown that would rather leave its bound: to come nearer to the target, or, where that is reached, for less effort. */
function worstHeld({ tangent, residual, gradient, hessian }: StepProblem, step: NewtonStep): number | undefined {
  const { change, held, left, multipliers } = step;
  const missed = left > 1e-9 * norm(residual);
  const rest = Float64Array.from(tangent, (row, k) => residual[k]! + dot(row, change));
  const slope = change.map((_, i) => {
    const toTarget = tangent.reduce((sum, row, k) => sum + row[i]! * (missed ? rest[k]! : multipliers[k]!), 0);
    return missed ? toTarget : toTarget + gradient[i]! + productAt(hessian, change, i);
  });
  const scale = 1e-9 * maxNorm(slope);
  let worst: number | undefined;
  for (let i = 0; i < held.length; i++) {
    if (held[i] === 0 || !(slope[i]! * held[i]! > scale)) continue;
    if (worst === undefined || Math.abs(slope[i]!) > Math.abs(slope[worst]!)) worst = i;
  }
  return worst;
}

/** With the held unknowns at their bounds and the others free. */
function solveFree({ tangent, residual, gradient, hessian, low, high }: StepProblem, held: Int8Array): NewtonStep {
  const n = held.length;
  const change = Float64Array.from(held, (side, i) => (side === 0 ? 0 : side < 0 ? low[i]! : high[i]!));
  const free = Array.from(held.keys()).filter((i) => held[i] === 0);
  const rest = Float64Array.from(tangent, (row, k) => residual[k]! + dot(row, change));
  const parts = singularValues(tangent.map((row) => Float64Array.from(free, (i) => row[i]!)));
  const rank = parts.values.filter((value) => value > 0 && value > RANK * parts.values[0]!).length;
  const size = free.length + rank;
  const matrix = new Dense(size);
  const x = new Float64Array(size);
  free.forEach((i, a) => {
    free.forEach((j, b) => {
      matrix.add(a, b, hessian[i * n + j]!);
    });
    x[a] = -gradient[i]! - productAt(hessian, change, i);
    for (let k = 0; k < rank; k++) {
      matrix.add(a, free.length + k, parts.right[k]![a]!);
      matrix.add(free.length + k, a, parts.right[k]![a]!);
    }
  });
  for (let k = 0; k < rank; k++) x[free.length + k] = -dot(parts.left[k]!, rest) / parts.values[k]!;
  if (size > 0 && matrix.factor()) matrix.solve(x);
  free.forEach((i, a) => {
    change[i] = x[a]!;
  });
  const left = norm(Float64Array.from(tangent, (row, k) => residual[k]! + dot(row, change)));
  return { change, multipliers: multipliersOf(parts, x.subarray(free.length), rank), rank, left, held };
}

/** From multipliers of the rotated equations to those of the targets. */
function multipliersOf({ left, values }: SingularValues, rotated: Vector, rank: number): Vector {
  const multipliers = new Float64Array(left.length);
  for (let k = 0; k < rank; k++) {
    for (let i = 0; i < multipliers.length; i++) multipliers[i]! += (left[k]![i]! * rotated[k]!) / values[k]!;
  }
  return multipliers;
}

function productAt(matrix: Vector, x: Vector, row: number): number {
  let sum = 0;
  for (let j = 0; j < x.length; j++) sum += matrix[row * x.length + j]! * x[j]!;
  return sum;
}

function clipped(x: Vector, low: Vector, high: Vector): Vector {
  return x.map((entry, i) => Math.min(high[i]!, Math.max(low[i]!, entry)));
}

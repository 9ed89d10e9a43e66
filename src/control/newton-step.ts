/**
 * One linearized step of a control: a change d within the bounds that comes nearest to the target, J d = -r; where d can meet it, the
 * one that makes g.d + d.B d / 2 least. The tangent J may have any shape and rank: singular values decide which part of the target can be reached
 * at all. Bounds by an active set.
 */
import { boxMinimum } from "../numeric/box-minimum.ts";
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
  const free = solveFree(problem, new Int8Array(low.length));
  if (free.change.every((entry, i) => entry >= low[i]! && entry <= high[i]!)) return free;
  const step = solveFree(problem, heldAtBounds(problem));
  const change = step.change.map((entry, i) => Math.min(high[i]!, Math.max(low[i]!, entry)));
  return { ...step, change, left: leftBy(problem, change) };
}

/** |r + J d| */
function leftBy({ tangent, residual }: StepProblem, change: Vector): number {
  return norm(Float64Array.from(tangent, (row, k) => residual[k]! + dot(row, change)));
}

/** Weight of the target against the effort, relative, where the bounds decide between them. */
const TARGET_WEIGHT = 1e8;

/** Which bounds hold: those of the box minimum of w |r + J d|^2 / 2 + g.d + d.B d / 2. */
function heldAtBounds({ tangent, residual, gradient, hessian, low, high }: StepProblem): Int8Array {
  const n = low.length;
  const size = Math.max(...tangent.map((row) => dot(row, row)), 1e-300);
  const weight = (TARGET_WEIGHT * Math.max(maxNorm(hessian), 1e-300)) / size;
  const matrix = Float64Array.from(hessian);
  const slope = Float64Array.from(gradient);
  tangent.forEach((row, k) => {
    for (let i = 0; i < n; i++) {
      slope[i]! += weight * row[i]! * residual[k]!;
      for (let j = 0; j < n; j++) matrix[i * n + j]! += weight * row[i]! * row[j]!;
    }
  });
  return boxMinimum(matrix, slope, low, high).held;
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
  const left = leftBy({ tangent, residual, gradient, hessian, low, high }, change);
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

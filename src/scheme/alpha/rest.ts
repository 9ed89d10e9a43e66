/**
 * Proves that a machine of which every coordinate sticks in the alpha scheme stays stuck until the end: then x+ = x- in
 * every step, and the friction that this takes, (2/dt^2 M + 2 alpha K) (x- - x) + K x - f, lies within its bounds for both
 * positions and for all values that f still has to come.
 */
import type { Matrix } from "../../numeric/matrix.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { CoordinateBox } from "../../step/solvers/coordinate-box.ts";
import type { ForceTable } from "./force-table.ts";

/** Part of the bounds that friction must keep away from them: more than round-off. */
const MARGIN = 1e-9;

export interface RestProof {
  /** Whether it holds at two positions that follow each other, from a node on; `push`: constant force beside, N. */
  holds(one: Vector, other: Vector, node: number, push: Vector): boolean;
}

/** `swing`: 2/dt^2 M + 2 alpha K. */
export function restProof(swing: Matrix, stiffness: Matrix, forces: ForceTable, box: CoordinateBox): RestProof {
  const { size: n, lower, upper } = box;
  const change = new Float64Array(n);
  const needed = new Float64Array(n);

  function holdsAt(before: Vector, x: Vector, node: number, push: Vector): boolean {
    for (let i = 0; i < n; i++) change[i] = before[i]! - x[i]!;
    swing.multiply(change, needed);
    stiffness.multiplyAdd(x, needed);
    for (let i = 0; i < n; i++) {
      const margin = MARGIN * (upper[i]! - lower[i]!);
      const rest = needed[i]! - push[i]!;
      if (!(rest - forces.most[node * n + i]! >= lower[i]! + margin)) return false;
      if (!(rest - forces.least[node * n + i]! <= upper[i]! - margin)) return false;
    }
    return true;
  }

  return {
    holds: (one, other, node, push) => holdsAt(one, other, node, push) && holdsAt(other, one, node, push),
  };
}

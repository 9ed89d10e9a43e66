/**
 * Which admissible forces F come nearest to what a step needs: those that leave least of it, min (r - W F) . A (r - W F).
 * The forces of a constant machine are measured with A = D^{-1}, D the diagonal of M: they follow from the equations of the coordinates
 * that their rows act on, and those of rows that share none are independent, however the mass couples them. First moments, and all of
 * a machine that varies, are measured with A = M^{-1}: what they leave moves no row that is held.
 */
import { components } from "../../numeric/components.ts";
import { type Rows, rowsFrom } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import { diagonalEntry, products } from "./rows-of.ts";

export interface Metric {
  /** W^T A. */
  readonly weights: Rows;
  /** W^T A W, its non-zero entries, and its diagonal, 1/kg. */
  readonly matrix: Rows;
  readonly own: Vector;
  /** Rows that depend on each other, directly or through others. */
  readonly groups: readonly (readonly number[])[];
}

/** Of constant weights. */
export function metricOf(weights: Rows, directions: Rows, size: number): Metric {
  const matrix = rowsFrom(products(directions, weights, size));
  return {
    weights,
    matrix,
    own: Float64Array.from({ length: matrix.count }, (_, i) => diagonalEntry(matrix, i)),
    groups: components(matrix, matrix.count).map(({ rows }) => [...rows]),
  };
}

/** W^T D^{-1}. */
export function byDiagonal(mass: Rows, directions: Rows): Rows {
  const { column, value } = directions;
  return { ...directions, value: value.map((entry, e) => entry / diagonalEntry(mass, column[e]!)) };
}

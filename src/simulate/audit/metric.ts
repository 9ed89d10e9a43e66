/**
 * Which admissible forces F come nearest to what a step needs: those that leave least of it, min (r - W F) . A (r - W F).
 * The forces of a constant machine are measured with A = D^{-1}, D the diagonal of M: they follow from the equations of the coordinates
 * that their rows act on, and those of rows that share none are independent, however the mass couples them. First moments, and all of
 * a machine that varies, are measured with A = M^{-1}: what they leave moves no row that is held.
 */
import { components } from "../../numeric/components.ts";
import { type Rows, rowsFrom } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import { boxLeastSquares } from "./box-least-squares.ts";
import { diagonalEntry, entriesOf, entryAt, products } from "./rows-of.ts";

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

/** Rows of a group up to which it is solved for how its forces follow from what is needed. */
const MOST_TOGETHER = 30;

/**
 * How much a row's force changes where what is needed on a coordinate does: sizes of the entries of (W^T A W)^{-1} W^T A, all forces within
 * their bounds. Of large groups, and of rows that depend linearly on others, each row as if it were alone.
 */
export function responseOf({ weights, matrix, own, groups }: Metric): Rows {
  const lists = Array.from(own, (each, row) => {
    const { columns, values } = entriesOf(weights, row);
    return { columns, values: values.map((value) => Math.abs(value) / each) };
  });
  const [target, force] = [new Float64Array(own.length), new Float64Array(own.length)];
  const open = new Float64Array(own.length).fill(1);
  for (const group of groups) {
    if (group.length === 1 || group.length > MOST_TOGETHER) continue;
    const solver = boxLeastSquares({ matrix, groups: [group] });
    const columns = [...new Set(group.flatMap((row) => lists[row]!.columns))].sort((a, b) => a - b);
    const found = columns.map((column) => {
      for (const row of group) target[row] = entryAt(weights, row, column);
      solver.solveFree(open, target, force);
      return group.map((row) => Math.abs(force[row]!));
    });
    group.forEach((row, i) => {
      const values = found.map((forces) => forces[i]!);
      if (values.some((value) => value > 0)) lists[row] = { columns, values };
    });
  }
  return rowsFrom(lists);
}

/** W^T D^{-1}. */
export function byDiagonal(mass: Rows, directions: Rows): Rows {
  const { column, value } = directions;
  return { ...directions, value: value.map((entry, e) => entry / diagonalEntry(mass, column[e]!)) };
}

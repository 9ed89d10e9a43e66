/**
 * Which admissible forces F come nearest to what a step needs: those that leave least of it, min (r - W F) . A (r - W F).
 * The forces of a constant machine are measured with A = D^{-1}, D the diagonal of M: they follow from the equations of the coordinates
 * that their rows act on, and those of rows that share none are independent, however the mass couples them. First moments, and all of
 * a machine that varies, are measured with A = M^{-1}: what they leave moves no row that is held.
 */
import { components } from "../../numeric/components.ts";
import { luFactor, luSolve } from "../../numeric/lu.ts";
import { type Rows, rowsFrom, type SparseRow } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import { DEPENDENT } from "./box-least-squares.ts";
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
 * their bounds. Of rows that depend on each other linearly, and of large groups, each row as if it were alone.
 */
export function followed({ weights, matrix, own, groups }: Metric): Rows {
  const lists: SparseRow[] = [];
  for (const group of groups) {
    const found = group.length > 1 && group.length <= MOST_TOGETHER ? solved(weights, matrix, group) : undefined;
    group.forEach((row, k) => {
      lists[row] = found?.[k] ?? aloneRow(weights, own, row);
    });
  }
  return rowsFrom(lists);
}

function aloneRow(weights: Rows, own: Vector, row: number): SparseRow {
  const { columns, values } = entriesOf(weights, row);
  return { columns, values: values.map((value) => Math.abs(value) / own[row]!) };
}

function solved(weights: Rows, matrix: Rows, group: readonly number[]): SparseRow[] | undefined {
  const size = group.length;
  const factors = new Float64Array(size * size);
  const scale = group.map((row) => Math.sqrt(diagonalEntry(matrix, row))); // so that it has ones on its diagonal
  group.forEach((row, i) => {
    const { columns, values } = entriesOf(matrix, row);
    columns.forEach((other, e) => {
      const j = group.indexOf(other);
      factors[i * size + j] = values[e]! / scale[i]! / scale[j]!;
    });
  });
  const pivots = new Int32Array(size);
  if (!luFactor(factors, size, size, pivots, DEPENDENT)) return undefined;
  const columns = [...new Set(group.flatMap((row) => [...entriesOf(weights, row).columns]))].sort((a, b) => a - b);
  const found = group.map(() => new Float64Array(columns.length));
  const forces = new Float64Array(size);
  columns.forEach((column, k) => {
    group.forEach((row, i) => {
      forces[i] = entryAt(weights, row, column) / scale[i]!;
    });
    luSolve(factors, size, size, pivots, forces);
    for (let i = 0; i < size; i++) found[i]![k] = Math.abs(forces[i]!) / scale[i]!;
  });
  return found.map((values) => ({ columns, values: [...values] }));
}

/** W^T D^{-1}. */
export function byDiagonal(mass: Rows, directions: Rows): Rows {
  const { column, value } = directions;
  return { ...directions, value: value.map((entry, e) => entry / diagonalEntry(mass, column[e]!)) };
}

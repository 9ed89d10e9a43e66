import type { Matrix } from "./matrix.ts";
import type { Vector } from "./vector.ts";

/** Sparse rows over a number of columns: the directions of friction rows, mostly one or two entries each. */
export interface Rows {
  readonly count: number;
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly value: Vector;
  /** Counts the changes of the values: who derives something from them keeps it until then. */
  version: number;
}

/** The non-zero entries of one row, columns ascending. */
export interface SparseRow {
  readonly columns: readonly number[];
  readonly values: readonly number[];
}

export function sparseRow(dense: readonly number[]): SparseRow {
  const columns: number[] = [];
  for (let j = 0; j < dense.length; j++) if (dense[j] !== 0) columns.push(j);
  return { columns, values: columns.map((j) => dense[j]!) };
}

/** The non-zero entries of rows. */
export function rowsFrom(list: readonly (readonly number[] | SparseRow)[]): Rows {
  const start = new Int32Array(list.length + 1);
  const column: number[] = [];
  const value: number[] = [];
  list.forEach((row, i) => {
    const { columns, values } = "columns" in row ? row : sparseRow(row);
    for (let k = 0; k < columns.length; k++) {
      column.push(columns[k]!);
      value.push(values[k]!);
    }
    start[i + 1] = column.length;
  });
  return { count: list.length, start, column: Int32Array.from(column), value: Float64Array.from(value), version: 0 };
}

/** out = R x */
export function rowsMultiply(rows: Rows, x: Vector, out: Vector): void {
  for (let i = 0; i < rows.count; i++) {
    let sum = 0;
    for (let k = rows.start[i]!; k < rows.start[i + 1]!; k++) sum += rows.value[k]! * x[rows.column[k]!]!;
    out[i] = sum;
  }
}

/** out += R^T y */
export function rowsAddTransposed(rows: Rows, y: Vector, out: Vector): void {
  for (let i = 0; i < rows.count; i++) {
    const factor = y[i]!;
    if (factor === 0) continue;
    for (let k = rows.start[i]!; k < rows.start[i + 1]!; k++) out[rows.column[k]!]! += factor * rows.value[k]!;
  }
}

/** The rows of R^T. */
export function rowsTransposed({ count, start, column, value }: Rows, columns: number): Rows {
  const starts = new Int32Array(columns + 1);
  for (const j of column) starts[j + 1]!++;
  for (let j = 0; j < columns; j++) starts[j + 1]! += starts[j]!;
  const next = starts.slice(0, columns);
  const rows = new Int32Array(value.length);
  const values = new Float64Array(value.length);
  for (let row = 0; row < count; row++) {
    for (let e = start[row]!; e < start[row + 1]!; e++) {
      const place = next[column[e]!]!++;
      rows[place] = row;
      values[place] = value[e]!;
    }
  }
  return { count: columns, start: starts, column: rows, value: values, version: 0 };
}

/** Sum of the sizes of the terms of a row of R x: what its terms cancel from, and so what its round-off is a part of. */
export function rowsTerms(rows: Rows, x: Vector, row: number): number {
  let sum = 0;
  for (let k = rows.start[row]!; k < rows.start[row + 1]!; k++) sum += Math.abs(rows.value[k]! * x[rows.column[k]!]!);
  return sum;
}

/** into += the sum of weight_i r_i r_i^T over the rows r_i. */
export function rowsAddDyads(rows: Rows, weight: Vector, into: Matrix): void {
  const { start, column, value } = rows;
  for (let i = 0; i < rows.count; i++) {
    for (let a = start[i]!; a < start[i + 1]!; a++) {
      for (let b = start[i]!; b < start[i + 1]!; b++) {
        into.add(column[a]!, column[b]!, weight[i]! * value[a]! * value[b]!);
      }
    }
  }
}

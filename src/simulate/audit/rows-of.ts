/** Matrices as the audit keeps them: rows of their entries. */
import type { Matrix } from "../../numeric/matrix.ts";
import { type Rows, rowsFrom, rowsTransposed, type SparseRow } from "../../numeric/rows.ts";

/** The non-zero entries of a matrix. */
export function sparse(matrix: Matrix): Rows {
  const start = new Int32Array(matrix.size + 1);
  const column: number[] = [];
  const value: number[] = [];
  for (let i = 0; i < matrix.size; i++) {
    for (let j = matrix.firstIn(i), end = matrix.lastIn(i); j < end; j++) {
      const entry = matrix.at(i, j);
      if (entry === 0) continue;
      column.push(j);
      value.push(entry);
    }
    start[i + 1] = column.length;
  }
  return { count: matrix.size, start, column: Int32Array.from(column), value: Float64Array.from(value), version: 0 };
}

/** Room for all entries, zero. */
export function fullRows(count: number, columns: number): Rows {
  const all = Array.from({ length: columns }, (_, j) => j);
  return rowsFrom(Array.from({ length: count }, () => ({ columns: all, values: all.map(() => 0) })));
}

/** Fills rows with room for all entries. */
export function copyEntries(matrix: Matrix, into: Rows): void {
  const n = matrix.size;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) into.value[i * n + j] = matrix.at(i, j);
}

export function absolute(rows: Rows): Rows {
  return { ...rows, value: rows.value.map(Math.abs) };
}

/** Lets the entries of `largest` grow to the sizes of those of `rows`. */
export function growTo({ value }: Rows, largest: Rows): void {
  for (let k = 0; k < value.length; k++) {
    const size = Math.abs(value[k]!);
    if (size > largest.value[k]!) largest.value[k] = size;
  }
}

/** The diagonal of a matrix that has nothing else; undefined for others. */
export function diagonalOf({ count, start, column, value }: Rows): Float64Array | undefined {
  if (value.length !== count) return undefined;
  for (let i = 0; i < count; i++) if (start[i] !== i || column[i] !== i) return undefined;
  return value;
}

/** W^T U of two lists of sparse rows, row after row: sums over the coordinates that both have, ascending. */
export function products(directions: Rows, inverse: Rows, size: number): SparseRow[] {
  const users = rowsTransposed(inverse, size);
  const sums = new Float64Array(inverse.count);
  return Array.from({ length: directions.count }, (_, i) => {
    const met = new Set<number>();
    for (let k = directions.start[i]!; k < directions.start[i + 1]!; k++) {
      const j = directions.column[k]!;
      for (let e = users.start[j]!; e < users.start[j + 1]!; e++) {
        const row = users.column[e]!;
        met.add(row);
        sums[row]! += directions.value[k]! * users.value[e]!;
      }
    }
    const columns = [...met].sort((a, b) => a - b).filter((row) => sums[row] !== 0);
    const values = columns.map((row) => sums[row]!);
    for (const row of met) sums[row] = 0;
    return { columns, values };
  });
}

export function entryAt({ start, column, value }: Rows, i: number, j: number): number {
  for (let k = start[i]!; k < start[i + 1]!; k++) if (column[k] === j) return value[k]!;
  return 0;
}

export const diagonalEntry = (rows: Rows, i: number): number => entryAt(rows, i, i);

export function entriesOf({ start, column, value }: Rows, i: number): SparseRow {
  return {
    columns: [...column.subarray(start[i]!, start[i + 1]!)],
    values: [...value.subarray(start[i]!, start[i + 1]!)],
  };
}

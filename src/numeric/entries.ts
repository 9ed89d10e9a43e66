import { type Rows, rowsFrom, type SparseRow } from "./rows.ts";

/** The non-zero entries of a square matrix while it is put together: what costs n x n numbers in a table costs here what is in it. */
export class Entries {
  readonly size: number;
  private readonly lines: readonly Map<number, number>[];

  constructor(size: number) {
    this.size = size;
    this.lines = Array.from({ length: size }, () => new Map());
  }

  static from(rows: readonly (readonly number[])[]): Entries {
    const entries = new Entries(rows.length);
    rows.forEach((row, i) => {
      for (let j = 0; j < row.length; j++) entries.add(i, j, row[j]!);
    });
    return entries;
  }

  at(i: number, j: number): number {
    return this.lines[i]!.get(j) ?? 0;
  }

  add(i: number, j: number, value: number): void {
    if (value === 0) return;
    const line = this.lines[i]!;
    line.set(j, (line.get(j) ?? 0) + value);
  }

  /** Adds value w w^T. */
  addDyad({ columns, values }: SparseRow, value: number): void {
    if (value === 0) return;
    for (let a = 0; a < columns.length; a++) {
      for (let b = 0; b < columns.length; b++) this.add(columns[a]!, columns[b]!, value * values[a]! * values[b]!);
    }
  }

  /** Calls with every entry that is not zero, row after row. */
  each(call: (i: number, j: number, value: number) => void): void {
    this.lines.forEach((line, i) => {
      for (const [j, value] of line) if (value !== 0) call(i, j, value);
    });
  }

  /** The entries that are not zero, columns ascending. */
  rows(): Rows {
    return rowsFrom(
      this.lines.map((line) => {
        const columns = [...line.keys()].filter((j) => line.get(j) !== 0).sort((a, b) => a - b);
        return { columns, values: columns.map((j) => line.get(j)!) };
      }),
    );
  }

  /** The same with more rows and columns, of which the diagonal is given. */
  enlarged(size: number, diagonal: number): Entries {
    const wide = new Entries(size);
    this.each((i, j, value) => wide.add(i, j, value));
    for (let i = this.size; i < size; i++) wide.add(i, i, diagonal);
    return wide;
  }
}

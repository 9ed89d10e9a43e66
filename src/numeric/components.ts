import type { Rows } from "./rows.ts";

/** Rows that share columns, directly or through others, with these columns; both ascending. */
export interface Component {
  readonly rows: Int32Array;
  readonly columns: Int32Array;
}

/** What can be eliminated by itself: no row has entries in the columns of two components. Ordered by first rows. */
export function components({ count, start, column }: Rows, size: number): Component[] {
  const parent = Int32Array.from({ length: size }, (_, j) => j);
  const root = (j: number): number => {
    let at = j;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  };
  for (let i = 0; i < count; i++) {
    for (let k = start[i]! + 1; k < start[i + 1]!; k++) parent[root(column[k]!)] = root(column[start[i]!]!);
  }
  const found = new Map<number, { rows: number[]; columns: number[] }>();
  for (let i = 0; i < count; i++) {
    const key = start[i] === start[i + 1] ? -1 - i : root(column[start[i]!]!); // an empty row is one of its own
    const known = found.get(key) ?? { rows: [], columns: [] };
    known.rows.push(i);
    found.set(key, known);
  }
  for (let j = 0; j < size; j++) found.get(root(j))?.columns.push(j);
  return [...found.values()].map(({ rows, columns }) => ({
    rows: Int32Array.from(rows),
    columns: Int32Array.from(columns),
  }));
}

/** The rows of a component over its own columns. */
export function componentRows(rows: Rows, { rows: list, columns }: Component): Rows {
  const place = new Map(Array.from(columns, (j, k) => [j, k]));
  const start = new Int32Array(list.length + 1);
  const column: number[] = [];
  const value: number[] = [];
  list.forEach((i, at) => {
    for (let k = rows.start[i]!; k < rows.start[i + 1]!; k++) {
      column.push(place.get(rows.column[k]!)!);
      value.push(rows.value[k]!);
    }
    start[at + 1] = column.length;
  });
  return { count: list.length, start, column: Int32Array.from(column), value: Float64Array.from(value), version: 0 };
}

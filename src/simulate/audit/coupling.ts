/** How the rows act on each other through the mass: W^T M^{-1}, G = W^T M^{-1} W, and the groups of rows that are coupled. */
import { linearOf, type System } from "../../model/system.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import { type Rows, rowsFrom, type SparseRow } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";

export interface Coupling {
  /** M^{-1} w of each row. */
  readonly inverseRows: Rows;
  /** M^{-1}. */
  readonly inverseMass: Rows;
  /** w_i M^{-1} w_i, 1/kg. */
  readonly compliance: Vector;
  /** G, its non-zero entries. */
  readonly matrix: Rows;
  /** Rows that act on each other, directly or through others. */
  readonly groups: readonly (readonly number[])[];
}

export function rowCoupling(system: System): Coupling {
  const linear = linearOf(system);
  const { size, rows } = system;
  const { directions } = linear;
  const mass = system.matrix();
  linear.mass.addTo(mass, 1);
  mass.factor();
  const units = Array.from({ length: size }, (_, k) => ({ columns: [k], values: [1] }));
  const own = rows.map((_, i) => entriesOf(directions, i));
  const inverseRows = rowsFrom(own.map(solver(mass)));
  const matrix = rowsFrom(products(directions, inverseRows, size));
  return {
    inverseRows,
    inverseMass: rowsFrom(units.map(solver(mass))),
    compliance: Float64Array.from(rows, (_, i) => entryAt(matrix, i, i)),
    matrix,
    groups: groupsOf(matrix),
  };
}

function entriesOf({ start, column, value }: Rows, i: number): SparseRow {
  return {
    columns: [...column.subarray(start[i]!, start[i + 1]!)],
    values: [...value.subarray(start[i]!, start[i + 1]!)],
  };
}

function entryAt({ start, column, value }: Rows, i: number, j: number): number {
  for (let k = start[i]!; k < start[i + 1]!; k++) if (column[k] === j) return value[k]!;
  return 0;
}

/** M^{-1} w of a sparse w, sparse where the mass couples little. */
function solver(mass: Matrix): (w: SparseRow) => SparseRow {
  const dense = new Float64Array(mass.size);
  const range = new Int32Array(2);
  return ({ columns, values }) => {
    columns.forEach((j, k) => {
      dense[j] = values[k]!;
    });
    range[0] = columns[0] ?? 0;
    range[1] = (columns.at(-1) ?? -1) + 1;
    mass.solveWithin(dense, range);
    const found: { columns: number[]; values: number[] } = { columns: [], values: [] };
    for (let j = range[0]!; j < range[1]!; j++) {
      if (dense[j] !== 0) {
        found.columns.push(j);
        found.values.push(dense[j]!);
      }
      dense[j] = 0;
    }
    return found;
  };
}

/** W^T U of two lists of sparse rows, row after row: sums over the coordinates that both have, ascending. */
function products(directions: Rows, inverse: Rows, size: number): SparseRow[] {
  const users: number[][] = Array.from({ length: size }, () => []); // of each coordinate: the rows of `inverse` that have it
  for (let i = 0; i < inverse.count; i++) {
    for (let k = inverse.start[i]!; k < inverse.start[i + 1]!; k++) users[inverse.column[k]!]!.push(i);
  }
  const w = new Float64Array(size);
  return Array.from({ length: directions.count }, (_, i) => {
    const met = new Set<number>();
    for (let k = directions.start[i]!; k < directions.start[i + 1]!; k++) {
      w[directions.column[k]!] = directions.value[k]!;
      for (const j of users[directions.column[k]!]!) met.add(j);
    }
    const columns = [...met].sort((a, b) => a - b);
    const values = columns.map((j) => {
      let sum = 0;
      for (let k = inverse.start[j]!; k < inverse.start[j + 1]!; k++) sum += w[inverse.column[k]!]! * inverse.value[k]!;
      return sum;
    });
    for (let k = directions.start[i]!; k < directions.start[i + 1]!; k++) w[directions.column[k]!] = 0;
    const kept = columns.map((_, k) => k).filter((k) => values[k] !== 0);
    return { columns: kept.map((k) => columns[k]!), values: kept.map((k) => values[k]!) };
  });
}

function groupsOf({ count, start, column }: Rows): number[][] {
  const groups: number[][] = [];
  const seen = new Uint8Array(count);
  for (let first = 0; first < count; first++) {
    if (seen[first]) continue;
    const group = [first];
    seen[first] = 1;
    for (const i of group) {
      for (let k = start[i]!; k < start[i + 1]!; k++) {
        const j = column[k]!;
        if (seen[j]) continue;
        seen[j] = 1;
        group.push(j);
      }
    }
    groups.push(group);
  }
  return groups;
}

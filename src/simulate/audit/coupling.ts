/** How the rows act on each other through the mass: W^T M^{-1}, G = W^T M^{-1} W, and the groups of rows that are coupled. */
import { linearOf, type System } from "../../model/system.ts";
import { type Rows, rowsFrom } from "../../numeric/rows.ts";
import { dot, type Vector } from "../../numeric/vector.ts";

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
  const solved = (w: Vector) => {
    mass.solve(w);
    return w;
  };
  const unit = (k: number) => Float64Array.from({ length: size }, (_, j) => (j === k ? 1 : 0));
  const dense = rows.map((_, i) => {
    const w = new Float64Array(size);
    for (let k = directions.start[i]!; k < directions.start[i + 1]!; k++) {
      w[directions.column[k]!] = directions.value[k]!;
    }
    return w;
  });
  const inverse = dense.map((w) => solved(Float64Array.from(w)));
  const matrix = dense.map((w) => inverse.map((u) => dot(w, u)));
  return {
    inverseRows: rowsFrom(inverse.map((u) => [...u])),
    inverseMass: rowsFrom(Array.from({ length: size }, (_, k) => [...solved(unit(k))])),
    compliance: Float64Array.from(matrix, (row, i) => row[i]!),
    matrix: rowsFrom(matrix),
    groups: groupsOf(matrix),
  };
}

function groupsOf(matrix: readonly (readonly number[])[]): number[][] {
  const groups: number[][] = [];
  const seen = new Set<number>();
  matrix.forEach((_, first) => {
    if (seen.has(first)) return;
    const group = [first];
    seen.add(first);
    for (const i of group) {
      matrix[i]!.forEach((entry, j) => {
        if (entry === 0 || seen.has(j)) return;
        seen.add(j);
        group.push(j);
      });
    }
    groups.push(group);
  });
  return groups;
}

/** The coupling of rows whose directions, or whose mass, change with the place: all entries, filled in again at each step. */
import type { System } from "../../model/system.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import type { Rows } from "../../numeric/rows.ts";
import type { Coupling } from "./coupling.ts";
import { absolute, copyEntries, fullRows, growTo } from "./rows-of.ts";

export function varyingCoupling(system: System): Coupling {
  const { size: n, rows } = system;
  const m = rows.length;
  const make = () => ({ mass: fullRows(n, n), inverseRows: fullRows(m, n), inverseMass: fullRows(n, n) });
  const parts = make();
  const matrix = fullRows(m, m);
  const compliance = new Float64Array(m);
  const largest = { ...make(), directions: absolute(system.newDirections()) };
  const raw = system.matrix();
  const column = new Float64Array(n);

  /** out = M^{-1} column, as row i of `into`. */
  function put(inertia: Matrix, into: Rows, i: number): void {
    inertia.solve(column);
    into.value.set(column, i * n);
  }

  function couple({ start, column: place, value }: Rows): void {
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < m; j++) {
        let sum = 0;
        for (let k = start[i]!; k < start[i + 1]!; k++) sum += value[k]! * parts.inverseRows.value[j * n + place[k]!]!;
        matrix.value[i * m + j] = sum;
      }
      compliance[i] = matrix.value[i * m + i]!;
    }
    matrix.version++;
  }

  return {
    ...parts,
    compliance,
    matrix,
    groups: m === 0 ? [] : [rows.map((_, i) => i)],
    varies: true,
    largest,
    update({ x, directions, inertia }) {
      system.massAt(x, raw);
      copyEntries(raw, parts.mass);
      for (let k = 0; k < n; k++) {
        column.fill(0);
        column[k] = 1;
        put(inertia!, parts.inverseMass, k);
      }
      const { start, column: place, value } = directions;
      for (let i = 0; i < m; i++) {
        column.fill(0);
        for (let k = start[i]!; k < start[i + 1]!; k++) column[place[k]!] = value[k]!;
        put(inertia!, parts.inverseRows, i);
      }
      couple(directions);
      growTo(parts.mass, largest.mass);
      growTo(parts.inverseRows, largest.inverseRows);
      growTo(parts.inverseMass, largest.inverseMass);
      growTo(directions, largest.directions);
    },
    kept: [...Object.values(largest)].map(({ value }) => value).concat(compliance),
  };
}

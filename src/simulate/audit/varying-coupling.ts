/** The coupling of rows whose directions, or whose mass, change with the place: all entries, filled in again at each step. */

import type { System } from "../../model/system.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import type { Rows } from "../../numeric/rows.ts";
import { setZero } from "../../numeric/vector.ts";
import type { Coupling } from "./coupling.ts";
import type { Metric } from "./metric.ts";
import { absolute, copyEntries, fullRows, growTo } from "./rows-of.ts";

export function varyingCoupling(system: System): Coupling {
  const { size: n, rows } = system;
  const m = rows.length;
  const make = () => ({ mass: fullRows(n, n), inverseRows: fullRows(m, n), inverseMass: fullRows(n, n) });
  const parts = make();
  const matrix = fullRows(m, m);
  const compliance = new Float64Array(m);
  const largest = { ...make(), directions: absolute(system.newDirections()) };
  const column = new Float64Array(n);
  const response = fullRows(m, n);
  const metric: Metric = {
    weights: parts.inverseRows,
    matrix,
    own: compliance,
    groups: m === 0 ? [] : [rows.map((_, i) => i)],
  };
  let known = false; // the mass is constant, and inverted

  /** M^{-1} w of the rows, from the columns of M^{-1}, which is symmetric. */
  function invertRows({ start, column: place, value }: Rows): void {
    const { value: inverse } = parts.inverseMass;
    const { value: out } = parts.inverseRows;
    setZero(out);
    for (let i = 0; i < m; i++) {
      for (let k = start[i]!; k < start[i + 1]!; k++) {
        const weight = value[k]!;
        const from = place[k]! * n;
        for (let j = 0; j < n; j++) out[i * n + j]! += weight * inverse[from + j]!;
      }
    }
  }

  function invert(inertia: Matrix): void {
    copyEntries(inertia, parts.mass);
    for (let k = 0; k < n; k++) {
      setZero(column);
      column[k] = 1;
      inertia.solve(column);
      for (let j = 0; j < n; j++) parts.inverseMass.value[k * n + j] = column[j]!;
    }
  }

  function couple({ start, column: place, value }: Rows): void {
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < m; j++) {
        let sum = 0;
        for (let k = start[i]!; k < start[i + 1]!; k++) sum += value[k]! * parts.inverseRows.value[j * n + place[k]!]!;
        matrix.value[i * m + j] = sum;
      }
      compliance[i] = matrix.value[i * m + i]!;
      for (let j = i * n; j < (i + 1) * n; j++) response.value[j] = parts.inverseRows.value[j]! / compliance[i]!;
    }
    matrix.version++;
  }

  return {
    ...parts,
    compliance,
    forces: metric,
    moments: metric,
    response,
    varies: true,
    largest,
    update({ directions, inertia }) {
      if (!known) invert(inertia!);
      known = system.constant.mass;
      invertRows(directions);
      couple(directions);
      growTo(parts.mass, largest.mass);
      growTo(parts.inverseRows, largest.inverseRows);
      growTo(parts.inverseMass, largest.inverseMass);
      growTo(directions, largest.directions);
    },
    kept: [...Object.values(largest)].map(({ value }) => value).concat(compliance),
  };
}

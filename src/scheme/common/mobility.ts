import { linearOf, type System } from "../../model/system.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";

/** |M^{-1} w|, 1/kg: what errors in the forces on the coordinates make of a row's acceleration; own: w.M^{-1} w. */
export function rowMobility(system: System): { entries: Vector; own: Vector } {
  const n = system.size;
  const m = system.rows.length;
  const { mass: constant, directions } = linearOf(system);
  const mass = system.matrix();
  constant.addTo(mass, 1);
  mass.factor();
  const entries = new Float64Array(m * n);
  const own = new Float64Array(m);
  const unit = new Float64Array(m);
  const response = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    const w = new Float64Array(n);
    unit.fill(0);
    unit[i] = 1;
    rowsAddTransposed(directions, unit, w);
    mass.solve(w);
    rowsMultiply(directions, w, response);
    own[i] = response[i]!;
    for (let j = 0; j < n; j++) entries[i * n + j] = Math.abs(w[j]!);
  }
  return { entries, own };
}

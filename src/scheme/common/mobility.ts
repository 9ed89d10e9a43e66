import type { System } from "../../model/system.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";

export interface Mobility {
  /** |M^{-1} w|, 1/kg: what errors in the forces on the coordinates make of a row's acceleration. */
  readonly entries: Vector;
  /** w.M^{-1} w */
  readonly own: Vector;
  /** Mass and directions follow to a position, where they change with it. */
  place(q: Vector): void;
}

/** `origin`: a position at which mass and directions are defined. */
export function rowMobility(system: System, origin: Vector = new Float64Array(system.size)): Mobility {
  const n = system.size;
  const m = system.rows.length;
  const mass = system.matrix();
  const directions = system.newDirections();
  const entries = new Float64Array(m * n);
  const own = new Float64Array(m);
  const unit = new Float64Array(m);
  const response = new Float64Array(m);
  const w = new Float64Array(n);

  function measure(q: Vector): void {
    system.massAt(q, mass);
    system.directionsAt(q, directions);
    mass.factor();
    for (let i = 0; i < m; i++) {
      unit.fill(0);
      unit[i] = 1;
      w.fill(0);
      rowsAddTransposed(directions, unit, w);
      mass.solve(w);
      rowsMultiply(directions, w, response);
      own[i] = response[i]!;
      for (let j = 0; j < n; j++) entries[i * n + j] = Math.abs(w[j]!);
    }
  }

  measure(origin);
  return {
    entries,
    own,
    place(q) {
      if (!system.constant.mass || !system.constant.directions) measure(q);
    },
  };
}

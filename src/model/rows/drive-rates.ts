/** How fast the drives of the rows change, by their formulas: in time, and along the motion. */

import type { Vector } from "../../numeric/vector.ts";
import type { Deciding } from "../motion-functions.ts";
import { RowValue, type System } from "../system.ts";

export interface DriveRates {
  /** m/s^2, a row each. */
  readonly rate: Vector;
  /** Brings the rates to an instant, [time, side], and the motion there; formulas decide as at `deciding`, if that is given. */
  update(at: Vector, position: Vector, velocity: Vector, deciding?: Deciding): void;
}

export function driveRates({ rows, rowFunctions, rowMotion, size: n }: System): DriveRates {
  const m = rows.length;
  const rate = new Float64Array(m);
  const size = RowValue.count * m;
  const coefficients = new Float64Array(2 * size);
  const expand = rowFunctions?.expansion(1);
  const along = rowMotion?.expansion(1);
  const sides = new Float64Array(along?.switches?.count ?? 0);
  const x = new Float64Array(3 * n); // drives do not depend on velocities

  function expandAlong(at: Vector, position: Vector, velocity: Vector, deciding?: Deciding): void {
    const { begin, next, switches, value } = along!;
    if (deciding) switches?.evaluate(at, deciding.x, deciding.v, sides);
    else switches?.evaluate(at, position, velocity, sides);
    for (let l = 0; l < sides.length; l++) switches!.side[l] = sides[l]! < 0 ? -1 : 1;
    x.set(position, 0);
    x.set(velocity, n);
    begin(at);
    for (let k = 0; k < 2; k++) next(k, x);
    for (let i = 0; i < m; i++) rate[i] = value[size + RowValue.drive * m + i]!;
  }

  return {
    rate,
    update(at, position, velocity, deciding) {
      if (along) expandAlong(at, position, velocity, deciding);
      if (!expand) return;
      expand(at, coefficients);
      for (let i = 0; i < m; i++) rate[i] = coefficients[size + RowValue.drive * m + i]!;
    },
  };
}

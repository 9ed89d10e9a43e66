/** Slip and whole force of each row at a state: the hard part that the scheme found, and weakening. */

import { rowValues } from "../../model/rows/row-values.ts";
import { weakeningAt } from "../../model/rows/soft-force.ts";
import type { System } from "../../model/system.ts";
import { rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { State } from "../../scheme/scheme.ts";

export interface RowForces {
  /** m/s */
  readonly slip: Vector;
  /** -limit (lambda - gamma(s)), N; for stops and joints their force. */
  readonly force: Vector;
  /** `at`: the state's time, and its side. */
  update(state: State, at: Vector): void;
}

export function rowForces(system: System): RowForces {
  const { rows } = system;
  const directions = system.newDirections();
  const m = rows.length;
  const slip = new Float64Array(m);
  const force = new Float64Array(m);
  const soft = new Float64Array(m);
  const slope = new Float64Array(m);
  const values = rowValues(system);
  return {
    slip,
    force,
    update(state, at) {
      values.update(at, state.position, state.velocity);
      system.directionsAt(state.position, directions);
      rowsMultiply(directions, state.velocity, slip);
      for (let i = 0; i < m; i++) slip[i]! -= values.drive[i]!;
      force.set(state.force);
      for (let i = 0; i < m; i++) {
        weakeningAt(rows[i]!.law, i, slip, values, soft, slope);
        force[i]! += soft[i]!;
      }
    },
  };
}

/** What the laws of the rows say at a time: drives, and limits at rest and in slip. */

import type { Vector } from "../numeric/vector.ts";
import { isFriction, lowerForce, upperForce } from "./law.ts";
import { type LinearSystem, RowValue } from "./linear.ts";

export interface RowValues {
  /** Velocity of what a row slips on, m/s. */
  readonly drive: Vector;
  /** Largest forces at rest against positive and negative slip, N. */
  readonly forward: Vector;
  readonly backward: Vector;
  /** Forces in positive and negative slip, N. */
  readonly kineticForward: Vector;
  readonly kineticBackward: Vector;
  /** Whether kinetic and static forces differ. */
  readonly jumps: boolean;
  /** Brings all to an instant: [time, side]. */
  update(at: Vector): void;
}

export function rowValues(system: LinearSystem): RowValues {
  const { rows, rowFunctions } = system;
  const m = rows.length;
  const all = new Float64Array(RowValue.count * m);
  const part = (q: number) => all.subarray(q * m, (q + 1) * m);
  rows.forEach(({ law }, i) => {
    const ratio = isFriction(law) && law.limit > 0 ? law.kinetic / law.limit : 1;
    all[RowValue.forward * m + i] = -lowerForce(law) + 0;
    all[RowValue.backward * m + i] = upperForce(law);
    all[RowValue.kineticForward * m + i] = (-lowerForce(law) + 0) * ratio;
    all[RowValue.kineticBackward * m + i] = upperForce(law) * ratio;
  });
  const values = Float64Array.from(all);
  const fixed = Int8Array.from(rows, ({ law }) => (isFriction(law) ? 0 : 1));
  return {
    drive: part(RowValue.drive),
    forward: part(RowValue.forward),
    backward: part(RowValue.backward),
    kineticForward: part(RowValue.kineticForward),
    kineticBackward: part(RowValue.kineticBackward),
    jumps: rows.some(({ law }) => isFriction(law) && law.kinetic !== law.limit),
    update(at) {
      if (!rowFunctions) return;
      rowFunctions.evaluate(at, values);
      for (let q = 0; q < RowValue.count; q++) {
        for (let i = 0; i < m; i++) if (fixed[i] === 0) all[q * m + i] = values[q * m + i]!;
      }
    },
  };
}

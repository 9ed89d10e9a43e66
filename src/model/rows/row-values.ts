/** What the laws of the rows say at an instant: drives, and limits at rest and in slip. The one place that knows. */

import type { Vector } from "../../numeric/vector.ts";
import type { Deciding } from "../motion-functions.ts";
import { RowValue, type System } from "../system.ts";
import { isFriction, type Law } from "./law.ts";

export interface RowValues {
  /** Velocity of what a row slips on, m/s. */
  readonly drive: Vector;
  /** Largest forces at rest against positive and negative slip, N; of stops 0 and infinite, of joints infinite. */
  readonly forward: Vector;
  readonly backward: Vector;
  /** Forces in positive and negative slip, before weakening, N. */
  readonly kineticForward: Vector;
  readonly kineticBackward: Vector;
  /** Whether kinetic and static forces differ. */
  readonly jumps: boolean;
  /** Brings all to an instant: [time, side], and the motion there (left out only for systems without `rowMotion`). What varies is not a number before. */
  update(at: Vector, position?: Vector, velocity?: Vector, deciding?: Deciding): void;
  /** The same from values of the system's `rowFunctions`, which stand from one place on. */
  accept(values: Vector, start: number): void;
}

export function rowValues({ rows, rowFunctions, rowMotion }: System): RowValues {
  const m = rows.length;
  const all = new Float64Array(RowValue.count * m);
  const part = (q: number) => all.subarray(q * m, (q + 1) * m);
  rows.forEach(({ law }, i) => {
    constantValues(law).forEach((value, q) => {
      all[q * m + i] = value;
    });
  });
  const values = Float64Array.from(all);
  const fixed = Int8Array.from(rows, ({ law }) => (isFriction(law) ? 0 : 1));
  function accept(from: Vector, start: number): void {
    for (let q = 0; q < RowValue.count; q++) {
      for (let i = 0; i < m; i++) {
        if (fixed[i] === 0 || q === RowValue.drive) all[q * m + i] = from[start + q * m + i]!;
      }
    }
  }
  return {
    drive: part(RowValue.drive),
    forward: part(RowValue.forward),
    backward: part(RowValue.backward),
    kineticForward: part(RowValue.kineticForward),
    kineticBackward: part(RowValue.kineticBackward),
    jumps: rows.some(({ law }) => law.jumps),
    update(at, position, velocity, deciding) {
      if (rowFunctions) rowFunctions.evaluate(at, values);
      else if (rowMotion) rowMotion.evaluate(at, position!, velocity!, values, deciding);
      else return;
      accept(values, 0);
    },
    accept,
  };
}

/** Values in the order of RowValue of a row that is not driven; NaN where they vary. */
export function constantValues({ fixed, stop, joint }: Law): number[] {
  const endless = Number.POSITIVE_INFINITY;
  if (stop) return [0, 0, endless, 0, endless];
  if (joint) return [0, endless, endless, endless, endless];
  const { forward, backward, kineticForward, kineticBackward } = fixed ?? UNKNOWN;
  return [0, forward, backward, kineticForward, kineticBackward];
}

const UNKNOWN = {
  forward: Number.NaN,
  backward: Number.NaN,
  kineticForward: Number.NaN,
  kineticBackward: Number.NaN,
};

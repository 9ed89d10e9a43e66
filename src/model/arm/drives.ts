/** Torques in joints that follow the motion in any way, added to the forces of an arm: formulas of t, q and v along constant directions. */

import type { Matrix } from "../../numeric/matrix.ts";
import { type Rows, rowsAddTransposed } from "../../numeric/rows.ts";
import { setZero, type Vector } from "../../numeric/vector.ts";
import { type MotionFunctions, type SlopeExpansion, slopeChange } from "../motion-functions.ts";
import type { ForceSeries, OwnForces, System } from "../system.ts";

export interface Drives {
  readonly functions: MotionFunctions;
  /** What each of them turns: one sparse row a function. */
  readonly directions: Rows;
}

export function drivenForces(own: OwnForces, { functions, directions }: Drives, size: number): OwnForces {
  const { count } = functions;
  const torque = new Float64Array(count);
  const none = new Float64Array(size);
  const byPosition = new Float64Array(count * size);
  const byVelocity = new Float64Array(count * size);

  function addSlopes(slopes: Vector, factor: number, into: Matrix): void {
    const { start, column, value } = directions;
    for (let i = 0; i < count; i++) {
      for (let e = start[i]!; e < start[i + 1]!; e++) {
        for (let j = 0; j < size; j++) {
          const slope = slopes[i * size + j]!;
          if (slope !== 0) into.add(column[e]!, j, -factor * value[e]! * slope);
        }
      }
    }
  }

  return {
    resistance(at, q, v, out, deciding) {
      own.resistance(at, q, v, out);
      functions.evaluate(at, q, v ?? none, torque, deciding);
      for (let i = 0; i < count; i++) torque[i] = -torque[i]!;
      rowsAddTransposed(directions, torque, out);
    },
    addStiffness(at, q, v, factor, into) {
      own.addStiffness(at, q, v, factor, into);
      functions.slopes(at, q, v, byPosition, byVelocity);
      addSlopes(byPosition, factor, into);
    },
    addDamping(at, q, v, factor, into) {
      own.addDamping(at, q, v, factor, into);
      functions.slopes(at, q, v, byPosition, byVelocity);
      addSlopes(byVelocity, factor, into);
    },
  };
}

/** out[0] -= power of the drives. */
export function drivePower({ functions, directions }: Drives): NonNullable<System["dissipationInto"]> {
  const torque = new Float64Array(functions.count);
  const { start, column, value } = directions;
  return (at, q, v, out, deciding) => {
    functions.evaluate(at, q, v, torque, deciding);
    for (let i = 0; i < torque.length; i++) {
      for (let e = start[i]!; e < start[i + 1]!; e++) out[0]! -= torque[i]! * value[e]! * v[column[e]!]!;
    }
  };
}

export function drivenSeries(
  own: ForceSeries,
  { functions, directions }: Drives,
  size: number,
  order: number,
): ForceSeries {
  const { count } = functions;
  const { start, column, value } = directions;
  const expansion = functions.expansion(order);
  const torque = new Float64Array(count);
  const time = new Float64Array(2);
  let slopes: SlopeExpansion | undefined;

  return {
    ...(expansion.switches ? { switches: expansion.switches } : {}),
    begin(at) {
      time[0] = at[0]!;
      time[1] = at[1]!;
      own.begin?.(at);
      expansion.begin(at);
    },
    subtract(k, x, out, magnitude) {
      own.subtract(k, x, out, magnitude);
      expansion.next(k, x);
      for (let i = 0; i < count; i++) {
        torque[i] = expansion.value[k * count + i]!;
        for (let e = start[i]!; e < start[i + 1]!; e++) {
          const part = Math.abs(value[e]! * torque[i]!);
          if (part > magnitude[column[e]!]!) magnitude[column[e]!] = part;
        }
      }
      rowsAddTransposed(directions, torque, out);
    },
    addTermSizes(k, x, out) {
      own.addTermSizes(k, x, out);
      for (let i = 0; i < count; i++) {
        const part = Math.abs(expansion.value[k * count + i]!);
        for (let e = start[i]!; e < start[i + 1]!; e++) out[column[e]!]! += Math.abs(value[e]!) * part;
      }
    },
    expandSlopes(x, levels) {
      own.expandSlopes(x, levels);
      slopes ??= expansion.slopes!();
      slopes.begin(time);
      for (let k = 0; k < levels; k++) slopes.next(k, x);
    },
    change() {
      const change = own.change();
      return (k, dx, out) => {
        change(k, dx, out);
        setZero(torque);
        for (let l = 0; l < slopes!.count; l++) torque[slopes!.of[l]!]! += slopeChange(slopes!, l, k, dx, size);
        rowsAddTransposed(directions, torque, out);
      };
    },
  };
}

/**
 * The time-discretized penalty (30): with w the gap or violation at both ends of a step and H(w) epsilon its energy,
 *     force = -(H(w1) - H(w0)) / (w1 - w0) / epsilon
 * along a direction d with d.(q1 - q0) = w1 - w0, so that its work over the step is what its energy changes by. H is w^2/2, on a stop
 * of the closed part of the gap alone: then the quotient is the mean of both w, and only a step in which the stop opens or closes divides.
 */
import type { System } from "../../model/system.ts";
import type { Rows } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";

/** Psi = (H(w1) - H(w0)) / (w1 - w0), m, into out[0], and its derivative by w1 into out[1]. */
export function quotient(isStop: boolean, w0: Vector, w1: Vector, i: number, out: Vector): void {
  const a = w0[i]!;
  const b = w1[i]!;
  if (!isStop || (a <= 0 && b <= 0)) {
    out[0] = (a + b) / 2;
    out[1] = 0.5;
    return;
  }
  if (a >= 0 && b >= 0) {
    out[0] = 0;
    out[1] = 0;
    return;
  }
  const closed = b < 0 ? b : a;
  out[0] = b < 0 ? (closed * closed) / (2 * (b - a)) : (closed * closed) / (2 * (a - b));
  out[1] = ((b < 0 ? b : 0) - out[0]!) / (b - a);
}

/** A difference below this part of its terms is round-off. */
const ROUND_OFF = 16 * Number.EPSILON;

export interface QuotientDirection {
  /**
   * Row i of `into`: its direction in the middle, changed by as little as makes its product with the velocity u of the step, of length
   * h[0], what the row's value changes by.
   */
  fill(i: number, middle: Rows, u: Vector, w0: Vector, w1: Vector, h: Vector, into: Rows): void;
}

/** `weight`: what makes the squares of velocities comparable, such as masses. */
export function quotientDirection(system: System, weight: Vector): QuotientDirection {
  const isConstant = system.constant.directions;
  return {
    fill(i, middle, u, w0, w1, h, into) {
      const { start, column, value } = middle;
      let rate = 0;
      let terms = (Math.abs(w0[i]!) + Math.abs(w1[i]!)) / h[0]!;
      let square = 0;
      for (let k = start[i]!; k < start[i + 1]!; k++) {
        const speed = u[column[k]!]!;
        rate += value[k]! * speed;
        terms += Math.abs(value[k]! * speed);
        square += weight[column[k]!]! * speed * speed;
      }
      const off = (w1[i]! - w0[i]!) / h[0]! - rate;
      const factor = isConstant || square === 0 || Math.abs(off) <= ROUND_OFF * terms ? 0 : off / square;
      for (let k = start[i]!; k < start[i + 1]!; k++) {
        into.value[k] = value[k]! + factor * weight[column[k]!]! * u[column[k]!]!;
      }
    },
  };
}

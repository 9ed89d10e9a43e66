/**
 * Taylor coefficients of the slopes gamma'(s(tau)) of weakening curves along a motion, s/m: what a small change of the
 * slip makes of the friction force. Same interface as the curves' own coefficients.
 */
import type { Vector } from "../../numeric/vector.ts";
import { type CurveJets, fallingSeries, powerSeries, tablePiece } from "./curve-jets.ts";

/** Coefficient k of a product of two series. */
function product(a: Vector, b: Vector, k: number): number {
  let sum = 0;
  for (let j = 0; j <= k; j++) sum += a[j]! * b[k - j]!;
  return sum;
}

/** Coefficient k of 1 / a, the ones before in `inverse`. */
function reciprocal(a: Vector, inverse: Vector, k: number): number {
  let sum = k === 0 ? 1 : 0;
  for (let j = 0; j < k; j++) sum -= inverse[j]! * a[k - j]!;
  return sum / a[0]!;
}

export function rampSlopes(beta: number, epsilon: number): CurveJets {
  let slope = 0;
  return {
    begin(side, i) {
      slope = Math.abs(side[i]!) < epsilon ? beta / epsilon : 0;
    },
    next(_slip, _start, _stride, k, out, at) {
      out[at] = k === 0 ? slope : 0;
    },
  };
}

/** beta epsilon^2 / r^3 with r^2 = epsilon^2 + s^2. */
export function smoothSlopes(beta: number, epsilon: number, order: number): CurveJets {
  const s = new Float64Array(order + 1);
  const r = new Float64Array(order + 1);
  const inverse = new Float64Array(order + 1);
  const squared = new Float64Array(order + 1);
  return {
    begin() {},
    next(slip, start, stride, k, out, at) {
      s[k] = slip[start + k * stride]!;
      let square = product(s, s, k);
      if (k === 0) r[0] = Math.sqrt(epsilon * epsilon + square);
      else {
        for (let j = 1; j < k; j++) square -= r[j]! * r[k - j]!;
        r[k] = square / (2 * r[0]!);
      }
      inverse[k] = reciprocal(r, inverse, k);
      squared[k] = product(inverse, inverse, k);
      out[at] = beta * epsilon * epsilon * product(squared, inverse, k);
    },
  };
}

/** (beta exponent / speed) u^(exponent-1) exp(-u^exponent) with u = |s| / speed. */
export function stribeckSlopes(beta: number, speed: number, exponent: number, order: number): CurveJets {
  const u = new Float64Array(order + 1);
  const power = powerSeries(exponent, order);
  const below = powerSeries(exponent - 1, order);
  const fallen = fallingSeries(order);
  let sign = 1;
  return {
    begin(side, i) {
      sign = side[i]! < 0 ? -1 : 1;
    },
    next(slip, start, stride, k, out, at) {
      u[k] = (sign * slip[start + k * stride]!) / speed;
      power.next(u, k);
      below.next(u, k);
      fallen.next(power.value, k);
      out[at] = ((beta * exponent) / speed) * product(below.value, fallen.value, k);
    },
  };
}

/** (beta / speed) / (1 + u)^2 with u = |s| / speed. */
export function hyperbolicSlopes(beta: number, speed: number, order: number): CurveJets {
  const reach = new Float64Array(order + 1);
  const inverse = new Float64Array(order + 1);
  let sign = 1;
  return {
    begin(side, i) {
      sign = side[i]! < 0 ? -1 : 1;
    },
    next(slip, start, stride, k, out, at) {
      reach[k] = (k === 0 ? 1 : 0) + (sign * slip[start + k * stride]!) / speed;
      inverse[k] = reciprocal(reach, inverse, k);
      out[at] = (beta / speed) * product(inverse, inverse, k);
    },
  };
}

export function tableSlopes(speeds: readonly number[], ratios: readonly number[]): CurveJets {
  const last = speeds.length - 1;
  let slope = 0;
  return {
    begin(side, i) {
      const k = tablePiece(speeds, side, i);
      slope = k < last ? (ratios[k]! - ratios[k + 1]!) / (speeds[k + 1]! - speeds[k]!) : 0;
    },
    next(_slip, _start, _stride, k, out, at) {
      out[at] = k === 0 ? slope : 0;
    },
  };
}

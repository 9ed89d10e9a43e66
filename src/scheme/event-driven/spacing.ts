/**
 * How close the states are that a listener hears, so that what it reads between them (cubics through places and velocities, Simpson's
 * rule) is off by a small part of the largest so far: by the fourth derivatives of velocities, accelerations and loads, bounded by
 * their series. Motions that are slow beside what their series must follow need few states.
 */
import { isSoft } from "../../model/rows/soft-force.ts";
import { RowValue, type System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Components } from "./components.ts";
import type { Series } from "./series.ts";

/** Part of the largest of a coordinate that a reading may be off by. */
const OF_COORDINATE = 3e-8;
/**
 * Of the largest of its component, for the books of energy: where forces that follow the motion take some of it, their power is read
 * from velocities; where they do not, only that of loads and rows is. The same for loads and rows themselves, by their own largest.
 */
const TURNING = 3e-12; // ways along directions that turn are sums of slips
const LOSSY = 3e-10;
const LOSSLESS = 3e-9;
const OF_FUNCTION = 1e-10;
/**
 * Errors over h of the middle of a cubic, which are h^4 times the fifth derivative of x / VELOCITY for its velocity and the fourth / 384
 * for its place, so that the mean of what follows the place errs by h^4 / PLACE of its fourth derivative; those of Simpson's mean.
 */
const VELOCITY = 1920;
const PLACE = 576;
const SIMPSON = 2880;

export interface Spacing {
  /** States a second that are needed in the present expansion, up to length[0]. */
  density(length: Vector): number;
  readonly kept: Kept;
}

export function spacing(
  system: System,
  { order, x, load, rows, rowsVary, force, soft }: Series,
  { members, weight }: Components,
): Spacing {
  const n = system.size;
  const m = system.rows.length;
  const lossy = !system.linear || system.damped || system.rows.some(({ law }) => isSoft(law));
  const ofComponents = !system.constant.directions ? TURNING : lossy ? LOSSY : LOSSLESS;
  const span = rowsVary ? RowValue.count * m : 0;
  const speed = new Float64Array(n); // largest so far, by the sum of their terms
  const acceleration = new Float64Array(n);
  const loads = new Float64Array(n);
  const hardest = new Float64Array(m);
  const softest = new Float64Array(m);
  const derivative = new Float64Array(2 * n); // the fourth of velocities and of accelerations in the present expansion
  const row = new Float64Array(span);
  const fifth = descending(order, 5); // k (k - 1) ... of the fifth derivative
  const sixth = descending(order, 6);
  const fourth = descending(order, 4);
  const rate = new Float64Array(1); // h^-4, the largest that is needed

  /** A fourth derivative against what of it is allowed. */
  function need(size: number, allowed: number): void {
    if (size === 0) return;
    const needed = size / allowed;
    if (!(needed <= rate[0]!)) rate[0] = needed;
  }

  function bound(i: number, t: number): void {
    let v = 0;
    let a = 0;
    let v4 = 0;
    let a4 = 0;
    for (let k = order; k > 0; k--) {
      const size = Math.abs(x[k * n + i]!);
      v = v * t + k * size;
      if (k > 1) a = a * t + k * (k - 1) * size;
      if (k > 4) v4 = v4 * t + fifth[k]! * size;
      if (k > 5) a4 = a4 * t + sixth[k]! * size;
    }
    if (v > speed[i]!) speed[i] = v;
    if (a > acceleration[i]!) acceleration[i] = a;
    derivative[i] = v4;
    derivative[n + i] = a4;
  }

  function ofComponent(list: Int32Array, t: number): void {
    let fastest = 0;
    for (let j = 0; j < list.length; j++) {
      const i = list[j]!;
      bound(i, t);
      fastest = Math.max(fastest, weight[i]! * speed[i]!);
    }
    for (let j = 0; j < list.length; j++) {
      const i = list[j]!;
      const allowed = Math.min(OF_COORDINATE * speed[i]!, (ofComponents * fastest) / weight[i]!);
      need(derivative[i]!, VELOCITY * allowed);
      need(derivative[n + i]!, PLACE * OF_COORDINATE * acceleration[i]!);
    }
  }

  /** Of a function of time with coefficient k at [start + k * stride]; entry i of its largest. */
  function ofFunction(
    coefficients: Vector,
    start: number,
    stride: number,
    t: number,
    largest: Vector,
    i: number,
    part: number,
  ): void {
    let f = 0;
    let f4 = 0;
    for (let k = order - 2; k >= 0; k--) {
      const size = Math.abs(coefficients[start + k * stride]!);
      f = f * t + size;
      if (k > 3) f4 = f4 * t + fourth[k]! * size;
    }
    if (f > largest[i]!) largest[i] = f;
    need(f4, SIMPSON * part * largest[i]!);
  }

  return {
    kept: { speed, acceleration, loads, hardest, softest, row },
    density(length) {
      const t = length[0]!;
      rate[0] = 0;
      for (let c = 0; c < members.length; c++) ofComponent(members[c]!, t);
      for (let i = 0; i < n; i++) ofFunction(load, i, n, t, loads, i, OF_FUNCTION);
      for (let j = 0; j < span; j++) ofFunction(rows, j, span, t, row, j, OF_FUNCTION);
      for (let i = 0; i < m; i++) {
        ofFunction(force, i * (order + 1), 1, t, hardest, i, OF_COORDINATE);
        ofFunction(soft, i * (order + 1), 1, t, softest, i, OF_COORDINATE);
      }
      return Math.sqrt(Math.sqrt(rate[0]));
    },
  };
}

/** k (k - 1) ... (k - count + 1) of each k. */
function descending(order: number, count: number): Float64Array {
  return Float64Array.from({ length: order + 1 }, (_, k) => {
    let product = 1;
    for (let j = 0; j < count; j++) product *= k - j;
    return k < count ? 0 : product;
  });
}

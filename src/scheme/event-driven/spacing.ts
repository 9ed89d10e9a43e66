/**
 * How close the states are that a listener hears, so that what it reads between them (cubics through places and velocities, Simpson's
 * rule for forces and their power) is off by a small part of the largest so far: by fourth derivatives, bounded by the series. Motions
 * that are slow beside what their series must follow need few states.
 */
import { isSoft } from "../../model/rows/soft-force.ts";
import { RowValue, type System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Components } from "./components.ts";
import type { Series } from "./series.ts";

/** States at least and at most in an expansion, or at most in the time that its series would last. */
const LEAST = 4;
const MOST = 24;
const MOST_IN_SERIES = 96;
/** Part of the largest of a coordinate or row that a reading may be off by. */
const OF_COORDINATE = 3e-8;
/**
 * Of the largest speed of its component, for the books of energy: ways along directions that are no gradients are sums of slips; forces that follow
 * the motion take a power that is read from velocities; where there are none, only that of loads and rows is.
 */
const TURNING = 3e-12;
const LOSSY = 3e-10;
const LOSSLESS = 3e-9;
/** Of loads and of what rows are given, and of the power of forces that vary. */
const OF_FUNCTION = 1e-10;
const OF_POWER = 1e-9;
/**
 * Errors over h of the middle of a cubic, which are h^4 times the fifth derivative of x / VELOCITY for its velocity and the fourth / 384
 * for its place, so that the mean of what follows the place errs by h^4 / PLACE of its fourth derivative; those of Simpson's mean.
 */
const VELOCITY = 1920;
const PLACE = 576;
const SIMPSON = 2880;

/** Derivatives that are bounded: 0 to 5. */
const LEVELS = 6;
const CHOOSE = [1, 4, 6, 4, 1] as const;

export interface Spacing {
  /** States a second in the present expansion, up to length[0]; its series would last for natural[0]. */
  density(length: Vector, natural: Vector): number;
  readonly kept: Kept;
}

export function spacing(system: System, series: Series, { members, weight }: Components): Spacing {
  const { order, x, load, rows, rowsVary, force, soft, slip } = series;
  const n = system.size;
  const m = system.rows.length;
  const width = order + 1;
  const span = rowsVary ? RowValue.count * m : 0;
  const anySoft = system.rows.some(({ law }) => isSoft(law));
  const lossy = anySoft || (system.linear ? system.damped : system.dissipationInto !== undefined);
  const summed = !system.constant.directions && !system.waysAt;
  const ofComponents = summed ? TURNING : lossy ? LOSSY : LOSSLESS;
  const largest = {
    speed: new Float64Array(n),
    acceleration: new Float64Array(n),
    load: new Float64Array(n),
    given: new Float64Array(span),
    ...{ hard: new Float64Array(m), soft: new Float64Array(m) },
    power: new Float64Array(n + m), // of the load on a coordinate, and of a row
  };
  const velocities = new Float64Array(n * LEVELS); // bounds of the derivatives of each velocity in the present expansion
  const slips = new Float64Array(LEVELS);
  const found = new Float64Array(LEVELS);
  const time = new Float64Array(1);
  const rate = new Float64Array(1); // h^-4, the largest that is needed

  /** A fourth derivative against what of it is allowed. */
  function need(size: number, allowed: number): void {
    if (size === 0) return;
    const needed = size / allowed;
    if (!(needed <= rate[0]!)) rate[0] = needed;
  }

  /** out[j]: bound of derivative j of the series with coefficient k at [start + k * stride], up to `last`, or of its derivative. */
  function bound(
    c: Vector,
    start: number,
    stride: number,
    last: number,
    rated: boolean,
    out: Vector,
    to: number,
  ): void {
    const t = time[0]!;
    for (let j = 0; j < LEVELS; j++) out[to + j] = 0;
    for (let k = last; k >= 0; k--) {
      let size = Math.abs(c[start + k * stride]!);
      if (rated) size *= k + 1;
      for (let j = 0; j <= k && j < LEVELS; j++) {
        out[to + j] = out[to + j]! * t + size;
        size *= k - j;
      }
    }
  }

  /** Bound of the fourth derivative of a product, but for what its first factor does where it does not change. */
  function product(a: Vector, b: Vector, from: number): number {
    let sum = 0;
    for (let j = 1; j <= 4; j++) sum += CHOOSE[j]! * a[j]! * b[from + 4 - j]!;
    return sum;
  }

  function grow(list: Vector, i: number, size: number): void {
    if (size > list[i]!) list[i] = size;
  }

  function ofComponent(list: Int32Array): void {
    let fastest = 0;
    for (let j = 0; j < list.length; j++) {
      const i = list[j]!;
      bound(x, n + i, n, order - 1, true, velocities, i * LEVELS);
      grow(largest.speed, i, velocities[i * LEVELS]!);
      grow(largest.acceleration, i, velocities[i * LEVELS + 1]!);
      fastest = Math.max(fastest, weight[i]! * largest.speed[i]!);
    }
    for (let j = 0; j < list.length; j++) {
      const i = list[j]!;
      const allowed = (ofComponents * fastest) / weight[i]!;
      need(velocities[i * LEVELS + 4]!, VELOCITY * Math.min(OF_COORDINATE * largest.speed[i]!, allowed));
      need(velocities[i * LEVELS + 5]!, PLACE * OF_COORDINATE * largest.acceleration[i]!);
      if (!lossy) continue;
      for (let k = 0; k < LEVELS; k++) found[k] = velocities[i * LEVELS + k]!;
      need(product(found, velocities, i * LEVELS), (SIMPSON * allowed * fastest) / weight[i]!);
    }
  }

  function ofLoad(i: number): void {
    bound(load, i, n, order - 2, false, found, 0);
    grow(largest.load, i, found[0]!);
    need(found[4]!, SIMPSON * OF_FUNCTION * largest.load[i]!);
    grow(largest.power, i, found[0]! * velocities[i * LEVELS]!);
    need(product(found, velocities, i * LEVELS), SIMPSON * OF_POWER * largest.power[i]!);
  }

  /** A force of a row, or what it is given, with the row's slip. */
  function alongRow(i: number, list: Vector, entry: number, part: number): void {
    grow(list, entry, found[0]!);
    need(found[4]!, SIMPSON * part * list[entry]!);
    grow(largest.power, n + i, found[0]! * slips[0]!);
    need(product(found, slips, 0), SIMPSON * OF_POWER * largest.power[n + i]!);
  }

  function ofRow(i: number): void {
    bound(slip, i * width, 1, order - 1, false, slips, 0);
    bound(force, i * width, 1, order - 2, false, found, 0);
    alongRow(i, largest.hard, i, OF_COORDINATE);
    for (let j = i; j < span; j += m) {
      bound(rows, j, span, order - 2, false, found, 0);
      alongRow(i, largest.given, j, OF_FUNCTION);
    }
    if (!anySoft) return;
    bound(soft, i * width, 1, order - 2, false, found, 0);
    alongRow(i, largest.soft, i, OF_COORDINATE);
  }

  return {
    kept: largest,
    density(length, natural) {
      time[0] = length[0]!;
      rate[0] = 0;
      for (let c = 0; c < members.length; c++) ofComponent(members[c]!);
      for (let i = 0; i < n; i++) ofLoad(i);
      for (let i = 0; i < m; i++) ofRow(i);
      const most = Math.max(MOST_IN_SERIES / natural[0]!, MOST / length[0]!);
      return Math.min(most, Math.max(Math.sqrt(Math.sqrt(rate[0])), LEAST / length[0]!));
    },
  };
}

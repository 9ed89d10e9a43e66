/**
 * What a parameter of the system makes of the motion's series: the same motion under the systems a little above and below,
 * whose difference, level by level, is the derivative of all forces, drives, limits and gaps with the motion held fixed.
 */

import type { Switches } from "../../model/motion-functions.ts";
import { isFriction, isFrictionless } from "../../model/rows/law.ts";
import { RowValue, type System } from "../../model/system.ts";
import { rowsAddTransposed } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Neighbors } from "../common/tangent.ts";
import type { Decision } from "./decision.ts";
import type { Hold } from "./hold.ts";
import { placeOf } from "./place.ts";
import { copySides } from "./row-change.ts";
import { type Series, series } from "./series.ts";

export interface NeighborSeries {
  /** Starts where the motion's own series has. */
  begin(at: Vector, motion: Series, mode: Int8Array, side: Vector): void;
  /** Level k: out = derivative of (all forces - M a)_k, N; stuckRate[i] -= derivative of what w.a_k of a stuck row must be. */
  level(k: number, motion: Series, mode: Int8Array, out: Vector, stuckRate: Vector): void;
  /** Derivatives at tau of a row's slip, m/s, its limit q (of RowValue), N, and its gap, m, all with the motion held fixed. */
  slip(row: number, tau: number): number;
  limit(row: number, q: number, tau: number): number;
  gap(row: number, tau: number): number;
  /** And of a function that decides between formulas of forces, or of rows. */
  switchValue(of: keyof Series["switches"], index: number, tau: number): number;
}

export function neighborSeries(
  { above, below, distance }: Neighbors,
  order: number,
  { holds }: Hold,
  { part }: Decision,
): NeighborSeries {
  const sides = [forcesOf(above, order, holds, part), forcesOf(below, order, holds, part)] as const;
  const m = above.rows.length;
  const width = order + 1;
  const factor = 1 / (2 * distance);
  const [high, low] = [sides[0].taylor, sides[1].taylor];

  /** Of a polynomial whose coefficient k stands at c(series)[k]. */
  function difference(coefficient: (series: Series, k: number) => number, degree: number, tau: number): number {
    let sum = 0;
    for (let k = degree; k >= 0; k--) sum = sum * tau + change(coefficient(high, k), coefficient(low, k));
    return factor * sum;
  }

  return {
    begin(at, motion, mode, side) {
      for (const { begin } of sides) begin(at, motion, mode, side);
    },
    level(k, motion, mode, out, stuckRate) {
      for (const { level } of sides) level(k, motion, mode);
      for (let i = 0; i < out.length; i++) out[i] = factor * change(sides[0].total[i]!, sides[1].total[i]!);
      for (let i = 0; i < m; i++) {
        const at = i * width + k + 1;
        stuckRate[i] = -(k + 1) * factor * change(high.slip[at]!, low.slip[at]!);
      }
    },
    slip: (row, tau) => difference(({ slip }, k) => slip[row * width + k]!, order - 1, tau),
    limit: (row, q, tau) =>
      difference(
        ({ rows }, k) => rows[(k * RowValue.count + q) * m + row]!,
        high.rowsVary || low.rowsVary ? order - 2 : 0,
        tau,
      ),
    gap: (row, tau) =>
      difference(({ gap, slip }, k) => (k === 0 ? gap[row]! : slip[row * width + k - 1]! / k), order, tau),
    switchValue: (of, index, tau) =>
      difference(({ switches }, k) => coefficientOf(switches[of], index, k), order - 2, tau),
  };
}

/** 0 where a coefficient is not finite: the motion is only a cubic there. */
function change(above: number, below: number): number {
  const difference = above - below;
  return Number.isFinite(difference) ? difference : 0;
}

/** Coefficient k of a switch function; 0 where the system has none, as at a number that takes its formula away. */
function coefficientOf(switches: Switches | undefined, index: number, k: number): number {
  return switches?.value[k * switches.count + index] ?? 0;
}

/** All forces minus inertia of one system along a given motion, level by level. */
function forcesOf(system: System, order: number, holds: Int8Array, part: Vector) {
  const n = system.size;
  const m = system.rows.length;
  const place = placeOf(system, new Float64Array(n));
  const taylor = series(system, order, place, undefined, false);
  const total = new Float64Array(n);
  const position = new Float64Array(n);
  const velocity = new Float64Array(n);
  const acceleration = new Float64Array(n);
  const inertia = new Float64Array(n);
  const force = new Float64Array(m);

  /** Coefficient k of a row's hard force: of rows that hold that of the motion, of others (in slip, or stuck beside those) what their limits say. */
  function hardForce(i: number, k: number, motion: Series, way: number): number {
    const { law } = system.rows[i]!;
    if (!isFriction(law) || isFrictionless(law) || law.smoothing > 0 || holds[i] === 1)
      return motion.force[i * (order + 1) + k]!;
    if (k > 0 && !taylor.rowsVary) return 0;
    if (way !== 0) return taylor.slipForce(i, way, k);
    const lower = taylor.boundForce(i, -1, k);
    return lower + part[i]! * (taylor.boundForce(i, 1, k) - lower);
  }

  return {
    taylor,
    total,
    begin(at: Vector, motion: Series, mode: Int8Array, side: Vector): void {
      for (let i = 0; i < n; i++) {
        position[i] = motion.x[i]!;
        velocity[i] = motion.x[n + i]!;
      }
      place.moveTo(position);
      copySides(motion.switches.resistance, taylor.switches.resistance);
      copySides(motion.switches.rows, taylor.switches.rows);
      taylor.begin(at, position, velocity);
      for (let i = 0; i < m; i++) if (mode[i] !== 0) taylor.chooseSide(i, side);
    },
    level(k: number, motion: Series, mode: Int8Array): void {
      taylor.known(k, mode, total);
      for (let i = 0; i < m; i++) force[i] = hardForce(i, k, motion, mode[i]!);
      rowsAddTransposed(place.directions, force, total);
      for (let i = 0; i < n; i++) acceleration[i] = (k + 1) * (k + 2) * motion.x[(k + 2) * n + i]!;
      place.mass.multiply(acceleration, inertia);
      for (let i = 0; i < n; i++) total[i]! -= inertia[i]!;
      taylor.accept(k, acceleration, force);
    },
  };
}

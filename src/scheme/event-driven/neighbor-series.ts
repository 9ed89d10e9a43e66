/**
 * What a parameter of the system makes of the motion's series: the same motion under the systems a little above and below,
 * whose difference, level by level, is the derivative of all forces, drives, limits and gaps with the motion held fixed.
 */

import type { Switches } from "../../model/motion-functions.ts";
import { isFriction, isFrictionless } from "../../model/rows/law.ts";
import { breakpointsOf, RowValue, type System } from "../../model/system.ts";
import { rowsAddTransposed } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Neighbors } from "../common/tangent.ts";
import { placeOf } from "./place.ts";
import { copySides } from "./row-change.ts";
import { type Series, series } from "./series.ts";

export interface NeighborSeries {
  /** Starts where the motion's own series has. */
  begin(at: Vector, motion: Series, mode: Int8Array, side: Vector): void;
  /** Level k: out = derivative of (all forces - M a)_k, N; stuckRate[i] -= derivative of what w.a_k of a stuck row must be. */
  level(k: number, motion: Series, mode: Int8Array, out: Vector, stuckRate: Vector): void;
  /** Coefficient of the derivative of slips, with the motion held fixed, at the place that it has in the motion's series. */
  slipChange(at: number): number;
  /** Derivatives at tau of a row's slip, m/s, its limit q (of RowValue), N, and its gap, m, all with the motion held fixed. */
  slip(row: number, tau: number): number;
  limit(row: number, q: number, tau: number): number;
  gap(row: number, tau: number): number;
  /** And of a function that decides between formulas of forces, or of rows. */
  switchValue(of: keyof Series["switches"], index: number, tau: number): number;
  /** Derivatives of the breakpoints of a system between them, inside the run; undefined where their number changes. */
  breakpoints(system: System, from: number, to: number): readonly number[] | undefined;
}

export function neighborSeries({ above, below, distance }: Neighbors, order: number): NeighborSeries {
  const sides = [forcesOf(above, order), forcesOf(below, order)] as const;
  const m = above.rows.length;
  const width = order + 1;
  const factor = 1 / (2 * distance);
  const [high, low] = [sides[0].taylor, sides[1].taylor];
  const slipChange = (at: number) => factor * change(sides[0].slip[at]!, sides[1].slip[at]!);

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
        stuckRate[i] = -(k + 1) * slipChange(i * width + k + 1);
      }
    },
    slipChange,
    slip(row, tau) {
      let sum = 0;
      for (let k = order - 1; k >= 0; k--) sum = sum * tau + slipChange(row * width + k);
      return sum;
    },
    limit: (row, q, tau) =>
      difference(
        ({ rows }, k) => rows[(k * RowValue.count + q) * m + row]!,
        high.rowsVary || low.rowsVary ? order - 2 : 0,
        tau,
      ),
    gap(row, tau) {
      let sum = 0;
      for (let k = order; k >= 1; k--) sum = sum * tau + slipChange(row * width + k - 1) / k;
      return sum * tau + factor * change(high.gap[row]!, low.gap[row]!);
    },
    switchValue: (of, index, tau) =>
      difference(({ switches }, k) => coefficientOf(switches[of], index, k), order - 2, tau),
    breakpoints(system, from, to) {
      const [own, a, b] = [system, above, below].map((one) => breakpointsOf(one, from, to).times);
      if (a!.length !== own!.length || b!.length !== own!.length) return undefined;
      return a!.map((time, j) => factor * (time - b![j]!));
    },
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

/**
 * All forces minus inertia of one system along a given motion, level by level, and its slips. Its curves are those at the slips of the motion itself:
 * near zero slip a curve may have no series at a slip a little beside, and what a changed slip makes of it is known by its slope.
 */
function forcesOf(system: System, order: number) {
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
  const width = order + 1;
  const slip = new Float64Array(m * width);

  function takeSlip(k: number, motion: Series): void {
    for (let at = k; at < slip.length; at += width) {
      slip[at] = taylor.slip[at]!;
      taylor.slip[at] = motion.slip[at]!;
    }
  }

  return {
    taylor,
    total,
    slip,
    begin(at: Vector, motion: Series, mode: Int8Array, side: Vector): void {
      for (let i = 0; i < n; i++) {
        position[i] = motion.x[i]!;
        velocity[i] = motion.x[n + i]!;
      }
      place.moveTo(position);
      copySides(motion.switches.resistance, taylor.switches.resistance);
      copySides(motion.switches.rows, taylor.switches.rows);
      taylor.begin(at, position, velocity);
      takeSlip(0, motion);
      for (let i = 0; i < m; i++) if (mode[i] !== 0) taylor.chooseSide(i, side);
    },
    level(k: number, motion: Series, mode: Int8Array): void {
      taylor.known(k, mode, total);
      for (let i = 0; i < m; i++) {
        const { law } = system.rows[i]!;
        const slips = mode[i] !== 0 && isFriction(law) && !isFrictionless(law) && law.smoothing === 0;
        const constant = k > 0 && !taylor.rowsVary;
        force[i] = !slips ? motion.force[i * width + k]! : constant ? 0 : taylor.slipForce(i, mode[i]!, k);
      }
      rowsAddTransposed(place.directions, force, total);
      for (let i = 0; i < n; i++) acceleration[i] = (k + 1) * (k + 2) * motion.x[(k + 2) * n + i]!;
      place.mass.multiply(acceleration, inertia);
      for (let i = 0; i < n; i++) total[i]! -= inertia[i]!;
      taylor.accept(k, acceleration, force);
      takeSlip(k + 1, motion);
    },
  };
}

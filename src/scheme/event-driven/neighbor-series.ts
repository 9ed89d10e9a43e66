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
  /** Starts where the motion's own series has: slips are known there only. */
  begin(at: Vector, motion: Series, mode: Int8Array, side: Vector): void;
  /** All derivatives where the motion's own series has been made. */
  expand(at: Vector, motion: Series, mode: Int8Array, side: Vector): void;
  /** Coefficient k of the derivatives at value[k * count + i]: of all forces - M a, N, of slips, m/s, and of what `RowValue` counts. */
  readonly value: Vector;
  readonly count: number;
  /** Whether some have no number, and count as zero. */
  isBroken(): boolean;
  /** Whether a change as large as their distance is small for the motion over h, by what it makes to second order. */
  isSmall(motion: Series, h: number): boolean;
  /** Derivatives at tau of a gap, m, and of a function that decides between formulas, with the motion held fixed. */
  gap(row: number, tau: number): number;
  switchValue(of: keyof Series["switches"], index: number, tau: number): number;
}

/** Part of a change to first order that it may have to second order; and of all forces, which is round-off. */
const [SECOND, ROUND_OFF] = [1e-4, 1e-11];

export function neighborSeries(
  { above, below, distance }: Neighbors,
  order: number,
  { holds }: Pick<Hold, "holds">,
  { part }: Pick<Decision, "part">,
): NeighborSeries {
  const sides = [forcesOf(above, order, holds, part), forcesOf(below, order, holds, part)] as const;
  const n = above.size;
  const m = above.rows.length;
  const span = RowValue.count * m;
  const count = n + m + span;
  const width = order + 1;
  const factor = 1 / (2 * distance);
  const [high, low] = [sides[0].taylor, sides[1].taylor];
  const value = new Float64Array(width * count);
  const second = new Float64Array(width * n); // of the forces, as the motion has it not: what they do to second order
  const terms = new Float64Array(width * n);
  let broken = false;

  /** 0 where one is not finite. */
  function slope(a: number, b: number): number {
    const difference = a - b;
    if (Number.isFinite(difference)) return factor * difference;
    broken = true;
    return 0;
  }

  function keepForces(k: number): void {
    for (let i = 0; i < n; i++) {
      const [a, b] = [sides[0].total[i]!, sides[1].total[i]!];
      value[k * count + i] = slope(a, b);
      second[k * n + i] = a + b;
      terms[k * n + i] = Math.max(high.magnitude[i]!, low.magnitude[i]!);
    }
  }

  function keepSlips(k: number): void {
    for (let i = 0; i < m; i++) {
      const at = i * width + k;
      value[k * count + n + i] = slope(sides[0].slip[at]!, sides[1].slip[at]!);
    }
  }

  function keepRows(): void {
    const levels = high.rowsVary || low.rowsVary ? order - 1 : 1;
    for (let k = 0; k < levels; k++) {
      for (let j = 0; j < span; j++) {
        value[k * count + n + m + j] = factor * change(high.rows[k * span + j]!, low.rows[k * span + j]!);
      }
    }
  }

  /** Whether sums of sizes over h say that what is second is small; `size(k)`: of all there is. */
  function isMinor(
    h: number,
    of: (k: number) => number,
    first: (k: number) => number,
    size: (k: number) => number,
  ): boolean {
    let [most, change, all] = [0, 0, 0];
    let power = 1;
    for (let k = 0; k <= order - 2; k++) {
      most += Math.abs(of(k)) * power;
      change += Math.abs(first(k)) * power;
      all += Math.abs(size(k)) * power;
      power *= h;
    }
    return most <= SECOND * change + ROUND_OFF * all;
  }

  function begin(at: Vector, motion: Series, mode: Int8Array, side: Vector): void {
    for (const one of sides) one.begin(at, motion, mode, side);
    keepSlips(0);
  }

  return {
    value,
    count,
    isBroken: () => broken,
    begin,
    expand(at, motion, mode, side) {
      broken = false;
      begin(at, motion, mode, side);
      for (let k = 0; k <= order - 2; k++) {
        for (const { level } of sides) level(k, motion, mode);
        keepForces(k);
        keepSlips(k + 1);
      }
      keepRows();
      for (let i = 0; i < m; i++) {
        const left = motion.singular[i]!; // a curve may have a series at zero slip that those beside it have not
        if (high.singular[i] !== left || low.singular[i] !== left) broken = true;
      }
    },
    isSmall(motion, h) {
      const full = 2 * distance;
      for (let i = 0; i < n; i++) {
        const first = (k: number) => full * value[k * count + i]!;
        if (
          !isMinor(
            h,
            (k) => second[k * n + i]!,
            first,
            (k) => terms[k * n + i]!,
          )
        )
          return false;
      }
      for (let j = 0; j < span && high.rowsVary; j++) {
        const own = (k: number) => motion.rows[k * span + j]!;
        const bent = (k: number) => high.rows[k * span + j]! + low.rows[k * span + j]! - 2 * own(k);
        if (!isMinor(h, bent, (k) => full * value[k * count + n + m + j]!, own)) return false;
      }
      return true;
    },
    gap(row, tau) {
      let sum = 0;
      for (let k = order; k >= 1; k--) sum = sum * tau + value[(k - 1) * count + n + row]! / k;
      return sum * tau + factor * (high.gap[row]! - low.gap[row]!);
    },
    switchValue(of, index, tau) {
      let sum = 0;
      for (let k = order - 2; k >= 0; k--) {
        const [a, b] = [high, low].map(({ switches }) => coefficientOf(switches[of], index, k));
        sum = sum * tau + change(a!, b!);
      }
      return factor * sum;
    },
  };
}

/** 0 where a coefficient is not finite, as of limits that rows do not have. */
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
  const width = order + 1;
  const slip = new Float64Array(m * width);

  /** Coefficient k of a row's hard force: of rows that hold that of the motion, of others (in slip, or stuck beside those) what their limits say. */
  function hardForce(i: number, k: number, motion: Series, way: number): number {
    const { law } = system.rows[i]!;
    if (!isFriction(law) || isFrictionless(law) || law.smoothing > 0 || holds[i] === 1)
      return motion.force[i * width + k]!;
    if (k > 0 && !taylor.rowsVary) return 0;
    if (way !== 0) return taylor.slipForce(i, way, k);
    const lower = taylor.boundForce(i, -1, k);
    return lower + part[i]! * (taylor.boundForce(i, 1, k) - lower);
  }

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
      for (let i = 0; i < m; i++) force[i] = hardForce(i, k, motion, mode[i]!);
      rowsAddTransposed(place.directions, force, total);
      for (let i = 0; i < n; i++) acceleration[i] = (k + 1) * (k + 2) * motion.x[(k + 2) * n + i]!;
      place.mass.multiply(acceleration, inertia);
      for (let i = 0; i < n; i++) total[i]! -= inertia[i]!;
      taylor.accept(k, acceleration, force);
      takeSlip(k + 1, motion);
    },
  };
}

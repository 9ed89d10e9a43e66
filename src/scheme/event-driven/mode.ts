/**
 * The next mode at a moment when rows are at rest: which of them stick, which begin to slip, and which way.
 *
 * Level 0 is the box problem on accelerations: forces within their limits, and a row may only accelerate against a force
 * at its limit. A row that is at its limit and does not accelerate, as every row is that a growing load has just brought
 * there, is undecided: level 1 asks the same of the rates of change, where the force may only move away from the limit
 * and the row may only begin to accelerate, level 2 of the next derivatives, and so on. What no level decides stays stuck.
 *
 * Forces of dependent rows are not unique. Of those that stick, independent ones hold, the farthest from their limits
 * first, and the others keep their forces; a row at its limit that depends on rows inside theirs is stuck with them. Drives of dependent rows may part
 * later than on level 0, as that of a belt that begins with t^2 and the ground's: the rows that slip are then those that would slip if they parted at
 * once, by as little as can be told.
 */

import { isFriction } from "../../model/rows/law.ts";
import type { System } from "../../model/system.ts";
import { isFiniteVector, type Vector } from "../../numeric/vector.ts";
import { activeSet } from "../../step/solvers/active-set.ts";
import { newStats, type Stats } from "../../step/step.ts";
import { rowMobility } from "../common/mobility.ts";
import { rowStep } from "../common/rows.ts";
import { center } from "./center.ts";
import type { Decision } from "./decision.ts";
import type { Hold } from "./hold.ts";
import { parting } from "./parting.ts";
import type { Place } from "./place.ts";
import type { Series } from "./series.ts";

/** Levels that are asked; forces of stuck rows are known to so many coefficients. */
export const LEVELS = 7;
/** Of the terms that make up a value, what counts as zero: events are located to 1e-12, so forces there are off by that. */
const ZERO = 1e-11;
/** Of the terms that these are summed from, what round-off makes of them. */
const ROUND_OFF = 4e-15;
/** Of the way between a row's bounds, what counts as zero at most: large forces that cancel do not hide a small limit, unless by round-off. */
const NARROW = 1e-2;
/** Of the time scale: limits that vanish within that have vanished. */
const STEADY = 1e-9;
/** Of the time, its own round-off. */
const TIME = 4 * Number.EPSILON;

/** Rounds of breaking loose and being caught again, for each row. */
const MOST_TRIES = 4;
/** Of the acceleration that limits can make, what drives that part give to it; of that, what moves; and how far it is above what counts as zero. */
const PARTING = 1e-7;
const PARTED = 1e-3;
const CLEAR = 1e3;

/** What a rate makes of the round-off of the time; of none, where a root begins, nothing is known. */
function changeWithin(late: number, rate: number): number {
  const change = late * Math.abs(rate);
  return change < Number.POSITIVE_INFINITY ? change : 0;
}

export interface ModeChoice {
  /** Mass and directions follow to the place of the next decision, where they change with it. */
  follow(q: Vector): void;
  /**
   * Decides on the rows with resting[i] = 1; `series` has begun at the state, `scale[0]` is the time scale of the motion,
   * s. `given` in: the forces before. False when it cannot be solved.
   */
  decide(series: Series, resting: Int8Array, scale: Vector, side: Vector, stats: Stats): boolean;
}

export function modeChoice(system: System, place: Place, decision: Decision, held: Hold, origin: Vector): ModeChoice {
  const n = system.size;
  const m = system.rows.length;
  const { mode, bound, lead, width, play, given, part, kept, passive, blur, anew } = decision;
  const { start, column, value } = place.directions;
  const mass = system.matrix();
  place.mass.addTo(mass, 1);
  const step = rowStep(system, mass, place.directions);
  step.smoothing.fill(0);
  const solver = activeSet().prepare(step);
  const known = new Float64Array(n);
  const acceleration = new Float64Array(n);
  const force = new Float64Array(m);
  const moving = new Int8Array(m);
  const free = new Int8Array(m); // 1: at rest and to be decided
  const open = new Int8Array(m); // 1: at its bound and undecided
  const flat = new Int8Array(m); // 1: its bounds are one so far
  const slack = new Float64Array(m); // distance of a force from its nearest bound, N
  const mobility = rowMobility(system, origin);
  const work = newStats();
  const doubt = new Float64Array(n); // force that counts as none on this level: at least that of the last one over the time scale
  const least = new Float64Array(n); // the part of it that is round-off of the terms
  const terms = new Float64Array(n);
  const narrow = new Float64Array(m); // what a part of its limits makes of a row's acceleration on this level
  const noise = new Float64Array(m); // of a row's acceleration on this level, that counts as zero
  const firstNoise = new Float64Array(m); // the same of level 0
  const spread = new Float64Array(m); // what blur makes of a row's acceleration on this level
  const drives = parting(system, place, decision, held, moving, slipForce);
  const parted = new Int8Array(m); // and of the rows that slip for it, how many coefficients of the slip are zero

  /** Bounds of level k. */
  function setBounds(k: number, series: Series, resting: Int8Array): void {
    for (let i = 0; i < m; i++) {
      let lower = 0;
      let upper = 0;
      if (moving[i] !== 0) {
        lower = upper = slipForce(series, i, k);
      } else if (kept[i] === 1) {
        lower = upper = k === 0 ? given[i]! : series.partForce(i, part[i]!, k);
      } else {
        const between = k > 0 && flat[i] === 0;
        const inside = between && open[i] === 0;
        lower = inside || (between && bound[i]! > 0) ? Number.NEGATIVE_INFINITY : series.boundForce(i, -1, k);
        upper = inside || (between && bound[i]! < 0) ? Number.POSITIVE_INFINITY : series.boundForce(i, 1, k);
        if (!(lower <= upper)) lower = upper = 0; // limits never cross: round-off, or no series
      }
      step.lower[i] = lower;
      step.upper[i] = upper;
      const guess = k === 0 && resting[i] === 1 ? given[i]! : 0;
      force[i] = Math.min(upper, Math.max(lower, guess));
    }
  }

  /** Coefficient k of the force of a row that slips, N. */
  function slipForce(series: Series, i: number, k: number): number {
    return passive[i] === 1 || system.rows[i]!.law.stop ? 0 : series.slipForce(i, mode[i]!, k);
  }

  /** What counts as zero on level k. */
  function setNoise(k: number, series: Series, scale: Vector): void {
    const { magnitude } = series;
    for (let i = 0; i < m; i++) {
      for (let j = start[i]!; j < start[i + 1]!; j++) {
        magnitude[column[j]!] = Math.max(magnitude[column[j]!]!, Math.abs(value[j]! * force[i]!));
      }
    }
    terms.fill(0);
    series.addTermSizes(k, terms);
    const late = (k + 1) * TIME * series.age[0]!;
    for (let j = 0; j < n; j++) {
      const sure = ROUND_OFF * terms[j]! + changeWithin(late, series.load[(k + 1) * n + j]!);
      const now = ZERO * magnitude[j]! + sure;
      doubt[j] = k === 0 ? now : Math.max(now, doubt[j]! / scale[0]!);
      const none = ROUND_OFF * magnitude[j]! + sure;
      least[j] = k === 0 ? none : Math.max(none, least[j]! / scale[0]!);
    }
    for (let i = 0; i < m; i++) {
      let sum = 0;
      let none = 0;
      for (let j = 0; j < n; j++) {
        sum += mobility.entries[i * n + j]! * doubt[j]!;
        none += mobility.entries[i * n + j]! * least[j]!;
      }
      narrow[i] = k === 0 ? partOfLimits(series, i, scale) : narrow[i]! / scale[0]!;
      if (narrow[i]! > 0) sum = Math.min(sum, Math.max(none, narrow[i]!));
      spread[i] = k === 0 ? blur[i]! * mobility.own[i]! : spread[i]! / scale[0]!;
      if (free[i] === 1) sum += mobility.own[i]! * changeWithin(late, boundRate(series, i, k));
      noise[i] = Math.max(sum, spread[i]!);
    }
  }

  /** Of the acceleration that a row's limits can make, the part that is not to be overlooked; 0 where they may be about to vanish. */
  function partOfLimits(series: Series, i: number, scale: Vector): number {
    if (system.rowMotion || free[i] === 0 || !isFriction(system.rows[i]!.law)) return 0;
    const between = step.upper[i]! - step.lower[i]!;
    return between > STEADY * scale[0]! * boundRate(series, i, 0) ? NARROW * between * mobility.own[i]! : 0;
  }

  /** Coefficient k + 1 of the faster one of a row's bounds, N. */
  function boundRate(series: Series, i: number, k: number): number {
    if (!system.rowFunctions || !isFriction(system.rows[i]!.law)) return 0;
    return Math.max(Math.abs(series.boundForce(i, -1, k + 1)), Math.abs(series.boundForce(i, 1, k + 1)));
  }

  /** Where a row's force is between its bounds on level k, the first on which they differ. */
  function findBound(k: number, i: number): void {
    // what counts as no acceleration may be that force; where the direction has vanished, any force does nothing
    const least = mobility.own[i]! > 0 ? noise[i]! / mobility.own[i]! : Number.POSITIVE_INFINITY;
    const below = force[i]! - step.lower[i]!;
    const above = step.upper[i]! - force[i]!;
    const between = step.upper[i]! - step.lower[i]!;
    flat[i] = between <= least ? 1 : 0;
    if (flat[i] === 1) return;
    width[i] = k;
    const near = Math.max(between < Number.POSITIVE_INFINITY ? ZERO * between : least, k === 0 ? blur[i]! : 0);
    bound[i] = below <= near ? -1 : above <= near ? 1 : 0;
    open[i] = Math.abs(bound[i]!);
    play[i] = 2 * Math.max(near, least);
    slack[i] = bound[i] !== 0 ? 0 : Math.min(below, above);
    part[i] = bound[i] !== 0 ? (1 + bound[i]!) / 2 : between < Number.POSITIVE_INFINITY ? below / between : 0;
  }

  /** Reads the solution of level k; returns whether rows are left undecided. */
  function read(k: number, series: Series, side: Vector): boolean {
    let left = false;
    for (let i = 0; i < m; i++) {
      if (open[i] === 0) continue;
      const rate = series.slip[i * (series.order + 1) + k + 1]! * (k + 1);
      const wasFlat = flat[i] === 1;
      if (wasFlat) {
        findBound(k, i);
        if (flat[i] === 1 && Math.abs(rate) > noise[i]!) bound[i] = rate > 0 ? -1 : 1;
        if (bound[i] === 0) {
          lead[i] = k;
          if (flat[i] === 1) left = true;
          continue;
        }
      }
      const accelerates = -bound[i]! * rate > noise[i]!;
      const away = force[i]! - series.boundForce(i, bound[i]!, k);
      const inside = !wasFlat && k > 0 && -bound[i]! * away * mobility.own[i]! > noise[i]!;
      lead[i] = accelerates ? k + 1 : inside ? k : LEVELS;
      if (accelerates) {
        mode[i] = -bound[i]!;
        moving[i] = mode[i]!;
        bound[i] = 0;
        side[i] = mode[i]! * Number.MIN_VALUE;
        series.chooseSide(i, side);
      }
      open[i] = accelerates || inside ? 0 : 1;
      if (open[i] !== 0) left = true;
    }
    return left;
  }

  /** Of the stuck rows that are decided (or of all), those that add something hold, and the others keep their forces. */
  function share(resting: Int8Array, all: boolean): void {
    for (;;) {
      let best = -1;
      for (let i = 0; i < m; i++) {
        if (resting[i] === 0 || moving[i] !== 0 || held.holds[i] === 1 || kept[i] === 1) continue;
        if (!all && open[i] === 1) continue;
        if (best < 0 || slack[i]! > slack[best]!) best = i;
      }
      if (best < 0) return;
      if (!held.add(best)) kept[best] = 1;
    }
  }

  /** Undecided rows that depend on rows that hold are stuck with them. */
  function freeze(): boolean {
    let left = false;
    for (let i = 0; i < m; i++) {
      if (open[i] === 0) continue;
      if (mobility.own[i]! > 0 && held.spans(i)) {
        kept[i] = 1;
        open[i] = 0;
      } else left = true;
    }
    return left;
  }

  return {
    follow(q) {
      if (place.fixed) return;
      mass.clear();
      place.mass.addTo(mass, 1);
      step.version++;
      mobility.place(q);
    },
    decide(series, resting, scale, side, stats) {
      free.set(resting);
      parted.fill(0);
      // a row that breaks loose under a jump law changes the forces at once: the others are asked again
      for (let tries = 0; ; tries++) {
        if (!levels(series, scale, side, stats)) return false;
        if (tries < MOST_TRIES * m && catchAgain(series, resting)) continue;
        if (!breakLoose(series) && !partDrives(series, scale, side)) break;
      }
      anew[0] = 0;
      for (let i = 0; i < m; i++) {
        if (resting[i] === 0 || free[i] === 1) continue;
        const jumps = Math.abs(series.slip[i * (series.order + 1) + 1]!) > firstNoise[i]!; // and accelerates it
        lead[i] = parted[i] === 0 || jumps ? 1 : parted[i]!;
      }
      return true;
    },
  };

  /**
   * Of the rows at rest that slip with another force than that of rest, the one that accelerates most is known; returns
   * whether there is one. One by one: the drop of its force may keep the others where they are.
   */
  function breakLoose(series: Series): boolean {
    let first = -1;
    let most = 0;
    for (let i = 0; i < m; i++) {
      if (free[i] === 0 || mode[i] === 0 || !system.rows[i]!.law.jumps) continue;
      if (series.slipForce(i, mode[i]!, 0) === series.boundForce(i, -mode[i]!, 0)) continue; // no jump now
      const rate = Math.abs(series.slip[i * (series.order + 1) + 1]!);
      if (first < 0 || rate > most) [first, most] = [i, rate];
    }
    if (first >= 0) free[first] = 0;
    return first >= 0;
  }

  /** A row that broke loose and is pushed back, now that others have too, is at rest after all; returns whether there is one. */
  function catchAgain(series: Series, resting: Int8Array): boolean {
    for (let i = 0; i < m; i++) {
      if (resting[i] === 0 || free[i] === 1) continue;
      if (series.slip[i * (series.order + 1) + 1]! * mode[i]! >= -firstNoise[i]!) continue;
      free[i] = 1;
      return true;
    }
    return false;
  }

  /** Lets rows slip whose drives part from those that they are held with; returns whether there are any. */
  function partDrives(series: Series, scale: Vector, side: Vector): boolean {
    const level = drives.level(series, scale, firstNoise);
    if (level < 0) return false;
    series.known(0, moving, known);
    kept.fill(0);
    setBounds(0, series, free);
    let [least, most, doubt] = [Number.POSITIVE_INFINITY, 0, 0];
    for (let i = 0; i < m; i++) {
      if (free[i] === 0) continue;
      const reach = mobility.own[i]! * (step.upper[i]! - step.lower[i]!);
      if (reach > 0) least = Math.min(least, reach);
      most = Math.max(most, Math.abs(drives.by[i]!));
      doubt = Math.max(doubt, firstNoise[i]!);
    }
    const rate = Math.max(least < Number.POSITIVE_INFINITY ? PARTING * least : 0, CLEAR * doubt) || 1;
    series.stuckRate(0, step.slip);
    for (let i = 0; i < m; i++) step.slip[i] = -step.slip[i]! - (rate / most) * drives.by[i]!;
    for (let j = 0; j < n; j++) step.residual[j] = -known[j]!;
    if (solver.solve(acceleration, force, work) !== "solved") return false;
    let any = false;
    for (let i = 0; i < m; i++) {
      if (free[i] === 0 || system.rows[i]!.law.joint) continue;
      let slip = step.slip[i]!;
      for (let j = start[i]!; j < start[i + 1]!; j++) slip += value[j]! * acceleration[column[j]!]!;
      if (!(Math.abs(slip) > PARTED * rate)) continue;
      any = true;
      free[i] = 0;
      mode[i] = Math.sign(slip);
      parted[i] = level + 1;
      side[i] = mode[i]! * Number.MIN_VALUE;
      series.chooseSide(i, side);
    }
    return any;
  }

  /** Takes the forces of level 0. */
  function begin(): void {
    firstNoise.set(noise);
    for (let i = 0; i < m; i++) if (free[i] === 1) given[i] = force[i]!;
  }

  /** All levels for the rows in `free`. */
  function levels(series: Series, scale: Vector, side: Vector, stats: Stats): boolean {
    held.clear();
    kept.fill(0);
    for (let i = 0; i < m; i++) {
      if (free[i] === 1) {
        mode[i] = 0;
        bound[i] = lead[i] = width[i] = 0;
        part[i] = 0.5;
      }
      moving[i] = mode[i]!;
      open[i] = flat[i] = free[i]!;
    }
    let left = true;
    for (let k = 0; k < LEVELS && left; k++) {
      series.known(k, moving, known);
      if (!isFiniteVector(known)) break; // no series here: what is undecided stays for now
      setBounds(k, series, free);
      series.stuckRate(k, step.slip);
      for (let i = 0; i < m; i++) step.slip[i] = -step.slip[i]!;
      for (let i = 0; i < n; i++) step.residual[i] = -known[i]!;
      const before = work.nonUnique;
      if (solver.solve(acceleration, force, work) !== "solved") return false;
      stats.solves++;
      stats.nonUnique += work.nonUnique - before;
      if (k === 0 && anew[0] === 1) center(place.directions, free, step.lower, step.upper, force);
      series.accept(k, acceleration, force);
      setNoise(k, series, scale);
      if (k === 0) begin();
      left = read(k, series, side);
      if (!held.dependent) continue;
      share(free, false);
      if (left) left = freeze();
    }
    share(free, true);
    held.prepare();
    for (let i = 0; i < m; i++) if (mode[i] !== 0) given[i] = slipForce(series, i, 0);
    return true;
  }
}

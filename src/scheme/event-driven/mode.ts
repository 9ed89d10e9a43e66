/**
 * The next mode at a moment when rows are at rest: which of them stick, which begin to slip, and which way.
 *
 * Level 0 is the box problem on accelerations: forces within their limits, and a row may only accelerate against a force
 * at its limit. A row that is at its limit and does not accelerate, as every row is that a growing load has just brought
 * there, is undecided: level 1 asks the same of the rates of change, where the force may only move away from the limit
 * and the row may only begin to accelerate, level 2 of the next derivatives, and so on. What no level decides stays stuck.
 *
 * Forces of dependent rows are not unique. Of those that stick, independent ones hold, the farthest from their limits
 * first, and the others keep their forces; a row at its limit that depends on rows inside theirs is stuck with them.
 */
import { isFrictionless } from "../../model/law.ts";
import { type LinearSystem, RowValue } from "../../model/linear.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import { activeSet } from "../../step/active-set.ts";
import { newStats, type Stats } from "../../step/step.ts";
import { rowStep } from "../rows.ts";
import type { Hold } from "./hold.ts";
import type { Series } from "./series.ts";

/** Levels that are asked; forces of stuck rows are known to so many coefficients. */
export const LEVELS = 7;
/** Of the terms that make up a value, what counts as zero: events are located to 1e-12, so forces there are off by that. */
const ZERO = 1e-11;

/** Rounds of breaking loose and being caught again, for each row. */
const MOST_TRIES = 4;

/** What a decision leaves behind, row by row. */
export interface Decision {
  readonly mode: Int8Array;
  /** -1 or +1: a stuck row begins at that bound; 0: inside. */
  readonly bound: Int8Array;
  /**
   * How many coefficients are zero by the decision: of the slip of a row that begins to slip, of the force's distance
   * from the bound of a stuck row there; LEVELS or more: undecided.
   */
  readonly lead: Int8Array;
  /** By how much the force of an undecided row may leave its bound, N. */
  readonly play: Vector;
  /** Force coefficient k of row i at given[i * LEVELS + k], N; those of stuck rows begin as the levels found them. */
  readonly given: Vector;
}

export interface ModeChoice {
  /**
   * Decides on the rows with resting[i] = 1; `series` has begun at the state, `scale[0]` is the time scale of the motion,
   * s. `given` in: the forces before. False when it cannot be solved.
   */
  decide(series: Series, resting: Int8Array, scale: Vector, side: Vector, stats: Stats): boolean;
}

export function modeChoice(system: LinearSystem, decision: Decision, held: Hold): ModeChoice {
  const n = system.size;
  const m = system.rows.length;
  const { mode, bound, lead, play, given } = decision;
  const { start, column, value } = system.directions;
  const mass = system.matrix();
  system.mass.addTo(mass, 1);
  const step = rowStep(system, mass, system.directions);
  step.smoothing.fill(0);
  const solver = activeSet().prepare(step);
  const known = new Float64Array(n);
  const acceleration = new Float64Array(n);
  const force = new Float64Array(m);
  const moving = new Int8Array(m);
  const free = new Int8Array(m); // 1: at rest and to be decided
  const open = new Int8Array(m); // 1: at its bound and undecided
  const kept = new Int8Array(m); // 1: stuck, and its force does not change since others hold
  const slack = new Float64Array(m); // distance of a force from its nearest bound, N
  const mobility = rowMobility(system);
  const work = newStats();
  const largest = new Float64Array(n); // of the terms of level 0 over the time scale to the power of the level
  const noise = new Float64Array(m); // of a row's acceleration on this level, that counts as zero

  /** Coefficient k of a row's bound: -1 the lower, +1 the upper one, N. */
  function boundOf(series: Series, i: number, which: number, k: number): number {
    const at = k * RowValue.count * m + i;
    return which < 0 ? -series.rows[at + RowValue.forward * m]! : series.rows[at + RowValue.backward * m]!;
  }

  /** Bounds of level k. */
  function setBounds(k: number, series: Series, resting: Int8Array): void {
    for (let i = 0; i < m; i++) {
      let lower = 0;
      let upper = 0;
      if (moving[i] !== 0) {
        lower = upper = hardForce(series, i, k);
      } else if (k === 0) {
        lower = boundOf(series, i, -1, 0);
        upper = boundOf(series, i, 1, 0);
      } else if (kept[i] === 0) {
        lower = open[i] === 0 || bound[i]! > 0 ? Number.NEGATIVE_INFINITY : boundOf(series, i, -1, k);
        upper = open[i] === 0 || bound[i]! < 0 ? Number.POSITIVE_INFINITY : boundOf(series, i, 1, k);
      }
      step.lower[i] = lower;
      step.upper[i] = upper;
      const guess = k === 0 && resting[i] === 1 ? given[i * LEVELS]! : 0;
      force[i] = Math.min(upper, Math.max(lower, guess));
    }
  }

  /** Coefficient k of the force of a row that slips, N. */
  function hardForce(series: Series, i: number, k: number): number {
    const { law } = system.rows[i]!;
    if (law.smoothing > 0 || law.stop || isFrictionless(law)) return 0;
    return k === 0 || system.rowFunctions ? series.slipForce(i, mode[i]!, k) : 0;
  }

  /** What counts as zero on level k. */
  function setNoise(k: number, series: Series, scale: Vector): void {
    const { magnitude } = series;
    for (let i = 0; i < m; i++) {
      for (let j = start[i]!; j < start[i + 1]!; j++) {
        magnitude[column[j]!] = Math.max(magnitude[column[j]!]!, Math.abs(value[j]! * force[i]!));
      }
    }
    for (let j = 0; j < n; j++) largest[j] = k === 0 ? magnitude[j]! : Math.max(magnitude[j]!, largest[j]! / scale[0]!);
    for (let i = 0; i < m; i++) {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += mobility.entries[i * n + j]! * largest[j]!;
      noise[i] = ZERO * sum;
    }
  }

  /** Level 0: which rows are at a bound. */
  function findBounds(resting: Int8Array): void {
    for (let i = 0; i < m; i++) {
      bound[i] = 0;
      lead[i] = 0;
      open[i] = 0;
      if (resting[i] === 0) continue;
      const below = force[i]! - step.lower[i]!;
      const above = step.upper[i]! - force[i]!;
      const width = step.upper[i]! - step.lower[i]!;
      const near = width < Number.POSITIVE_INFINITY ? ZERO * width : noise[i]! / mobility.own[i]!;
      if (below <= near) bound[i] = -1;
      else if (above <= near) bound[i] = 1;
      open[i] = Math.abs(bound[i]!);
      play[i] = 2 * Math.max(near, noise[i]! / mobility.own[i]!); // what counts as no acceleration may be that force
      slack[i] = bound[i] !== 0 ? 0 : Math.min(below, above);
    }
  }

  /** Reads the solution of level k; returns whether rows are left undecided. */
  function read(k: number, series: Series, side: Vector): boolean {
    let left = false;
    for (let i = 0; i < m; i++) {
      if (open[i] === 0) continue;
      const rate = series.slip[i * (series.order + 1) + k + 1]! * (k + 1);
      const accelerates = -bound[i]! * rate > noise[i]!;
      const away = force[i]! - boundOf(series, i, bound[i]!, k);
      const inside = k > 0 && -bound[i]! * away * mobility.own[i]! > noise[i]!;
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
      if (held.spans(i)) {
        kept[i] = 1;
        open[i] = 0;
      } else left = true;
    }
    return left;
  }

  return {
    decide(series, resting, scale, side, stats) {
      free.set(resting);
      // a row that breaks loose under a jump law changes the forces at once: the others are asked again
      for (let tries = 0; ; tries++) {
        if (!levels(series, scale, side, stats)) return false;
        if (tries < MOST_TRIES * m && catchAgain(series, resting)) continue;
        if (!breakLoose(series)) break;
      }
      for (let i = 0; i < m; i++) if (resting[i] === 1 && free[i] === 0) lead[i] = 1; // the jump accelerates it
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
      if (series.slipForce(i, mode[i]!, 0) === boundOf(series, i, -mode[i]!, 0)) continue; // no jump now
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
      if (series.slip[i * (series.order + 1) + 1]! * mode[i]! >= -noise[i]!) continue;
      free[i] = 1;
      return true;
    }
    return false;
  }

  /** All levels for the rows in `free`. */
  function levels(series: Series, scale: Vector, side: Vector, stats: Stats): boolean {
    held.clear();
    kept.fill(0);
    for (let i = 0; i < m; i++) {
      if (free[i] === 1) mode[i] = 0;
      moving[i] = mode[i]!;
    }
    let left = true;
    for (let k = 0; k < LEVELS; k++) {
      if (left) {
        series.known(k, moving, known);
        setBounds(k, series, free);
        series.ride(k, step.slip);
        for (let i = 0; i < m; i++) step.slip[i] = -step.slip[i]!;
        for (let i = 0; i < n; i++) step.residual[i] = -known[i]!;
        const before = work.nonUnique;
        if (solver.solve(acceleration, force, work) !== "solved") return false;
        stats.solves++;
        stats.nonUnique += work.nonUnique - before;
        series.accept(k, acceleration);
        setNoise(k, series, scale);
        if (k === 0) findBounds(free);
      } else force.fill(0);
      for (let i = 0; i < m; i++) given[i * LEVELS + k] = force[i]!;
      if (!left) continue;
      left = read(k, series, side);
      if (!held.dependent) continue;
      share(free, false);
      if (left) left = freeze();
    }
    share(free, true);
    held.prepare();
    for (let i = 0; i < m; i++) if (mode[i] !== 0) given[i * LEVELS] = hardForce(series, i, 0);
    return true;
  }
}

/** |M^{-1} w|, 1/kg: what errors in the forces on the coordinates make of a row's acceleration; own: w.M^{-1} w. */
function rowMobility(system: LinearSystem): { entries: Vector; own: Vector } {
  const n = system.size;
  const m = system.rows.length;
  const mass = system.matrix();
  system.mass.addTo(mass, 1);
  mass.factor();
  const entries = new Float64Array(m * n);
  const own = new Float64Array(m);
  const unit = new Float64Array(m);
  const response = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    const w = new Float64Array(n);
    unit.fill(0);
    unit[i] = 1;
    rowsAddTransposed(system.directions, unit, w);
    mass.solve(w);
    rowsMultiply(system.directions, w, response);
    own[i] = response[i]!;
    for (let j = 0; j < n; j++) entries[i * n + j] = Math.abs(w[j]!);
  }
  return { entries, own };
}

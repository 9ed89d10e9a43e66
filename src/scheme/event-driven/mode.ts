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
import type { LinearSystem } from "../../model/linear.ts";
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
  const limits = Float64Array.from(step.upper);
  const lowest = Float64Array.from(step.lower);
  step.smoothing.fill(0);
  const solver = activeSet().prepare(step);
  const known = new Float64Array(n);
  const acceleration = new Float64Array(n);
  const force = new Float64Array(m);
  const moving = new Int8Array(m);
  const open = new Int8Array(m); // 1: at its bound and undecided
  const kept = new Int8Array(m); // 1: stuck, and its force does not change since others hold
  const slack = new Float64Array(m); // distance of a force from its nearest bound, N
  const mobility = rowMobility(system);
  const work = newStats();
  const largest = new Float64Array(n); // of the terms of level 0 over the time scale to the power of the level
  const noise = new Float64Array(m); // of a row's acceleration on this level, that counts as zero

  /** Bounds of level k. */
  function setBounds(k: number, resting: Int8Array): void {
    for (let i = 0; i < m; i++) {
      let lower = 0;
      let upper = 0;
      if (moving[i] !== 0 || kept[i] === 1) {
        if (k === 0) lower = upper = hardForce(i);
      } else if (k === 0) {
        lower = lowest[i]!;
        upper = limits[i]!;
      } else {
        if (open[i] === 0 || bound[i]! > 0) lower = Number.NEGATIVE_INFINITY;
        if (open[i] === 0 || bound[i]! < 0) upper = Number.POSITIVE_INFINITY;
      }
      step.lower[i] = lower;
      step.upper[i] = upper;
      const guess = k === 0 && resting[i] === 1 ? given[i * LEVELS]! : 0;
      force[i] = Math.min(upper, Math.max(lower, guess));
    }
  }

  /** Of a row that slips, N. */
  function hardForce(i: number): number {
    const { smoothing, stop } = system.rows[i]!.law;
    return smoothing > 0 || stop || limits[i] === 0 ? 0 : -mode[i]! * limits[i]!;
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
      const below = force[i]! - lowest[i]!;
      const above = limits[i]! - force[i]!;
      const width = limits[i]! - lowest[i]!;
      const near = width < Number.POSITIVE_INFINITY ? ZERO * width : noise[i]! / mobility.own[i]!;
      if (below <= near) bound[i] = -1;
      else if (above <= near) bound[i] = 1;
      open[i] = Math.abs(bound[i]!);
      play[i] = 2 * near;
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
      const inside = k > 0 && -bound[i]! * force[i]! * mobility.own[i]! > noise[i]!;
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
      held.clear();
      kept.fill(0);
      for (let i = 0; i < m; i++) {
        if (resting[i] === 1) mode[i] = 0;
        moving[i] = resting[i] === 1 ? 0 : mode[i]!;
      }
      let left = true;
      for (let k = 0; k < LEVELS; k++) {
        if (left) {
          series.known(k, moving, known);
          setBounds(k, resting);
          for (let i = 0; i < n; i++) step.residual[i] = -known[i]!;
          const before = work.nonUnique;
          if (solver.solve(acceleration, force, work) !== "solved") return false;
          stats.solves++;
          stats.nonUnique += work.nonUnique - before;
          series.accept(k, acceleration);
          setNoise(k, series, scale);
          if (k === 0) findBounds(resting);
        } else force.fill(0);
        for (let i = 0; i < m; i++) given[i * LEVELS + k] = force[i]!;
        if (!left) continue;
        left = read(k, series, side);
        if (!held.dependent) continue;
        share(resting, false);
        if (left) left = freeze();
      }
      share(resting, true);
      held.prepare();
      for (let i = 0; i < m; i++) if (mode[i] !== 0) given[i * LEVELS] = hardForce(i);
      return true;
    },
  };
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

/**
 * The next mode at a moment when rows are at rest: which of them stick, which begin to slip, and which way.
 *
 * Level 0 is the box problem on accelerations: forces within their limits, and a row may only accelerate against a force
 * at its limit. A row that is at its limit and does not accelerate, as every row is that a growing load has just brought
 * there, is undecided: level 1 asks the same of the rates of change, where the force may only move away from the limit
 * and the row may only begin to accelerate, level 2 of the next derivatives, and so on. What no level decides stays stuck.
 */
import type { LinearSystem } from "../../model/linear.ts";
import { rowsAddTransposed } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import { activeSet } from "../../step/active-set.ts";
import type { Stats } from "../../step/step.ts";
import { rowStep } from "../rows.ts";
import type { Series } from "./series.ts";

const LEVELS = 7;
/** Of the terms that make up a value, what counts as zero: events are located to 1e-12, so forces there are off by that. */
const ZERO = 1e-10;

export interface ModeChoice {
  /**
   * Rewrites the modes of the rows with resting[i] = 1; `series` has begun at the state. `force` in: a guess, out: the
   * forces at this instant, N. False when it cannot be solved.
   */
  decide(
    series: Series,
    resting: Int8Array,
    mode: Int8Array,
    side: Vector,
    force: Vector,
    stats: Stats,
  ): boolean;
}

export function modeChoice(system: LinearSystem): ModeChoice {
  const n = system.size;
  const m = system.rows.length;
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
  const rate = new Float64Array(m);
  const moving = new Int8Array(m);
  /** -1 or +1: at that bound and undecided; 0: decided. */
  const open = new Int8Array(m);
  const mobility = rowMobility(system);

  /** Bounds of level k. */
  function setBounds(k: number, resting: Int8Array, mode: Int8Array): void {
    for (let i = 0; i < m; i++) {
      let lower = 0;
      let upper = 0;
      if (resting[i] === 0 || (k > 0 && open[i] === 0 && mode[i] !== 0)) {
        // slipping: its hard force is known
        if (k === 0) lower = upper = -mode[i]! * hardLimit(i);
      } else if (k === 0) {
        lower = lowest[i]!;
        upper = limits[i]!;
      } else if (open[i] === 0) {
        lower = Number.NEGATIVE_INFINITY;
        upper = Number.POSITIVE_INFINITY;
      } else if (open[i]! < 0) upper = Number.POSITIVE_INFINITY;
      else lower = Number.NEGATIVE_INFINITY;
      step.lower[i] = lower;
      step.upper[i] = upper;
    }
  }

  function hardLimit(i: number): number {
    const { smoothing, stop } = system.rows[i]!.law;
    return smoothing > 0 || stop ? 0 : limits[i]!;
  }

  /** Reads the solution of level k; returns whether rows are left undecided. */
  function read(k: number, series: Series, resting: Int8Array, mode: Int8Array, side: Vector): boolean {
    let left = false;
    let terms = series.magnitude[0]!;
    for (let i = 0; i < m; i++) terms = Math.max(terms, Math.abs(force[i]!));
    for (let i = 0; i < m; i++) {
      if (resting[i] === 0 || (k > 0 && open[i] === 0)) continue;
      const bound = k > 0 ? open[i]! : atBound(force[i]!, lowest[i]!, limits[i]!, ZERO * terms);
      const accelerates = -bound * rate[i]! > ZERO * terms * mobility[i]!;
      const inside = k === 0 ? bound === 0 : -bound * force[i]! > ZERO * terms;
      mode[i] = accelerates ? -bound : 0;
      open[i] = accelerates || inside ? 0 : bound;
      moving[i] = mode[i]!;
      side[i] = mode[i]! * Number.MIN_VALUE;
      if (mode[i] !== 0) series.chooseSide(i, side);
      if (open[i] !== 0) left = true;
    }
    return left;
  }

  return {
    decide(series, resting, mode, side, forces, stats) {
      open.fill(0);
      for (let i = 0; i < m; i++) {
        moving[i] = resting[i] === 0 ? mode[i]! || 1 : 0;
        force[i] = forces[i]!;
      }
      for (let k = 0; k < LEVELS; k++) {
        series.known(k, moving, known);
        setBounds(k, resting, mode);
        for (let i = 0; i < n; i++) step.residual[i] = -known[i]!;
        for (let i = 0; i < m; i++) force[i] = Math.min(step.upper[i]!, Math.max(step.lower[i]!, force[i]!));
        if (solver.solve(acceleration, force, stats) !== "solved") return false;
        if (k === 0) forces.set(force);
        series.accept(k, acceleration);
        for (let i = 0; i < m; i++) rate[i] = series.slip[i * (series.order + 1) + k + 1]! * (k + 1);
        if (!read(k, series, resting, mode, side)) return true;
      }
      return true;
    },
  };
}

/** -1 or +1 when a force is at that bound, to the accuracy of events. */
function atBound(force: number, lower: number, upper: number, zero: number): number {
  const slack = upper < Number.POSITIVE_INFINITY ? ZERO * (upper - lower) : zero;
  if (force <= lower + slack) return -1;
  return force >= upper - slack ? 1 : 0;
}

/** Sum of |M^{-1} w| for each row, 1/kg: what an error in the forces makes of the row's acceleration. */
function rowMobility(system: LinearSystem): Vector {
  const mass = system.matrix();
  system.mass.addTo(mass, 1);
  mass.factor();
  const unit = new Float64Array(system.rows.length);
  return Float64Array.from(system.rows, (_, i) => {
    const w = new Float64Array(system.size);
    unit.fill(0);
    unit[i] = 1;
    rowsAddTransposed(system.directions, unit, w);
    mass.solve(w);
    return w.reduce((sum, entry) => sum + Math.abs(entry), 0);
  });
}

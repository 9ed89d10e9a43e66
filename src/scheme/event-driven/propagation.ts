/** The motion inside one mode: its Taylor series, how far it may be trusted, and its values in between. */

import { isFriction } from "../../model/rows/law.ts";
import { RowValue, type System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import type { Vector } from "../../numeric/vector.ts";
import { type Components, components } from "./components.ts";
import type { Decision } from "./decision.ts";
import { defect } from "./defect.ts";
import type { Hold } from "./hold.ts";
import type { Place } from "./place.ts";
import type { Sampling } from "./sampling.ts";
import type { Series } from "./series.ts";
import { DEAD, trustedLength } from "./trust.ts";
import { motionAt, rowsAt } from "./values.ts";

/** Truncation error of a step, relative to the motion in it. */
const TOLERANCE = 1e-17;
/** Largest error of a load or of a weakening along the motion, relative to it, and the load's last term. */
const MATCH = 1e-12;
const LAST_TERM = 1e-13;
/** The same, relative to the largest load so far: what round-off of the motion is worth. */
const FORGOTTEN = 1e-15;
/** Levels of which the terms of the equation of motion are kept, to compare loads with. */
const TERMS = 4;
/** Halvings in which the time of the lowest slip is found. */
const HALVINGS = 20;
/** A coordinate that is far lighter than others of its component is also judged by itself, down to this part of a step. */
const SHORTEN = 0.25;

export interface Propagation {
  readonly parts: Components;
  /** Expands at a state. Rows that do not hold have the forces of the decision. */
  expand(at: Vector, x: Vector, v: Vector): void;
  /** Longest trusted step, s; 0 when the motion has no series here. */
  length(): number;
  /** For a short step over a singular point: keeps a cubic, or the terms of it that exist. */
  truncate(): void;
  /**
   * Whether the load at the sampled times up to h[0] and the curves at h[0], and at the lowest slip before, are what their series say: a pulse that is still
   * zero to all orders, or u^p with a high p, does not show in the coefficients. `switched`: the step ends where formulas change, by a series too.
   */
  matches(at: Vector, h: Vector, sampling: Sampling, switched: boolean): boolean;
  /** Whether nothing hides on the way: whether forces, limits and what decides between formulas are what their series say wherever bounds allow that they are not. */
  follows(at: Vector, h: Vector): boolean;
  /** Whether what follows the motion has values late in the step. */
  defined(at: Vector, h: Vector): boolean;
  /** Position and velocity at tau[0]. */
  evaluate(tau: Vector, x: Vector, v: Vector): void;
  /** Hard forces at tau[0], N. */
  forces(tau: Vector, out: Vector): void;
  /** Slips at tau[0], m/s. */
  slips(tau: Vector, out: Vector): void;
  readonly kept: Kept;
}

export function propagation(
  system: System,
  place: Place,
  series: Series,
  held: Hold,
  decision: Decision,
  origin: Vector,
  [spacing, span]: readonly [number, number],
): Propagation {
  const n = system.size;
  const m = system.rows.length;
  const { order } = series;
  const width = order + 1;
  const { mode, given, part, passive, lead } = decision;
  const known = new Float64Array(n);
  const hard = new Float64Array(m);
  const stuckRate = new Float64Array(m);
  const rowSample = new Float64Array(RowValue.count * m);
  const acceleration = new Float64Array(n);
  const sizes = new Float64Array(width);
  const slip = new Float64Array(m);
  const value = new Float64Array(m);
  const slope = new Float64Array(m);
  const sample = new Float64Array(2);
  const tau = new Float64Array(1);
  const load = new Float64Array(n);
  const largestLoad = new Float64Array(n); // of each coordinate so far, N
  const terms = new Float64Array(TERMS * n); // sizes of the terms of the equation of motion, level by level, N
  const allowed = new Float64Array(n); // error of each load, N
  const twin = new Int32Array(n); // the first load of the same series
  const sums = new Float64Array(n); // the loads by their series, N
  const parts = components(system, origin);
  const left = system.linear && !system.rowMotion ? undefined : defect(system, series, mode, origin, spacing, span);
  const { start, column, value: entry } = place.directions;
  const follows = series.switches.resistance !== undefined || series.switches.rows !== undefined;
  const resting = new Int8Array(m); // modes, and 0 for rows that rest so far

  /** Adds the forces of rows that do not hold: in slip, or stuck beside rows that do. */
  function addGiven(k: number): void {
    for (let i = 0; i < m; i++) {
      hard[i] = held.holds[i] === 1 || passive[i] === 1 ? 0 : givenForce(i, k);
      if (hard[i] === 0) continue;
      for (let j = start[i]!; j < start[i + 1]!; j++) known[column[j]!]! += hard[i]! * entry[j]!;
    }
  }

  function givenForce(i: number, k: number): number {
    const { law } = system.rows[i]!;
    if (mode[i] !== 0) return law.stop ? 0 : series.slipForce(i, mode[i]!, k);
    return k === 0 && !law.varying ? given[i]! : series.partForce(i, part[i]!, k);
  }

  /** Keeps the sizes of what stands in the equation of motion at level k. */
  function keepTerms(k: number): void {
    for (let j = 0; j < n; j++) terms[k * n + j] = series.magnitude[j]!;
    for (let i = 0; i < m; i++) {
      for (let j = start[i]!; j < start[i + 1]!; j++) {
        const to = k * n + column[j]!;
        terms[to] = Math.max(terms[to]!, Math.abs(hard[i]! * entry[j]!));
      }
    }
  }

  /** sizes[k]: norm of coefficient k of the motion of a component, (kg)^(1/2) m. */
  function measureMotion(members: Int32Array): void {
    for (let k = 0; k <= order; k++) {
      let size = 0;
      for (let a = 0; a < members.length; a++) {
        const i = members[a]!;
        size = Math.max(size, parts.weight[i]! * Math.abs(series.x[k * n + i]!));
      }
      sizes[k] = size;
    }
    sizes[0] = 0; // where it is does not matter
  }

  /** Up to where accelerations, forces and limits have coefficients. */
  function finiteLevels(): number {
    const span = RowValue.count * m;
    for (let k = 0; k <= order - 2; k++) {
      let sum = 0; // of zeros, unless something is not finite
      for (let i = 0; i < n; i++) sum += 0 * series.x[(k + 2) * n + i]!;
      for (let i = 0; i < m; i++) sum += 0 * series.force[i * width + k]!;
      if (series.rowsVary) {
        for (let j = 0; j < span; j++) if (isFriction(system.rows[j % m]!.law)) sum += 0 * series.rows[k * span + j]!;
      }
      if (sum !== 0) return k;
    }
    return order - 1;
  }

  /** Longest step for the motion that was measured. */
  const motionLength = () => trustedLength(sizes, order, TOLERANCE);

  /** Longest step for the load on a coordinate. */
  function loadLength(i: number): number {
    for (let k = 0; k <= order; k++) sizes[k] = Math.abs(series.load[k * n + i]!);
    for (let k = 0; k < TERMS; k++) sizes[k] = Math.max(sizes[k]!, terms[k * n + i]!);
    largestLoad[i] = Math.max(largestLoad[i]!, Math.abs(series.load[i]!));
    return trustedLength(sizes, order - 2, LAST_TERM);
  }

  /** Longest step for the force of a row that holds: it may vary while nothing moves. */
  function forceLength(i: number): number {
    for (let k = 0; k <= order - 2; k++) sizes[k] = Math.abs(series.force[i * width + k]!);
    return trustedLength(sizes, order - 2, LAST_TERM);
  }

  /** Longest step for the gap of an open stop that turns: beyond it the gap has roots that are none. */
  function gapLength(i: number): number {
    sizes[0] = Math.abs(series.gap[i]!);
    for (let k = 1; k <= order - 1; k++) sizes[k] = Math.abs(series.slip[i * width + k - 1]!) / k;
    return trustedLength(sizes, order - 1, LAST_TERM);
  }

  /** Sets what errors of the loads over h count as none. */
  function allow(h: number): void {
    for (let i = 0; i < n; i++) {
      let size = 0;
      let power = 1;
      for (let k = 0; k < TERMS; k++) {
        size = Math.max(size, terms[k * n + i]! * power);
        power *= h;
      }
      allowed[i] = MATCH * size + FORGOTTEN * largestLoad[i]!;
    }
  }

  /** Notes which loads have the series of the one before, as forces on several coordinates often have. */
  function findTwins(): void {
    for (let i = 0; i < n; i++) twin[i] = i > 0 && isTwin(i, i - 1) ? twin[i - 1]! : i;
  }

  function isTwin(i: number, j: number): boolean {
    for (let k = 0; k <= order; k++) if (series.load[k * n + i] !== series.load[k * n + j]) return false;
    return true;
  }

  /** Compares the load at sample[0], tau after the base, with its series; the time itself is rounded. */
  function loadMatches(tau: number): boolean {
    system.load.evaluate(sample, load);
    for (let i = 0; i < n; i++) {
      if (twin[i] === i) sums[i] = sumOf(i, tau);
      largestLoad[i] = Math.max(largestLoad[i]!, Math.abs(load[i]!));
      const off = Math.abs(sums[twin[i]!]! - load[i]!);
      const error = allowed[i]! + MATCH * Math.abs(load[i]!) + DEAD;
      if (!(off <= error) && !(off <= error + roundingOf(i, tau))) return false;
    }
    return true;
  }

  /** The series of a load at tau. */
  function sumOf(i: number, tau: number): number {
    let p = series.load[order * n + i]!;
    for (let k = order - 1; k >= 0; k--) p = p * tau + series.load[k * n + i]!;
    return p;
  }

  /** What a load changes by within the round-off of the time. */
  function roundingOf(i: number, tau: number): number {
    let p = series.load[order * n + i]!;
    let slope = 0;
    for (let k = order - 1; k >= 0; k--) {
      slope = slope * tau + p;
      p = p * tau + series.load[k * n + i]!;
    }
    return 4 * Number.EPSILON * Math.abs(sample[0]!) * Math.abs(slope);
  }

  /** Compares drives and limits at sample[0], tau after the base, with their series. */
  function rowsMatch(tau: number): boolean {
    if (!system.rowFunctions) return true;
    system.rowFunctions.evaluate(sample, rowSample);
    const rounding = 4 * Number.EPSILON * Math.abs(sample[0]!);
    for (let j = 0; j < rowSample.length; j++) {
      if (!isFriction(system.rows[j % m]!.law)) continue;
      let p = series.rows[order * rowSample.length + j]!;
      let slope = 0;
      let size = Math.abs(p);
      for (let k = order - 1; k >= 0; k--) {
        slope = slope * tau + p;
        p = p * tau + series.rows[k * rowSample.length + j]!;
        size = size * tau + Math.abs(series.rows[k * rowSample.length + j]!);
      }
      if (!(Math.abs(p - rowSample[j]!) <= MATCH * size + DEAD + rounding * Math.abs(slope))) return false;
    }
    return true;
  }

  /** Whether the curve of a row in slip is what its series says, tau after the base. */
  function curveMatches(i: number, tau: number): boolean {
    const row = (mode[i]! > 0 ? RowValue.kineticForward : RowValue.kineticBackward) * m + i;
    let s = 0;
    let p = 0;
    let limit = 0; // of it others look after
    for (let k = order - 2; k >= 0; k--) {
      s = s * tau + series.slip[i * width + k]!;
      p = p * tau + series.soft[i * width + k]!;
      if (k === 0 || series.rowsVary) limit = limit * tau + series.rows[k * RowValue.count * m + row]!;
    }
    slip[i] = s;
    system.rows[i]!.law.weakening!.evaluate(slip, i, value, slope);
    return Math.abs(p - limit * value[i]!) <= MATCH * Math.max(limit, series.rows[row]!); // it may end at zero
  }

  /** Rate at tau at which a row gets faster, m/s^2. */
  function quickening(i: number, tau: number): number {
    let rate = 0;
    for (let k = order - 2; k >= 1; k--) rate = rate * tau + k * series.slip[i * width + k]!;
    return mode[i]! * rate;
  }

  /** When a row that gets slower and then faster until h is slowest; 0 of others. */
  function slowest(i: number, h: number): number {
    if (!(quickening(i, 0) < 0 && quickening(i, h) > 0)) return 0;
    let from = 0;
    let to = h;
    for (let k = 0; k < HALVINGS; k++) {
      const middle = (from + to) / 2;
      if (quickening(i, middle) < 0) from = middle;
      else to = middle;
    }
    return to;
  }

  /** Compares the weakening forces with their series: at h, and where a row is slowest before, since curves are flat but at low slips. */
  function curvesMatch(h: number): boolean {
    for (let i = 0; i < m; i++) {
      if (mode[i] === 0 || passive[i] === 1 || !system.rows[i]!.law.weakening) continue;
      if (!curveMatches(i, h)) return false;
      const dip = slowest(i, h);
      if (dip > 0 && !curveMatches(i, dip)) return false;
    }
    return true;
  }

  /**
   * A row that begins to slip does so by the level that was decided: what the levels before leave of its acceleration is round-off, by which formulas
   * that follow the motion would be on the wrong side.
   */
  function restSoFar(k: number): Int8Array {
    if (!follows) return mode;
    for (let i = 0; i < m; i++) resting[i] = k + 1 < lead[i]! && isFriction(system.rows[i]!.law) ? 0 : mode[i]!;
    return resting;
  }

  return {
    kept: { largestLoad, ...(left ? { ofRows: left.kept } : {}) },
    parts,
    expand(at, x, v) {
      series.begin(at, x, v);
      for (let k = 0; k <= order - 2; k++) {
        series.known(k, mode, known);
        addGiven(k);
        series.stuckRate(k, stuckRate);
        held.solve(known, stuckRate, acceleration, hard);
        if (k < TERMS) keepTerms(k);
        held.project(restSoFar(k), stuckRate, acceleration);
        series.accept(k, acceleration, hard);
      }
    },
    length() {
      if (finiteLevels() <= order - 2) return 0;
      let h = Number.POSITIVE_INFINITY;
      for (let c = 0; c < parts.members.length; c++) {
        measureMotion(parts.members[c]!);
        h = Math.min(h, motionLength());
      }
      const shortest = SHORTEN * h;
      for (let a = 0; a < parts.light.length; a++) {
        measureMotion(parts.light[a]!);
        h = Math.max(shortest, Math.min(h, motionLength()));
      }
      for (let i = 0; i < n; i++) h = Math.min(h, loadLength(i));
      for (let i = 0; i < m; i++) {
        if (held.holds[i] === 1) h = Math.min(h, forceLength(i));
        else if (!place.fixed && mode[i] !== 0 && system.rows[i]!.law.stop) h = Math.min(h, gapLength(i));
      }
      return h;
    },
    truncate() {
      const levels = Math.max(1, Math.min(2, finiteLevels())); // higher ones, though finite, may be far too large
      series.x.fill(0, (levels + 2) * n);
      if (series.rowsVary) series.rows.fill(0, levels * RowValue.count * m);
      for (let i = 0; i < m; i++) {
        series.slip.fill(0, i * width + levels + 1, (i + 1) * width);
        series.force.fill(0, i * width + levels, (i + 1) * width);
      }
    },
    matches(at, h, sampling, switched) {
      allow(h[0]!);
      findTwins();
      sample[1] = at[1]!;
      sampling.begin(at, h);
      while (sampling.next(tau)) {
        sample[0] = at[0]! + tau[0]!;
        if (!loadMatches(tau[0]!) || !rowsMatch(tau[0]!)) return false;
      }
      return (!left || left.isSmall(at, h, switched)) && curvesMatch(h[0]!);
    },
    follows: (at, h) => left?.isSmallBetween(at, h) ?? true,
    defined: (at, h) => left?.isDefined(at, h) ?? true,
    evaluate: (tau, x, v) => motionAt(series.x, order, tau, x, v),
    slips: (tau, out) => rowsAt(series.slip, width, order - 1, tau, out),
    forces: (tau, out) => rowsAt(series.force, width, order - 2, tau, out),
  };
}

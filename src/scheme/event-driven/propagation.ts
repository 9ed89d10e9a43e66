/** The motion inside one mode: its Taylor series, how far it may be trusted, and its values in between. */
import { isFriction, isFrictionless } from "../../model/law.ts";
import { type LinearSystem, RowValue } from "../../model/linear.ts";
import { rowValues } from "../../model/row-values.ts";
import { exp, log } from "../../numeric/elementary.ts";
import { isFiniteVector, type Vector } from "../../numeric/vector.ts";
import type { Hold } from "./hold.ts";
import type { Sampling } from "./sampling.ts";
import type { Series } from "./series.ts";

/** Truncation error of a step, relative to the motion in it. */
const TOLERANCE = 1e-17;
/** Largest error of a load or of a weakening along the motion, relative to it, and the load's last term. */
const MATCH = 1e-12;
const LAST_TERM = 1e-13;

export interface Propagation {
  /** Coefficients that a row's given force may have. */
  readonly given: Vector;
  /** Expands at a state. Rows that do not hold have the forces in `given`. */
  expand(at: Vector, x: Vector, v: Vector, mode: Int8Array): void;
  /** Longest trusted step, s; 0 when the motion has no series here. */
  length(): number;
  /** For a short step over a singular point: keeps the terms that exist, or where all do but grow too fast a cubic. */
  truncate(): void;
  /**
   * Whether the load at the sampled times up to h[0] and the curves at h[0] are what their series say: a pulse that is still
   * zero to all orders, or u^p with a high p, does not show in the coefficients.
   */
  matches(at: Vector, mode: Int8Array, h: Vector, sampling: Sampling): boolean;
  /** Position and velocity at tau[0]. */
  evaluate(tau: Vector, x: Vector, v: Vector): void;
  /** Hard forces at tau[0], N. */
  forces(tau: Vector, out: Vector): void;
}

export function propagation(system: LinearSystem, series: Series, held: Hold, levels: number): Propagation {
  const n = system.size;
  const m = system.rows.length;
  const { order } = series;
  const width = order + 1;
  const given = new Float64Array(m * levels);
  const known = new Float64Array(n);
  const hard = new Float64Array(m);
  const ride = new Float64Array(m);
  const varying = Int8Array.from(system.rows, ({ law }) => (law.varying && law.smoothing === 0 ? 1 : 0));
  const limits = rowValues(system);
  const rowSample = new Float64Array(RowValue.count * m);
  const acceleration = new Float64Array(n);
  const sizes = new Float64Array(width);
  const slip = new Float64Array(m);
  const value = new Float64Array(m);
  const slope = new Float64Array(m);
  const sample = new Float64Array(2);
  const tau = new Float64Array(1);
  const load = new Float64Array(n);
  const largestLoad = new Float64Array(1);
  const { start, column, value: entry } = system.directions;

  /** Adds the given forces of rows that do not hold. */
  function addGiven(k: number, mode: Int8Array): void {
    for (let i = 0; i < m; i++) {
      hard[i] = held.holds[i] === 1 || k >= levels ? 0 : given[i * levels + k]!;
      if (varying[i] === 1 && mode[i] !== 0) hard[i] = series.slipForce(i, mode[i]!, k);
      if (hard[i] === 0) continue;
      for (let j = start[i]!; j < start[i + 1]!; j++) known[column[j]!]! += hard[i]! * entry[j]!;
    }
  }

  /** sizes[k]: the largest component of coefficient k of a vector's series; false when one is not finite. */
  function measure(c: Vector): boolean {
    for (let k = 0; k <= order; k++) {
      let size = 0;
      for (let i = 0; i < n; i++) size = Math.max(size, Math.abs(c[k * n + i]!));
      if (!Number.isFinite(size)) return false;
      sizes[k] = size;
    }
    return true;
  }

  /** Compares the load at sample[0], tau after the base, with its series; the time itself is rounded. */
  function loadMatches(tau: number): boolean {
    system.load.evaluate(sample, load);
    const rounding = 4 * Number.EPSILON * Math.abs(sample[0]!);
    for (let i = 0; i < n; i++) {
      let p = series.load[order * n + i]!;
      let slope = 0;
      for (let k = order - 1; k >= 0; k--) {
        slope = slope * tau + p;
        p = p * tau + series.load[k * n + i]!;
      }
      largestLoad[0] = Math.max(largestLoad[0]!, Math.abs(load[i]!));
      if (!(Math.abs(p - load[i]!) <= MATCH * largestLoad[0]! + DEAD + rounding * Math.abs(slope))) return false;
    }
    return true;
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
      if (!(Math.abs(p - rowSample[j]!) <= MATCH * size + rounding * Math.abs(slope))) return false;
    }
    return true;
  }

  /** Compares the weakening forces at tau with their series. */
  function curvesMatch(tau: number, mode: Int8Array): boolean {
    for (let i = 0; i < m; i++) {
      const { law } = system.rows[i]!;
      const { weakening } = law;
      if (mode[i] === 0 || isFrictionless(law) || !weakening) continue;
      const limit = mode[i]! > 0 ? limits.forward[i]! : limits.backward[i]!;
      let s = 0;
      let p = 0;
      for (let k = order - 2; k >= 0; k--) {
        s = s * tau + series.slip[i * width + k]!;
        p = p * tau + series.soft[i * width + k]!;
      }
      slip[i] = s;
      weakening.evaluate(slip, i, value, slope);
      if (!(Math.abs(p - limit * value[i]!) <= MATCH * limit)) return false;
    }
    return true;
  }

  return {
    given,
    expand(at, x, v, mode) {
      series.begin(at, x, v);
      for (let k = 0; k <= order - 2; k++) {
        series.known(k, mode, known);
        addGiven(k, mode);
        series.ride(k, ride);
        held.solve(known, ride, acceleration, hard);
        held.project(mode, ride, acceleration);
        for (let i = 0; i < m; i++) series.force[i * width + k] = hard[i]!;
        series.accept(k, acceleration);
      }
    },
    length() {
      if (!measure(series.x)) return 0;
      sizes[0] = 0; // where it is does not matter
      const motion = Math.min(trusted(sizes, order, TOLERANCE), trusted(sizes, order - 1, TOLERANCE));
      measure(series.load);
      largestLoad[0] = Math.max(largestLoad[0]!, sizes[0]!);
      sizes[0] = largestLoad[0]!;
      return Math.min(motion, trusted(sizes, order - 2, LAST_TERM), trusted(sizes, order - 3, LAST_TERM));
    },
    truncate() {
      let terms = 0;
      while (terms <= order && isFiniteVector(series.x.subarray(terms * n, (terms + 1) * n))) terms++;
      if (terms > order) terms = 4;
      series.x.fill(0, Math.max(3, terms) * n);
      for (let i = 0; i < m; i++) {
        series.slip.fill(0, i * width + Math.max(2, terms - 1), (i + 1) * width);
        series.force.fill(0, i * width + Math.max(1, terms - 2), (i + 1) * width);
      }
    },
    matches(at, mode, h, sampling) {
      sample[1] = at[1]!;
      sampling.begin(at, h);
      while (sampling.next(tau)) {
        sample[0] = at[0]! + tau[0]!;
        if (!loadMatches(tau[0]!) || !rowsMatch(tau[0]!)) return false;
      }
      sample[0] = at[0]! + h[0]!;
      limits.update(sample);
      return curvesMatch(h[0]!, mode);
    },
    evaluate(tau, x, v) {
      const t = tau[0]!;
      for (let i = 0; i < n; i++) {
        let p = series.x[order * n + i]!;
        let slope = 0;
        for (let k = order - 1; k >= 0; k--) {
          slope = slope * t + p;
          p = p * t + series.x[k * n + i]!;
        }
        x[i] = p;
        v[i] = slope;
      }
    },
    forces(tau, out) {
      const t = tau[0]!;
      for (let i = 0; i < m; i++) {
        let p = 0;
        for (let k = order - 2; k >= 0; k--) p = p * t + series.force[i * width + k]!;
        out[i] = p;
      }
    },
  };
}

/** Below this a coefficient has lost its digits to underflow; a motion smaller than DEAD can have such. */
const SMALLEST = 1e-290;
const DEAD = 1e-150;

/** h with c_k h^k <= tolerance c_b h^b for some low b: the last term is then small against the whole. */
function trusted(sizes: Vector, last: number, tolerance: number): number {
  let k = last;
  while (k > 9 && sizes[k]! < SMALLEST && hasDied(sizes)) k--;
  if (sizes[k] === 0) return Number.POSITIVE_INFINITY;
  let longest = 0;
  for (let b = 0; b <= 8; b++) {
    if (sizes[b] === 0) continue;
    const allowed = tolerance * sizes[b]!;
    const ratio = allowed > SMALLEST ? allowed / sizes[k]! : tolerance * (sizes[b]! / sizes[k]!);
    longest = Math.max(longest, exp(log(ratio) / (k - b)));
  }
  return longest;
}

/** Whether a motion has died out as far as that it underflows. */
function hasDied(sizes: Vector): boolean {
  for (let b = 0; b <= 8; b++) if (sizes[b]! >= DEAD) return false;
  return true;
}

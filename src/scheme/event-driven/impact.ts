/**
 * Impacts on stops: velocities jump by impulses p >= 0 of the stops in contact, M (v+ - v-) = N p, such that each gap opens
 * at least at restitution times the rate at which it closed, and a stop that opens faster gives no impulse (Newton's law).
 * Friction forces are finite, so friction has no part in an impact. Joints keep the rates that they have.
 *
 * Bouncing to rest: the intervals between impacts on one stop tend to a geometric series. When two successive ratios q
 * agree to 1e-4 (1 - q) and the rest of the series, d q / (1 - q) after an interval d, is below 1e-9 of the time since its
 * first impact, the series is summed: the stop closes for good, at the time to which the series adds up. Once they have agreed,
 * later ratios, which round-off of the position blurs, may differ by 5 % of (1 - q), and where they are bound to be blurred by
 * more, the series is summed with the ratio that was agreed on best. A flight that does not leave that round-off ends the
 * bouncing too. Stops that are hit in turns, as by a light mass that rattles between two others which come together, have one series: its intervals fall faster than
 * its speeds, which are still large when it is summed, and all of these stops close together.
 */
import type { System } from "../../model/system.ts";
import type { Kept, Saved } from "../../numeric/kept.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import { activeSet } from "../../step/solvers/active-set.ts";
import { newStats, type Stats } from "../../step/step.ts";
import { rowStep } from "../common/rows.ts";
import type { Neighbors } from "../common/tangent.ts";

const AGREED = 1e-4;
const BLURRED = 0.05;
const REST = 1e-9;

/** What a row does in an impact. */
const Part = { none: 0, pushes: 1, bounces: 2 } as const;

export interface Impact {
  /** What each row did in the last impact, one of Part. */
  readonly parts: Int8Array;
  /** Mass and directions follow to the place of the impact, where they change with it. */
  place(q: Vector): void;
  /** Changes v; hit[i] = 1 for stops in contact, 2 for those that shall not bounce. False when it cannot be solved. */
  apply(hit: Int8Array, v: Vector, stats: Stats): boolean;
  /** Impulses of the last impact, N s. */
  readonly impulse: Vector;
  /** Sizes of what the rows' rates were changed by in it, m/s: of impulses that may cancel. */
  readonly terms: Vector;
  /** Part of the speed that a row gave back; -1 of a joint, which keeps its rate: it may be moved from outside. */
  returned(parts: Int8Array, row: number): number;
  /** v += what an impulse -load on the coordinates and changes `slip` of the rows' slips make of it, the rows' parts given. */
  respond(parts: Int8Array, load: Vector, slip: Vector, v: Vector): void;
  /** The linear map that an impact is as long as its rows take the same parts: on v, or on a change of v. */
  map(parts: Int8Array, v: Vector): void;
}

export function impact(system: System): Impact {
  const n = system.size;
  const m = system.rows.length;
  const mass = system.matrix();
  const directions = system.newDirections();
  if (system.constant.mass) system.massAt(new Float64Array(n), mass);
  const step = rowStep(system, mass, directions);
  step.smoothing.fill(0);
  const solver = activeSet().prepare(step);
  const rate = new Float64Array(m);
  const impulse = new Float64Array(m);
  const reply = new Float64Array(m);
  const terms = new Float64Array(m);
  const single = new Float64Array(m);
  const load = new Float64Array(n);
  const alone = new Float64Array(n);
  const none = new Int8Array(m);
  const noSlip = new Float64Array(m);
  const change = new Float64Array(n);
  const work = newStats();
  const lower = Float64Array.from(step.lower);
  const upper = Float64Array.from(step.upper);
  const parts = new Int8Array(m);
  const restitution = Float64Array.from(system.rows, ({ law }) => law.stop?.restitution ?? 0);
  const fixedStep = { ...step, lower, upper, slip: new Float64Array(m), residual: new Float64Array(n) };
  const fixedSolver = activeSet().prepare(fixedStep);
  const still = new Float64Array(n);
  const joint = Int8Array.from(system.rows, ({ law }) => (law.joint ? 1 : 0));

  const returned = (parts: Int8Array, i: number) =>
    joint[i] === 1 ? -1 : parts[i] === Part.bounces ? restitution[i]! : 0;

  function respond(parts: Int8Array, load: Vector, slip: Vector, v: Vector): void {
    for (let i = 0; i < m; i++) {
      const pushes = parts[i] !== Part.none;
      lower[i] = pushes ? Number.NEGATIVE_INFINITY : 0;
      upper[i] = pushes ? Number.POSITIVE_INFINITY : 0;
      fixedStep.slip[i] = slip[i]!;
    }
    fixedStep.residual.set(load);
    reply.fill(0);
    if (fixedSolver.solve(change, reply, work) !== "solved") return;
    for (let k = 0; k < n; k++) v[k]! += change[k]!;
  }

  /** What each impulse alone makes of the rates. */
  function measureTerms(): void {
    terms.fill(0);
    for (let j = 0; j < m; j++) {
      if (impulse[j] === 0) continue;
      single.fill(0);
      single[j] = impulse[j]!;
      load.fill(0);
      rowsAddTransposed(directions, single, load);
      alone.fill(0);
      respond(none, load, noSlip, alone);
      rowsMultiply(directions, alone, single);
      for (let i = 0; i < m; i++) terms[i]! += Math.abs(single[i]!);
    }
  }

  return {
    parts,
    place(q) {
      if (system.constant.mass && system.constant.directions) return;
      system.massAt(q, mass);
      system.directionsAt(q, directions);
      step.version++;
      fixedStep.version++;
    },
    impulse,
    terms,
    returned,
    respond,
    map(parts, v) {
      rowsMultiply(directions, v, rate);
      for (let i = 0; i < m; i++) rate[i]! *= 1 + returned(parts, i);
      respond(parts, still, rate, v);
    },
    apply(hit, v, stats) {
      rowsMultiply(directions, v, rate);
      for (let i = 0; i < m; i++) {
        const bounces = hit[i] === 1 && rate[i]! < 0;
        parts[i] = bounces ? Part.bounces : Part.pushes;
        step.slip[i] = rate[i]! * (1 + returned(parts, i));
        step.lower[i] = joint[i] === 1 ? Number.NEGATIVE_INFINITY : 0;
        step.upper[i] = joint[i] === 1 || hit[i] !== 0 ? Number.POSITIVE_INFINITY : 0;
        impulse[i] = 0;
      }
      stats.solves++;
      if (solver.solve(change, impulse, work) !== "solved") return false;
      for (let i = 0; i < m; i++) if (impulse[i] === 0) parts[i] = Part.none;
      for (let k = 0; k < n; k++) v[k]! += change[k]!;
      measureTerms();
      return true;
    },
  };
}

/**
 * What a parameter of the system makes of an impact, with the velocity before it held fixed; undefined without stops. The rows
 * keep their parts: a slow impact would not happen at all a little above or below.
 */
export function impactChange({
  above,
  below,
  distance,
}: Neighbors): ((parts: Int8Array, before: Vector, q: Vector, dv: Vector) => void) | undefined {
  if (!above.rows.some(({ law }) => law.stop)) return undefined;
  const [high, low] = [impact(above), impact(below)];
  const after = [new Float64Array(above.size), new Float64Array(above.size)] as const;
  return (parts, before, q, dv) => {
    for (const v of after) v.set(before);
    high.place(q);
    low.place(q);
    high.map(parts, after[0]);
    low.map(parts, after[1]);
    for (let i = 0; i < dv.length; i++) dv[i]! += (after[0][i]! - after[1][i]!) / (2 * distance);
  };
}

/** The impacts on one stop, and when their series is complete. */
export interface BounceSeries {
  /**
   * Takes the time of an impact; returns the time at which the bouncing ends once that is established, else NaN. A flight
   * shorter than `lift` (s) is none: it does not leave the round-off of the position.
   */
  add(time: number, lift: number): number;
  /** When the last impact was, s. */
  last(): number;
  /** Whether its impacts crowd towards the same end as those of another stop, which was hit `since` and now. */
  joins(since: number, end: number): boolean;
  readonly kept: Kept;
}

export function bounceSeries(): BounceSeries {
  let first = Number.NaN;
  let last = Number.NaN;
  let interval = Number.NaN;
  let ratio = Number.NaN;
  let common = Number.NaN; // the ratio on which intervals have agreed
  let best = Number.NaN; // and how well
  return {
    kept: {
      save: () => [first, last, interval, ratio, common, best],
      restore(saved: Saved) {
        [first, last, interval, ratio, common, best] = saved as [number, number, number, number, number, number];
      },
    },
    add(time, lift) {
      const d = time - last;
      const q = d / interval;
      const change = Math.abs(q - ratio);
      const off = Math.abs(q - common);
      const clear = lift + Number.EPSILON * time <= AGREED * (1 - q) * d;
      if (clear && change <= AGREED * (1 - q)) {
        if (!(change >= best && off <= AGREED * (1 - q))) [common, best] = [q, change];
      } else if (!(off <= BLURRED * (1 - common))) [common, best] = [Number.NaN, Number.NaN];
      const rest = (d * common) / (1 - common);
      if (!(d < interval)) first = last; // the bouncing grows again: a new series
      if (Number.isNaN(first)) first = time;
      last = time;
      interval = d;
      ratio = q;
      const blurred = lift > BLURRED * (1 - common) * d;
      if (blurred || rest <= REST * (time - first)) return time + rest;
      return d < lift ? time : Number.NaN;
    },
    last: () => last,
    joins(since, end) {
      const q = Number.isNaN(common) ? ratio : common;
      const left = (interval * q) / (1 - q);
      return last >= since && q < 1 && Math.abs(last + left - end) <= BLURRED * (end - last);
    },
  };
}

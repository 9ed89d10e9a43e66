/**
 * Events that fall together, to first order. A motion that is changed by epsilon meets them one after the other, within a time of order
 * epsilon and in an order of its own. With t = t* + epsilon s its change is, between two of them,
 *     dx + (v(s) - v) s,   dv + (a(s) - a) s,   v and a constant,
 * so that each event is the usual jump of the derivatives, taken at its own s with the accelerations of the rows as they are then. What
 * comes out is the derivative in the direction of the change. Where it is the same line for every direction there is a derivative
 * (as of events that do not feel each other: their jumps commute); else there are one-sided ones.
 */

import { isFriction, isFrictionless } from "../../model/rows/law.ts";
import { RowValue, type System } from "../../model/system.ts";
import { rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import { newStats } from "../../step/step.ts";
import { hold } from "./hold.ts";
import { impact } from "./impact.ts";
import { instantForces, jumpAt } from "./instant-forces.ts";
import type { Spot } from "./spot.ts";

/** Instants of a change that agree to this part are one. */
const SAME = 1e-8;
/** A slip after an impact below this part of the largest is none; accelerations and velocities that agree to that are the same. */
const REST = 1e-9;
const AGREED = 1e-6;
/** Events of a changed motion at one instant, for each row. */
const MOST_EVENTS = 8;

/** What the motion does at the instant: just before, and just after it. */
export interface Crossroads {
  /** `speed`: size of the terms that make each velocity, that round-off is measured by. */
  readonly before: { readonly v: Vector; readonly a: Vector; readonly speed: Vector; readonly mode: Int8Array };
  readonly after: { readonly v: Vector; readonly a: Vector };
  /** 1 for friction rows that do not slip at the instant: they come to rest, or are at rest. */
  readonly zero: Int8Array;
  /** 1 for stops in contact or about to be. */
  readonly touching: Int8Array;
  /** For rows that break loose under a jump law: which way (of slip), and the rate of the distance from the limit, N/s; else 0. */
  readonly breaking: Int8Array;
  readonly breakRate: Vector;
  /** Forces but those of the rows: at the velocity v of an intermediate state, N. */
  known(v: Vector, out: Vector): void;
  /** Values of the rows, see RowValue, and rates of their drives. */
  readonly values: Vector;
  readonly stuckRate: Vector;
  /** When the change begins: at every time, or (0) at the instant, the first of the run. */
  readonly from: number;
}

/** A change of the motion just before the instant, in its mode: in, and out just after it in the mode there. */
export interface Change {
  readonly dx: Vector;
  readonly dv: Vector;
  /** What the change makes of slips and gaps with the motion held fixed, m/s and m. */
  readonly slip: Vector;
  readonly gap: Vector;
  /** Of the distance from the limit of rows that break loose, N. */
  readonly distance: Vector;
  /** What it makes of an impact with the velocity held fixed; absent: nothing. */
  readonly impact?: ((parts: Int8Array, before: Vector, q: Vector, dv: Vector) => void) | undefined;
}

export interface Coincidence {
  /** The spot has moved. */
  follow(): void;
  /**
   * Takes a change through the instant, times `sign` (1 or -1) into dx, dv times sign; returns the largest |s| of its events, or NaN
   * where the changed motion goes another way than the motion itself.
   */
  pass(at: Crossroads, change: Change, sign: number, dx: Vector, dv: Vector): number;
}

export function coincidence(system: System, spot: Spot): Coincidence {
  const { directions } = spot.place;
  const n = system.size;
  const m = system.rows.length;
  const forces = instantForces(system, spot.place);
  const collide = impact(system);
  const keep = hold(system, spot.position);
  const stats = newStats();
  const stops = system.rows.map(({ law }) => law.stop !== undefined);
  const rubs = system.rows.map(({ law }) => isFriction(law) && !isFrictionless(law) && law.smoothing === 0);
  const mode = new Int8Array(m);
  const zero = new Int8Array(m);
  const waiting = new Int8Array(m); // rows that are yet to break loose
  const hit = new Int8Array(m);
  const v = new Float64Array(n);
  const a = new Float64Array(n);
  const last = { v: new Float64Array(n), a: new Float64Array(n) };
  const known = new Float64Array(n);
  const slip = new Float64Array(m); // of the change, extrapolated to s = 0
  const slipRate = new Float64Array(m);
  const gap = new Float64Array(m);
  const gapRate = new Float64Array(m);
  const distance = new Float64Array(m);
  const distanceRate = new Float64Array(m);
  const due = new Float64Array(m);
  const none = new Float64Array(m);
  const scratch = new Float64Array(n);
  const jolt = new Float64Array(n);
  const moved = new Float64Array(n); // where the change is at the event
  const { linear } = system;
  const turned = new Float64Array(m);

  /** Slips and gaps of the change as lines in s. */
  function readLines(at: Crossroads, { slip: bySlip, gap: byGap }: Change, sign: number, dx: Vector, dv: Vector): void {
    rowsMultiply(directions, dv, slip);
    rowsMultiply(directions, a, slipRate);
    rowsMultiply(directions, dx, gap);
    rowsMultiply(directions, v, gapRate);
    spot.addTurned(dx, v, slip);
    spot.addTurning(v, at.after.v, slipRate);
    for (let i = 0; i < m; i++) {
      slip[i]! += sign * bySlip[i]!;
      slipRate[i]! -= at.stuckRate[i]!;
      gap[i]! += sign * byGap[i]!;
    }
  }

  /** When row i has its next event; infinite: none. */
  function nextOf(at: Crossroads, i: number): number {
    if (stops[i]) {
      return at.touching[i] === 1 && mode[i] !== 0 && gapRate[i]! < 0
        ? -gap[i]! / gapRate[i]!
        : Number.POSITIVE_INFINITY;
    }
    if (waiting[i] !== 0) return distanceRate[i]! < 0 ? -distance[i]! / distanceRate[i]! : Number.POSITIVE_INFINITY;
    if (zero[i] === 0 || mode[i] === 0 || !(mode[i]! * slipRate[i]! < 0)) return Number.POSITIVE_INFINITY;
    return -slip[i]! / slipRate[i]!;
  }

  /** The stops in `hit` are struck: velocities and their change jump. False where a row's slip ends in it. */
  function strike(at: Crossroads, change: Change, sign: number, dv: Vector): boolean {
    scratch.set(v);
    if (!collide.apply(hit, v, stats)) return false;
    collide.map(collide.parts, dv);
    spot.turnImpact(collide, collide.parts, moved, scratch, v, dv);
    if (change.impact) {
      jolt.fill(0);
      change.impact(collide.parts, scratch, spot.position, jolt);
      for (let k = 0; k < n; k++) dv[k]! += sign * jolt[k]!;
    }
    rowsMultiply(directions, scratch, slipRate);
    rowsMultiply(directions, v, slip);
    for (let i = 0; i < m; i++) {
      if (stops[i] && hit[i] === 1) mode[i] = slip[i]! > REST * Math.abs(slipRate[i]!) ? 1 : 0;
      if (!rubs[i]) continue;
      const drive = at.values[RowValue.drive * m + i]!;
      const [now, then] = [slip[i]! - drive, slipRate[i]! - drive];
      const size = Math.abs(slip[i]!) + Math.abs(slipRate[i]!) + Math.abs(drive);
      if (zero[i] === 1 && Math.abs(now - then) <= REST * size) continue;
      if (Math.abs(now) <= REST * size) return false;
      zero[i] = waiting[i] = 0;
      mode[i] = Math.sign(now);
    }
    return true;
  }

  /** Accelerations of the rows as they are; a row that waits to break loose does so at once where its force has jumped. */
  function accelerate(at: Crossroads): boolean {
    at.known(v, known);
    for (let tries = 0; tries <= m; tries++) {
      if (!forces.solve(known, at.values, at.stuckRate, mode, waiting)) return false;
      let loose = false;
      for (let i = 0; i < m; i++) {
        if (waiting[i] === 0) continue;
        const way = at.breaking[i]!;
        const limit = jumpLimit(at, i, way);
        const beyond = -way * forces.force[i]! - limit;
        if (beyond < -AGREED * limit) return false; // it would not break loose at all any more
        if (beyond <= AGREED * limit) continue;
        waiting[i] = 0;
        mode[i] = way;
        loose = true;
      }
      if (!loose) break;
    }
    a.set(forces.acceleration);
    return true;
  }

  function jumpLimit(at: Crossroads, i: number, way: number): number {
    return at.values[(way > 0 ? RowValue.forward : RowValue.backward) * m + i]!;
  }

  /** How the limits of waiting rows come nearer, after velocities and accelerations of the others have jumped at s. */
  function turnDistances(at: Crossroads, s: number): void {
    if (!linear || !waiting.some((w) => w !== 0)) return;
    for (let k = 0; k < n; k++) scratch[k] = -(v[k]! - last.v[k]!);
    known.fill(0);
    linear.stiffness.multiplyAdd(scratch, known);
    for (let k = 0; k < n; k++) scratch[k] = -(a[k]! - last.a[k]!);
    if (system.damped) linear.damping.multiplyAdd(scratch, known);
    keep.clear();
    for (let i = 0; i < m; i++) if (mode[i] === 0) keep.add(i);
    keep.prepare();
    turned.fill(0);
    keep.solve(known, none, scratch, turned);
    for (let i = 0; i < m; i++) {
      if (waiting[i] === 0) continue;
      const turn = at.breaking[i]! * turned[i]!;
      distanceRate[i]! += turn;
      distance[i]! -= turn * s;
    }
  }

  /** All that happens at s. */
  function happen(at: Crossroads, change: Change, sign: number, s: number, dx: Vector, dv: Vector): boolean {
    last.v.set(v);
    last.a.set(a);
    let struck = false;
    const window = SAME * (Math.abs(s) + usual(dv));
    for (let i = 0; i < m; i++) {
      hit[i] = stops[i] && mode[i] === 0 ? 1 : 0;
      if (!(due[i]! <= s + window)) continue;
      if (stops[i]) {
        hit[i] = 1;
        struck = true;
      } else if (waiting[i] !== 0) {
        waiting[i] = 0;
        mode[i] = at.breaking[i]!;
      } else mode[i] = 0;
    }
    for (let k = 0; k < n; k++) {
      moved[k] = dx[k]! + v[k]! * s;
      dv[k]! += a[k]! * s;
    }
    if (struck && !strike(at, change, sign, dv)) return false;
    if (!accelerate(at)) return false;
    for (let k = 0; k < n; k++) {
      dx[k]! += (last.v[k]! - v[k]!) * s;
      dv[k]! -= a[k]! * s;
    }
    turnDistances(at, s);
    return true;
  }

  /** A time that is nothing special for the change. */
  function usual(dv: Vector): number {
    let time = 0;
    for (let k = 0; k < n; k++) if (a[k] !== 0) time = Math.max(time, Math.abs(dv[k]! / a[k]!));
    return time;
  }

  /** Whether the changed motion has come to where the motion is. */
  function arrived({ before, after }: Crossroads): boolean {
    for (let k = 0; k < n; k++) {
      const speed = AGREED * (Math.abs(before.v[k]!) + Math.abs(after.v[k]!)) + REST * before.speed[k]!;
      const rate = Math.abs(before.a[k]!) + Math.abs(after.a[k]!) + Math.abs(a[k]!);
      if (Math.abs(v[k]! - after.v[k]!) > speed) return false;
      if (Math.abs(a[k]! - after.a[k]!) > AGREED * rate) return false;
    }
    return true;
  }

  function begin(at: Crossroads, change: Change, sign: number, dx: Vector, dv: Vector): boolean {
    for (let k = 0; k < n; k++) {
      dx[k] = sign * change.dx[k]!;
      dv[k] = sign * change.dv[k]!;
    }
    v.set(at.before.v);
    a.set(at.before.a);
    mode.set(at.before.mode);
    zero.set(at.zero);
    for (let i = 0; i < m; i++) {
      waiting[i] = at.breaking[i] !== 0 && jumpAt(at.values, m, i, at.breaking[i]!) !== 0 ? 1 : 0;
      distance[i] = sign * change.distance[i]!;
      distanceRate[i] = at.breakRate[i]!;
    }
    if (at.from !== 0) return true;
    readLines(at, change, sign, dx, dv);
    for (let i = 0; i < m; i++) if (zero[i] === 1) mode[i] = Math.sign(slip[i]!);
    return accelerate(at);
  }

  return {
    follow() {
      if (spot.place.fixed) return;
      forces.follow();
      collide.place(spot.position);
      keep.place(spot.position);
    },
    pass(at, change, sign, dx, dv) {
      if (!begin(at, change, sign, dx, dv)) return Number.NaN;
      let s = at.from;
      let largest = 0;
      for (let count = 0; count <= MOST_EVENTS * (m + 1); count++) {
        readLines(at, change, sign, dx, dv);
        let next = Number.POSITIVE_INFINITY;
        for (let i = 0; i < m; i++) {
          due[i] = nextOf(at, i);
          next = Math.min(next, due[i]!);
        }
        // how limits come nearer while others move is not known of machines that are not linear
        if (!linear && waiting.some((w) => w !== 0)) return Number.NaN;
        if (next === Number.POSITIVE_INFINITY) return arrived(at) ? largest : Number.NaN;
        s = Math.max(s, next);
        largest = Math.max(largest, Math.abs(s));
        if (!happen(at, change, sign, s, dx, dv)) return Number.NaN;
      }
      return Number.NaN;
    },
  };
}

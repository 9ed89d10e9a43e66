/** What happens at an instant: impacts, rows that come to rest, and the decision on the next mode. */

import { isFriction } from "../../model/rows/law.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import { RowValue, type System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Stats } from "../../step/step.ts";
import { restingSlip } from "../common/rest-box.ts";
import { slipOf } from "../common/rows.ts";
import { type Initial, type Listener, newState } from "../scheme.ts";
import { bouncing } from "./bouncing.ts";
import { deadCenter } from "./dead-center.ts";
import type { Decision } from "./decision.ts";
import { gapDigits } from "./gap-digits.ts";
import { Cause, type Guards } from "./guards.ts";
import type { Hold } from "./hold.ts";
import { type Impact, impact } from "./impact.ts";
import { modeChoice } from "./mode.ts";
import type { Place } from "./place.ts";
import { copySides } from "./row-change.ts";
import { rowSpeeds } from "./row-speeds.ts";
import type { Series } from "./series.ts";

/** A slip below this part of its own terms, or of what an impact changes it by, is rest. */
const REST = 1e-12;
/** A gap below this part of its own terms is closed. */
const CLOSED = 1e-14;
/** The force of a row that has reached its limit is off it by no more than this part of its terms. */
const BLUR = 1e-12;
/** Of the time, its own round-off. */
const TIME = 4 * Number.EPSILON;
const NOTHING = new Float64Array(1);

/** The instant: its time and the time up to which no formula decides anew (in `at`), position and velocity. */
export interface Moment {
  readonly at: Vector;
  readonly x: Vector;
  readonly v: Vector;
}

/** Some way from a place, as a part of it: a formula that is zero there too is zero on this side of what it decides by. */
const ELSEWHERE = 1e-3;

export interface Instant {
  /** First modes: rows that move slip, open stops are open, the others are decided. False when that cannot be solved. */
  begin(scale: Vector, stats: Stats, listener: Listener): boolean;
  /**
   * After an expansion of length h[0]; `found`: it ended at a guard's crossing, `jump`: at a jump of the load. The given
   * forces are those at its end. `seen`: how long its series is the motion, s.
   */
  settle(found: boolean, jump: boolean, h: Vector, seen: Vector, stats: Stats, listener: Listener): boolean;
  /** What happened to the velocities when rows were settled last; undefined: no impact. */
  impact(): Impact | undefined;
  readonly kept: Kept;
}

export function instant(
  system: System,
  initial: Initial,
  moment: Moment,
  place: Place,
  parts: {
    decision: Decision;
    taylor: Series;
    held: Hold;
    guard: Guards;
    side: Vector;
    /** Sides of commands and formulas are found anew: velocities have jumped. */
    relocate: () => void;
  },
): Instant {
  const { directions } = place;
  const m = system.rows.length;
  const { at, x, v } = moment;
  const { decision, taylor, held, guard, side, relocate } = parts;
  const { mode, bound, lead, passive, blur } = decision;
  const choice = modeChoice(system, place, decision, held, initial.position);
  const collide = impact(system);
  const center = deadCenter(system, place, taylor, x, v);
  const passing = new Int8Array(m); // 1: its slip is zero because its direction is
  const bounces = bouncing(system);
  const stops = system.rows.map(({ law }) => law.stop);
  const before = new Int8Array(m);
  const wasPassive = new Int8Array(m);
  const resting = new Int8Array(m);
  const slipping = new Int8Array(m); // 0 for rows at rest, as a mode
  const hit = new Int8Array(m);
  const heard = new Int8Array(m); // 1: the listener knows that the stop was hit
  const slip = new Float64Array(m);
  const values = rowValues(system);
  const { drive } = values;
  const onSides = system.rowMotion?.expansion(0);
  const deciding = system.rowMotion?.decides ? onSides : undefined;
  const between = new Float64Array(2);
  const motion = new Float64Array(2 * x.length);
  const gaps = new Float64Array(m);
  const digits = gapDigits(system);
  const { speeds, fastest, kept: keptSpeeds, measure: measureSpeeds } = rowSpeeds(system, place, taylor, v);
  const from = newState(system, initial, 0);
  const to = newState(system, initial, 0);
  let struck = false;
  let together = false; // several stops close at once

  /** Modes of the rows at rest. */
  function decide(scale: Vector, stats: Stats): boolean {
    for (let i = 0; i < m; i++) slipping[i] = 1 - resting[i]!;
    readDrives();
    held.place(x);
    held.project(slipping, drive, v);
    choice.follow(x);
    taylor.begin(at, x, v);
    for (let i = 0; i < m; i++) if (resting[i] === 0) taylor.chooseSide(i, side);
    if (!choice.decide(taylor, resting, scale, side, stats)) return false;
    if (stuckRowsMove()) held.project(mode, drive, v);
    for (let i = 0; i < m; i++) {
      if (resting[i] === 0) lead[i] = (stops[i] && hit[i] !== 0) || passing[i] === 1 ? 1 : 0;
      else if (stops[i] && mode[i] !== 0)
        lead[i]!++; // of the gap
      else if (mode[i] !== 0) setOff(i, 0);
    }
    return true;
  }

  /** Whether dependent rows at rest on drives that differ in their last digit left a slip to those that stay. */
  function stuckRowsMove(): boolean {
    slipOf(directions, v, drive, slip);
    for (let i = 0; i < m; i++) if (mode[i] === 0 && slip[i] !== 0) return true;
    return false;
  }

  /** A friction row slips in zone z. */
  function setOff(i: number, z: number): void {
    guard.zone[i] = z;
    side[i] = guard.sideOf(i, mode[i]!);
  }

  /** Stops in `hit` are in contact: the impact, and which rows are at rest after it. */
  function strike(stats: Stats, listener: Listener): boolean {
    readSlips();
    let collision = false;
    for (let i = 0; i < m; i++) {
      if (hit[i] === 0 || slip[i]! >= 0 || heard[i] === 1) continue;
      if (slip[i]! >= -REST * speeds[i]!) {
        if (mode[i] === 0 || slip[i]! >= -REST * fastest[i]!) continue; // it rests, to round-off
        hit[i] = 2; // it is too slow to bounce, but what brings it to rest can be seen
        collision = true;
        continue;
      }
      collision = true;
      placeAtStop(i);
      const series = bounces.add(i, at, digits(i, x) / -slip[i]!);
      const returned = -slip[i]! * stops[i]!.restitution;
      const vanishes = returned > 0 && returned <= REST * speeds[i]!; // it would be taken for rest, so it is told as that
      const rest = vanishes ? at[0]! : series;
      if (!Number.isNaN(rest)) hit[i] = 2;
      if (Number.isNaN(rest)) listener.event("impact", at[0]!, i);
      else listener.event("contact", rest, i);
      heard[i] = 1;
      if (series > at[0]!) closeWith(i, series, listener);
    }
    if (collision && !jump(stats, listener)) return false;
    for (let i = 0; i < m; i++) {
      if (passive[i] === 1 || system.rows[i]!.law.joint) continue;
      const moves = Math.abs(slip[i]!) > REST * speeds[i]!;
      if (stops[i]) {
        if (hit[i] === 0) continue;
        mode[i] = moves && slip[i]! > 0 ? 1 : 0;
        resting[i] = 1 - mode[i]!;
      } else if (!moves) resting[i] = 1;
      else if (collision || resting[i] === 1) {
        resting[i] = 0; // perhaps thrown out of rest, backwards, or over a kink of its curve
        mode[i] = Math.sign(slip[i]!);
        setOff(i, guard.locate(i, slip[i]!));
      }
    }
    return true;
  }

  /** Stops that were hit in turns with one whose series ends close with it, and at once. */
  function closeWith(i: number, end: number, listener: Listener): void {
    for (let j = 0; j < m; j++) {
      if (!stops[j] || j === i || heard[j] === 1 || mode[j] === 0 || !bounces.endsWith(j, end)) continue;
      hit[j] = 2;
      heard[j] = 1;
      together = true;
      listener.event("contact", end, j);
    }
  }

  /** The velocities jump. */
  function jump(stats: Stats, listener: Listener): boolean {
    from.time = to.time = at[0]!;
    from.position.set(x);
    from.velocity.set(v);
    collide.place(x);
    if (!collide.apply(hit, v, stats)) return false;
    struck = true;
    if (together) bounces.closeGaps(collide, hit, x);
    together = false;
    to.position.set(x);
    to.velocity.set(v);
    listener.jump(from, to);
    for (let i = 0; i < m; i++) speeds[i] = Math.max(speeds[i]!, collide.terms[i]!);
    relocate(); // commands on velocities jump too
    readSlips();
    return true;
  }

  /** Drives at the instant; where formulas decide by the motion, on the sides that they go over to. */
  function readDrives(): void {
    values.update(at, x, v);
    if (!deciding) return;
    motion.set(x);
    motion.set(v, x.length);
    copySides(taylor.switches.rows, deciding.switches);
    deciding.begin(at);
    deciding.next(0, motion);
    for (let i = 0; i < m; i++) drive[i] = deciding.value[RowValue.drive * m + i]!;
  }

  function readSlips(): void {
    readDrives();
    slipOf(directions, v, drive, slip);
  }

  /** Puts the coordinate of a stop on one coordinate exactly at it: the gap there is round-off. */
  function placeAtStop(i: number): void {
    const { start, column, value } = directions;
    if (place.fixed && start[i + 1]! - start[i]! === 1) x[column[start[i]!]!] = -stops[i]!.gap / value[start[i]!]!;
  }

  /**
   * After a jump of the drives and limits: rows without limits are free, those that have them again are not; rows at rest on a
   * drive that has jumped are not at rest any more, and others may have been caught up or overtaken.
   */
  function locateRows(): void {
    if (!taylor.rowsVary) return;
    findPassive();
    readSlips();
    for (let i = 0; i < m; i++) {
      if (!isFriction(system.rows[i]!.law)) continue;
      speeds[i] = Math.max(speeds[i]!, Math.abs(drive[i]!));
      if (passive[i] === 1) {
        resting[i] = 0;
        mode[i] = 1;
      } else if (Math.abs(slip[i]!) <= REST * speeds[i]! + driveDoubt(i)) resting[i] = 1;
      else {
        resting[i] = 0;
        mode[i] = Math.sign(slip[i]!);
        setOff(i, guard.locate(i, slip[i]!));
      }
    }
  }

  /** What round-off of the time makes of a drive that begins to move here, m/s; a root begins faster than any rate, and is exact at its zero. */
  function driveDoubt(i: number): number {
    if (!system.rowFunctions || system.rowFunctions.rooted) return 0;
    return TIME * Math.abs(at[0]! * taylor.rows[(RowValue.count + RowValue.drive) * m + i]!);
  }

  /** A row is free while its limits are zero, and as good as that where (5) smooths it. */
  function findPassive(): void {
    const width = RowValue.count * m;
    taylor.begin(at, x, v);
    for (let i = 0; i < m; i++) {
      const { law } = system.rows[i]!;
      let present = !isFriction(law);
      const last = system.rowFunctions ? taylor.order : system.rowMotion ? 1 : 0;
      for (let k = 0; k <= last && !present; k++) {
        present =
          taylor.rows[k * width + RowValue.forward * m + i] !== 0 ||
          taylor.rows[k * width + RowValue.backward * m + i] !== 0;
      }
      if (!present && onSides) present = limitBegins(i);
      passive[i] = present && law.smoothing === 0 ? 0 : 1;
    }
  }

  /** Whether a limit that is zero here, and does not change at first, as x^1.5 at zero, is another elsewhere on its side. */
  function limitBegins(i: number): boolean {
    const n = x.length;
    for (let k = 0; k < 2 * n; k++) {
      const here = k < n ? x[k]! : v[k - n]!;
      motion[k] = here + ELSEWHERE * (1 + k) * (Math.abs(here) || 1);
    }
    between[0] = (at[0]! + at[1]!) / 2;
    between[1] = at[1]!;
    copySides(taylor.switches.rows, onSides!.switches);
    onSides!.begin(between);
    onSides!.next(0, motion);
    const { value } = onSides!;
    return value[RowValue.forward * m + i] !== 0 || value[RowValue.backward * m + i] !== 0;
  }

  /** Rows whose slip has ended only because their direction has vanished slip on. */
  function passCenters(h: Vector): void {
    passing.fill(0);
    if (place.fixed) return;
    for (let i = 0; i < m; i++) {
      const way = mode[i] !== 0 && resting[i] === 1 && isFriction(system.rows[i]!.law) ? center.passes(i, h) : 0;
      if (way === 0) continue;
      passing[i] = 1;
      resting[i] = 0;
      mode[i] = way;
      setOff(i, 0);
    }
  }

  /** Slips that are zero to round-off although no guard found them: of rows that others bring to rest. */
  function findRest(): void {
    readSlips();
    for (let i = 0; i < m; i++) {
      if (resting[i] === 1 || passive[i] === 1 || stops[i]) continue;
      if (Math.abs(slip[i]!) <= REST * speeds[i]!) resting[i] = 1;
    }
  }

  function report(listener: Listener): void {
    for (let i = 0; i < m; i++) {
      if (mode[i] === before[i] || passive[i] === 1) continue;
      if (wasPassive[i] === 1 && mode[i] !== 0) continue;
      if (!stops[i]) listener.event(mode[i] === 0 ? "stick" : before[i] === 0 ? "slip" : "reversal", at[0]!, i);
      else if (mode[i] !== 0) listener.event("release", at[0]!, i);
      else if (heard[i] === 0) listener.event("contact", at[0]!, i);
    }
  }

  return {
    kept: [bounces.kept, keptSpeeds],
    impact: () => (struck ? collide : undefined),
    begin(scale, stats, listener) {
      struck = false; // what a run before left
      hit.fill(0);
      heard.fill(0);
      readDrives();
      restingSlip(directions, v, drive, slip);
      findPassive();
      measureSpeeds(NOTHING);
      system.gapsAt(x, gaps);
      let contact = false;
      for (let i = 0; i < m; i++) {
        mode[i] = passive[i] === 1 ? 1 : system.rows[i]!.law.joint ? 0 : Math.sign(slip[i]!);
        if (stops[i]) {
          hit[i] = gaps[i]! <= CLOSED * (Math.abs(stops[i]!.gap) + Math.abs(gaps[i]! - stops[i]!.gap)) ? 1 : 0;
          mode[i] = hit[i] === 1 && slip[i]! <= 0 ? 0 : 1;
          contact ||= hit[i] === 1;
        }
        resting[i] = mode[i] === 0 ? 1 : 0;
        if (mode[i] !== 0 && passive[i] === 0 && !stops[i]) setOff(i, guard.locate(i, slip[i]!));
      }
      if (contact && !strike(stats, listener)) return false;
      return decide(scale, stats);
    },
    settle(found, jumps, h, seen, stats, listener) {
      let decision = jumps;
      let contact = false;
      struck = false;
      before.set(mode);
      wasPassive.set(passive);
      hit.fill(0);
      heard.fill(0);
      bound.fill(0);
      lead.fill(0);
      blur.fill(0);
      guard.forget();
      measureSpeeds(seen);
      for (let i = 0; i < m; i++) {
        resting[i] = mode[i] === 0 ? 1 : 0;
        if (resting[i] === 1 && stops[i]) hit[i] = 1;
        const cause = found ? guard.cause[i]! : 0;
        if (cause === 0) continue;
        if (cause === Cause.pieceEnds) {
          guard.passKink(i);
          side[i] = guard.sideOf(i, mode[i]!);
          continue;
        }
        decision = true;
        if (cause === Cause.gapCloses) {
          contact = true;
          hit[i] = 1;
        } else resting[i] = 1;
        if (cause === Cause.limitReached) blur[i] = BLUR * guard.size[i]! + TIME * Math.abs(at[0]! * guard.rate[i]!);
      }
      if (contact && !strike(stats, listener)) return false;
      if (!decision) return true;
      if (jumps) locateRows();
      findRest();
      passCenters(h);
      if (!decide(h, stats)) return false;
      report(listener);
      return true;
    },
  };
}

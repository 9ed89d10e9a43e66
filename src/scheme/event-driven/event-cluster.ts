/** The events that end an expansion: which of them make the accelerations jump, and what the machine does on both sides of them. */

import { isFriction, isFrictionless } from "../../model/rows/law.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import { RowValue, type System } from "../../model/system.ts";
import { rowsAddTransposed } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import { weakeningForce } from "../common/rows.ts";
import type { CarryParts } from "./carry.ts";
import type { Change, Crossroads } from "./coincidence.ts";
import { Cause } from "./guards.ts";
import { jumpAt } from "./instant-forces.ts";
import { linearPart, type Passage } from "./linear-part.ts";
import type { Spot } from "./spot.ts";

/** A jump of the acceleration below this part of its size is none. */
const CONTINUOUS = 1e-10;
/** A slip below this part of its terms over the expansion is at its end, although another row's guard was found. */
const ENDED = 1e-10;

export interface EventCluster {
  /** Just before the events. */
  readonly before: Crossroads["before"];
  /** Rate at which the guard of each row that has an event crossed zero. */
  readonly rate: Vector;
  /** The run starts. */
  begin(): void;
  /** Whether a row at rest holds what it would not hold once it slips, however slowly: a jump law beyond its kinetic force. */
  letsGo(row: number): boolean;
  /** Reads the motion at the end of the expansion, into position and velocity too; no row has an event yet. */
  leave(tau: Vector, position: Vector, velocity: Vector): void;
  /** A row whose slip ends just there, guard or no guard; -1: none. */
  ended(): number;
  /** A row's guard has crossed zero. */
  add(row: number, cause: number, towards: number, rate: number): void;
  /** The rows are settled and the next series is made: finds the events that count, and returns a row of one; -1: none. */
  settle(struck: boolean): number;
  /** How many events count. */
  count(): number;
  /** Whether the acceleration jumped. */
  jumps(): boolean;
  /** Whether a row that slipped is held, perhaps with no jump: a drive has jumped to its velocity. */
  catches(): boolean;
  /** Takes changes of the motion through all of them. */
  pass(changes: readonly Change[], struck: boolean): Passage;
}

export function eventCluster(
  system: System,
  spot: Spot,
  { at, v, taylor, decision, saturation }: CarryParts,
): EventCluster {
  const { mass, directions } = spot.place;
  const instant = new Float64Array(2);
  const n = system.size;
  const m = system.rows.length;
  const { order } = taylor;
  const width = order + 1;
  const before = {
    ...{ v: new Float64Array(n), a: new Float64Array(n), speed: new Float64Array(n) },
    mode: new Int8Array(m),
  };
  const after = { v, a: new Float64Array(n) };
  const cause = new Int8Array(m);
  const rate = new Float64Array(m);
  const endRate = new Float64Array(m); // of the slips that end, guard or no guard
  const zero = new Int8Array(m);
  const touching = new Int8Array(m);
  const breaking = new Int8Array(m);
  const force = new Float64Array(m);
  const values = new Float64Array(RowValue.count * m);
  const stuckRate = new Float64Array(m);
  const base = new Float64Array(n);
  const term = new Float64Array(n);
  const limits = rowValues(system);
  const weakening = weakeningForce(system, directions);
  const rubs = system.rows.map(({ law }) => isFriction(law) && !isFrictionless(law) && law.smoothing === 0);
  const smoothed = system.rows.some(({ law }) => law.smoothing > 0);
  const joint = linearPart(system, spot);
  let from = Number.NEGATIVE_INFINITY;

  /** Velocity and acceleration at tau. */
  function readMotion(tau: number): void {
    for (let i = 0; i < n; i++) {
      let [speed, size, rate] = [0, 0, 0];
      for (let k = order; k >= 1; k--) {
        rate = rate * tau + speed;
        speed = speed * tau + k * taylor.x[k * n + i]!;
        size = size * tau + Math.abs(k * taylor.x[k * n + i]!);
      }
      before.v[i] = speed;
      before.a[i] = rate;
      before.speed[i] = size;
    }
  }

  function readPosition(tau: number, out: Vector): void {
    for (let i = 0; i < n; i++) {
      let place = 0;
      for (let k = order; k >= 0; k--) place = place * tau + taylor.x[k * n + i]!;
      out[i] = place;
    }
  }

  /** Slips that end at tau. */
  function readSlips(tau: number): void {
    for (let i = 0; i < m; i++) {
      let [slip, size, slope] = [0, 0, 0];
      for (let k = order - 1; k >= 0; k--) {
        slope = slope * tau + slip;
        slip = slip * tau + taylor.slip[i * width + k]!;
        size = size * tau + Math.abs(taylor.slip[i * width + k]!);
      }
      endRate[i] = rubs[i] && before.mode[i] !== 0 && Math.abs(slip) <= ENDED * size ? slope : 0;
    }
  }

  /** base = forces but those of the rows, from the balance M a = base + W F. */
  function readBase(a: Vector): void {
    mass.multiply(a, base);
    for (let i = 0; i < m; i++) force[i] = -force[i]!;
    rowsAddTransposed(directions, force, base);
  }

  function readAfter(): void {
    for (let i = 0; i < n; i++) after.a[i] = 2 * taylor.x[2 * n + i]!;
    values.set(taylor.rows.subarray(0, values.length));
    taylor.stuckRate(0, stuckRate);
  }

  const road: Crossroads = {
    ...{ before, after, zero, touching, breaking, breakRate: rate, values, stuckRate },
    get from() {
      return from;
    },
    known(velocity, out) {
      out.set(base);
      for (let i = 0; i < n; i++) term[i] = before.v[i]! - velocity[i]!;
      if (term.every((entry) => entry === 0)) return;
      if (!system.linear) spot.addForces(velocity, before.v, out);
      else if (system.damped) system.linear.damping.multiplyAdd(term, out);
      limits.update(at, spot.position, velocity);
      weakening.add(velocity, limits, 1, out);
      weakening.add(before.v, limits, -1, out);
    },
  };

  const isClosed = (i: number) => system.rows[i]!.law.stop !== undefined && before.mode[i] === 0;

  return {
    before,
    rate,
    begin() {
      from = 0;
      before.v.set(v);
      for (let i = 0; i < n; i++) before.speed[i] = Math.abs(v[i]!);
      before.mode.set(decision.mode);
      readAfter();
      before.a.set(after.a);
      for (let i = 0; i < m; i++) {
        force[i] = taylor.force[i * width]!;
        zero[i] = rubs[i] && taylor.slip[i * width] === 0 ? 1 : 0;
        touching[i] = isClosed(i) ? 1 : 0;
      }
      readBase(after.a);
    },
    letsGo(row) {
      if (!rubs[row] || before.mode[row] !== 0) return false;
      const held = taylor.force[row * width]!;
      return held < -values[RowValue.kineticForward * m + row]! || held > values[RowValue.kineticBackward * m + row]!;
    },
    leave(end, position, velocity) {
      const tau = end[0]!;
      from = Number.NEGATIVE_INFINITY;
      cause.fill(0);
      rate.fill(0);
      before.mode.set(decision.mode);
      readMotion(tau);
      readSlips(tau);
      readPosition(tau, position);
      velocity.set(before.v);
      instant[0] = at[0]! + tau;
      instant[1] = at[1]!;
      spot.moveTo(instant, position, velocity);
      for (let i = 0; i < m; i++) {
        let sum = 0;
        for (let k = order - 2; k >= 0; k--) sum = sum * tau + taylor.force[i * width + k]!;
        force[i] = sum;
      }
      readBase(before.a);
    },
    ended: () => endRate.findIndex((slope) => slope !== 0),
    add(row, why, towards, speed) {
      cause[row] = why;
      rate[row] = speed;
      breaking[row] = -towards;
    },
    settle(struck) {
      readAfter();
      let first = -1;
      let other = -1;
      for (let i = 0; i < m; i++) {
        if (cause[i] === 0 && endRate[i] !== 0 && decision.mode[i] !== before.mode[i] && !struck) {
          cause[i] = Cause.slipEnds;
          rate[i] = endRate[i]!;
        }
        if (other < 0 && cause[i] !== 0) other = i;
        const breaks = cause[i] === Cause.limitReached;
        if (breaks && !(rubs[i] && jumpAt(values, m, i, breaking[i]!) !== 0)) cause[i] = 0;
        if (cause[i] !== Cause.limitReached) breaking[i] = 0;
        zero[i] = rubs[i] && (before.mode[i] === 0 || cause[i] === Cause.slipEnds) ? 1 : 0;
        touching[i] = isClosed(i) || cause[i] === Cause.gapCloses ? 1 : 0;
        if (first < 0 && cause[i] !== 0) first = i;
      }
      return first < 0 ? other : first;
    },
    count: () => cause.reduce((sum, why) => sum + (why === 0 ? 0 : 1), 0),
    jumps() {
      readAfter();
      // beside the rows' forces, which may balance others
      for (let i = 0; i < m; i++) force[i] = Math.abs(force[i]!);
      term.fill(0);
      const { start, column, value } = directions;
      for (let i = 0; i < m; i++) {
        for (let e = start[i]!; e < start[i + 1]!; e++) term[column[e]!]! += Math.abs(value[e]!) * force[i]!;
      }
      for (let i = 0; i < n; i++) {
        const size = Math.abs(after.a[i]!) + Math.abs(before.a[i]!) + term[i]! / mass.at(i, i);
        if (Math.abs(after.a[i]! - before.a[i]!) > CONTINUOUS * size) return true;
      }
      return false;
    },
    catches: () => decision.mode.some((way, i) => way === 0 && before.mode[i] !== 0),
    pass(changes, struck) {
      // what saturation and the smoothed law make of a jump of velocity is not known in between
      if (struck && (saturation || smoothed)) return "none";
      return joint.pass(road, changes);
    },
  };
}

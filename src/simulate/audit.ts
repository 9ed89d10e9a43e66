/**
 * The audit: what a run claims, checked by separate code from t, x and v after every step. It trusts no mode and no force
 * of the scheme. Over a step from t0 to t1 the motion is read as the cubic through x and v at both ends, so that
 *     M dv/h + D dx/h + K mean(x) - mean(f) = W F
 * gives the mean forces F of the rows (least squares within their limits). A row whose force lies inside its limits, at a
 * speed that friction could stop within the step, is stuck: it must not move, and what it moves is reported.
 */

import { type LinearSystem, stopGaps } from "../model/linear.ts";
import { rowValues } from "../model/row-values.ts";
import { pivotRank } from "../numeric/rank.ts";
import { rowsMultiply } from "../numeric/rows.ts";
import { maxNorm, type Vector } from "../numeric/vector.ts";
import type { State } from "../scheme/scheme.ts";
import { energyLedger } from "./energy-ledger.ts";
import { meanForces } from "./mean-forces.ts";
import type { Sink } from "./sink.ts";

export interface Audit {
  /** Largest speed of a stuck row, m/s. */
  readonly stickSpeed: number;
  /** Largest distance that a stuck row moved within one stick interval, m. */
  readonly stickDrift: number;
  /** Time that rows spent stuck by their force yet moving, s (summed over the rows). */
  readonly creepTime: number;
  /** By how much a reported multiplier left [-1, 1], or a stop's force (N) became negative. */
  readonly boxResidual: number;
  /** Largest residual of the equation of motion, mean over a step, N. */
  readonly balanceResidual: number;
  /** Largest error of energy + dissipation - work, J. */
  readonly energyError: number;
  /** Largest of energy, dissipation and work, J: what energyError is to be measured by. */
  readonly energyScale: number;
  /** Work of the load, J, and energy lost to friction and damping, J. */
  readonly work: number;
  readonly dissipation: number;
  /** Largest depth by which a gap was negative, m. */
  readonly penetration: number;
  /** Largest slip (m/s) at which a row was said to stick or reverse, and largest gap (m) at an impact or contact. */
  readonly eventSlip: number;
  readonly eventGap: number;
  readonly rows: readonly RowAudit[];
}

export interface RowAudit {
  readonly name: string;
  /** s */
  readonly stuckTime: number;
  /** m */
  readonly stickDrift: number;
  /** Energy lost in the row, J. */
  readonly dissipation: number;
}

export interface AuditSink extends Sink {
  result(): Audit;
}

/** A force this close to its limit (relative) may be slipping: time stepping blurs it where slip begins. */
const MARGIN = 1e-3;
/**
 * Stuck steps before a row is held to it; the first ones may still be coming to rest. Forces of dependent rows are not
 * unique, so that one of them may look stuck while it still slips: slowly, and so not for long.
 */
const SETTLING = 3;
const SETTLING_DEPENDENT = 12;
/** Samples closer together than this part of the longest distance are read as one. */
const SHORTEST = 1e-5;
/** Moves below this part of the position are round-off. */
const ROUND_OFF = 1e-13;

export function audit(system: LinearSystem): AuditSink {
  const m = system.rows.length;
  const forces = meanForces(system);
  const ledger = energyLedger(system);
  const before = { time: Number.NaN, x: new Float64Array(system.size), v: new Float64Array(system.size) };
  const { dependent } = pivotRank(system.directions, system.size);
  const settling = dependent.length > 0 ? SETTLING_DEPENDENT : SETTLING;
  const ride = new Float64Array(m); // way of what a row slips on
  const terms = new Float64Array(m); // of a row's place, in size
  const { start, column, value } = system.directions;
  const stuckSteps = new Int32Array(m);
  const stuckTime = new Float64Array(m);
  const drift = new Float64Array(m);
  const reference = new Float64Array(m);
  const place0 = new Float64Array(m); // two steps back, one step back, now
  const place1 = new Float64Array(m);
  const place2 = new Float64Array(m);
  const length = new Float64Array(1); // of the step, s: as an argument it would be boxed
  const longest = new Float64Array(1);
  const gaps = new Float64Array(m);
  const slip = new Float64Array(m);
  const now = rowValues(system);
  const jumped = new Float64Array(1).fill(Number.NaN); // time of the last impact
  const at = new Float64Array(2);
  const worst = { speed: 0, box: 0, balance: 0, creep: 0, penetration: 0, eventSlip: 0, eventGap: 0 };

  function observeRow(i: number): void {
    const h = length[0]!;
    const { smoothing, stop, joint } = system.rows[i]!.law;
    if (stop) return;
    const { slip0, slip1, force, values } = forces;
    const forward = values.forward[i]!;
    const backward = values.backward[i]!;
    const reach = h * Math.max(forward, backward) * forces.compliance[i]!;
    const slow = Math.abs(slip0[i]!) <= reach && Math.abs(slip1[i]!) <= reach;
    const margin = smoothing > 0 ? 0.1 : MARGIN + forces.uncertainty[i]!;
    // of a jump law only what lies inside the kinetic forces, which the row may also have while it slips
    const least = -values.kineticForward[i]! * (1 - margin);
    const inside = joint || (force[i]! > least && force[i]! < values.kineticBackward[i]! * (1 - margin));
    if (!inside || !(slow || smoothing > 0)) {
      stuckSteps[i] = 0;
      return;
    }
    stuckSteps[i]!++;
    stuckTime[i]! += h;
    if (stuckSteps[i]! < settling) return;
    if (stuckSteps[i] === settling) reference[i] = place1[i]!;
    worst.speed = Math.max(worst.speed, Math.abs(forces.slip1[i]!));
    drift[i] = Math.max(drift[i]!, Math.abs(place2[i]! - reference[i]!), Math.abs(place1[i]! - reference[i]!));
    // over two steps: a position that only alternates does not creep
    if (Math.abs(place2[i]! - place0[i]!) > ROUND_OFF * (1 + terms[i]!)) worst.creep += h;
  }

  /** Reported forces against the limits that they are reported with. */
  function checkBox({ force, limit }: State): void {
    const { forward, backward } = forces.values;
    for (let i = 0; i < m; i++) {
      const { law } = system.rows[i]!;
      if (law.joint) continue;
      let outside = -force[i]!;
      if (!law.stop) {
        const ratio = forward[i]! > 0 ? backward[i]! / forward[i]! : 1;
        const share = force[i]! > 0 ? force[i]! / ratio : -force[i]!;
        outside = limit[i]! > 0 ? share / limit[i]! - 1 : 0;
      }
      worst.box = Math.max(worst.box, outside);
    }
  }

  function checkGaps(position: Vector): void {
    if (!system.hasStops) return;
    stopGaps(system, position, gaps);
    for (let i = 0; i < m; i++) worst.penetration = Math.max(worst.penetration, -gaps[i]!);
  }

  function remember(state: State): void {
    before.time = state.time;
    before.x.set(state.position);
    before.v.set(state.velocity);
  }

  return {
    step(state: State) {
      checkBox(state);
      checkGaps(state.position);
      length[0] = state.time - before.time;
      if (length[0] <= SHORTEST * longest[0]!) return; // its velocity change is round-off; the next sample takes it in
      if (length[0] > 0) {
        longest[0] = Math.max(longest[0]!, length[0]);
        forces.observe(before, state);
        place0.set(place1);
        place1.set(place2);
        rowsMultiply(system.directions, state.position, place2);
        for (let i = 0; i < m; i++) {
          ride[i]! += length[0] * forces.drive[i]!;
          place2[i]! -= ride[i]!; // where it is on what it slips on
          terms[i] = Math.abs(ride[i]!);
          for (let k = start[i]!; k < start[i + 1]!; k++)
            terms[i]! += Math.abs(value[k]! * state.position[column[k]!]!);
        }
        worst.balance = Math.max(worst.balance, maxNorm(forces.residual));
        for (let i = 0; i < m; i++) observeRow(i);
        ledger.observe(before, state, forces);
      } else {
        rowsMultiply(system.directions, state.position, place2);
        ledger.begin(state);
      }
      remember(state);
    },
    event({ time, kind, row }) {
      const i = system.rows.findIndex(({ name }) => name === row);
      if (kind === "stick" || kind === "reversal") {
        if (time === jumped[0]) return; // an impact reversed it
        at[0] = before.time;
        at[1] = before.time;
        now.update(at);
        rowsMultiply(system.directions, before.v, slip);
        worst.eventSlip = Math.max(worst.eventSlip, Math.abs(slip[i]! - now.drive[i]!));
      }
    },
    jump(from: State, to: State) {
      ledger.jump(from, to);
      jumped[0] = to.time;
      stopGaps(system, from.position, gaps);
      rowsMultiply(system.directions, from.velocity, slip);
      rowsMultiply(system.directions, to.velocity, place0);
      for (let i = 0; i < m; i++) {
        const hit = system.rows[i]!.law.stop && slip[i]! < 0 && place0[i]! > slip[i]!;
        if (hit) worst.eventGap = Math.max(worst.eventGap, Math.abs(gaps[i]!));
      }
      stuckSteps.fill(0);
      remember(to);
    },
    result() {
      return {
        stickSpeed: worst.speed,
        stickDrift: maxNorm(drift),
        creepTime: worst.creep,
        boxResidual: worst.box,
        balanceResidual: worst.balance,
        ...ledger.result(),
        penetration: worst.penetration,
        eventSlip: worst.eventSlip,
        eventGap: worst.eventGap,
        rows: system.rows.map((row, i) => ({
          name: row.name,
          stuckTime: stuckTime[i]!,
          stickDrift: drift[i]!,
          dissipation: ledger.rowLoss[i]!,
        })),
      };
    },
  };
}

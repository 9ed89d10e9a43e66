/**
 * The audit: what a run claims, checked by separate code from t, x, v and the reported forces after every step. It trusts no mode of
 * the scheme and none of its solvers. Of a motion that is said to be exact everything is held against the laws at its ends and over
 * the step; of the others, whose steps may hold events, what the length of a step explains is no fault.
 */

import { isFriction } from "../../model/rows/law.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import { copy, maxNorm } from "../../numeric/vector.ts";
import type { State } from "../../scheme/scheme.ts";
import type { Ahead, Sink } from "../record/sink.ts";
import type { Simulation } from "../run/simulation.ts";
import { balance } from "./balance.ts";
import { boxCheck } from "./box.ts";
import { carriedSpeeds } from "./carried.ts";
import { type Findings, judge } from "./checks.ts";
import { conditionedAudit } from "./conditioned.ts";
import { READ_WRONGLY, stepEstimate } from "./estimate.ts";
import { impactCheck } from "./impacts.ts";
import { rowLaws } from "./laws.ts";
import { ERROR, energyLedger, LOSS, SCALE, WORK } from "./ledger.ts";
import { modes } from "./modes.ts";
import { multiplierCheck } from "./multipliers.ts";
import type { Parts } from "./parts.ts";
import { placeCheck } from "./places.ts";
import { breaksFor, preparedFor } from "./prepared.ts";
import { reading } from "./reading.ts";
import { residuals } from "./residuals.ts";
import type { Audit, AuditNumbers } from "./result.ts";
import { newRoom } from "./room.ts";
import { isLater } from "./same-time.ts";
import { scaleReader } from "./scales.ts";
import { isRough, type SecondLook, secondLook } from "./second-look.ts";
import { smoothForces } from "./smooth-forces.ts";
import { stickCheck } from "./stick.ts";
import { type LastState, waitingStates } from "./waiting-states.ts";

export interface AuditSink extends Sink {
  result(): Audit;
}

/** What the audit has to know of a run. */
export type Audited = Pick<Simulation, "system" | "scheme" | "solver" | "grid" | "preparation">;

export function audit(audited: Audited): AuditSink {
  return audited.system.conditioned ? conditionedAudit(audited) : rowParts(audited).sink;
}

/** The audit with the memory of its parts. */
export function rowParts(audited: Audited) {
  const { system, scheme, grid, preparation = {} } = audited;
  const m = system.rows.length;
  const exact = scheme.order === Number.POSITIVE_INFINITY;
  const prepared = preparedFor(preparation, system);
  const { coupling, tangents, matrices, dependent } = prepared;
  const { varies } = coupling;
  const moments = exact || varies || system.rowFunctions !== undefined || system.rowMotion !== undefined;
  const smooth = smoothForces(system, matrices);
  const room = newRoom(system.size, m);
  const step = reading(system, grid.end, coupling, smooth, moments, room, (from, to) =>
    breaksFor(preparation, system, from, to),
  );
  const carried = carriedSpeeds(coupling, system.size, m, room);
  const laws = rowLaws(system, carried, room);
  const forces = balance(system, coupling, moments, room);
  const look = exact && isRough(system) ? secondLook(system, coupling, smooth, room) : undefined;
  const mode = modes(system, coupling, carried, room);
  const impacts = impactCheck(system, mode, coupling);
  const errors = residuals(system, coupling, tangents, carried, impacts.terms, exact, room);
  const estimate = stepEstimate(system, tangents, varies, scheme.order, room);
  const stick = stickCheck(system, mode, coupling, exact, room);
  const reported = multiplierCheck(system, mode, stick, coupling, room);
  const ledger = energyLedger(system, coupling, smooth, room);
  const box = boxCheck(system, exact, scheme.multiplierAt === "node", room);
  const places = placeCheck(system);
  const uncertain = new Float64Array(m);
  const friction = Int8Array.from(system.rows, ({ law }) => (isFriction(law) ? 1 : 0));
  const rowNumbers = new Map(system.rows.map(({ name }, i) => [name, i]));
  const now = rowValues(system);
  const at = new Float64Array(2);
  const found: LastState = {
    time: 0,
    position: new Float64Array(system.size),
    velocity: new Float64Array(system.size),
  };
  const slack = room.vector(1);
  const worst = { eventSlip: 0 };
  const times = room.vector(3).fill(Number.NaN); // as in Parts
  const findings: Findings = {
    ...{ estimate, step, laws, errors, stick, reported, impacts, coupling, tangents, box, places, carried },
    ...{ times, slack },
  };
  const readScales = scaleReader(system);
  const parts: Parts = {
    ...{ system, room, step, laws, forces, mode, errors, estimate, stick, reported, ledger, box, coupling },
    ...{ tangents, matrices, carried, slack, times },
  };

  /** The motion between two states may be a cubic or, near rest, another one: it is taken as what balances better. */
  function lookAgain(again: SecondLook): void {
    again.read(step, forces.sliding);
    forces.solve(step, laws, again);
    const excess = again.excess(step, forces);
    if (!(excess > 1)) return;
    again.readNearRest(step, forces.sliding);
    forces.solve(step, laws, again);
    if (again.excess(step, forces) < excess) return;
    again.read(step, forces.sliding);
    forces.solve(step, laws, again);
  }

  function observeExact(state: State): void {
    if (varies) tangents.update(step.points[1]);
    mode.setStrict(step, laws, forces);
    forces.solve(step, laws);
    if (look && look.excess(step, forces) > 1) lookAgain(look);
    errors.observe(step, forces, laws);
    stick.observeStrict(step, laws);
    reported.observe(state, step, laws, forces);
  }

  /** Sets rows that move, however slowly, to slide; whether there are any. */
  function slideMoving(): boolean {
    let any = false;
    for (let i = 0; i < m; i++) {
      if (forces.unknown[i] === 0 || friction[i] === 0) continue;
      const s0 = laws.points[0].slip[i]!;
      const s1 = laws.points[2].slip[i]!;
      if (s0 * s1 <= 0 || Math.min(Math.abs(s0), Math.abs(s1)) <= mode.still[i]!) continue;
      forces.sliding[i] = Math.sign(s0);
      forces.unknown[i] = 0;
      any = true;
    }
    return any;
  }

  /** Forces of dependent rows are shared in many ways: those that move may have their laws' forces if that balances too. */
  function shareAnew(): void {
    const found = maxNorm(forces.residual);
    if (!slideMoving()) return;
    forces.solve(step, laws);
    if (maxNorm(forces.residual) <= found + maxNorm(estimate.smooth)) return;
    mode.setLoose(step, laws, forces);
    forces.solve(step, laws);
  }

  /** What the forces of rows that do not slide may be off by: weakening bends where a slip changes its sign, by no more than it is at both ends. */
  function readUncertain(): void {
    const { start, column, value } = coupling.response;
    const { smooth } = estimate;
    const [first, , last] = laws.points;
    for (let i = 0; i < m; i++) {
      if (forces.unknown[i] === 0) continue;
      let sum = 0;
      for (let k = start[i]!; k < start[i + 1]!; k++) sum += value[k]! * smooth[column[k]!]!;
      uncertain[i] = READ_WRONGLY * Math.abs(sum) + Math.abs(first.soft[i]!) + Math.abs(last.soft[i]!);
    }
  }

  function observeSteps(state: State): void {
    if (varies) tangents.update(step.points[1]);
    mode.setLoose(step, laws, forces);
    forces.solve(step, laws);
    errors.observe(step, forces, laws);
    estimate.observe(step, laws, forces);
    if (dependent) shareAnew();
    readUncertain();
    stick.observeLoose(state, step, laws, forces, uncertain);
    addSlack();
  }

  /** What the step's length may have done to the energy: by the forces, and by rows that change between rest and slip in it. */
  function addSlack(): void {
    const h = step.h[0]!;
    const { v } = step.points[1];
    const { smooth } = estimate;
    const { residual, unknown, force } = forces;
    const { largestLimit } = laws;
    const s0 = laws.points[0].slip;
    const s1 = laws.points[2].slip;
    let sum = 0;
    for (let k = 0; k < v.length; k++) sum += Math.abs(v[k]!) * (smooth[k]! + Math.abs(residual[k]!));
    for (let i = 0; i < m; i++) {
      if (unknown[i] === 0) continue;
      sum += (Math.abs(s0[i]!) + Math.abs(s1[i]!)) * Math.max(Math.abs(force[i]!), largestLimit[i]!);
    }
    slack[0]! += h * sum;
  }

  function begin(state: State): void {
    times[0] = state.time;
    times[2] = 0;
    step.begin(state);
    stick.begin(step);
    laws.begin(step);
    ledger.begin(state);
    places.observe(state, step.points[2].directions);
    if (exact) reported.begin(state);
  }

  function numbers(): AuditNumbers {
    return {
      stickSpeed: maxNorm(stick.speed),
      stickDrift: maxNorm(stick.drift),
      creepTime: stick.creep.reduce((sum, time) => sum + time, 0),
      boxResidual: maxNorm(box.relative(laws)),
      balanceResidual: maxNorm(errors.balance),
      energyError: ledger.sums[ERROR]!,
      energyScale: ledger.sums[SCALE]!,
      work: ledger.sums[WORK]!,
      dissipation: ledger.sums[LOSS]!,
      penetration: places.worst.penetration,
      violation: places.worst.violation,
      eventSlip: worst.eventSlip,
      eventGap: maxNorm(impacts.gap),
      rows: system.rows.map((row, i) => ({
        name: row.name,
        stuckTime: stick.stuckTime[i]!,
        stickDrift: stick.drift[i]!,
        dissipation: ledger.rowLoss[i]!,
      })),
    };
  }

  function observe(state: State): void {
    if (Number.isNaN(times[0]!)) {
      begin(state);
      return;
    }
    if (!isLater(state.time, times[0]!)) {
      places.observe(state, step.points[2].directions);
      if (exact) {
        errors.repeat(step, state.position, state.velocity);
        reported.repeat(state);
        if (times[2] === 0 && times[1] !== state.time) step.begin(state); // what slips at the start for no time rests, or has turned
      }
      return;
    }
    times[2] = Math.max(times[2]!, state.time - times[0]!);
    times[0] = state.time;
    step.advance(state);
    laws.read(step);
    step.refer();
    if (laws.varying) for (const point of laws.points) carried.update(point);
    places.observe(state, step.points[2].directions);
    if (exact) observeExact(state);
    else observeSteps(state);
    box.observe(state, step, laws);
    ledger.observe(step, laws, forces);
  }

  const waiting = waitingStates(prepared, parts, scheme.order, observe);

  /** Slip of a row at the last state: one that is still to come, that waits, or that has been observed. */
  function lastSlip(i: number, ahead: Ahead | undefined): number {
    const last = step.points[2];
    const { start, column, value } = last.directions;
    if (laws.varying) bringNow(ahead);
    let slip = 0;
    for (let k = start[i]!; k < start[i + 1]!; k++) {
      const j = column[k]!;
      const velocity = ahead
        ? ahead.states.velocity[j * ahead.states.capacity + ahead.k]!
        : (waiting.lastVelocity(j) ?? last.v[j]!);
      slip += value[k]! * velocity;
    }
    return slip - now.drive[i]!;
  }

  /** Brings what rows slip on to that state. */
  function bringNow(ahead: Ahead | undefined): void {
    const last = step.points[2];
    if (!waiting.readLast(found, ahead)) {
      found.time = times[0]!;
      copy(last.x, found.position);
      copy(last.v, found.velocity);
    }
    at.fill(found.time);
    now.update(at, found.position, found.velocity);
  }

  const sink: AuditSink = {
    kept: [
      waiting.kept, // first: what waits is observed before anything is saved
      ...[step, laws, forces, mode, errors, estimate, stick, reported, impacts, ledger].map(({ kept }) => kept),
      ...[box, places, coupling, tangents, carried].map(({ kept }) => kept),
      ...[slack, worst, times],
    ],
    step: waiting.push,
    block: waiting.pushMany,
    eventsAhead: true,
    event({ time, kind, row }, ahead) {
      if (kind !== "stick" && kind !== "reversal") return;
      if (time === times[1]) return; // an impact reversed it
      if (varies || exact) waiting.flush(); // directions are there with the state; and states at one time are one
      worst.eventSlip = Math.max(worst.eventSlip, Math.abs(lastSlip(rowNumbers.get(row)!, ahead)));
    },
    jump(from: State, to: State) {
      waiting.flush();
      if (exact) errors.repeat(step, from.position, from.velocity);
      coupling.update(step.points[2]);
      impacts.check(from, to, step);
      if (exact) errors.leap(step, from.position, to.position, impacts.took);
      ledger.jump(from, to, step.points[2].directions, impacts.hit, impacts.given);
      stick.jump();
      step.jumpTo(to);
      reported.close();
      times[1] = to.time;
    },
    result() {
      waiting.flush();
      estimate.close();
      reported.close();
      return judge(audited, numbers(), findings, readScales(findings));
    },
  };
  return {
    sink,
    room,
    rebuild() {
      step.grown++;
    },
  };
}

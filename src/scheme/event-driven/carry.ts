/**
 * Carries derivatives of the motion through modes and events. At an event whose instant t* changes by dt* = -dg / g' (g the
 * guard that crossed zero), the derivatives jump: with v-, a- before, v+, a+ after it, J the impact's linear map, and dJ v- what a
 * parameter of the system makes of it,
 *     dx+ = dx- + (v- - v+) dt*,   dv+ = J (dv- + a- dt*) + dJ v- - a+ dt*.
 */
import { breakpointsOf, type System } from "../../model/system.ts";
import { rowsMultiply } from "../../numeric/rows.ts";
import { maxNorm, type Vector } from "../../numeric/vector.ts";
import type { TangentColumn, TangentKink, Tangents } from "../common/tangent.ts";
import type { KernelSlot } from "../kernel/slot.ts";
import { breakShifts } from "./break-shifts.ts";
import { crossings, GRAZED } from "./crossing.ts";
import type { Decision } from "./decision.ts";
import { eventCluster } from "./event-cluster.ts";
import { type FlowMode, keptFlow } from "./flow/flow.ts";
import { flowChange } from "./flow/flow-change.ts";
import { Cause, type Guards } from "./guards.ts";
import type { Hold } from "./hold.ts";
import { type Impact, impactChange } from "./impact.ts";
import { motionSlopes } from "./motion-slopes.ts";
import type { NextEvent } from "./next-event.ts";
import type { StepAhead } from "./parameter-series.ts";
import type { Place } from "./place.ts";
import type { Saturation } from "./saturation.ts";
import type { Series } from "./series.ts";
import { spotOf } from "./spot.ts";
import { switchCrossings } from "./switch-crossing.ts";
import type { Switching } from "./switching.ts";
import { type RowChanges, tangentSeries } from "./tangent-series.ts";
import { motionAt } from "./values.ts";

/** An expansion is not shortened below this part of the run. */
const SHORTEST = 1e-6;
/** Parts of a derivative that are zero but for round-off. */
const ROUND_OFF = 1e-14;

export interface Carry {
  /** The first modes are decided and the first series is made. */
  begin(): void;
  /** The expansion ends at tau[0]: at an event (`found`, perhaps of a formula: `switched`), at breakpoint `broken` (or -1), or just so. Before the rows are settled. */
  leave(tau: Vector, found: boolean, broken: number, switched: boolean): void;
  /** The next series is made; `impact`: velocities jumped in between. */
  enter(impact: Impact | undefined): void;
  /** Ends the present expansion before its event where the series of changes need that; the motion may be smoother than they are. */
  shorten(length: Vector, found: NextEvent, event: Int32Array | undefined): void;
  /** Fills the columns at tau[0] of the present expansion. */
  show(tau: Vector): void;
}

export interface CarryParts {
  readonly at: Vector;
  readonly x: Vector;
  readonly v: Vector;
  readonly place: Place;
  readonly side: Vector;
  readonly taylor: Series;
  readonly held: Hold;
  readonly guard: Guards;
  readonly decision: Decision;
  readonly saturation: Saturation | undefined;
  readonly switches: Switching | undefined;
  /** Start and end of the run, s. */
  readonly run: readonly [number, number];
  readonly ahead: StepAhead;
  /** Of its problem; absent: derivatives have a series each, in plain TypeScript. */
  readonly slot: KernelSlot | undefined;
}

export function carry(system: System, { columns, kinks }: Tangents, parts: CarryParts): Carry {
  const { at, x, v, place, side, taylor, held, guard, decision } = parts;
  const { mode, bound } = decision;
  const n = system.size;
  const m = system.rows.length;
  const { order } = taylor;
  const width = order + 1;
  const slopes = motionSlopes(system, taylor, held, decision);
  const flow = held.dependent || !parts.slot ? undefined : keptFlow(system, order, parts.slot);
  const flowMode: FlowMode = { holds: held.holds, mode, slopes: slopes.rows };
  const breaks = breakpointsOf(system, ...parts.run).times;
  const list = columns.map((column) => ({
    column,
    ...seriesOf(column),
    breaks: column.neighbors && breakShifts(column.neighbors, breaks, parts.run),
    slip: new Float64Array(m),
    gap: new Float64Array(m),
    distance: new Float64Array(m),
    impact: column.neighbors && impactChange(column.neighbors),
    shift: 0,
  }));
  const strays = list.flatMap(({ breaks: moved }) => moved?.strays ?? []).sort((a, b) => a.time - b.time);
  const flowing = list.flatMap(({ flows }) => flows ?? []);
  const [moving, shown] = [
    flowing.map(({ dx, dv }) => ({ position: dx, velocity: dv })),
    list.flatMap(({ flows, column }) => (flows ? [column] : [])),
  ];
  const crossing = crossings(system, taylor);
  const formulas = parts.switches && switchCrossings(parts.switches.groups, taylor);
  const spot = spotOf(system, x);
  const cluster = eventCluster(system, spot, parts);
  const { before } = cluster;
  const momentum = new Float64Array(n);
  const projected = new Float64Array(n);
  const target = new Float64Array(m);
  const force = new Float64Array(m);
  const slip = new Float64Array(m);
  const position = new Float64Array(n);
  const velocity = new Float64Array(n);
  const moved = new Float64Array(n);
  const since = new Float64Array(1);
  const same = ROUND_OFF * (Math.abs(parts.run[0]) + Math.abs(parts.run[1])); // times that are one
  const began = new Float64Array(n); // accelerations at the start of the expansion
  let short = false; // it was one of the shortest
  let fresh = false; // the tangents' series belong to the present expansion
  let sloped = false; // and the slopes along it do
  let pending: "event" | "breakpoint" | undefined;
  let [looked, strayed] = [0, false]; // so many strays, and whether one of them counts
  let byFormula = false; // the event is (also) one of formulas, whose instant the shifts are of
  let doubt: Omit<TangentKink, "time"> | undefined;

  /** By a series of its own, or with all others that flow. */
  function seriesOf(column: TangentColumn) {
    const [dx, dv] = [Float64Array.from(column.position), Float64Array.from(column.velocity)];
    if (flow && !column.neighbors) {
      const flows = flowChange(system, order, flow, flowMode, column, dx, dv);
      return { ...{ dx, dv, flows }, series: flows as RowChanges, evaluated: undefined };
    }
    const series = tangentSeries(system, place, taylor, held, slopes, column, decision, parts.ahead, parts.saturation);
    return { ...{ dx, dv }, series: series as RowChanges, flows: undefined, evaluated: series };
  }

  function note(kink: Omit<TangentKink, "time">): void {
    if (kink.reason === "breaks") noteBreak(at[0]!);
    else kinks.push({ time: at[0]!, ...kink });
  }

  function findSlopes(): void {
    if (!sloped) slopes.update(at, mode, side);
    sloped = true;
  }

  function prepare(): void {
    if (fresh) return;
    findSlopes();
    for (const { series, dx, dv } of list) series.expand(at, mode, side, dx, dv);
    fresh = true;
  }

  /** The columns at tau of the present expansion, in their own places or in those that are shown. */
  function evaluate(tau: number, where: "own" | "shown"): void {
    prepare();
    if (flowing.length > 0) flow!.advance(flowMode, tau, flowing, where === "own" ? moving : shown);
    for (const { evaluated, dx, dv, column } of list) {
      if (where === "own") evaluated?.evaluate(tau, dx, dv);
      else evaluated?.evaluate(tau, column.position, column.velocity);
    }
  }

  /** dv without the part that would let held rows slip: its impulse is lost in them. Drives are those of the expansion ahead. */
  function project({ series, dx, dv }: (typeof list)[number]): void {
    series.begin(at, mode, side, dx, dv);
    place.mass.multiply(dv, momentum);
    rowsMultiply(place.directions, dv, target);
    for (let i = 0; i < m; i++) target[i]! -= series.slip(i, 0);
    held.solve(momentum, target, projected, force);
    const round = ROUND_OFF * maxNorm(dv);
    for (let i = 0; i < n; i++) dv[i] = Math.abs(projected[i]!) <= round ? 0 : projected[i]!;
  }

  /** The guards that ended the expansion: how fast they crossed zero, and what each column makes of them. */
  function readGuards(tau: number): void {
    for (let row = 0; row < m; row++) {
      const cause = guard.cause[row]!;
      if (cause === 0 || cause === Cause.pieceEnds) continue;
      const towards = guard.direction[row]!;
      const { size, rate } = crossing.of(row, cause, towards, tau);
      if (!(Math.abs(rate) * tau > GRAZED * size)) doubt = { row, reason: "grazing", derivative: "none" };
      cluster.add(row, cause, towards, rate);
      for (const entry of list) entry.distance[row] = crossing.change(entry.series, row, cause, towards, tau);
    }
  }

  /** What the columns make of slips and gaps with the motion held fixed. */
  function readRows(tau: number): void {
    for (const { column, series, slip: bySlip, gap } of list) {
      if (!column.neighbors) continue;
      for (let i = 0; i < m; i++) {
        bySlip[i] = series.ownSlip(i, tau);
        gap[i] = series.ownGap(i, tau);
      }
    }
  }

  /** By how much each column moves a jump of the load; an event that falls on it would come before or after. */
  function shiftBreakpoint(found: boolean, broken: number): void {
    for (const entry of list) {
      const shift = entry.breaks?.shifts[broken] ?? 0; // the end of the run is none
      entry.shift = Number.isNaN(shift) ? 0 : shift;
      if (Number.isNaN(shift)) doubt = { row: -1, reason: "breaks", derivative: "none" };
    }
    const row = found ? guard.cause.findIndex((cause) => cause !== 0 && cause !== Cause.pieceEnds) : cluster.ended(); // just there, where nobody has looked
    if (row >= 0) doubt = { row, reason: "jump", derivative: "none" };
  }

  /** Jumps up to tau that a system beside has at a time of its own, or alone; one of them is enough. */
  function lookAround(tau: number): void {
    for (; !strayed && looked < strays.length && strays[looked]!.time <= at[0]! + tau + same; looked++) {
      const { time, jumps } = strays[looked]!;
      since[0] = time - at[0]!;
      motionAt(taylor.x, order, since, position, velocity);
      strayed = jumps(position, velocity, (row) => time > parts.run[0] || leavesRest(row));
      if (strayed) noteBreak(time);
    }
  }

  /** Rows that are held from the start on take all with them that they hold, whatever it did before. */
  const leavesRest = (row: number) => mode[row] !== 0 && taylor.slip[row * width] === 0;

  function noteBreak(time: number): void {
    const told = kinks.some((kink) => kink.reason === "breaks" && Math.abs(kink.time - time) <= same);
    if (!told) kinks.push({ time, row: -1, reason: "breaks", derivative: "none" });
  }

  /** A step without a series ends with an acceleration that is not quite the motion's: no more than what it changes by in the step is a jump. */
  function forgetBends(): void {
    for (let i = 0; i < n; i++) {
      const after = 2 * taylor.x[2 * n + i]!;
      if (Math.abs(before.a[i]! - after) <= 2 * Math.abs(before.a[i]! - began[i]!)) before.a[i] = after;
    }
  }

  /** The jump of the derivatives at one event. */
  function saltate(impact: Impact | undefined): void {
    for (const { dx, dv, shift, impact: changeImpact } of list) {
      for (let i = 0; i < n; i++) {
        moved[i] = dx[i]! + before.v[i]! * shift;
        dx[i]! += (before.v[i]! - v[i]!) * shift;
        dv[i]! += before.a[i]! * shift;
      }
      if (impact) {
        impact.map(impact.parts, dv);
        spot.turnImpact(impact, impact.parts, moved, before.v, v, dv);
        changeImpact?.(impact.parts, before.v, spot.position, dv);
      }
      for (let i = 0; i < n; i++) dv[i]! -= 2 * taylor.x[2 * n + i]! * shift;
    }
  }

  /** At events: one, or several that fall together. */
  function pass(impact: Impact | undefined): void {
    const row = cluster.settle(impact !== undefined);
    if (byFormula) {
      if (impact || cluster.count() > 0) doubt ??= { row, reason: "simultaneous", derivative: "none" };
      if (doubt) note(doubt);
      saltate(impact);
      return;
    }
    for (const entry of list) entry.shift = row < 0 ? 0 : -entry.distance[row]! / cluster.rate[row]!;
    if (cluster.count() < 2) {
      if (doubt) note(doubt);
      saltate(impact);
      return;
    }
    const passage = cluster.pass(list, impact !== undefined);
    if (doubt) note(doubt);
    else if (passage !== "linear") note({ row, reason: "simultaneous", derivative: passage });
    if (passage === "none") saltate(impact);
  }

  return {
    begin() {
      spot.moveTo(at, x, v);
      prepare();
      readRows(0);
      cluster.begin();
      const atRest = (i: number) => taylor.slip[i * width] === 0;
      const moved = (i: number) =>
        list.some(({ dx, dv, slip: bySlip }) => {
          rowsMultiply(place.directions, dv, slip);
          spot.addTurned(dx, v, slip);
          return slip[i]! + bySlip[i]! !== 0;
        });
      const onLimit = bound.findIndex((which, i) => (which !== 0 && atRest(i)) || (moved(i) && cluster.letsGo(i)));
      const row = mode.findIndex((way, i) => way !== 0 && atRest(i) && !system.rows[i]!.law.stop && moved(i));
      const passage = row < 0 ? "linear" : cluster.pass(list, false);
      if (onLimit >= 0) note({ row: onLimit, reason: "rest", derivative: "none" });
      else if (passage !== "linear") note({ row, reason: "rest", derivative: passage });
      list.forEach(project);
      fresh = false;
    },
    leave(tau, found, broken, switched) {
      lookAround(tau[0]!);
      evaluate(tau[0]!, "own");
      for (const { evaluated, dx, dv } of list) evaluated?.leave(tau[0]!, !found && broken < 0 && !switched, dx, dv);
      pending = found ? "event" : broken >= 0 ? "breakpoint" : undefined;
      byFormula = switched;
      const reason = !switched ? undefined : broken < 0 ? formulas!.shift(at, tau[0]!, list) : "formula";
      doubt = reason && { row: -1, reason, derivative: "none" };
      cluster.leave(tau, position, velocity);
      short = parts.ahead.isShort();
      for (let i = 0; i < n; i++) began[i] = 2 * taylor.x[2 * n + i]!;
      if (broken < 0 && found) {
        readGuards(tau[0]!);
        readRows(tau[0]!);
      }
      if (broken >= 0) {
        shiftBreakpoint(found, broken);
        pending = "breakpoint";
      }
      fresh = sloped = false;
    },
    enter(impact) {
      if (short) forgetBends();
      if (pending && (impact || cluster.jumps() || cluster.catches())) {
        if (pending === "event") pass(impact);
        else {
          if (doubt) note(doubt);
          saltate(impact);
        }
        findSlopes();
        list.forEach(project);
      }
      pending = undefined;
    },
    shorten(length, found, event) {
      if (flowing.length === list.length) return;
      prepare();
      let most = Number.POSITIVE_INFINITY;
      for (const { evaluated } of list) most = Math.min(most, evaluated?.length() ?? most);
      most = Math.max(most, SHORTEST * (parts.run[1] - parts.run[0]));
      if (!(most < length[0]!)) return;
      length[0] = most;
      found.event = found.saturates = found.switched = found.doubted = false;
      guard.adopt(taylor, -1, 0, most);
      if (event) event[0] = -1;
    },
    show(tau) {
      lookAround(tau[0]!);
      evaluate(tau[0]!, "shown");
      if (at[0]! + tau[0]! < parts.run[1]) return;
      if (list.some(({ evaluated }) => evaluated?.isLost())) note({ row: -1, reason: "singular", derivative: "none" });
    },
  };
}

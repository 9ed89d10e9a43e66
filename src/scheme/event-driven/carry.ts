/**
 * Carries derivatives of the motion through modes and events. At an event whose instant t* changes by dt* = -dg / g' (g the
 * guard that crossed zero), the derivatives jump: with v-, a- before, v+, a+ after it, J the impact's linear map, and dJ v- what a
 * parameter of the system makes of it,
 *     dx+ = dx- + (v- - v+) dt*,   dv+ = J (dv- + a- dt*) + dJ v- - a+ dt*.
 */
import { type LinearSystem, RowValue } from "../../model/linear.ts";
import { rowsMultiply } from "../../numeric/rows.ts";
import { maxNorm, type Vector } from "../../numeric/vector.ts";
import type { KinkReason, Tangents } from "../tangent.ts";
import { Cause, type Guards } from "./guards.ts";
import type { Hold } from "./hold.ts";
import { type Impact, impactChange } from "./impact.ts";
import type { Decision } from "./mode.ts";
import { neighborSeries } from "./neighbor-series.ts";
import type { Saturation } from "./saturation.ts";
import type { Series } from "./series.ts";
import { motionSlopes, tangentSeries } from "./tangent-series.ts";

/** A guard whose slope is a smaller part of its size over the expansion is grazed. */
const GRAZED = 1e-6;
/** A jump of the acceleration below this part of its size is none. */
const CONTINUOUS = 1e-10;
/** Parts of a derivative that are zero but for round-off. */
const ROUND_OFF = 1e-14;
/** Shifts of simultaneous events that agree to this part are one. */
const SAME_SHIFT = 1e-6;

export interface Carry {
  /** The first modes are decided and the first series is made. */
  begin(): void;
  /** The expansion ends at tau[0]: at an event (`found`), at breakpoint `broken` (or -1), or just so. Before the rows are settled. */
  leave(tau: Vector, found: boolean, broken: number): void;
  /** The next series is made; `impact`: velocities jumped in between. */
  enter(impact: Impact | undefined): void;
  /** Fills the columns at tau[0] of the present expansion. */
  show(tau: Vector): void;
}

export interface CarryParts {
  readonly at: Vector;
  readonly v: Vector;
  readonly side: Vector;
  readonly taylor: Series;
  readonly held: Hold;
  readonly guard: Guards;
  readonly decision: Decision;
  readonly saturation: Saturation | undefined;
  /** Start and end of the run, s. */
  readonly run: readonly [number, number];
}

export function carry(system: LinearSystem, { columns, kinks }: Tangents, parts: CarryParts): Carry {
  const { at, v, side, taylor, held, guard, decision } = parts;
  const { mode, bound } = decision;
  const n = system.size;
  const m = system.rows.length;
  const { order } = taylor;
  const width = order + 1;
  const slopes = motionSlopes(system, taylor);
  const list = columns.map((column) => ({
    column,
    series: tangentSeries(system, taylor, held, slopes, column, parts.saturation),
    changeImpact: column.neighbors && impactChange(column.neighbors),
    breaks: column.neighbors && neighborSeries(column.neighbors, 2).breakpoints(...parts.run),
    dx: Float64Array.from(column.position),
    dv: Float64Array.from(column.velocity),
    shift: 0,
  }));
  const before = { v: new Float64Array(n), a: new Float64Array(n), mode: new Int8Array(m) };
  const momentum = new Float64Array(n);
  const projected = new Float64Array(n);
  const none = new Float64Array(m);
  const force = new Float64Array(m);
  const slip = new Float64Array(m);
  let fresh = false; // the tangents' series belong to the present expansion
  let pending: "event" | "breakpoint" | undefined;
  let doubt: { readonly row: number; readonly reason: KinkReason } | undefined;

  function note(row: number, reason: KinkReason): void {
    kinks.push({ time: at[0]!, row, reason });
  }

  function prepare(): void {
    if (fresh) return;
    slopes.update(mode, side);
    for (const { series, dx, dv } of list) series.expand(at, mode, side, dx, dv);
    fresh = true;
  }

  /** dv without the part that would set held rows in motion: its impulse is lost in them. */
  function project(dv: Vector): void {
    system.mass.multiply(dv, momentum);
    held.solve(momentum, none, projected, force);
    const round = ROUND_OFF * maxNorm(dv);
    for (let i = 0; i < n; i++) dv[i] = Math.abs(projected[i]!) <= round ? 0 : projected[i]!;
  }

  /** Size and slope at tau of a row's guard, from the motion's series. */
  function guardOf(row: number, cause: number, tau: number): { size: number; rate: number } {
    const slips = cause === Cause.slipEnds;
    const q = guard.direction[row]! < 0 ? RowValue.forward : RowValue.backward;
    let size = 0;
    let rate = 0;
    for (let k = order - 2; k >= 1; k--) {
      let c = 0;
      if (slips) c = taylor.slip[row * width + k]!;
      else if (cause === Cause.gapCloses) c = taylor.slip[row * width + k - 1]! / k;
      else {
        c = -guard.direction[row]! * taylor.force[row * width + k]!;
        if (system.rowFunctions) c += taylor.rows[(k * RowValue.count + q) * m + row]!;
      }
      size = (size + Math.abs(c)) * tau;
      rate = rate * tau + k * c;
    }
    return { size, rate };
  }

  /** Derivative of the same guard. */
  function guardDerivative(series: (typeof list)[number]["series"], row: number, cause: number, tau: number): number {
    if (cause === Cause.slipEnds) return series.slip(row, tau);
    if (cause === Cause.gapCloses) return series.gap(row, tau);
    const towards = guard.direction[row]!;
    const q = towards < 0 ? RowValue.forward : RowValue.backward;
    return -towards * series.force(row, tau) + series.limit(row, q, tau);
  }

  /** Whether a shift is that of the column, or both are nothing beside what the column does. */
  function agree(shift: number, { shift: other, dv }: (typeof list)[number]): boolean {
    const usual = maxNorm(dv) / maxNorm(before.a);
    return Math.abs(shift - other) <= SAME_SHIFT * (Math.abs(shift) + Math.abs(other) + usual);
  }

  /** By how much each column moves the event. */
  function shiftEvent(tau: number): void {
    let first = true;
    doubt = undefined;
    for (let row = 0; row < m; row++) {
      const cause = guard.cause[row]!;
      if (cause === 0 || cause === Cause.pieceEnds) continue;
      const { size, rate } = guardOf(row, cause, tau);
      if (!(Math.abs(rate) * tau > GRAZED * size)) doubt = { row, reason: "grazing" };
      for (const entry of list) {
        const shift = rate === 0 ? 0 : -guardDerivative(entry.series, row, cause, tau) / rate;
        if (first) entry.shift = shift;
        else if (!agree(shift, entry)) doubt ??= { row, reason: "simultaneous" };
      }
      first = false;
    }
  }

  /** By how much each column moves a jump of the load; an event that falls on it would come before or after. */
  function shiftBreakpoint(found: boolean, broken: number): void {
    for (const entry of list) entry.shift = entry.breaks?.[broken] ?? 0;
    const row = guard.cause.findIndex((cause) => cause !== 0 && cause !== Cause.pieceEnds);
    if (found && row >= 0) doubt = { row, reason: "jump" };
  }

  /** Second derivative of the motion at tau. */
  function accelerationAt(tau: number, out: Vector): void {
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let k = order; k >= 2; k--) sum = sum * tau + k * (k - 1) * taylor.x[k * n + i]!;
      out[i] = sum;
    }
  }

  function velocityAt(tau: number, out: Vector): void {
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let k = order; k >= 1; k--) sum = sum * tau + k * taylor.x[k * n + i]!;
      out[i] = sum;
    }
  }

  /** Whether the acceleration jumped. */
  function jumps(): boolean {
    let jump = 0;
    let size = 0;
    for (let i = 0; i < n; i++) {
      const after = 2 * taylor.x[2 * n + i]!;
      jump = Math.max(jump, Math.abs(after - before.a[i]!));
      size = Math.max(size, Math.abs(after), Math.abs(before.a[i]!));
    }
    return jump > CONTINUOUS * size;
  }

  function saltate(impact: Impact | undefined): void {
    for (const { dx, dv, shift, changeImpact } of list) {
      for (let i = 0; i < n; i++) {
        dx[i]! += (before.v[i]! - v[i]!) * shift;
        dv[i]! += before.a[i]! * shift;
      }
      impact?.map(impact.parts, dv);
      if (impact) changeImpact?.(impact.parts, before.v, dv);
      for (let i = 0; i < n; i++) dv[i]! -= 2 * taylor.x[2 * n + i]! * shift;
    }
  }

  /** Rows that have come to rest have no slip to change; where they still do, they came with others. */
  function settleRest(): void {
    for (const { dv, column } of list) {
      if (column.neighbors) continue; // the row itself may change
      rowsMultiply(system.directions, dv, slip);
      let size = 0;
      for (let i = 0; i < n; i++) size = Math.max(size, Math.abs(dv[i]!), Math.abs(before.a[i]!));
      for (let i = 0; i < m; i++) {
        const arrived = held.holds[i] === 1 && before.mode[i] !== 0;
        if (arrived && Math.abs(slip[i]!) > SAME_SHIFT * size) note(i, "simultaneous");
      }
      project(dv);
    }
  }

  return {
    begin() {
      for (let i = 0; i < m; i++) {
        const atRest = taylor.slip[i * width] === 0;
        const moved = list.some(({ dv }) => {
          rowsMultiply(system.directions, dv, slip);
          return slip[i] !== 0;
        });
        if (atRest && (bound[i] !== 0 || (mode[i] !== 0 && moved && !system.rows[i]!.law.stop))) note(i, "rest");
      }
      for (const { dv, column } of list) if (!column.neighbors) project(dv);
      fresh = false;
    },
    leave(tau, found, broken) {
      prepare();
      pending = found ? "event" : broken >= 0 ? "breakpoint" : undefined;
      for (const entry of list) entry.shift = 0;
      doubt = undefined;
      before.mode.set(mode);
      velocityAt(tau[0]!, before.v);
      accelerationAt(tau[0]!, before.a);
      for (const { series, dx, dv } of list) series.evaluate(tau[0]!, dx, dv);
      if (broken < 0 && found) shiftEvent(tau[0]!);
      if (broken >= 0) shiftBreakpoint(found, broken);
      fresh = false;
    },
    enter(impact) {
      if (pending && (impact || jumps())) {
        if (doubt) kinks.push({ time: at[0]!, ...doubt });
        saltate(impact);
        if (pending === "event") settleRest();
      }
      pending = undefined;
    },
    show(tau) {
      prepare();
      for (const { series, column } of list) series.evaluate(tau[0]!, column.position, column.velocity);
    },
  };
}

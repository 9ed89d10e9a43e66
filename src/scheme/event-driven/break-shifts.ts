/**
 * By how much a parameter moves the breakpoints of a run: those of the systems a little above and below, matched with its own. One that
 * splits or vanishes beside the parameter, as where two of them fall together, or one on the start or the end of the run, has no derivative.
 */
import { breakpointsOf, RowValue, type System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Neighbors } from "../common/tangent.ts";
import { placeOf } from "./place.ts";
import { series } from "./series.ts";

/** Of the run: no small change moves a breakpoint farther; and one that is farther from those of the run has nothing to do with them. */
const REACH = 0.05;
const NEAR = 1e-3;
/** What the parameter's second order may add to its way, as a part of that; and the round-off of a breakpoint, of the run. */
const BENT = 0.05;
const ROUND_OFF = 1e-12;
/** Values that agree to this part of the largest do not jump. */
const CONTINUOUS = 1e-9;

export interface BreakShifts {
  /** Derivative of each breakpoint of the run, s a unit; not a number where there is none. */
  readonly shifts: readonly number[];
  /** Breakpoints of a system beside that are none of the run. */
  readonly strays: readonly Stray[];
}

export interface Stray {
  /** The time in the run that it belongs to, s: of a breakpoint, the start or the end, or its own. */
  readonly time: number;
  /** Whether it counts: a force, a limit or what a drive makes a row do jumps there, of the machine at a place of the motion. */
  jumps(q: Vector, v: Vector): boolean;
}

export function breakShifts(
  { above, below, distance }: Neighbors,
  times: readonly number[],
  [from, to]: readonly [number, number],
): BreakShifts {
  const sides = [above, below].map((system) => ({ system, times: breakpointsOf(system, from, to).times }));
  const matched = sides.map(() => new Set<number>());
  const shifts = times.map((time, j) => {
    const left = time - (times[j - 1] ?? Number.NEGATIVE_INFINITY);
    const right = (times[j + 1] ?? Number.POSITIVE_INFINITY) - time;
    const reach = Math.min(REACH * (to - from), left / 2, right / 2);
    const [high, low] = sides.map((side) => only(side.times, time, reach)) as [number, number];
    const bent = Math.abs(high - time + (low - time));
    if (!(bent <= BENT * Math.abs(high - low) + ROUND_OFF * (to - from))) return Number.NaN;
    [high, low].forEach((near, side) => {
      matched[side]!.add(near);
    });
    return (high - low) / (2 * distance);
  });
  const strays = sides.flatMap(({ system, times: list }, side) =>
    list.flatMap((time, j) => {
      if (matched[side]!.has(time)) return [];
      const middle = (other: number | undefined, end: number) => (time + (other ?? end)) / 2;
      const near = nearest([from, ...times, to], time);
      // in the midst of a piece of the run no series knows of it, jump or kink
      if (Math.abs(near - time) > NEAR * (to - from)) return [{ time, jumps: () => true }];
      return [{ time: near, jumps: jumpsAt(system, time, middle(list[j - 1], from), middle(list[j + 1], to)) }];
    }),
  );
  return { shifts, strays };
}

function nearest(list: readonly number[], time: number): number {
  return list.reduce((best, other) => (Math.abs(other - time) < Math.abs(best - time) ? other : best));
}

/** The one of the list within reach; not a number where there is none, or another. */
function only(list: readonly number[], time: number, reach: number): number {
  const near = list.filter((other) => Math.abs(other - time) < reach);
  return near.length === 1 ? near[0]! : Number.NaN;
}

/** `before`, `after`: times at which the formulas decide as on both sides. */
function jumpsAt(system: System, time: number, before: number, after: number): Stray["jumps"] {
  return (q, v) => {
    const place = placeOf(system, q);
    const values = valuesBeside(system, series(system, 2, place, undefined, false), time, q, v);
    const [one, other] = [values(before), values(after)];
    return one.some((list, k) => {
      const size = Math.max(...list.map(Math.abs), ...other[k]!.map(Math.abs));
      return list.some((entry, i) => Math.abs(entry - other[k]![i]!) > CONTINUOUS * size);
    });
  };
}

/** Lists that jump where accelerations do: forces, drives and limits, and rates of drives. */
function valuesBeside(system: System, taylor: ReturnType<typeof series>, time: number, q: Vector, v: Vector) {
  const m = system.rows.length;
  const moving = new Int8Array(m);
  return (decided: number): Float64Array[] => {
    const known = new Float64Array(system.size);
    const rates = new Float64Array(m);
    taylor.begin(Float64Array.of(time, decided), q, v);
    taylor.known(0, moving, known);
    taylor.stuckRate(0, rates);
    return [known, taylor.rows.slice(0, RowValue.count * m), rates];
  };
}

/**
 * By how much a parameter moves the breakpoints of a run: those of the systems a little above and below, matched with its own. One that
 * splits or vanishes beside the parameter, as where two of them fall together, or one on the start or the end of the run, has no derivative.
 */
import { breakpointsOf, RowValue, type System } from "../../model/system.ts";
import { maxNorm, type Vector } from "../../numeric/vector.ts";
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

type Follows = (row: number) => boolean;

export interface Stray {
  /** The time in the run that it belongs to, s: of a breakpoint, the start or the end, or its own. */
  readonly time: number;
  /** Whether it counts: a force, a limit or a drive jumps there, of the machine at a place of the motion, or the rate of a drive whose row `follows` it. */
  jumps(q: Vector, v: Vector, follows: Follows): boolean;
}

export function breakShifts(
  { above, below, distance }: Neighbors,
  times: readonly number[],
  [from, to]: readonly [number, number],
): BreakShifts {
  const same = ROUND_OFF * (to - from);
  const own = merged(times, same);
  const sides = [above, below].map((system) => ({
    times: merged(breakpointsOf(system, from, to).times, same),
    matched: new Set<number>(),
    jumps: jumpsOf(system),
  }));
  const moved = own.map((time, j) => {
    const left = time - (own[j - 1] ?? Number.NEGATIVE_INFINITY);
    const right = (own[j + 1] ?? Number.POSITIVE_INFINITY) - time;
    const reach = Math.min(REACH * (to - from), left / 2, right / 2);
    const [high, low] = sides.map((side) => only(side.times, time, reach)) as [number, number];
    const bent = Math.abs(high - time + (low - time));
    if (!(bent <= BENT * Math.abs(high - low) + same)) return Number.NaN;
    sides[0]!.matched.add(high);
    sides[1]!.matched.add(low);
    return (high - low) / (2 * distance);
  });
  const known = [from, ...own, to];
  const strays = sides.flatMap(({ times: list, matched, jumps }) =>
    list.flatMap((time, j) => {
      if (matched.has(time)) return [];
      const near = nearest(known, time);
      // in the midst of a piece of the run no series knows of it, jump or kink
      if (Math.abs(near - time) > NEAR * (to - from)) return [{ time, jumps: () => true }];
      const decided = [(time + (list[j - 1] ?? from)) / 2, (time + (list[j + 1] ?? to)) / 2] as const;
      return [{ time: near, jumps: (q: Vector, v: Vector, follows: Follows) => jumps(time, decided, q, v, follows) }];
    }),
  );
  return { shifts: times.map((time) => moved[after(own, time) - 1]!), strays };
}

/** Those that are one but for round-off, once: formulas find the same time by ways of their own. */
function merged(times: readonly number[], same: number): number[] {
  return times.filter((time, j) => j === 0 || time - times[j - 1]! > same);
}

/** How many entries of an ascending list are not above a time. */
function after(list: readonly number[], time: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function nearest(list: readonly number[], time: number): number {
  const next = after(list, time);
  const [below, above] = [list[next - 1] ?? Number.NEGATIVE_INFINITY, list[next] ?? Number.POSITIVE_INFINITY];
  return time - below <= above - time ? below : above;
}

/** The one of the list within reach; not a number where there is none, or another. */
function only(list: readonly number[], time: number, reach: number): number {
  const first = after(list, time - reach);
  const isNear = (other: number | undefined) => other !== undefined && other < time + reach;
  return isNear(list[first]) && !isNear(list[first + 1]) ? list[first]! : Number.NaN;
}

type Lists = readonly Float64Array[];
type Sides = readonly [before: number, after: number];

/** Whether something jumps at a time; `decided`: times at which the formulas decide as on both sides of it. */
function jumpsOf(system: System): (time: number, decided: Sides, q: Vector, v: Vector, follows: Follows) => boolean {
  let values: ReturnType<typeof valuesBeside> | undefined;
  return (time, [before, later], q, v, follows) => {
    values ??= valuesBeside(system, q);
    const [one, other] = [before, later].map((decided) => values!(time, decided, q, v, follows)) as [Lists, Lists];
    return one.some((list, k) => {
      const size = Math.max(maxNorm(list), maxNorm(other[k]!));
      return list.some((entry, i) => Math.abs(entry - other[k]![i]!) > CONTINUOUS * size);
    });
  };
}

/** Lists that jump where accelerations do: forces, drives and limits, and rates of drives. */
function valuesBeside(system: System, origin: Vector) {
  const m = system.rows.length;
  const moving = new Int8Array(m);
  const place = placeOf(system, origin);
  const taylor = series(system, 2, place, undefined, false);
  return (time: number, decided: number, q: Vector, v: Vector, follows: Follows): Lists => {
    const known = new Float64Array(system.size);
    const rates = new Float64Array(m);
    place.moveTo(q);
    taylor.begin(Float64Array.of(time, decided), q, v);
    taylor.known(0, moving, known);
    taylor.stuckRate(0, rates);
    return [known, taylor.rows.slice(0, RowValue.count * m), rates.map((rate, i) => (follows(i) ? rate : 0))];
  };
}

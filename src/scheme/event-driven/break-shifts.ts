/**
 * By how much a parameter moves the breakpoints of a run: those of the systems a little above and below, matched with its own. One that
 * splits or vanishes beside the parameter, as where two of them fall together, has no derivative.
 */
import { breakpointsOf } from "../../model/system.ts";
import type { Neighbors } from "../common/tangent.ts";

/** Of the run: no small change moves a breakpoint farther. */
const REACH = 0.05;
/** What the parameter's second order may add to its way, as a part of that; and the round-off of a breakpoint, of the run. */
const BENT = 0.05;
const ROUND_OFF = 1e-12;

/** Derivative of each of `times`, s a unit; not a number where there is none. */
export function breakShifts(
  { above, below, distance }: Neighbors,
  times: readonly number[],
  [from, to]: readonly [number, number],
): number[] {
  const sides = [above, below].map((system) => breakpointsOf(system, from, to).times);
  return times.map((time, j) => {
    const left = time - (times[j - 1] ?? Number.NEGATIVE_INFINITY);
    const right = (times[j + 1] ?? Number.POSITIVE_INFINITY) - time;
    const reach = Math.min(REACH * (to - from), left / 2, right / 2);
    const [high, low] = sides.map((list) => only(list, time, reach)) as [number, number];
    const bent = Math.abs(high - time + (low - time));
    const straight = bent <= BENT * Math.abs(high - low) + ROUND_OFF * (to - from);
    return straight ? (high - low) / (2 * distance) : Number.NaN;
  });
}

/** The one of the list within reach; not a number where there is none, or another. */
function only(list: readonly number[], time: number, reach: number): number {
  const near = list.filter((other) => Math.abs(other - time) < reach);
  return near.length === 1 ? near[0]! : Number.NaN;
}

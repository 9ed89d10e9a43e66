/** What the exact active sets share: when they give up changing all rows at once, and how they take their answer over. */
import type { Vector } from "../../numeric/vector.ts";

/** Passes in which all wrong rows may change although there are not fewer of them than ever before. */
export const PATIENCE = 5;

/** Puts rows on the sides where they were found to be: all of them, or the first that differs. */
export function exchange(set: Int8Array, side: Int8Array, all: boolean): void {
  for (let i = 0; i < side.length; i++) {
    if (side[i] === set[i]) continue;
    set[i] = side[i]!;
    if (!all) return;
  }
}

/** Rounds forces into their limits; rows that rest at a limit count as stuck. */
export function settle(set: Int8Array, resting: Int8Array, lower: Vector, upper: Vector, force: Vector): void {
  for (let i = 0; i < resting.length; i++) {
    force[i] = Math.min(upper[i]!, Math.max(lower[i]!, force[i]!));
    if (resting[i] === 1) set[i] = 0;
  }
}

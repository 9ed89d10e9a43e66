import type { Vector } from "../../numeric/vector.ts";

/** Simpson's weights of start, middle and end. */
export const WEIGHTS = [1 / 6, 4 / 6, 1 / 6] as const;

/** Simpson's mean of entry i over a step. */
export function meanOf(start: Vector, middle: Vector, end: Vector, i: number): number {
  return WEIGHTS[0] * start[i]! + WEIGHTS[1] * middle[i]! + WEIGHTS[2] * end[i]!;
}

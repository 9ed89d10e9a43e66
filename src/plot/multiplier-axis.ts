import type { Vector } from "../numeric/vector.ts";
import { type Axis, axis, extent, padded } from "./axis.ts";

/** A friction multiplier stays in [-1, 1]; that much is left free beyond. */
export const FRICTION_AXIS: Axis = {
  range: { low: -1.2, high: 1.2 },
  ticks: [-1, 0, 1],
  format: axis({ low: -1, high: 1 }, 2).format,
};

/** Rows of stops and constraints carry a force, not a ratio: their axis follows the data. */
export function multiplierAxis(multiplier: Vector): Axis {
  const { low, high } = extent([multiplier]);
  const { range } = FRICTION_AXIS;
  return low >= range.low && high <= range.high ? FRICTION_AXIS : axis(padded({ low, high }, 0.1), 3);
}

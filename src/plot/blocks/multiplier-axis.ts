import type { Trajectory } from "../../simulate/record/trajectory.ts";
import { type Axis, axis, extent, padded } from "../axis.ts";

/** A friction multiplier stays in [-1, 1]; that much is left free beyond. */
export const FRICTION_AXIS: Axis = {
  range: { low: -1.2, high: 1.2 },
  ticks: [-1, 0, 1],
  format: axis({ low: -1, high: 1 }, 2).format,
};

/** Stops and joints carry a force, not a ratio: their axis follows the data, as that of a multiplier that leaves its band. */
export function rowAxis({ kinds, multiplier }: Trajectory, row: number): Axis {
  const { low, high } = extent([multiplier[row]!]);
  const { range } = FRICTION_AXIS;
  const friction = kinds[row] === "friction" && low >= range.low && high <= range.high;
  return friction ? FRICTION_AXIS : axis(padded({ low, high }, 0.1), 3);
}

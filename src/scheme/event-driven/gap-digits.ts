/** What the digits of places and formulas leave open of a stop's gap: below it, a gap says nothing. */
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";

/** Of what a gap is summed from. */
const ROUND_OFF = 4 * Number.EPSILON;

/** Of the gap of row i at q, m. */
export function gapDigits(system: System): (i: number, q: Vector) => number {
  const directions = system.newDirections();
  const rounding = new Float64Array(system.rows.length);
  const gaps = Float64Array.from(system.rows, ({ law }) => Math.abs(law.stop?.gap ?? 0));
  return (i, q) => {
    system.directionsAt(q, directions);
    system.gapRoundingAt?.(q, rounding);
    const { start, column, value } = directions;
    let terms = gaps[i]!;
    for (let k = start[i]!; k < start[i + 1]!; k++) terms += Math.abs(value[k]! * q[column[k]!]!);
    return ROUND_OFF * terms + rounding[i]!;
  };
}

/** The forces at rest of rows that slip then, on what is driven, or that never stick. */
import type { RowValues } from "../../model/rows/row-values.ts";
import { smoothedAt, weakeningAt } from "../../model/rows/soft-force.ts";
import type { System } from "../../model/system.ts";

/** N, of a row whose slip is minus its drive, and `more`; the values are those of the instant. */
export function slidingForce({ rows }: System, values: RowValues): (row: number, more?: number) => number {
  const slip = new Float64Array(rows.length);
  const force = new Float64Array(rows.length);
  const weakened = new Float64Array(rows.length);
  const slope = new Float64Array(rows.length);
  return (i, more = 0) => {
    const { law } = rows[i]!;
    const s = more - values.drive[i]!;
    slip[i] = s;
    weakeningAt(law, i, slip, values, weakened, slope);
    if (law.smoothing > 0) smoothedAt(law, i, slip, values, force);
    else force[i] = -Math.sign(s) * (s > 0 ? values.kineticForward[i]! : values.kineticBackward[i]!);
    return force[i]! + weakened[i]!;
  };
}

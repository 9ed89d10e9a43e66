/** The forces at rest of rows that slip then, on what is driven, or that never stick. */
import type { RowValues } from "../../model/rows/row-values.ts";
import type { System } from "../../model/system.ts";

/** N, of a row whose slip is minus its drive, and `more`; the values are those of the instant. */
export function slidingForce({ rows }: System, values: RowValues): (row: number, more?: number) => number {
  const slip = new Float64Array(rows.length);
  const gamma = new Float64Array(rows.length);
  const slope = new Float64Array(rows.length);
  return (i, more = 0) => {
    const { law } = rows[i]!;
    const s = more - values.drive[i]!;
    slip[i] = s;
    gamma[i] = 0;
    law.weakening?.evaluate(slip, i, gamma, slope);
    if (law.smoothing > 0) {
      const eta = law.smoothing;
      return -values.kineticForward[i]! * (s / Math.sqrt(eta * eta + s * s) - gamma[i]!);
    }
    const limit = s > 0 ? values.kineticForward[i]! : values.kineticBackward[i]!;
    return -limit * (Math.sign(s) - gamma[i]!);
  };
}

/** Sizes of what the slips of rows are and were summed from: what is small beside them is rest. */
import { RowValue, type System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Place } from "./place.ts";
import type { Series } from "./series.ts";

export interface RowSpeeds {
  /** m/s */
  readonly speeds: Vector;
  /** The largest so far, of the instants themselves, m/s. */
  readonly fastest: Vector;
  /** Over the expansion of length h[0] that ends here, and now. */
  measure(h: Vector): void;
  readonly kept: Kept;
}

export function rowSpeeds({ rows }: System, { directions }: Place, taylor: Series, v: Vector): RowSpeeds {
  const m = rows.length;
  const speeds = new Float64Array(m);
  const fastest = new Float64Array(m);

  /** Speed of a drive over the present expansion: one that passes zero at its end is no measure there. */
  function driveSize(i: number, h: Vector): number {
    if (!taylor.rowsVary) return 0;
    const size = Math.abs(taylor.rows[RowValue.drive * m + i]!);
    const change = Math.abs(taylor.rows[(RowValue.count + RowValue.drive) * m + i]!) * h[0]!;
    return change < Number.POSITIVE_INFINITY ? Math.max(size, change) : size;
  }

  return {
    speeds,
    fastest,
    kept: fastest,
    measure(h) {
      const { start, column, value } = directions;
      const width = taylor.order + 1;
      for (let i = 0; i < m; i++) {
        let size = 0;
        for (let k = taylor.order - 1; k >= 0; k--) size = size * h[0]! + Math.abs(taylor.slip[i * width + k]!);
        speeds[i] = Math.max(size, driveSize(i, h));
        let terms = 0;
        for (let k = start[i]!; k < start[i + 1]!; k++) {
          const term = Math.abs(value[k]! * v[column[k]!]!);
          terms += term;
          speeds[i] = Math.max(speeds[i]!, term);
        }
        fastest[i] = Math.max(fastest[i]!, terms);
      }
    },
  };
}

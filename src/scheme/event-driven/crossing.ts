/** A guard that has crossed zero at the end of an expansion: how fast it did, and what a change of the motion makes of it. */
import { RowValue, type System } from "../../model/system.ts";
import { Cause } from "./guards.ts";
import type { Series } from "./series.ts";
import type { RowChanges } from "./tangent-series.ts";

/** A guard whose slope is a smaller part of its size over the expansion is grazed. */
export const GRAZED = 1e-6;

export interface Crossings {
  /** Size and slope at tau of a row's guard, from the motion's series. */
  of(row: number, cause: number, towards: number, tau: number): { size: number; rate: number };
  /** Derivative of the same guard. */
  change(series: RowChanges, row: number, cause: number, towards: number, tau: number): number;
}

export function crossings(system: System, motion: Series): Crossings {
  const m = system.rows.length;
  const width = motion.order + 1;
  const limitOf = (towards: number) => (towards < 0 ? RowValue.forward : RowValue.backward);

  function coefficient(row: number, cause: number, towards: number, k: number): number {
    if (cause === Cause.slipEnds) return motion.slip[row * width + k]!;
    if (cause === Cause.gapCloses) return motion.slip[row * width + k - 1]! / k;
    const limit = motion.rowsVary ? motion.rows[(k * RowValue.count + limitOf(towards)) * m + row]! : 0;
    return limit - towards * motion.force[row * width + k]!;
  }

  return {
    of(row, cause, towards, tau) {
      let size = 0;
      let rate = 0;
      for (let k = motion.order - 2; k >= 1; k--) {
        const c = coefficient(row, cause, towards, k);
        size = (size + Math.abs(c)) * tau;
        rate = rate * tau + k * c;
      }
      return { size, rate };
    },
    change(series, row, cause, towards, tau) {
      if (cause === Cause.slipEnds) return series.slip(row, tau);
      if (cause === Cause.gapCloses) return series.gap(row, tau);
      return -towards * series.force(row, tau) + series.limit(row, limitOf(towards), tau);
    },
  };
}

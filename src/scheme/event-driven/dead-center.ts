/**
 * Dead centers: a direction that follows the motion may vanish at an instant, as that of a slider does where its crank is in line with
 * its rod. The slip is zero there without anything being at rest: no force of the row can hold what it does not act on. It passes
 * zero as its direction turns.
 */
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Place } from "./place.ts";
import type { Series } from "./series.ts";

/** A direction whose entries are all below this part of what they were over the expansion has vanished. */
const VANISHED = 1e-9;

export interface DeadCenter {
  /** The way in which row i slips on, +1 or -1, where its direction has vanished at the end of an expansion of length h[0]; else 0. */
  passes(i: number, h: Vector): number;
}

/** `x`, `v`: the state at the end of the expansion, to which the place has moved. */
export function deadCenter(system: System, { directions }: Place, series: Series, x: Vector, v: Vector): DeadCenter {
  const turning = new Float64Array(system.rows.length);
  const { start } = directions;
  const entries = directions.value.length;
  return {
    passes(i, h) {
      const { turned } = series;
      if (!turned) return 0;
      for (let e = start[i]!; e < start[i + 1]!; e++) {
        let size = 0;
        for (let k = series.order - 1; k >= 1; k--) size = (size + Math.abs(turned[k * entries + e]!)) * h[0]!;
        if (Math.abs(directions.value[e]!) > VANISHED * size) return 0;
      }
      system.turningAt(x, v, turning);
      return Math.sign(turning[i]!);
    },
  };
}

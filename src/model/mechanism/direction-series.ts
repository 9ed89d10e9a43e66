/** The directions of a mechanism's rows along a motion, and along changes of it. */
import type { SlopeExpansion } from "../motion-functions.ts";
import type { DirectionSeries } from "../system.ts";
import type { MechanismFunctions } from "./functions.ts";

export function directionSeries({ directions }: MechanismFunctions, size: number, order: number): DirectionSeries {
  const series = directions.functions.expansion(order);
  const entries = directions.functions.count;
  const time = new Float64Array(2);
  let slopes: SlopeExpansion | undefined;
  return {
    value: series.value,
    begin(at) {
      time[0] = at[0]!;
      time[1] = at[1]!;
      series.begin(at);
    },
    next: (k, x) => series.next(k, x),
    expandSlopes(x, count) {
      slopes ??= series.slopes!();
      slopes.begin(time);
      for (let k = 0; k < count; k++) slopes.next(k, x);
    },
    change: () => (k, dx, out) => {
      const { count, of, by, value } = slopes!;
      for (let e = 0; e < entries; e++) out[k * entries + e] = 0;
      for (let l = 0; l < count; l++) {
        let sum = 0;
        for (let j = 0; j <= k; j++) sum += value[j * count + l]! * dx[(k - j) * size + by[l]!]!;
        out[k * entries + of[l]!]! += sum;
      }
    },
  };
}

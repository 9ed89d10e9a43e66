/** Formulas that change with the motion at the end of an expansion: by how much changes of the motion move that instant. */
import type { SlopeExpansion } from "../../model/motion-functions.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { KinkReason } from "../common/tangent.ts";
import { GRAZED } from "./crossing.ts";
import type { Series } from "./series.ts";
import type { SwitchGroup } from "./switching.ts";
import type { RowChanges } from "./tangent-series.ts";

/** Instants of formulas that change together agree to this part. */
const SAME = 1e-8;

/** A column that is carried, at the end of the expansion. */
export interface Carried {
  readonly series: RowChanges;
  readonly dx: Vector;
  readonly dv: Vector;
  /** Out: derivative of the instant, s a unit. */
  shift: number;
}

export interface SwitchCrossings {
  /** Sets the columns' shifts at tau; returns why there are none. */
  shift(at: Vector, tau: number, columns: readonly Carried[]): KinkReason | undefined;
}

export function switchCrossings(groups: readonly SwitchGroup[], motion: Series): SwitchCrossings {
  const { order, x } = motion;
  const degree = order - 2;
  const slopes: SlopeExpansion[] = [];

  /** Size and slope at tau of the function that has crossed zero. */
  function crossing({ group: { count, value } }: SwitchGroup, l: number, tau: number): { size: number; rate: number } {
    let [size, rate] = [0, 0];
    for (let k = degree; k >= 1; k--) {
      const c = value[k * count + l]!;
      size = (size + Math.abs(c)) * tau;
      rate = rate * tau + k * c;
    }
    return { size, rate };
  }

  /** Derivative of function l at tau. */
  function change(
    { of }: SwitchGroup,
    l: number,
    slope: SlopeExpansion,
    tau: number,
    { series, dx, dv }: Carried,
  ): number {
    let sum = series.ownSwitch(of, l, tau);
    for (let s = 0; s < slope.count; s++) {
      if (slope.of[s] !== l) continue;
      let value = 0;
      for (let k = degree; k >= 0; k--) value = value * tau + slope.value[k * slope.count + s]!;
      sum += value * (slope.byRate[s] === 1 ? dv : dx)[slope.by[s]!]!;
    }
    return sum;
  }

  return {
    shift(at, tau, columns) {
      let known = false;
      for (const [g, part] of groups.entries()) {
        if (!part.crossing.includes(1)) continue;
        slopes[g] ??= part.group.slopes();
        slopes[g].begin(at);
        for (let k = 0; k <= degree; k++) slopes[g].next(k, x);
        for (let l = 0; l < part.group.count; l++) {
          if (part.crossing[l] !== 1) continue;
          const { size, rate } = crossing(part, l, tau);
          if (!(Math.abs(rate) * tau > GRAZED * size)) return "grazing";
          for (const column of columns) {
            const shift = -change(part, l, slopes[g], tau, column) / rate;
            if (!known) column.shift = shift;
            else if (!(Math.abs(shift - column.shift) <= SAME * (Math.abs(shift) + Math.abs(column.shift))))
              return "formula";
          }
          known = true;
        }
      }
      return undefined;
    },
  };
}

/** Whether what ends an expansion is what its series says at a place of the motion: functions that decide between formulas, and gaps of stops. */
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import { gapDigits } from "./gap-digits.ts";
import type { Series } from "./series.ts";

/** What one may be off by, relative to its terms: only its sign counts, and its root is sharpened. */
const SAME_SIDE = 1e-9;

export interface GuardSeries {
  /** Functions that decide, at (t, q, v), tau after the start. */
  switches(at: Vector, q: Vector, v: Vector, tau: number): boolean;
  /** Gaps of open stops, which are the integrals of their rates. */
  gaps(q: Vector, tau: number): boolean;
}

export function guardSeries(system: System, series: Series, mode: Int8Array): GuardSeries {
  const { order } = series;
  const width = order + 1;
  const m = system.rows.length;
  const groups = [series.switches.resistance, series.switches.rows].flatMap((group) =>
    group ? [{ group, now: new Float64Array(group.count) }] : [],
  );
  const gap = new Float64Array(m);
  const digits = gapDigits(system);
  return {
    switches(at, q, v, tau) {
      for (let g = 0; g < groups.length; g++) {
        const { group, now } = groups[g]!;
        group.evaluate(at, q, v, now);
        for (let l = 0; l < group.count; l++) {
          let [p, terms] = [0, 0];
          for (let k = order - 2; k >= 0; k--) {
            p = p * tau + group.value[k * group.count + l]!;
            terms = terms * tau + Math.abs(group.value[k * group.count + l]!);
          }
          if (Math.abs(p - now[l]!) > SAME_SIDE * Math.max(terms, Math.abs(now[l]!))) return false;
        }
      }
      return true;
    },
    gaps(q, tau) {
      if (!system.hasStops) return true;
      system.gapsAt(q, gap);
      for (let i = 0; i < m; i++) {
        if (!system.rows[i]!.law.stop || mode[i] === 0) continue;
        let [p, terms] = [0, 0];
        for (let k = order - 1; k >= 0; k--) {
          p = (p + series.slip[i * width + k]! / (k + 1)) * tau;
          terms = (terms + Math.abs(series.slip[i * width + k]!) / (k + 1)) * tau;
        }
        const size = Math.max(terms, Math.abs(series.gap[i]!), Math.abs(gap[i]!));
        const off = Math.abs(series.gap[i]! + p - gap[i]!) - SAME_SIDE * size;
        if (off > 0 && off > 2 * digits(i, q)) return false; // flights may be as low as the digits of a gap
      }
      return true;
    },
  };
}

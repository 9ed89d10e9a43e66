/**
 * Of rows that stick, those whose slips are set to zero: not the ones that depend on others. What stands out of these by less than forces can
 * tell (step/dependent.ts) is no direction to hold, and the round-off of a slip divided by that little would throw velocities about.
 */
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import { factorCoupled } from "../../step/dependent.ts";

export interface IndependentRows {
  /** G or its scales have changed. */
  refresh(): void;
  /** 0 for the rows of `mode` 0 that are independent, 1 for all others. Joints come first; only lent. */
  of(mode: Int8Array): Int8Array;
}

/** `G`, `scale`: W^T M^{-1} W, and what makes its diagonal 1. */
export function independentRows({ rows }: System, G: Vector, scale: Vector): IndependentRows {
  const m = rows.length;
  const asked = new Int8Array(m).fill(9);
  const chosen = new Int8Array(m);
  const among = new Int32Array(m);
  const factors = new Float64Array(m * m);
  const pivots = new Int32Array(m);
  let count = 0;

  function choose(mode: Int8Array, joints: boolean): void {
    for (let i = 0; i < m; i++) {
      if (mode[i] !== 0 || (rows[i]!.law.joint !== undefined) !== joints) continue;
      among[count] = i;
      if (!factorCoupled(G, m, scale, among, count + 1, factors, pivots)) continue;
      count++;
      chosen[i] = 0;
    }
  }

  return {
    refresh() {
      asked.fill(9);
    },
    of(mode) {
      let same = true;
      for (let i = 0; i < m; i++) if (asked[i] !== mode[i]) same = false;
      if (same) return chosen;
      asked.set(mode);
      chosen.fill(1);
      count = 0;
      choose(mode, true);
      choose(mode, false);
      return chosen;
    },
  };
}

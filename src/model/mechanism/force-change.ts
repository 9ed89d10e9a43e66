/**
 * How M(q) a + resistance changes along a change dx of a motion: with S = d resistance / dq + (dM/dq) a and D = d resistance / dv as
 * series of matrices, coefficient k is that of S dx + D dx' and the sum over j = 1..k of M_j da_{k-j}; what is left, M_0 da_k, is
 * what the equation is solved for.
 */
import type { Vector } from "../../numeric/vector.ts";
import { type MotionExpansion, type SlopeExpansion, slopeChange } from "../motion-functions.ts";
import type { ForceSeries } from "../system.ts";
import type { MassFunctions } from "./functions.ts";

interface Parts {
  readonly mass: MassFunctions;
  readonly owner: Int32Array;
  readonly resistance: MotionExpansion;
  /** Absent: the mass is constant. */
  readonly inertia: MotionExpansion | undefined;
  /** Time and side at which the series begins. */
  readonly time: Vector;
  readonly size: number;
  readonly visible: number;
  readonly order: number;
}

/** Entries of a matrix as series: coefficient k of entry l at value[k * count + l]. */
interface MatrixSeries {
  readonly count: number;
  readonly row: Int32Array;
  readonly column: Int32Array;
  readonly value: Vector;
}

export function seriesChange(parts: Parts): Pick<ForceSeries, "expandSlopes" | "change"> {
  const { mass, owner, resistance, inertia, time, size, order } = parts;
  let slopes: SlopeExpansion | undefined;
  let massSlopes: SlopeExpansion | undefined;
  let turned: MatrixSeries | undefined; // (dM/dq) a
  const entries = mass.row.length;

  /** Two entries a derivative of the mass: of (i, j) by q_c one at (i, c) with a_j, and one at (j, c) with a_i. */
  function newTurned({ count, of, by }: SlopeExpansion): MatrixSeries {
    const row = Int32Array.from({ length: 2 * count }, (_, l) => (l % 2 === 0 ? mass.row : mass.column)[of[l >> 1]!]!);
    const column = Int32Array.from({ length: 2 * count }, (_, l) => by[l >> 1]!);
    return { count: 2 * count, row, column, value: new Float64Array((order + 1) * 2 * count) };
  }

  function fillTurned(k: number, x: Vector): void {
    const { count, of, value } = massSlopes!;
    for (let l = 0; l < count; l++) {
      const i = mass.row[of[l]!]!;
      const j = mass.column[of[l]!]!;
      let byColumn = 0;
      let byRow = 0;
      for (let m = 0; m <= k; m++) {
        const slope = (k - m + 1) * (k - m + 2) * value[m * count + l]!;
        byColumn += slope * x[(k - m + 2) * size + j]!;
        byRow += slope * x[(k - m + 2) * size + i]!;
      }
      turned!.value[k * 2 * count + 2 * l] = byColumn;
      turned!.value[k * 2 * count + 2 * l + 1] = i === j ? 0 : byRow;
    }
  }

  return {
    expandSlopes(x, count) {
      slopes ??= resistance.slopes!();
      slopes.begin(time);
      for (let k = 0; k < count; k++) slopes.next(k, x);
      if (!inertia) return;
      massSlopes ??= inertia.slopes!();
      turned ??= newTurned(massSlopes);
      massSlopes.begin(time);
      inertia.begin(time);
      for (let k = 0; k < count; k++) {
        inertia.next(k, x);
        massSlopes.next(k, x);
        fillTurned(k, x);
      }
    },
    change: () => (k, dx, out) => {
      for (let l = 0; l < slopes!.count; l++) out[owner[slopes!.of[l]!]!]! -= slopeChange(slopes!, l, k, dx, size);
      if (!inertia || !turned) return;
      for (let l = 0; l < turned.count; l++) {
        let sum = 0;
        for (let j = 0; j <= k; j++)
          sum += turned.value[j * turned.count + l]! * dx[(k - j) * size + turned.column[l]!]!;
        out[turned.row[l]!]! -= sum;
      }
      for (let j = 1; j <= k; j++) {
        const level = (k - j + 2) * size;
        const factor = (k - j + 1) * (k - j + 2);
        for (let e = 0; e < entries; e++) {
          const i = mass.row[e]!;
          const c = mass.column[e]!;
          const value = factor * inertia.value[j * entries + e]!;
          out[i]! -= value * dx[level + c]!;
          if (i !== c) out[c]! -= value * dx[level + i]!;
        }
      }
    },
  };
}

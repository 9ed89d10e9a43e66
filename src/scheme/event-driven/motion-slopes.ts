/** What small changes of a motion meet along it: the slopes of curves, forces, directions, drives and limits as series. */
import { softCurve } from "../../model/rows/soft-force.ts";
import { type DirectionSeries, type ForceSeries, RowValue, type System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Decision } from "./decision.ts";
import type { Hold } from "./hold.ts";
import { copySides, type RowSlopes, rowSlopes } from "./row-change.ts";
import type { Series } from "./series.ts";

/** Slopes of the rows' curves along the motion, limits included, N s/m, and of the machine's own forces. Made once an expansion. */
export interface MotionSlopes {
  /** Coefficient k of row i at rows[i * (order + 1) + k]. */
  readonly rows: Vector;
  /** Of the machine's own forces. */
  readonly resistance: ForceSeries;
  /** Of the directions; absent: they are constant. */
  readonly directions: DirectionSeries | undefined;
  /** Of drives and limits; absent: they do not follow the motion. */
  readonly limits: RowSlopes | undefined;
  update(at: Vector, mode: Int8Array, side: Vector): void;
}

export function motionSlopes(system: System, motion: Series, held: Hold, decision: Decision): MotionSlopes {
  const { order } = motion;
  const m = system.rows.length;
  const width = order + 1;
  const rows = new Float64Array(m * width);
  const gamma = new Float64Array(width);
  const softCurves = system.rows.map(({ law }) => softCurve(law));
  const curves = softCurves.map((curve) => curve?.slopes(order));
  const resistance = system.forceSeries!(order);
  const directions = system.directionSeries?.(order);
  const limits = rowSlopes(system, motion, held, decision);

  function updateRow(i: number, mode: Int8Array, side: Vector): void {
    rows.fill(0, i * width, (i + 1) * width);
    const curve = curves[i];
    if (!curve || mode[i] === 0) return;
    const { sign, even } = softCurves[i]!;
    const q = even || mode[i]! > 0 ? RowValue.kineticForward : RowValue.kineticBackward;
    curve.begin(side, i);
    for (let k = 0; k < order - 1; k++) {
      curve.next(motion.slip, i * width, 1, k, gamma, k);
      if (!Number.isFinite(gamma[k]!)) gamma[k] = 0; // the motion is only a cubic there
      let sum = 0;
      for (let j = 0; j <= k; j++) {
        const limit = j === 0 || motion.rowsVary ? motion.rows[(j * RowValue.count + q) * m + i]! : 0;
        sum += limit * gamma[k - j]!;
      }
      rows[i * width + k] = sign * sum;
    }
  }

  return {
    rows,
    resistance,
    directions,
    limits,
    update(at, mode, side) {
      for (let i = 0; i < m; i++) updateRow(i, mode, side);
      resistance.begin?.(at);
      copySides(motion.switches.resistance, resistance.switches);
      resistance.expandSlopes(motion.x, order - 1);
      directions?.begin(at);
      directions?.expandSlopes?.(motion.x, order);
      limits?.update(at);
    },
  };
}

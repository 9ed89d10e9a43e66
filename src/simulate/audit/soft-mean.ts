/**
 * Mean force of weakening over a step that begins or ends at rest. There a curve such as 1 - exp(-s^p) has no Taylor series, and three
 * points are not enough: time is taken as h u^4 from that end, which smooths any power, with Gauss' five points in u.
 */

import type { Curve } from "../../model/rows/curve.ts";
import type { Vector } from "../../numeric/vector.ts";
import { meanOf } from "./mean.ts";

const NODES = [0.046910077030668, 0.2307653449471585, 0.5, 0.7692346550528415, 0.953089922969332] as const;
const WEIGHTS = [
  0.1184634425280945, 0.2393143352496832, 0.2844444444444444, 0.2393143352496832, 0.1184634425280945,
] as const;
/** The smaller of the end slips, beside the larger, up to which a step is near to rest. */
const NEAR = 0.25;

/** Row i at a point of a step: its slip and its force in slip, N. */
export interface SoftPoint {
  readonly slip: Vector;
  readonly soft: Vector;
  readonly kineticForward: Vector;
  readonly kineticBackward: Vector;
}

/** Fills out[i] with what the mean over the three points lacks, N. */
export function softCorrection() {
  const slip = new Float64Array(1);
  const gamma = new Float64Array(1);
  const slope = new Float64Array(1);
  return (curve: Curve, i: number, a: SoftPoint, b: SoftPoint, c: SoftPoint, out: Vector): void => {
    const first = Math.abs(a.slip[i]!);
    const last = Math.abs(c.slip[i]!);
    out[i] = 0;
    if (Math.min(first, last) > NEAR * Math.max(first, last) || first === last) return;
    const forwards = a.slip[i]! + c.slip[i]! > 0;
    let mean = 0;
    for (let k = 0; k < 5; k++) {
      const u = NODES[k]!;
      const cube = u * u * u;
      const theta = first < last ? cube * u : 1 - cube * u;
      // the parabola through the three points
      const p = (2 * theta - 1) * (theta - 1);
      const q = 4 * theta * (1 - theta);
      const r = theta * (2 * theta - 1);
      slip[0] = p * a.slip[i]! + q * b.slip[i]! + r * c.slip[i]!;
      const force = forwards
        ? p * a.kineticForward[i]! + q * b.kineticForward[i]! + r * c.kineticForward[i]!
        : p * a.kineticBackward[i]! + q * b.kineticBackward[i]! + r * c.kineticBackward[i]!;
      curve.evaluate(slip, 0, gamma, slope);
      mean += WEIGHTS[k]! * 4 * cube * force * gamma[0]!;
    }
    out[i] = mean - meanOf(a.soft, b.soft, c.soft, i);
  };
}

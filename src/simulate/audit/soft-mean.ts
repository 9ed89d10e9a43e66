/**
 * Mean force of weakening over a step that begins or ends at rest. There a curve such as 1 - exp(-s^p) has no Taylor series, and three
 * points are not enough: time is taken as h u^4 from that end, which smooths any power, with Gauss' five points in u. The slip between the points is that
 * of the parabola through them; from rest on a curve that is steeper there than any line, that of a power of time.
 */

import type { Curve } from "../../model/rows/curve.ts";
import { exp, log } from "../../numeric/elementary.ts";
import type { Vector } from "../../numeric/vector.ts";
import { meanOf, WEIGHTS as WEIGHTS_OF_POINTS } from "./mean.ts";

const NODES = [0.046910077030668, 0.2307653449471585, 0.5, 0.7692346550528415, 0.953089922969332] as const;
const WEIGHTS = [
  0.1184634425280945, 0.2393143352496832, 0.2844444444444444, 0.2393143352496832, 0.1184634425280945,
] as const;
/** The smaller of the end slips, beside the larger, up to which a step is near to rest. */
export const NEAR = 0.25;
/** The same of a steep curve, whose fourth derivative is felt further away: at half of the larger slip three points miss 3e-5 of its mean. */
const NEAR_STEEP = 0.95;
/** A curve whose value grows with a lower power of the slip than this, at so small a slip, is steep at rest. */
const STEEP = 0.99;
const SMALL = 1e-30;
/** There the slip is no parabola: what is not known of the mean, as a part of the change over a step in which the slip changes by as much as itself. */
const DOUBT = 0.1;
const HALF = 0.5;

/** Whether a curve leaves rest steeper than any line. */
export function isSteep(curve: Curve): boolean {
  const [slip, gamma, slope] = [Float64Array.of(SMALL), new Float64Array(1), new Float64Array(1)];
  curve.evaluate(slip, 0, gamma, slope);
  return slip[0]! * slope[0]! < STEEP * gamma[0]!;
}

/** Row i at a point of a step: its slip and its force in slip, N. */
export interface SoftPoint {
  readonly slip: Vector;
  readonly soft: Vector;
  readonly kineticForward: Vector;
  readonly kineticBackward: Vector;
}

/** What the three points lack of the soft forces of each row: mean, N, and of steep curves the first moment about the middle, N for steps of 1 s. */
export interface Lacking {
  readonly mean: Vector;
  readonly moment: Vector;
  /** What of the mean is not known, N. */
  readonly doubt: Vector;
}

/**
 * Fills in what the three points lack of row i, and what of it is not known: of a steep curve what the slip between the points may be
 * beside a parabola, and what the digits of the places, which tell the slip in the middle to `blur[i]`, m/s, make of it.
 */
export function softCorrection() {
  const slip = new Float64Array(1);
  const gamma = new Float64Array(1);
  const slope = new Float64Array(1);
  return (
    curve: Curve,
    steep: boolean,
    i: number,
    a: SoftPoint,
    b: SoftPoint,
    c: SoftPoint,
    blur: Vector,
    out: Lacking,
  ): void => {
    const { doubt } = out;
    const first = Math.abs(a.slip[i]!);
    const last = Math.abs(c.slip[i]!);
    const least = Math.min(first, last);
    const most = Math.max(first, last);
    out.mean[i] = 0;
    out.moment[i] = 0;
    doubt[i] = steep && least < HALF * most ? DOUBT * Math.abs(c.soft[i]! - a.soft[i]!) : 0;
    if (steep && b.slip[i] !== 0) {
      slip[0] = b.slip[i]!;
      curve.evaluate(slip, 0, gamma, slope);
      const kinetic = Math.max(b.kineticForward[i]!, b.kineticBackward[i]!);
      let change = Math.abs(slope[0]!) * blur[i]!;
      if (blur[i]! > Math.abs(slip[0]!)) {
        slip[0] = Math.abs(slip[0]!) + blur[i]!; // it may be anything up to that
        curve.evaluate(slip, 0, gamma, slope);
        change = Math.min(change, Math.abs(gamma[0]!));
      }
      doubt[i]! += WEIGHTS_OF_POINTS[1] * kinetic * change;
    }
    if (least > (steep ? NEAR_STEEP : NEAR) * most || first === last) return;
    const forwards = a.slip[i]! + c.slip[i]! > 0;
    const ratio = (2 * b.slip[i]!) / (a.slip[i]! + c.slip[i]!); // from rest: 1 for a line
    const power = steep && least === 0 && ratio > 0 && ratio < 2 ? 1 - log(ratio) / log(2) : 0;
    let mean = 0;
    let moment = 0;
    for (let k = 0; k < 5; k++) {
      const u = NODES[k]!;
      const cube = u * u * u;
      const theta = first < last ? cube * u : 1 - cube * u;
      // the parabola through the three points
      const p = (2 * theta - 1) * (theta - 1);
      const q = 4 * theta * (1 - theta);
      const r = theta * (2 * theta - 1);
      if (power > 0) slip[0] = (forwards ? most : -most) * exp(4 * power * log(u));
      else slip[0] = p * a.slip[i]! + q * b.slip[i]! + r * c.slip[i]!;
      const force = forwards
        ? p * a.kineticForward[i]! + q * b.kineticForward[i]! + r * c.kineticForward[i]!
        : p * a.kineticBackward[i]! + q * b.kineticBackward[i]! + r * c.kineticBackward[i]!;
      curve.evaluate(slip, 0, gamma, slope);
      const part = WEIGHTS[k]! * 4 * cube * force * gamma[0]!;
      mean += part;
      moment += part * (theta - HALF);
    }
    out.mean[i] = mean - meanOf(a.soft, b.soft, c.soft, i);
    if (steep) out.moment[i] = moment - (c.soft[i]! - a.soft[i]!) / 12;
  };
}

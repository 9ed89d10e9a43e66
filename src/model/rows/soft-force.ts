/**
 * Forces of friction rows that are known from the slip alone: what weakening gives back, C gamma(s), and the whole of the
 * smoothed law (5), -limit s / sqrt(eta^2 + s^2). All who need a value, a slope or a series of them ask here. Numbers
 * travel in arrays, since doubles as arguments would be boxed.
 */
import type { Vector } from "../../numeric/vector.ts";
import { type CurveJets, smoothJets } from "./curve-jets.ts";
import { isFriction, isFrictionless, type Law, type Row } from "./law.ts";
import type { RowValues } from "./row-values.ts";
import { smoothSlopes } from "./slope-jets.ts";

/** Limits at an instant, N. */
export type SlipLimits = Pick<RowValues, "forward" | "kineticForward" | "kineticBackward">;

/** The force that weakening adds along the slip, N, and its slope, N s/m; out[i] = 0 of rows without. */
export function weakeningAt(
  { weakening }: Law,
  i: number,
  slip: Vector,
  limits: SlipLimits,
  out: Vector,
  slope: Vector,
): void {
  if (!weakening) {
    out[i] = slope[i] = 0;
    return;
  }
  weakening.evaluate(slip, i, out, slope);
  const limit = slip[i]! > 0 ? limits.kineticForward[i]! : limits.kineticBackward[i]!;
  out[i]! *= limit;
  slope[i]! *= limit;
}

/** The force of a row under the smoothed law (5), N. */
export function smoothedAt({ smoothing: eta }: Law, i: number, slip: Vector, limits: SlipLimits, out: Vector): void {
  const s = slip[i]!;
  out[i] = (-limits.forward[i]! * s) / Math.sqrt(eta * eta + s * s);
}

/** Rows with a soft force. */
export function isSoft(law: Law): boolean {
  return law.weakening !== undefined || law.smoothing > 0;
}

/** The whole friction of rows in slip, N: the hard part by the sign of the slip, and what is soft; 0 for stops and joints. */
export function slipFriction(rows: readonly Pick<Row, "law">[]) {
  const force = new Float64Array(rows.length);
  const soft = new Float64Array(rows.length);
  const slope = new Float64Array(rows.length);
  return {
    force,
    evaluate(slip: Vector, limits: SlipLimits): void {
      for (let i = 0; i < rows.length; i++) {
        const { law } = rows[i]!;
        force[i] = 0;
        if (slip[i] === 0 || !isFriction(law)) continue;
        if (law.smoothing > 0) {
          smoothedAt(law, i, slip, limits, force);
          continue;
        }
        weakeningAt(law, i, slip, limits, soft, slope);
        force[i] = (slip[i]! > 0 ? -limits.kineticForward[i]! : limits.kineticBackward[i]!) + soft[i]!;
      }
    },
  };
}

/** The soft force of a law as `sign` times its limit times a curve of the slip, for series along a motion. */
export interface SoftCurve {
  readonly sign: 1 | -1;
  /** Whether one limit serves both directions of slip, that of positive slip. */
  readonly even: boolean;
  jets(order: number): CurveJets;
  slopes(order: number): CurveJets;
}

/** Undefined for rows without one. */
export function softCurve(law: Law): SoftCurve | undefined {
  if (isFrictionless(law)) return undefined;
  const { smoothing: eta, weakening } = law;
  if (eta > 0) {
    return {
      sign: -1,
      even: true,
      jets: (order) => smoothJets(1, eta, order),
      slopes: (order) => smoothSlopes(1, eta, order),
    };
  }
  return (
    weakening && {
      sign: 1,
      even: false,
      jets: (order) => weakening.jets(order),
      slopes: (order) => weakening.slopes(order),
    }
  );
}

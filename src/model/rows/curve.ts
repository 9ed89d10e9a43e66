/**
 * Weakening curves gamma(s): odd, gamma(0) = 0, within [-beta, beta], 0 <= beta < 1.
 *
 * A curve works on arrays (slip[i] in, value[i] and slope[i] out) since V8 boxes a double that a function it does not
 * inline returns, and a step must not allocate.
 */
import { expAt, powAt, tanhAt } from "../../numeric/elementary.ts";
import type { Vector } from "../../numeric/vector.ts";
import {
  blendJets,
  type CurveJets,
  hyperbolicJets,
  rampJets,
  smoothJets,
  stribeckJets,
  tableJets,
  tablePiece,
} from "./curve-jets.ts";
import { hyperbolicSlopes, rampSlopes, smoothSlopes, stribeckSlopes, tableSlopes } from "./slope-jets.ts";

export interface Curve {
  /** value[i] = gamma(slip[i]), slope[i] = gamma'(slip[i]) in s/m. At a kink the slope of the inner side. */
  evaluate(slip: Vector, i: number, value: Vector, slope: Vector): void;
  /** Largest gamma at any slip: the part of the limit that motion can lose. */
  readonly most: number;
  /** What it is, for kernels; absent: only `jets` knows. `speed`: epsilon of the smooth one. */
  readonly form?: {
    readonly kind: "stribeck" | "hyperbolic" | "smooth";
    readonly beta: number;
    readonly speed: number;
    readonly exponent?: number;
  };
  /** How `evaluate` finds the value, for kernels that have its digits. */
  readonly recipe: Recipe;
  /** Slips where the slope jumps, m/s. */
  readonly kinks: readonly number[];
  /** Taylor coefficients along a motion, up to the order. */
  jets(order: number): CurveJets;
  /** Those of the slope. */
  slopes(order: number): CurveJets;
}

export type Recipe =
  | { readonly kind: "ramp" | "smooth" | "hyperbolic"; readonly beta: number; readonly speed: number }
  | { readonly kind: "stribeck"; readonly beta: number; readonly speed: number; readonly exponent: number }
  | { readonly kind: "table"; readonly speeds: readonly number[]; readonly ratios: readonly number[] }
  | {
      readonly kind: "blend";
      readonly parts: readonly { readonly share: number; readonly scale: number; readonly recipe: Recipe }[];
    };

/** (3): linear up to epsilon, then constant. */
export function ramp({ beta, epsilon }: { beta: number; epsilon: number }): Curve {
  return {
    recipe: { kind: "ramp", beta, speed: epsilon },
    most: beta,
    kinks: [-epsilon, epsilon],
    jets: () => rampJets(beta, epsilon),
    slopes: () => rampSlopes(beta, epsilon),
    evaluate(slip, i, value, slope) {
      const s = slip[i]!;
      if (Math.abs(s) <= epsilon) {
        value[i] = (beta * s) / epsilon;
        slope[i] = beta / epsilon;
      } else {
        value[i] = beta * Math.sign(s);
        slope[i] = 0;
      }
    },
  };
}

/** (2): beta s / sqrt(epsilon^2 + s^2). */
export function smooth({ beta, epsilon }: { beta: number; epsilon: number }): Curve {
  return {
    form: { kind: "smooth", beta, speed: epsilon },
    recipe: { kind: "smooth", beta, speed: epsilon },
    most: beta,
    kinks: [],
    jets: (order) => smoothJets(beta, epsilon, order),
    slopes: (order) => smoothSlopes(beta, epsilon, order),
    evaluate(slip, i, value, slope) {
      const s = slip[i]!;
      const root = Math.sqrt(epsilon * epsilon + s * s);
      value[i] = (beta * s) / root;
      slope[i] = (beta * epsilon * epsilon) / (root * root * root);
    },
  };
}

/** Stribeck: friction limit (1 - beta (1 - exp(-(|s|/speed)^exponent))) sign(s). */
export function stribeck({ beta, speed, exponent }: { beta: number; speed: number; exponent: number }): Curve {
  // registers: ratio q, exponent, u = q^exponent, q^(exponent-1), exponent - 1, -u, exp(-u), tanh(u/2)
  const r = Float64Array.of(0, exponent, 0, 0, exponent - 1, 0, 0, 0);
  return {
    form: { kind: "stribeck", beta, speed, exponent },
    recipe: { kind: "stribeck", beta, speed, exponent },
    most: beta,
    kinks: [],
    jets: (order) => stribeckJets(beta, speed, exponent, order),
    slopes: (order) => stribeckSlopes(beta, speed, exponent, order),
    evaluate(slip, i, value, slope) {
      const s = slip[i]!;
      r[0] = Math.abs(s) / speed;
      powAt(r, 2, 0, 1);
      powAt(r, 3, 0, 4);
      r[5] = -r[2]!;
      expAt(r, 6, 5);
      // 1 - exp(-u) would lose its digits for small u
      r[7] = r[2]! / 2;
      tanhAt(r, 7, 7);
      const lost = (2 * r[7]!) / (1 + r[7]!);
      value[i] = beta * lost * Math.sign(s);
      slope[i] = (beta * exponent * r[3]! * r[6]!) / speed;
    },
  };
}

/** Hyperbolic: friction limit (1 - beta + beta / (1 + |s|/speed)) sign(s). */
export function hyperbolic({ beta, speed }: { beta: number; speed: number }): Curve {
  return {
    form: { kind: "hyperbolic", beta, speed },
    recipe: { kind: "hyperbolic", beta, speed },
    most: beta,
    kinks: [],
    jets: (order) => hyperbolicJets(beta, speed, order),
    slopes: (order) => hyperbolicSlopes(beta, speed, order),
    evaluate(slip, i, value, slope) {
      const reach = speed + Math.abs(slip[i]!);
      value[i] = (beta * slip[i]!) / reach;
      slope[i] = (beta * speed) / (reach * reach);
    },
  };
}

/**
 * Table: friction limit ratio(|s|) sign(s), the ratio linear between the speeds, constant beyond the last one; the first
 * speed is 0 and its ratio 1. The ratio may also rise above 1.
 */
export function table({ speeds, ratios }: { speeds: readonly number[]; ratios: readonly number[] }): Curve {
  const last = speeds.length - 1;
  return {
    recipe: { kind: "table", speeds, ratios },
    most: 1 - ratios.reduce((least, ratio) => Math.min(least, ratio)),
    kinks: [...speeds.slice(1).map((speed) => -speed), ...speeds.slice(1)].sort((a, b) => a - b),
    jets: () => tableJets(speeds, ratios),
    slopes: () => tableSlopes(speeds, ratios),
    evaluate(slip, i, value, slope) {
      const u = Math.abs(slip[i]!);
      const k = tablePiece(speeds, slip, i);
      const rise = k < last ? (ratios[k + 1]! - ratios[k]!) / (speeds[k + 1]! - speeds[k]!) : 0;
      const gamma = 1 - ratios[k]! - rise * (u - speeds[k]!);
      value[i] = slip[i]! < 0 ? -gamma : gamma;
      slope[i] = -rise;
    },
  };
}

/** share1 gamma1(scale1 s) + share2 gamma2(scale2 s): two sources of friction on one coordinate. */
export function blend(parts: readonly { share: number; scale: number; curve: Curve }[]): Curve {
  const at = new Float64Array(1);
  const value1 = new Float64Array(1);
  const slope1 = new Float64Array(1);
  return {
    recipe: {
      kind: "blend",
      parts: parts.map(({ share, scale, curve }) => ({ share, scale, recipe: curve.recipe })),
    },
    most: parts.reduce((sum, { share, curve }) => sum + share * curve.most, 0),
    kinks: parts.flatMap(({ scale, curve }) => curve.kinks.map((kink) => kink / scale)).sort((a, b) => a - b),
    jets: (order) =>
      blendJets(
        parts.map(({ share, scale, curve }) => ({ share, scale, jets: curve.jets(order) })),
        order,
      ),
    slopes: (order) =>
      blendJets(
        parts.map(({ share, scale, curve }) => ({ share: share * scale, scale, jets: curve.slopes(order) })),
        order,
      ),
    evaluate(slip, i, value, slope) {
      let sum = 0;
      let rise = 0;
      for (let k = 0; k < parts.length; k++) {
        const part = parts[k]!;
        at[0] = part.scale * slip[i]!;
        part.curve.evaluate(at, 0, value1, slope1);
        sum += part.share * value1[0]!;
        rise += part.share * part.scale * slope1[0]!;
      }
      value[i] = sum;
      slope[i] = rise;
    },
  };
}

/** The largest part of the limit that friction has at any slip: a tabulated law may rise above 1. */
export function largestRatio(curve: Curve | undefined): number {
  const slip = Float64Array.from(curve?.kinks ?? []);
  const gamma = new Float64Array(slip.length);
  const slope = new Float64Array(slip.length);
  let ratio = 1;
  for (let k = 0; k < slip.length; k++) {
    curve!.evaluate(slip, k, gamma, slope);
    ratio = Math.max(ratio, 1 - Math.sign(slip[k]!) * gamma[k]!);
  }
  return ratio;
}

/**
 * Weakening curves gamma(s): odd, gamma(0) = 0, within [-beta, beta], 0 <= beta < 1.
 *
 * A curve works on arrays (slip[i] in, value[i] and slope[i] out) since V8 boxes a double that a function it does not
 * inline returns, and a step must not allocate.
 */
import { expAt, powAt } from "../numeric/elementary.ts";
import type { Vector } from "../numeric/vector.ts";

export interface Curve {
  /** value[i] = gamma(slip[i]), slope[i] = gamma'(slip[i]) in s/m. At a kink the slope of the inner side. */
  evaluate(slip: Vector, i: number, value: Vector, slope: Vector): void;
  /** Slips where the slope jumps, m/s. */
  readonly kinks: readonly number[];
}

/** (3): linear up to epsilon, then constant. */
export function ramp({ beta, epsilon }: { beta: number; epsilon: number }): Curve {
  return {
    kinks: [-epsilon, epsilon],
    evaluate(slip, i, value, slope) {
      const s = slip[i]!;
      const inside = Math.abs(s) <= epsilon;
      value[i] = inside ? (beta * s) / epsilon : s > 0 ? beta : -beta;
      slope[i] = inside ? beta / epsilon : 0;
    },
  };
}

/** (2): beta s / sqrt(epsilon^2 + s^2). */
export function smooth({ beta, epsilon }: { beta: number; epsilon: number }): Curve {
  return {
    kinks: [],
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
  // registers: ratio u, exponent, u^exponent, u^(exponent-1), exponent - 1, -u^exponent, exp(...)
  const r = Float64Array.of(0, exponent, 0, 0, exponent - 1, 0, 0);
  return {
    kinks: [],
    evaluate(slip, i, value, slope) {
      const s = slip[i]!;
      r[0] = Math.abs(s) / speed;
      powAt(r, 2, 0, 1);
      powAt(r, 3, 0, 4);
      const u = r[2]!;
      r[5] = -u;
      expAt(r, 6, 5);
      const fallen = r[6]!;
      // 1 - exp(-u) loses its digits for small u
      const lost = u < 1e-5 ? u * (1 - (u / 2) * (1 - u / 3)) : 1 - fallen;
      value[i] = s < 0 ? -beta * lost : beta * lost;
      slope[i] = (beta * exponent * r[3]! * fallen) / speed;
    },
  };
}

/** share1 gamma1(scale1 s) + share2 gamma2(scale2 s): two sources of friction on one coordinate. */
export function blend(parts: readonly { share: number; scale: number; curve: Curve }[]): Curve {
  const at = new Float64Array(1);
  const value1 = new Float64Array(1);
  const slope1 = new Float64Array(1);
  return {
    kinks: parts.flatMap(({ scale, curve }) => curve.kinks.map((kink) => kink / scale)).sort((a, b) => a - b),
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

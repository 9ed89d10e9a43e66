/**
 * Gear box efficiency (54): m w' + c (sgn w - gamma(w)) + k(delta) g(delta w) = f, with
 * g(y) = (a+b)/2 + (b-a)/2 [sgn y - gamma_ab(y)], 0 < a < b, k odd and increasing.
 *
 * Since k(delta) sgn(delta w) = |k| sgn(w), this is one coordinate with one row: limit c + |k| (b-a)/2, both weakenings
 * in proportion, and the load f - k (a+b)/2. The coordinate is the integral of w, an angle.
 */

import { LARGEST, type Load } from "../load.ts";
import { blend, type Curve } from "../rows/curve.ts";
import { coulomb } from "../rows/law.ts";
import { type LinearSystem, linear } from "./linear.ts";

export interface GearboxOptions {
  /** Inertia, kg m^2. */
  readonly mass: number;
  /** c, N m */
  readonly limit: number;
  readonly weakening?: Curve;
  readonly delta: number;
  /** k(delta), N m */
  readonly gain: number;
  readonly a: number;
  readonly b: number;
  readonly weakeningAB?: Curve;
  readonly load: Load;
}

export function gearbox(options: GearboxOptions): LinearSystem {
  const { mass, limit, weakening, delta, gain, a, b, weakeningAB, load } = options;
  const lossy = (Math.abs(gain) * (b - a)) / 2;
  const total = limit + lossy;
  const parts = [
    ...(weakening && limit > 0 ? [{ share: limit / total, scale: 1, curve: weakening }] : []),
    ...(weakeningAB && lossy > 0 ? [{ share: lossy / total, scale: Math.abs(delta), curve: weakeningAB }] : []),
  ];
  const bias = (gain * (a + b)) / 2;
  const { control: _, evaluateMany: __, ...torque } = load; // what is known of its formulas holds beside a constant too
  return linear({
    names: ["x1"],
    units: ["rad"],
    mass: [[mass]],
    damping: [[0]],
    stiffness: [[0]],
    rows: [
      { name: "gear", law: coulomb(parts.length > 0 ? { limit: total, weakening: blend(parts) } : { limit: total }) },
    ],
    directions: [[1]],
    load: {
      ...torque,
      bounded: (from, to) => load.bounded?.(from, to) === true && Math.abs(bias) < LARGEST,
      expansion(order) {
        const expand = load.expansion(order);
        return (at, out) => {
          expand(at, out);
          out[0]! -= bias;
        };
      },
      evaluate(at, out) {
        load.evaluate(at, out);
        out[0]! -= bias;
      },
    },
  });
}

/**
 * Force law of a friction row.
 *
 * Model: the force on the row is -limit (lambda - gamma(s)), where s is the slip (m/s), lambda the multiplier with
 * |lambda| <= 1 and lambda s = |s|, and gamma the weakening: an odd, non-decreasing curve with gamma(0) = 0 that lowers
 * the friction of a row in motion below its static limit (Glowinski, Shiau, Kuo & Nasser 2006, (1)-(4)).
 * Kinematics: s = w.v, with the row's direction w.
 * The hard part, -limit lambda in [lower, upper], is what solvers find; the weakening is a known force beside it.
 * Cost of a regularization: `smoothed` replaces lambda by s / sqrt(eta^2 + s^2), (5). Such a row never sticks; under a
 * load of q times its limit (q < 1) it creeps at the speed eta q / sqrt(1 - q^2).
 */
import type { Curve } from "./curve.ts";

export interface Law {
  /** Static friction force, N. */
  readonly limit: number;
  /** gamma(s), without unit; absent: Coulomb friction. */
  readonly weakening?: Curve;
  /** eta of (5) in m/s; 0: the exact law. */
  readonly smoothing: number;
}

export interface Row {
  readonly name: string;
  readonly law: Law;
}

/** Coulomb friction, with or without weakening. */
export function coulomb({ limit, weakening }: { limit: number; weakening?: Curve }): Law {
  return weakening ? { limit, weakening, smoothing: 0 } : { limit, smoothing: 0 };
}

/** The approximation (5). */
export function smoothed({ limit, eta }: { limit: number; eta: number }): Law {
  return { limit, smoothing: eta };
}

/** The papers' lambda of a hard force: +1 in positive slip, 0 where the limit is 0. */
export function multiplier(law: Law, force: number): number {
  return law.limit > 0 && force !== 0 ? -force / law.limit : 0;
}

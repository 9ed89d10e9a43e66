/**
 * Force law of a row.
 *
 * Friction.
 * Model: the force on the row is -limit (lambda - gamma(s)), where s is the slip (m/s), lambda the multiplier with
 * |lambda| <= 1 and lambda s = |s|, and gamma the weakening: an odd, non-decreasing curve with gamma(0) = 0 that lowers
 * the friction of a row in motion below its static limit (Glowinski, Shiau, Kuo & Nasser 2006, (1)-(4)).
 * Kinematics: s = w.v, with the row's direction w.
 * The hard part, -limit lambda in [lower, upper], is what solvers find; the weakening is a known force beside it.
 * Cost of a regularization: `smoothed` replaces lambda by s / sqrt(eta^2 + s^2), (5). Such a row never sticks; under a
 * load of q times its limit (q < 1) it creeps at the speed eta q / sqrt(1 - q^2).
 *
 * Stop. Model: the gap g = gap - w.x never becomes negative; a force >= 0 pushes the machine back while the gap is
 * closed. Kinematics: the row's direction is -w and its slip the gap's rate. An impact reverses the rate, times the
 * restitution (Newton's law).
 */
import type { Curve } from "./curve.ts";

export interface Law {
  /** Static friction force, N; infinite for a stop. */
  readonly limit: number;
  /** gamma(s), without unit; absent: Coulomb friction. */
  readonly weakening?: Curve;
  /** eta of (5) in m/s; 0: the exact law. */
  readonly smoothing: number;
  /** Present on stops only: the gap at x = 0, m, and the restitution, 0..1. */
  readonly stop?: { readonly gap: number; readonly restitution: number };
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

/** A unilateral stop. */
export function stop({ gap, restitution }: { gap: number; restitution: number }): Law {
  return { limit: Number.POSITIVE_INFINITY, smoothing: 0, stop: { gap, restitution } };
}

/** Least hard force, N; the largest one is the limit. */
export function lowerForce(law: Law): number {
  return law.stop ? 0 : -law.limit;
}

/** The papers' lambda of a hard force: +1 in positive slip, 0 where the limit is 0. For a stop the force itself. */
export function multiplier(law: Law, force: number): number {
  if (law.stop) return force;
  return law.limit > 0 && force !== 0 ? -force / law.limit : 0;
}

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
  /** Largest force at rest against positive slip, N (at the start, where it varies in time); infinite for stops and joints. */
  readonly limit: number;
  /** The same against negative slip, N. */
  readonly backward: number;
  /** Force in positive slip, N: below the limit for the jump law (breakaway at the limit, then this at once). */
  readonly kinetic: number;
  /** gamma(s), without unit; absent: Coulomb friction. */
  readonly weakening?: Curve;
  /** eta of (5) in m/s; 0: the exact law. */
  readonly smoothing: number;
  /** Present on stops only: the gap at x = 0, m, and the restitution, 0..1. */
  readonly stop?: { readonly gap: number; readonly restitution: number };
  /** The limits change in time: the numbers here are only those of the start. */
  readonly varying?: boolean;
  /** A bilateral row: its slip is always zero. */
  readonly joint?: boolean;
}

export interface Row {
  readonly name: string;
  readonly law: Law;
}

/** Coulomb friction, with or without weakening, also with a jump (kinetic) or another limit backward. */
export function coulomb(options: { limit: number; backward?: number; kinetic?: number; weakening?: Curve }): Law {
  const { limit, backward = limit, kinetic = limit, weakening } = options;
  const law = { limit, backward, kinetic, smoothing: 0 };
  return weakening ? { ...law, weakening } : law;
}

/** The approximation (5). */
export function smoothed({ limit, eta }: { limit: number; eta: number }): Law {
  return { limit, backward: limit, kinetic: limit, smoothing: eta };
}

const UNBOUNDED = {
  limit: Number.POSITIVE_INFINITY,
  backward: Number.POSITIVE_INFINITY,
  kinetic: Number.POSITIVE_INFINITY,
  smoothing: 0,
};

/** A unilateral stop. */
export function stop({ gap, restitution }: { gap: number; restitution: number }): Law {
  return { ...UNBOUNDED, stop: { gap, restitution } };
}

/** A gear or coupling: w.x stays what it is. */
export function joint(): Law {
  return { ...UNBOUNDED, joint: true };
}

export type RowKind = "friction" | "stop" | "joint";

export function rowKind(law: Law): RowKind {
  return law.stop ? "stop" : law.joint ? "joint" : "friction";
}

/** Whether the row is dry friction: it sticks and slips. */
export function isFriction(law: Law): boolean {
  return !law.stop && !law.joint;
}

/** Friction without any force, ever. */
export function isFrictionless(law: Law): boolean {
  return law.limit === 0 && law.backward === 0 && !law.varying;
}

/** Least hard force, N. */
export function lowerForce(law: Law): number {
  return law.stop ? 0 : -law.limit;
}

/** Largest hard force, N. */
export function upperForce(law: Law): number {
  return law.backward;
}

/** The papers' lambda of a hard force: +1 in positive slip, 0 where the limit is 0. For stops and joints the force itself. */
export function multiplier(law: Law, force: number, limit: number): number {
  if (!isFriction(law)) return force;
  return limit > 0 && force !== 0 ? -force / limit : 0;
}

/**
 * Force law of a row.
 *
 * Friction.
 * Model: the force on the row is -limit (lambda - gamma(s)), where s is the slip (m/s), lambda the multiplier with
 * |lambda| <= 1 and lambda s = |s|, and gamma the weakening: an odd, non-decreasing curve with gamma(0) = 0 that lowers
 * the friction of a row in motion below its static limit (Glowinski, Shiau, Kuo & Nasser 2006, (1)-(4)).
 * Kinematics: s = w.v, with the row's direction w.
 * The hard part, -limit lambda in [lower, upper], is what solvers find; the weakening is a known force beside it.
 * Limits either way may differ. With a jump a row at rest holds up to its limit and slips with its kinetic force k, times
 * what weakening leaves of it: -k (sign(s) - gamma(s)).
 * Cost of a regularization: `smoothed` replaces lambda by s / sqrt(eta^2 + s^2), (5). Such a row never sticks; under a
 * load of q times its limit (q < 1) it creeps at the speed eta q / sqrt(1 - q^2).
 *
 * Stop. Model: the gap g = gap - w.x never becomes negative; a force >= 0 pushes the machine back while the gap is
 * closed. Kinematics: the row's direction is -w and its slip the gap's rate. An impact reverses the rate, times the
 * restitution (Newton's law).
 */
import type { ConstraintMethod } from "./constraint-method.ts";
import type { Curve } from "./curve.ts";

/** Sizes of the forces that a friction row can have, N. */
export interface Bounds {
  /** Largest at rest against positive and against negative slip. */
  readonly forward: number;
  readonly backward: number;
  /** In positive and in negative slip, before weakening. */
  readonly kineticForward: number;
  readonly kineticBackward: number;
}

/** What kind of law a row has; its forces at an instant are `RowValues`. */
export interface Law {
  /** Where they are constant; only row-values.ts and what needs constant bounds may ask. Absent on stops and joints. */
  readonly fixed?: Bounds;
  /** The bounds are formulas of time. */
  readonly varying?: boolean;
  /** Breakaway at the limit, then the kinetic force at once, which is another one. */
  readonly jumps?: boolean;
  /** The limits either way are not the same. */
  readonly uneven?: boolean;
  /** gamma(s), without unit; absent: Coulomb friction. */
  readonly weakening?: Curve;
  /** eta of (5) in m/s; 0: the exact law. */
  readonly smoothing: number;
  /** Present on stops only: the gap at x = 0, m, and the restitution, 0..1. */
  readonly stop?: { readonly gap: number; readonly restitution: number };
  /** A bilateral row: its slip is always zero. */
  readonly joint?: boolean;
  /** Of a stop or joint: how schemes that step over time impose it; absent: exactly, at the new position. */
  readonly method?: ConstraintMethod;
}

export interface Row {
  readonly name: string;
  readonly law: Law;
}

/** What a friction law has beside its forces. */
export interface LawShape {
  readonly weakening?: Curve | undefined;
  /** eta of (5); default 0, the exact law. */
  readonly smoothing?: number | undefined;
}

/** Friction with constant bounds. */
export function frictionLaw(fixed: Bounds, shape: LawShape = {}): Law {
  const { forward, backward, kineticForward, kineticBackward } = fixed;
  const jumps = kineticForward !== forward || kineticBackward !== backward;
  return { fixed, ...shaped({ jumps, uneven: forward !== backward }, shape) };
}

/** Friction whose bounds are formulas of time. */
export function varyingLaw(kind: { jumps: boolean; uneven: boolean }, shape: LawShape = {}): Law {
  return { varying: true, ...shaped(kind, shape) };
}

function shaped({ jumps, uneven }: { jumps: boolean; uneven: boolean }, { weakening, smoothing = 0 }: LawShape): Law {
  return {
    smoothing,
    ...(jumps ? { jumps } : {}),
    ...(uneven ? { uneven } : {}),
    ...(weakening ? { weakening } : {}),
  };
}

/** Coulomb friction with the same limit either way. */
export function coulomb({ limit, weakening }: { limit: number; weakening?: Curve }): Law {
  return frictionLaw(evenBounds(limit), { weakening });
}

/** The approximation (5). */
export function smoothed({ limit, eta }: { limit: number; eta: number }): Law {
  return frictionLaw(evenBounds(limit), { smoothing: eta });
}

function evenBounds(limit: number): Bounds {
  return { forward: limit, backward: limit, kineticForward: limit, kineticBackward: limit };
}

/** A unilateral stop. */
export function stop({ gap, restitution }: { gap: number; restitution: number }, method?: ConstraintMethod): Law {
  return { smoothing: 0, stop: { gap, restitution }, ...(method ? { method } : {}) };
}

/** A gear or coupling: w.x stays what it is. */
export function joint(method?: ConstraintMethod): Law {
  return { smoothing: 0, joint: true, ...(method ? { method } : {}) };
}

export type RowKind = "friction" | "stop" | "joint";

export function rowKind(law: Law): RowKind {
  return law.stop ? "stop" : law.joint ? "joint" : "friction";
}

/** Whether the row is dry friction: it sticks and slips. */
export function isFriction(law: Law): boolean {
  return !law.stop && !law.joint;
}

/** Friction without any force, ever: where bounds vary, a row may be free for a while only. */
export function isFrictionless({ fixed }: Law): boolean {
  return fixed !== undefined && fixed.forward === 0 && fixed.backward === 0;
}

/** The papers' lambda of a hard force: +1 in positive slip, 0 where the limit is 0. For stops and joints the force itself. */
export function multiplier(law: Law, force: number, limit: number): number {
  if (!isFriction(law)) return force;
  if (!(limit > 0) || force === 0) return 0;
  const lambda = -force / limit;
  return Math.abs(lambda) <= Number.MAX_VALUE ? lambda : Math.sign(lambda) * Number.MAX_VALUE; // of a limit that is all but 0
}

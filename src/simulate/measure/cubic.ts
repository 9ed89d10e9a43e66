/** A motion between two samples, read as the cubic through position and velocity at both ends. */
import type { Vector } from "../../numeric/vector.ts";
import type { State } from "../../scheme/scheme.ts";

export interface Sample {
  readonly time: number;
  readonly x: Vector;
  readonly v: Vector;
}

/** Three-point Gauss rule on [0, 1]. */
export const GAUSS_POINTS = [0.5 - Math.sqrt(0.15), 0.5, 0.5 + Math.sqrt(0.15)] as const;
/** The points by number. */
export const GAUSS_INDICES = [0, 1, 2] as const;
export const GAUSS_WEIGHTS = [5 / 18, 8 / 18, 5 / 18] as const;

/** Velocity at a Gauss point of a step; numbers that are not small integers would be boxed as arguments. */
export function cubicVelocity(from: Sample, to: State, point: 0 | 1 | 2, out: Vector): void {
  const h = to.time - from.time;
  const theta = GAUSS_POINTS[point];
  const { position: x1, velocity: v1 } = to;
  const rise = (6 * theta * (1 - theta)) / h;
  const first = (1 - theta) * (1 - 3 * theta);
  const second = theta * (3 * theta - 2);
  for (let k = 0; k < out.length; k++) {
    out[k] = rise * (x1[k]! - from.x[k]!) + first * from.v[k]! + second * v1[k]!;
  }
}

/** Position at a Gauss point of a step. */
export function cubicPosition(from: Sample, to: State, point: 0 | 1 | 2, out: Vector): void {
  const h = to.time - from.time;
  const theta = GAUSS_POINTS[point];
  const rest = 1 - theta;
  const rise = theta * theta * (3 - 2 * theta);
  for (let k = 0; k < out.length; k++) {
    const x0 = from.x[k]!;
    const bend = rest * from.v[k]! - theta * to.velocity[k]!;
    out[k] = x0 + rise * (to.position[k]! - x0) + h * theta * rest * bend;
  }
}

type Motion = Pick<State, "time" | "position" | "velocity">;

/** Position and velocity at the time out.time between two states. */
export function cubicState(from: Motion, to: Motion, out: State): void {
  const h = to.time - from.time;
  const theta = (out.time - from.time) / h;
  const rest = 1 - theta;
  const rise = theta * theta * (3 - 2 * theta);
  const slope = (6 * theta * rest) / h;
  for (let k = 0; k < out.position.length; k++) {
    const x0 = from.position[k]!;
    const dx = to.position[k]! - x0;
    const v0 = from.velocity[k]!;
    const v1 = to.velocity[k]!;
    out.position[k] = x0 + rise * dx + h * theta * rest * (rest * v0 - theta * v1);
    out.velocity[k] = slope * dx + rest * (1 - 3 * theta) * v0 + theta * (3 * theta - 2) * v1;
  }
}

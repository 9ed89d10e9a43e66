/**
 * A planar chain of links, and its numbers: with absolute angles theta_i from the x-axis, e_i = (cos theta_i, sin theta_i) and the
 * center of link i at p_i = base + sum over j < i of l_j e_j + a_i e_i,
 *     2 T = sum of own_i w_i^2 + sum over i != j of coupling_ij cos(theta_i - theta_j) w_i w_j,   V = V_0 - sum of moment_i g.e_i,
 * w_i = theta_i'. The coordinates are these angles, or each joint's angle against the link before it: theta = T q, T of ones on and
 * below the diagonal.
 */
import type { Vector } from "../../numeric/vector.ts";

export interface Link {
  /** m */
  readonly length: number;
  /** kg */
  readonly mass: number;
  /** Distance of the center of mass from the joint, along the link, m. */
  readonly center: number;
  /** About the center of mass, kg m^2. */
  readonly inertia: number;
}

export interface ChainOptions {
  readonly links: readonly Link[];
  /** Whether coordinates are angles against the link before. */
  readonly relative: boolean;
  /** m/s^2 */
  readonly gravity: readonly [number, number];
  /** Of the first joint, m. */
  readonly base: readonly [number, number];
  /** At the end of the last link, turning with it: kg, kg m^2. */
  readonly payload: { readonly mass: number; readonly inertia: number };
}

export interface Chain {
  readonly links: number;
  readonly relative: boolean;
  /** l_i, m */
  readonly length: Vector;
  /** Inertia of each angle by itself, kg m^2. */
  readonly own: Vector;
  /** Row after row, zero on the diagonal, kg m^2. */
  readonly coupling: Vector;
  /** kg m */
  readonly moment: Vector;
  readonly gravity: Vector;
  readonly base: Vector;
  /** V_0, J: of all masses at the base. */
  readonly potential: number;
}

export function chain({ links, relative, gravity, base, payload }: ChainOptions): Chain {
  const n = links.length;
  const beyond = new Float64Array(n); // mass that link i carries at its end
  beyond[n - 1] = payload.mass;
  for (let i = n - 2; i >= 0; i--) beyond[i] = beyond[i + 1]! + links[i + 1]!.mass;
  const length = Float64Array.from(links, (link) => link.length);
  const moment = Float64Array.from(links, (link, i) => link.mass * link.center + beyond[i]! * link.length);
  const own = Float64Array.from(links, ({ mass, center, inertia, length: l }, i) => {
    return inertia + mass * center * center + beyond[i]! * l * l + (i === n - 1 ? payload.inertia : 0);
  });
  const coupling = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) if (i !== j) coupling[i * n + j] = length[Math.min(i, j)]! * moment[Math.max(i, j)]!;
  }
  const mass = links.reduce((sum, link) => sum + link.mass, payload.mass);
  return {
    links: n,
    relative,
    length,
    own,
    coupling,
    moment,
    gravity: Float64Array.from(gravity),
    base: Float64Array.from(base),
    potential: -mass * (gravity[0] * base[0] + gravity[1] * base[1]),
  };
}

/** Angles, or their rates or coefficients, at out[to ...], from those of the coordinates at q[from ...]. */
export function toAngles({ links, relative }: Chain, q: Vector, from: number, out: Vector, to: number): void {
  let sum = 0;
  for (let i = 0; i < links; i++) {
    sum = relative ? sum + q[from + i]! : q[from + i]!;
    out[to + i] = sum;
  }
}

/** What acts on `count` angles becomes what acts on the coordinates, in its place. */
export function toCoordinates({ relative }: Chain, force: Vector, from: number, count: number): void {
  if (!relative) return;
  for (let i = count - 2; i >= 0; i--) force[from + i]! += force[from + i + 1]!;
}

/** The same for a matrix over angles, rows of `width` numbers: T^T A T. */
export function matrixToCoordinates({ links, relative }: Chain, entries: Vector, width: number): void {
  if (!relative) return;
  for (let i = links - 2; i >= 0; i--) {
    for (let j = 0; j < links; j++) entries[i * width + j]! += entries[(i + 1) * width + j]!;
  }
  for (let i = 0; i < links; i++) {
    for (let j = links - 2; j >= 0; j--) entries[i * width + j]! += entries[i * width + j + 1]!;
  }
}

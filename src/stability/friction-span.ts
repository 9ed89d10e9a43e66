/** What friction can catch: the span of the directions of rows that dissipate, and the damping outside of it. */
import {
  combination,
  inner,
  largestEntry,
  type PlainMatrix,
  type PlainVector,
  seenIn,
  symmetricPart,
} from "../numeric/plain-matrix.ts";
import { splitSpace } from "../numeric/subspace.ts";
import { type Eigen, pencilEigen, symmetricEigen } from "../numeric/symmetric-eigen.ts";
import { ZERO } from "./equilibrium-set.ts";
import type { FrictionMachine } from "./machine.ts";

export interface FrictionSpan {
  /** w_i of rows with friction in motion. */
  readonly directions: PlainMatrix;
  /** p_i, N: mean of its kinetic forces either way. */
  readonly limits: PlainVector;
  /** Orthonormal basis of span W. */
  readonly span: PlainMatrix;
  /** Orthonormal basis of ker W^T: velocities that no row resists. */
  readonly free: PlainMatrix;
  /** Whether the directions are independent. */
  readonly independent: boolean;
  /** Whether rows without friction in motion hold something at rest: they can stick, and then change what moves. */
  readonly holdsOnly: boolean;
}

export function frictionSpan({ rows, mass }: FrictionMachine): FrictionSpan {
  const active = rows
    .map(({ direction, kineticForward, kineticBackward }) => ({
      direction,
      limit: (kineticForward + kineticBackward) / 2,
    }))
    .filter(({ direction, limit }) => limit > 0 && direction.some((entry) => entry !== 0));
  const directions = active.map(({ direction }) => direction);
  const { span, rest } = splitSpace(directions, mass.length);
  return {
    directions,
    limits: active.map(({ limit }) => limit),
    span,
    free: rest,
    independent: span.length === directions.length,
    holdsOnly: rows.some(
      ({ forward, backward, kineticForward, kineticBackward }) =>
        forward + backward > 0 && kineticForward + kineticBackward === 0,
    ),
  };
}

/** Damping below which (relative to its largest entry) a direction counts as undamped, N s/m. */
export function dampingZero({ damping }: FrictionMachine): number {
  return ZERO * largestEntry(damping);
}

/** The least damped of the velocities that no row resists: u with u^T M u = 1; undefined when friction resists all. */
export function leastFreeDamping({ damping, mass }: FrictionMachine, { free }: FrictionSpan): Eigen | undefined {
  if (free.length === 0) return undefined;
  const least = pencilEigen(seenIn(symmetricPart(damping), free), seenIn(mass, free))?.[0];
  return least && { value: least.value, vector: combination(free, least.vector, mass.length) };
}

export interface DampingDirection extends Eigen {
  /** Sine of the angle between the eigencolumn and span W. */
  readonly outside: number;
}

/** Eigencolumns of (the symmetric part of) C whose eigenvalue is zero or negative: U_ci of Theorem 1. */
export function undampedDirections(machine: FrictionMachine, { free }: FrictionSpan): DampingDirection[] {
  const zero = dampingZero(machine);
  return symmetricEigen(machine.damping)
    .filter(({ value }) => value <= zero)
    .map(({ value, vector }) => ({
      value: Math.abs(value) <= zero ? 0 : value,
      vector,
      outside: Math.sqrt(free.reduce((sum, unit) => sum + inner(unit, vector) * inner(unit, vector), 0)),
    }));
}

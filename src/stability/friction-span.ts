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
export function dampingZero({ damping }: Pick<FrictionMachine, "damping">): number {
  return ZERO * largestEntry(damping);
}

/**
 * The least damped velocity of a subspace: u with u^T M u = 1, its value u.C u in 1/s. Whether that is zero but for
 * round-off is asked of C alone, not of the rate, which grows without bound when masses are small.
 */
export function leastDampingOn(
  { damping, mass }: Pick<FrictionMachine, "damping" | "mass">,
  basis: PlainMatrix,
): Eigen | undefined {
  if (basis.length === 0) return undefined;
  const seen = seenIn(symmetricPart(damping), basis);
  const least = pencilEigen(seen, seenIn(mass, basis))?.[0];
  const undamped = Math.abs(symmetricEigen(seen)[0]!.value) <= dampingZero({ damping });
  return least && { value: undamped ? 0 : least.value, vector: combination(basis, least.vector, mass.length) };
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

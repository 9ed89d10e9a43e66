/** What friction can catch: the span of the directions of rows that dissipate, and the damping outside of it. */
import { roundOff, scaledEigen } from "../../numeric/definite.ts";
import {
  addScaled,
  combination,
  inner,
  lengthOf,
  type PlainMatrix,
  type PlainVector,
  seenIn,
  symmetricPart,
  times,
} from "../../numeric/plain-matrix.ts";
import { splitSpace } from "../../numeric/subspace.ts";
import { type Eigen, pencilEigen, symmetricEigen } from "../../numeric/symmetric-eigen.ts";
import { LEAST_RATIO, termsOf } from "./free-motion.ts";
import type { FrictionMachine } from "./machine.ts";

export interface FrictionSpan {
  /** w_i of rows with friction in motion. */
  readonly directions: PlainMatrix;
  /** p_i, N: mean of its kinetic forces either way. */
  readonly limits: PlainVector;
  /** Orthonormal basis of span W. */
  readonly span: PlainMatrix;
  /** Basis of ker W^T, velocities that no row resists; orthonormal where every coordinate is scaled to a mass of 1. */
  readonly free: PlainMatrix;
  /** Whether the directions are independent. */
  readonly independent: boolean;
  /** Whether directions are so nearly dependent that ker W^T depends on round-off. */
  readonly doubtful: boolean;
  /** Whether rows without friction in motion hold something at rest: they can stick, and then change what moves. */
  readonly holdsOnly: boolean;
}

/** Part of its limit below which a row has no friction in motion. */
const NO_FRICTION = 1e-12;
/** Sines of angles between a direction and those before: below the first it depends on them, below the second that is in doubt. */
const DEPENDENT = 1e-13;
const DOUBTFUL = 1e-8;

export function frictionSpan({ rows, mass }: FrictionMachine): FrictionSpan {
  const all = rows.map(({ direction, forward, backward, kineticForward, kineticBackward }) => {
    const limit = (kineticForward + kineticBackward) / 2;
    return { direction, limit, holds: forward + backward > 0, rubs: limit > NO_FRICTION * (forward + backward) };
  });
  const moving = all.filter(({ direction }) => direction.some((entry) => entry !== 0));
  const active = moving.filter(({ rubs }) => rubs);
  const directions = active.map(({ direction }) => direction);
  const { free, doubtful, rank } = freeVelocities(mass, directions);
  return {
    directions,
    limits: active.map(({ limit }) => limit),
    span: splitSpace(directions, mass.length).span,
    free,
    independent: rank === directions.length,
    doubtful,
    holdsOnly: moving.some(({ holds, rubs }) => holds && !rubs),
  };
}

/** ker W^T, found where the diagonal of the mass is 1: the unit of a coordinate changes nothing. */
export function freeVelocities(
  mass: PlainMatrix,
  directions: PlainMatrix,
): { readonly free: PlainMatrix; readonly rank: number; readonly doubtful: boolean } {
  const scale = mass.map((row, i) => Math.sqrt(row[i]!));
  const even = directions.map((direction) => direction.map((entry, i) => entry / scale[i]!));
  const { rest, span } = splitSpace(even, mass.length, DOUBTFUL);
  return {
    free: rest.map((unit) => unit.map((entry, i) => entry / scale[i]!)),
    rank: span.length,
    doubtful: splitSpace(even, mass.length, DEPENDENT).span.length > span.length,
  };
}

/** The least damped velocity of a subspace: u with u.M u = 1, its value u.C u in 1/s; 0 where that is round-off of its terms. */
export function leastDampingOn(
  { damping, mass }: Pick<FrictionMachine, "damping" | "mass">,
  basis: PlainMatrix,
): Eigen | undefined {
  const least = pencilEigen(seenIn(symmetricPart(damping), basis), seenIn(mass, basis))?.[0];
  if (!least) return undefined;
  const vector = combination(basis, least.vector, mass.length);
  return { value: beyondRoundOff(damping, vector, inner(vector, times(damping, vector))), vector };
}

/** A value u.C u, or 0 where it is round-off of its terms. */
function beyondRoundOff(damping: PlainMatrix, u: PlainVector, value: number): number {
  return Math.abs(value) <= roundOff(u.length) * termsOf(damping, u) ? 0 : value;
}

/**
 * The velocity with the least damping beside its terms, where that is negative; undefined where C >= 0. Zero but for round-off counts
 * as zero, unless the motion along it is so slow that round-off might drive it. Where a coordinate has no damping of its own but a little across,
 * its scale in C is that little, and the velocity that is found may gain nothing to speak of beside one that does: those of (C, M) are looked at too.
 */
export function gainingVelocity({ damping, mass, stiffness }: FrictionMachine): Eigen | undefined {
  const n = mass.length;
  const forms = (u: PlainVector) => Math.sqrt(Math.abs(inner(u, times(mass, u)) * inner(u, times(stiffness, u))));
  const pairs = scaledEigen(damping);
  const gains = pairs.find(({ share, doubt, vector, value }) => share < -doubt && -value > NEGLIGIBLE * forms(vector));
  if (gains) return gains;
  const zero = pairs.flatMap(({ share, doubt, vector }) => (share <= doubt ? [vector] : []));
  const driven = swingsWithin({ mass, stiffness }, zero).find(
    (u) => roundOff(n) * termsOf(damping, u) > LEAST_RATIO * forms(u),
  );
  if (driven) return { value: Math.min(inner(driven, times(damping, driven)), 0), vector: driven };
  return pencilEigen(symmetricPart(damping), mass)?.find(({ vector }) => {
    const value = inner(vector, times(damping, vector));
    return beyondRoundOff(damping, vector, value) < 0 && -value > NEGLIGIBLE * forms(vector);
  });
}

/** Swings within a subspace: no matter in which vectors, or units, it is given. */
function swingsWithin(
  { mass, stiffness }: Pick<FrictionMachine, "mass" | "stiffness">,
  basis: PlainMatrix,
): PlainMatrix {
  const modes = pencilEigen(seenIn(stiffness, basis), seenIn(mass, basis));
  return modes?.map(({ vector }) => combination(basis, vector, mass.length)) ?? basis;
}

/** Part of critical damping that is round-off of what was added up to a damping. */
const NEGLIGIBLE = 4 * Number.EPSILON;

export interface DampingDirection extends Eigen {
  /** Sine of the angle between the eigencolumn and span W. */
  readonly outside: number;
}

/** Eigencolumns of (the symmetric part of) C whose eigenvalue is zero or negative: U_ci of Theorem 1. */
export function undampedDirections({ damping }: FrictionMachine, { span }: FrictionSpan): DampingDirection[] {
  return symmetricEigen(damping)
    .map(({ value, vector }) => ({ value: beyondRoundOff(damping, vector, value), vector }))
    .filter(({ value }) => value <= 0)
    .map(({ value, vector }) => {
      const inside = combination(
        span,
        span.map((unit) => inner(unit, vector)),
        vector.length,
      );
      return {
        value,
        vector,
        outside: lengthOf(addScaled(vector, -1, inside)),
      };
    });
}

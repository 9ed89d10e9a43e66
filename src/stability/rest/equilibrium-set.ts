/**
 * The set E of positions where a machine with dry friction can rest (van de Wouw & Leine 2005, (4)): the zonotope
 * K^{-1}(f + W [-forward, backward]), here as center + sum of tau_i g_i with tau_i in an interval, g_i = K^{-1} w_i.
 * Where K is singular, E is unbounded along its kernel, and the forces tau must not push there.
 */
import { roundOff, scaledEigen } from "../../numeric/definite.ts";
import { linearProgram } from "../../numeric/linear-program.ts";
import {
  addScaled,
  combination,
  inner,
  type PlainMatrix,
  type PlainVector,
  scaled,
  times,
} from "../../numeric/plain-matrix.ts";
import { splitSpace } from "../../numeric/subspace.ts";
import type { FrictionMachine, FrictionRow } from "./machine.ts";

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface EquilibriumSet {
  /** Where the energy function is least: rest with every row in the middle of its kinetic interval. */
  readonly center: PlainVector;
  /** g_i, m/N: how the rest moves with the force of row i. */
  readonly generators: PlainMatrix;
  /** tau_i, N: what row i can add to its force at the center. */
  readonly ranges: readonly Interval[];
  /** Orthonormal basis of the directions in which E has no end. */
  readonly unbounded: PlainMatrix;
  /** What the row forces push along these directions: must stay 0. */
  readonly pushes: PlainMatrix;
}

/** E of a machine with symmetric stiffness; undefined when there is no place to rest at all. */
export function equilibriumSet(machine: FrictionMachine): EquilibriumSet | undefined {
  const { stiffness, rows, force } = machine;
  const pairs = scaledEigen(stiffness);
  const isZero = (share: number) => Math.abs(share) <= roundOff(stiffness.length);
  const kernel = pairs.filter(({ share }) => isZero(share)).map(({ vector }) => vector);
  const unbounded = splitSpace(kernel, stiffness.length).span;
  const inverse = pairs.filter(({ share }) => !isZero(share));
  // eigenvectors of the scaled stiffness are orthogonal in K: K^{-1} = sum u u^T / u.K u
  const compliance = (f: PlainVector) => {
    const x = combination(
      inverse.map(({ vector }) => vector),
      inverse.map(({ value, vector }) => inner(vector, f) / value),
      f.length,
    );
    return unbounded.reduce((left, free) => addScaled(left, -inner(free, left), free), x);
  };
  const pushes = unbounded.map((direction) => rows.map((row) => inner(direction, row.direction)));
  const middle = middleForces(rows, pushes, times(unbounded, force));
  if (!middle) return undefined;
  const atCenter = rows.reduce((sum, row, i) => addScaled(sum, middle[i]!, row.direction), [...force]);
  return {
    center: compliance(atCenter),
    generators: rows.map((row) => compliance(row.direction)),
    ranges: rows.map((row, i) => ({ low: -row.forward - middle[i]!, high: row.backward - middle[i]! })),
    unbounded,
    pushes,
  };
}

/** Force of a row halfway between its kinetic forces: about it, slip loses the same either way. */
function middleForce({ kineticForward, kineticBackward }: FrictionRow): number {
  return (kineticBackward - kineticForward) / 2;
}

/** Row forces of the center. Along the kernel of K they must carry the load `free`; undefined when they cannot. */
function middleForces(
  rows: readonly FrictionRow[],
  pushes: PlainMatrix,
  free: PlainVector,
): readonly number[] | undefined {
  const middle = rows.map(middleForce);
  const missing = pushes.map((push, k) => -free[k]! - inner(push, middle));
  const scale = pushes.map((push, k) =>
    Math.max(Math.abs(free[k]!), ...rows.map((row, i) => Math.abs(push[i]! * (row.forward + row.backward)))),
  );
  if (missing.every((entry, k) => Math.abs(entry) <= 1e-10 * scale[k]!)) return middle;
  const ranges = rows.map((row, i) => ({ low: -row.forward - middle[i]!, high: row.backward - middle[i]! }));
  const found = extreme(
    ranges,
    pushes,
    missing,
    rows.map(() => 0),
  );
  return found && addScaled(middle, 1, found);
}

/** tau within its ranges, with pushes tau = balance, for which cost.tau is greatest. */
function extreme(
  ranges: readonly Interval[],
  pushes: PlainMatrix,
  balance: PlainVector,
  cost: PlainVector,
): number[] | undefined {
  if (pushes.length === 0) return ranges.map(({ low, high }, i) => (cost[i]! > 0 ? high : low));
  const m = ranges.length;
  const zeros = Array<number>(m).fill(0);
  const unit = (i: number) => zeros.map((_, k) => (k === i ? 1 : 0));
  const low = ranges.map((range) => range.low);
  // tau = low + a, a + slack = high - low
  const found = linearProgram(
    [...scaled(cost, -1), ...zeros],
    [...pushes.map((push) => [...push, ...zeros]), ...ranges.map((_, i) => [...unit(i), ...unit(i)])],
    [...balance.map((value, k) => value - inner(pushes[k]!, low)), ...ranges.map((range) => range.high - range.low)],
  );
  return found.status === "solved" ? addScaled(low, 1, found.x.slice(0, m)) : undefined;
}

/** The point of E that is farthest in a direction; undefined when E has no end there. */
export function supportPoint(set: EquilibriumSet, direction: PlainVector): number[] | undefined {
  const size = Math.sqrt(inner(direction, direction));
  if (set.unbounded.some((free) => Math.abs(inner(free, direction)) > 1e-9 * size)) return undefined;
  const cost = set.generators.map((generator) => inner(generator, direction));
  const tau = extreme(
    set.ranges,
    set.pushes,
    set.pushes.map(() => 0),
    cost,
  );
  return tau && addScaled(set.center, 1, combination(set.generators, tau, set.center.length));
}

/** From the least to the greatest value of direction.x on E; infinite where E has no end. */
export function extentAlong(set: EquilibriumSet, direction: PlainVector): Interval {
  const high = supportPoint(set, direction);
  const low = supportPoint(set, scaled(direction, -1));
  return {
    low: low ? inner(low, direction) : Number.NEGATIVE_INFINITY,
    high: high ? inner(high, direction) : Number.POSITIVE_INFINITY,
  };
}

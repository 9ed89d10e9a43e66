/**
 * Motions in a subspace of velocities that no row resists, M b'' + C b' + K b = 0 seen there: whether all of them die out. What cannot
 * be told from round-off, or would take longer than any run, counts as undamped. Two arguments that know nothing of each other must
 * agree: the damping of the motions as they are, and a search among the motions without damping for one that damping does not see.
 */
import { blockOf, connectedBlocks } from "../../numeric/blocks.ts";
import { isPositive, roundOff } from "../../numeric/definite.ts";
import { eigenvalues } from "../../numeric/general-eigenvalues.ts";
import {
  combination,
  combined,
  inner,
  type PlainMatrix,
  type PlainVector,
  seenIn,
  symmetricPart,
  transposed,
} from "../../numeric/plain-matrix.ts";
import { pencilEigen } from "../../numeric/symmetric-eigen.ts";
import type { FrictionMachine } from "./machine.ts";
import { leastSeen, type SeenMotion } from "./unseen-motion.ts";

export type Plant = Pick<FrictionMachine, "mass" | "damping" | "stiffness">;

export interface FreeMotion {
  /** Whether C takes energy from every velocity of the subspace. */
  readonly positive: boolean;
  /** Whether it takes enough of every velocity, so that every motion dies out also where more rows stick. */
  readonly uniform: boolean;
  /** Whether every motion dies out; asks for a stiffness that is positive there, and for C >= 0. */
  readonly decays: boolean;
  /** The same by the damping of the motions alone, which asks nothing of C. */
  readonly spectrum: boolean;
  /** The motion that damping sees least, with its velocity in the machine's coordinates. */
  readonly least: SeenMotion | undefined;
}

/** Damping ratios below this count as none: a motion would keep its energy to six digits over a thousand periods. */
export const LEAST_RATIO = 1e-10;

/** `basis`: of the subspace. */
export function freeMotion(plant: Plant, basis: PlainMatrix): FreeMotion {
  const seen = {
    mass: seenIn(plant.mass, basis),
    stiffness: symmetricPart(seenIn(plant.stiffness, basis)),
    damping: seenIn(plant.damping, basis),
    doubt: doubtOf(plant.damping, basis),
  };
  const parts = connectedBlocks([seen.mass, seen.stiffness, seen.damping], basis.length).map((block) => {
    const part: Part = {
      mass: blockOf(seen.mass, block),
      stiffness: blockOf(seen.stiffness, block),
      damping: blockOf(seen.damping, block),
      doubt: block.map((i) => seen.doubt[i]!),
    };
    return blockMotion(
      part,
      block.map((i) => basis[i]!),
      plant,
    );
  });
  const least = parts.flatMap(({ least }) => (least ? [least] : [])).sort((a, b) => a.ratio - b.ratio)[0];
  return {
    positive: parts.every(({ positive }) => positive),
    uniform: parts.every(({ uniform }) => uniform),
    decays: parts.every(({ decays }) => decays),
    spectrum: parts.every(({ spectrum }) => spectrum),
    least,
  };
}

interface Part extends Plant {
  /** What C may differ by, as a diagonal matrix. */
  readonly doubt: PlainVector;
}

function blockMotion(part: Part, basis: PlainMatrix, plant: Plant): FreeMotion {
  const { mass, stiffness, damping, doubt } = part;
  const certain = symmetricPart(damping).map((row, i) => row.map((entry, j) => (i === j ? entry - doubt[i]! : entry)));
  const modes = isPositive(stiffness) ? pencilEigen(stiffness, mass) : undefined;
  if (!modes || modes.some(({ value }) => !(value > 0))) {
    return { positive: isPositive(certain), uniform: false, decays: false, spectrum: false, least: undefined };
  }
  const shapes = modes.map(({ vector }) => vector);
  const frequencies = modes.map(({ value }) => Math.sqrt(value));
  const inModes = seenIn(damping, shapes);
  const velocities = shapes.map((shape) => combination(basis, shape, plant.mass.length));
  const doubts = velocities.map((velocity) => termsOf(plant.damping, velocity) * roundOff(2 * plant.mass.length));
  const uniform = isDamped(certain, part, frequencies);
  const symmetric = combined(inModes, -1, transposed(inModes)).every((row, i) =>
    row.every((entry, j) => Math.abs(entry) <= Math.sqrt(doubts[i]! * doubts[j]!)),
  );
  const spectrum = (uniform && symmetric) || leastRatio(frequencies, inModes) >= LEAST_RATIO;
  const least = leastSeen(frequencies, inModes, doubts, velocities);
  const seen = least !== undefined && least.ratio >= LEAST_RATIO;
  return { positive: uniform || isPositive(certain), uniform, decays: spectrum && seen, spectrum, least };
}

/**
 * C >= 2 LEAST_RATIO sqrt(b.M b b.K b) for every b, since 2 sqrt(m k) <= tau m + k/tau: a motion b e^{lambda t} has the damping ratio
 * b.C b / (2 sqrt(b.M b b.K b)) where C is symmetric.
 */
function isDamped(certain: PlainMatrix, { mass, stiffness }: Plant, frequencies: readonly number[]): boolean {
  const [low, high] = [frequencies[0]!, frequencies.at(-1)!];
  const middle = Math.sqrt(low) * Math.sqrt(high);
  return [middle, low, high].some((tau) =>
    isPositive(combined(combined(certain, -LEAST_RATIO * tau, mass), -LEAST_RATIO / tau, stiffness)),
  );
}

/**
 * The least damping ratio, -Re/| | of the eigenvalues of (omega q, q')' = [[0, omega], [-omega, -C]]; 0 where one of them is not in the
 * left half plane beyond its round-off.
 */
function leastRatio(frequencies: readonly number[], damping: PlainMatrix): number {
  const n = frequencies.length;
  // the fast ones first: small eigenvalues keep more digits at the end of a graded matrix
  const order = Array.from(frequencies.keys()).reverse();
  const matrix = new Float64Array(4 * n * n);
  order.forEach((i, k) => {
    matrix[2 * k * 2 * n + 2 * k + 1] = frequencies[i]!;
    matrix[(2 * k + 1) * 2 * n + 2 * k] = -frequencies[i]!;
    order.forEach((j, l) => {
      matrix[(2 * k + 1) * 2 * n + 2 * l + 1] = -damping[i]![j]!;
    });
  });
  const found = eigenvalues(matrix, 2 * n);
  if (!found) return 0;
  const size = Math.sqrt(matrix.reduce((sum, entry) => sum + entry * entry, 0));
  return found.real.reduce((least, real, k) => {
    const imaginary = found.imaginary[k]!;
    const ratio = -real / Math.sqrt(real * real + imaginary * imaginary);
    return -real > roundOff(n) * size ? Math.min(least, ratio) : 0;
  }, 1);
}

/** The least damping ratio of all motions in a subspace; 0 where one is not damped. */
export function dampingRatio(plant: Plant, basis: PlainMatrix): number {
  const modes = pencilEigen(seenIn(plant.stiffness, basis), seenIn(plant.mass, basis));
  if (!modes?.every(({ value }) => value > 0)) return 0;
  const shapes = modes.map(({ vector }) => vector);
  return leastRatio(
    modes.map(({ value }) => Math.sqrt(value)),
    seenIn(seenIn(plant.damping, basis), shapes),
  );
}

/** What round-off can do to C seen in a basis: diagonal entries that outweigh the errors of all entries (Gershgorin). */
function doubtOf(matrix: PlainMatrix, basis: PlainMatrix): number[] {
  const n = matrix.length;
  const sizes = matrix.map((row) => row.map(Math.abs));
  const terms = seenIn(
    sizes.map((row, i) => row.map((entry, j) => (entry + sizes[j]![i]!) / 2)),
    basis.map((vector) => vector.map(Math.abs)),
  );
  return terms.map((row, i) =>
    row.reduce((sum, entry, j) => {
      if (entry === 0) return sum;
      return sum + roundOff(n) * entry * Math.sqrt(terms[i]![i]! / terms[j]![j]!);
    }, 0),
  );
}

/** |u|.|C| |u|: the size of the terms of u.C u. */
export function termsOf(matrix: PlainMatrix, u: PlainVector): number {
  const sizes = u.map(Math.abs);
  return matrix.reduce((sum, row, i) => sum + sizes[i]! * inner(row.map(Math.abs), sizes), 0);
}

/**
 * Asymptotic stability of M x'' + C x' + K x = 0, for machines that no friction holds: then damping need not be positive. Proved by a
 * Lyapunov function z.P z, whose two matrices are checked for what they are, however P was found.
 */
import { isPositive, roundOff } from "../../numeric/definite.ts";
import {
  combined,
  identity,
  type PlainMatrix,
  product,
  scaled,
  seenIn,
  solverOf,
  transposed,
} from "../../numeric/plain-matrix.ts";
import { pencilEigen } from "../../numeric/symmetric-eigen.ts";
import type { FrictionMachine } from "./machine.ts";

/** Squarings: decay within 2^60 of the machine's times. */
const SQUARINGS = 60;

/** Asks for a positive definite stiffness. */
export function linearlyStable({ mass, damping, stiffness }: FrictionMachine): boolean {
  const modes = pencilEigen(stiffness, mass);
  if (!modes?.every(({ value }) => value > 0)) return false;
  const shapes = modes.map(({ vector }) => vector);
  const frequencies = modes.map(({ value }) => Math.sqrt(value));
  const n = modes.length;
  const C = seenIn(damping, shapes);
  const unit = (i: number, value: number) => Array.from({ length: n }, (_, k) => (k === i ? value : 0));
  // (omega q, q')
  const A = [
    ...frequencies.map((omega, i) => [...unit(i, 0), ...unit(i, omega)]),
    ...frequencies.map((omega, i) => [...unit(i, -omega), ...scaled(C[i]!, -1)]),
  ];
  const P = lyapunov(A, Math.sqrt(frequencies[0]!) * Math.sqrt(frequencies.at(-1)!));
  if (!P?.flat().every(Number.isFinite) || !isPositive(P)) return false;
  const image = product(P, A);
  const doubt = product(
    P.map((row) => row.map(Math.abs)),
    A.map((row) => row.map(Math.abs)),
  ).map((row) => 2 * roundOff(2 * n) * row.reduce((sum, entry) => sum + entry, 0));
  // -(P A + A^T P) less its round-off
  const loss = image.map((row, i) => row.map((entry, j) => -entry - image[j]![i]! - (i === j ? doubt[i]! : 0)));
  return isPositive(loss);
}

/** P with A^T P + P A = -I/(2 s), by Cayley's transform and Smith's squarings; of no meaning where A is not stable. */
function lyapunov(A: PlainMatrix, s: number): PlainMatrix | undefined {
  const shifted = (sign: number) => A.map((row, i) => row.map((entry, j) => sign * entry + (i === j ? s : 0)));
  const solve = solverOf(transposed(shifted(-1)));
  if (!solve) return undefined;
  const inverse = identity(A.length).map(solve); // rows of (s I - A)^{-1}
  let power = product(shifted(1), inverse);
  let P = product(transposed(inverse), inverse);
  for (let k = 0; k < SQUARINGS; k++) {
    const added = product(transposed(power), product(P, power));
    P = combined(P, 1, added);
    if (added.every((row, i) => row.every((entry, j) => Math.abs(entry) <= 1e-17 * Math.sqrt(P[i]![i]! * P[j]![j]!))))
      break;
    power = product(power, power);
  }
  return P;
}

/** Asymptotic stability of M x'' + C x' + K x = 0, for machines that no friction holds: then damping need not be positive. */

import { spectralRadius } from "../numeric/eigenvalues.ts";
import { type PlainMatrix, solverOf, transposed } from "../numeric/plain-matrix.ts";
import type { FrictionMachine } from "./machine.ts";

/** Whether every eigenvalue lies in the left half plane, which Cayley's transform maps into the unit circle. */
export function linearlyStable({ mass, damping, stiffness }: FrictionMachine): boolean {
  const n = mass.length;
  const solve = solverOf(mass);
  if (!solve) return false;
  const rate = transposed([...transposed(stiffness), ...transposed(damping)].map(solve));
  const A: PlainMatrix = [
    ...mass.map((_, i) => Array.from({ length: 2 * n }, (_, j) => (j === n + i ? 1 : 0))),
    ...rate.map((row) => row.map((entry) => -entry)),
  ];
  const size = Math.sqrt(Math.max(1e-300, ...rate.flat().map(Math.abs)));
  const shifted = (sign: number) => A.map((row, i) => row.map((entry, j) => sign * entry + (i === j ? size : 0)));
  const inverse = solverOf(transposed(shifted(-1)));
  if (!inverse) return false;
  // (s I + A) (s I - A)^{-1}, row by row: the transpose of a solve with the transpose
  const cayley = shifted(1).map(inverse);
  return spectralRadius(Float64Array.from(cayley.flat()), 2 * n) < 1 - 1e-12;
}

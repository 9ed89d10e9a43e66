/**
 * Motions that neither damping nor friction sees: velocities in ker W^T with C v = 0 for all time. Where there is none, a
 * machine whose damping takes no energy away in some directions still comes to rest (LaSalle's invariance principle).
 */
import {
  inner,
  largestEntry,
  type PlainMatrix,
  seenIn,
  solverOf,
  symmetricPart,
  transposed,
} from "../numeric/plain-matrix.ts";
import { splitSpace } from "../numeric/subspace.ts";
import type { FrictionSpan } from "./friction-span.ts";
import type { FrictionMachine } from "./machine.ts";

/**
 * Whether every motion without slip is damped in the end, for positive semidefinite damping. With v = N b the velocity obeys
 * M_N b'' + C_N b' + K_N b = 0 as long as C_N (symmetric part) b = 0: observability of b through C_N, by Kalman's ranks.
 */
export function freeMotionDamped(machine: FrictionMachine, { free }: FrictionSpan): boolean {
  const k = free.length;
  if (k === 0) return true;
  const solve = solverOf(seenIn(machine.mass, free));
  if (!solve) return false;
  const damping = seenIn(machine.damping, free);
  const rate = transposed([...transposed(seenIn(machine.stiffness, free)), ...transposed(damping)].map(solve));
  // d/dt (b, b') = (b', -M^{-1}(K b + C b'))
  const dynamics: PlainMatrix = [
    ...free.map((_, i) => Array.from({ length: 2 * k }, (_, j) => (j === k + i ? 1 : 0))),
    ...rate.map((row) => row.map((entry) => -entry)),
  ];
  const seen = symmetricPart(damping).map((row) => [...row, ...free.map(() => 0)]);
  return observable(seen, dynamics, 2 * k);
}

function observable(seen: PlainMatrix, dynamics: PlainMatrix, size: number): boolean {
  const columns = transposed(dynamics);
  const scale = Math.max(1e-300, largestEntry(dynamics));
  let known: PlainMatrix = splitSpace(
    seen.filter((row) => row.some((entry) => entry !== 0)),
    size,
  ).span;
  for (let rank = -1; rank < known.length; ) {
    rank = known.length;
    const next = known.map((row) => columns.map((column) => inner(row, column) / scale));
    known = splitSpace([...known, ...next.filter((row) => row.some((entry) => Math.abs(entry) > 1e-10))], size).span;
  }
  return known.length === size;
}

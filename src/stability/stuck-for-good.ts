/**
 * Stuck for good. While all friction rows stick, the machine moves in ker W^T only, a linear system whose energy about its
 * rest does not grow (C >= 0 there); the forces that hold the rows differ from those at rest by at most sqrt(2 V) times a
 * constant of each row. Once that leaves every force inside its limits, no row ever slips again. Where the rows span all
 * velocities there is nothing left that moves.
 */
import {
  addScaled,
  asymmetry,
  combination,
  inner,
  largestEntry,
  type PlainMatrix,
  type PlainVector,
  seenIn,
  solverOf,
  symmetricPart,
  times,
} from "../numeric/plain-matrix.ts";
import { splitSpace } from "../numeric/subspace.ts";
import { symmetricEigen } from "../numeric/symmetric-eigen.ts";
import type { Vector } from "../numeric/vector.ts";
import type { Simulation } from "../simulate/simulation.ts";
import { frictionMachine } from "./machine.ts";

export interface StuckTest {
  /** Whether rows that all stick at a state do so for ever, and the motion comes to rest. */
  holds(position: Vector, velocity: Vector): boolean;
}

/** Round-off of forces: a row that is held right at its limit is as stuck as the scheme can tell. */
const SLACK = 1 + 1e-12;

/** Undefined where the argument does not apply: other rows than friction, dependent rows, no decaying free motion. */
export function stuckTest(simulation: Simulation): StuckTest | undefined {
  const { machine } = frictionMachine(simulation);
  if (!machine || machine.rows.some(({ forward, backward }) => !(forward > 0 && backward > 0))) return undefined;
  const { mass, damping, stiffness, force, rows } = machine;
  const n = mass.length;
  const directions = rows.map(({ direction }) => direction);
  const { rest: free, independent } = splitSpace(directions, n);
  if (independent.length < rows.length) return undefined;
  const [M, C, K] = [mass, damping, stiffness].map((matrix) => seenIn(matrix, free)) as [
    number[][],
    number[][],
    number[][],
  ];
  if (!(asymmetry(K) <= 1e-12 * largestEntry(K) && isPositive(K) && isPositive(symmetricPart(C)))) return undefined;
  const solveK = solverOf(K);
  const solveM = solverOf(M);
  const hold = holdingForces(mass, directions);
  if (!solveK || !solveM || !hold) return undefined;
  // sqrt(a.K^{-1} a + b.M^{-1} b): how far the force of each row reaches, a and b its parts by position and velocity
  const byPosition = free.map((u) => hold(times(stiffness, u)));
  const byVelocity = free.map((u) => hold(times(damping, u)));
  const reach = rows.map((_, i) => {
    const a = byPosition.map((forces) => forces[i]!);
    const b = byVelocity.map((forces) => forces[i]!);
    return Math.sqrt(inner(a, solveK(a)) + inner(b, solveM(b)));
  });
  const pullAt = (x: PlainVector) => addScaled(times(stiffness, x), -1, force);
  return {
    holds(position, velocity) {
      const x = Array.from(position);
      const pull = pullAt(x);
      const way = solveK(free.map((u) => -inner(u, pull))); // to its rest along ker W^T
      const speed = free.map((u) => inner(u, Array.from(velocity)));
      const twice = inner(way, times(K, way)) + inner(speed, times(M, speed));
      const forces = hold(pullAt(addScaled(x, 1, combination(free, way, n))));
      return rows.every(({ forward, backward }, i) => {
        const off = Math.sqrt(Math.max(0, twice)) * reach[i]!;
        return forces[i]! - off > -forward * SLACK && forces[i]! + off < backward * SLACK;
      });
    },
  };
}

function isPositive(matrix: PlainMatrix): boolean {
  return symmetricEigen(matrix).every(({ value }) => value > 0);
}

/** The rows' forces that balance a pull on the coordinates while all stick: (W^T M^{-1} W)^{-1} W^T M^{-1} pull. */
function holdingForces(mass: PlainMatrix, W: PlainMatrix): ((pull: PlainVector) => number[]) | undefined {
  const light = solverOf(mass);
  if (!light) return undefined;
  const moved = W.map(light); // M is symmetric
  const solve = solverOf(W.map((w) => moved.map((u) => inner(w, u))));
  return solve && ((pull) => solve(moved.map((u) => inner(u, pull))));
}

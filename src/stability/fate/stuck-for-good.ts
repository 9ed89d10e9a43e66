/**
 * Stuck for good. While all friction rows stick, the machine moves in ker W^T only, a linear system whose energy about its
 * rest does not grow (C >= 0 there); the forces that hold the rows differ from those at rest by at most sqrt(2 V) times a
 * constant of each row. Once that leaves every force inside its limits, no row ever slips again. Where the rows span all
 * velocities there is nothing left that moves.
 */
import { isPositive, skewness } from "../../numeric/definite.ts";
import {
  addScaled,
  combination,
  inner,
  type PlainMatrix,
  type PlainVector,
  scaled,
  seenIn,
  solverOf,
  times,
} from "../../numeric/plain-matrix.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { SYMMETRIC } from "../rest/certificate.ts";
import { freeMotion } from "../rest/free-motion.ts";
import { freeVelocities, gainingVelocity } from "../rest/friction-span.ts";
import { type FrictionMachine, frictionMachine } from "../rest/machine.ts";

export interface StuckTest {
  /** Whether rows that all stick (mode 0) at a state do so for ever. */
  holds(position: Vector, velocity: Vector, mode: ArrayLike<number>): boolean;
  /** Whether what still moves then comes to rest. */
  readonly rests: boolean;
  /** Whether what still moves is more than round-off: it swings on where it does not come to rest. */
  swings(position: Vector, velocity: Vector): boolean;
}

/** Round-off of forces: a row that is held right at its limit is as stuck as the scheme can tell. */
const SLACK = 1 + 1e-12;
/** Of energies, relative: 12 digits of a motion. */
const ROUND_OFF = 1e-24;

/** Undefined where the argument does not apply: other rows than friction, dependent rows, no decaying free motion. */
export function stuckTest(simulation: Simulation): StuckTest | undefined {
  const { machine } = frictionMachine(simulation);
  if (!machine) return undefined;
  const holding = machine.rows.flatMap((row, i) => (row.forward + row.backward > 0 ? [i] : []));
  const rows = holding.map((i) => machine.rows[i]!);
  if (rows.some(({ forward, backward }) => !(forward > 0 && backward > 0))) return undefined;
  const { mass, damping, stiffness, force } = machine;
  const n = mass.length;
  const directions = rows.map(({ direction }) => direction);
  const { free, rank, doubtful } = freeVelocities(mass, directions);
  const left = rank < rows.length || doubtful ? undefined : whatIsLeft(machine, free);
  if (!left) return undefined;
  const [M, K] = [seenIn(mass, free), seenIn(stiffness, free)];
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
  /** The way to its rest along ker W^T, and twice the energy about it. */
  const swing = (x: PlainVector, v: PlainVector) => {
    const pull = pullAt(x);
    const way = solveK(free.map((u) => -inner(u, pull)));
    const momentum = times(mass, v);
    const speed = solveM(free.map((u) => inner(u, momentum)));
    return { way, twice: Math.max(0, inner(way, times(K, way)) + inner(speed, times(M, speed))) };
  };
  return {
    ...left,
    swings(position, velocity) {
      const [x, v] = [Array.from(position), Array.from(velocity)];
      const whole = Math.abs(inner(x, times(stiffness, x))) + inner(v, times(mass, v));
      return swing(x, v).twice > ROUND_OFF * whole;
    },
    holds(position, velocity, mode) {
      for (let i = 0; i < holding.length; i++) if (mode[holding[i]!] !== 0) return false;
      const x = Array.from(position);
      const moves = free.length > 0 ? swing(x, Array.from(velocity)) : undefined;
      const twice = moves?.twice ?? 0;
      const forces = hold(pullAt(moves ? addScaled(x, 1, combination(free, moves.way, n)) : x));
      for (let i = 0; i < rows.length; i++) {
        const off = Math.sqrt(twice) * reach[i]!;
        const { forward, backward } = rows[i]!;
        if (!(forces[i]! - off > -forward * SLACK && forces[i]! + off < backward * SLACK)) return false;
      }
      return true;
    },
  };
}

/** Whether every motion in a subspace dies out; undefined where one may gain energy. */
function whatIsLeft(
  { mass, damping, stiffness, ...machine }: FrictionMachine,
  basis: PlainMatrix,
): Pick<StuckTest, "rests"> | undefined {
  if (basis.length === 0) return { rests: true };
  const [M, C, K] = [seenIn(mass, basis), seenIn(damping, basis), seenIn(stiffness, basis)];
  if (skewness(K) > SYMMETRIC || !isPositive(K)) return undefined;
  const { decays, positive } = freeMotion({ mass, damping, stiffness }, basis);
  const gains = !positive && gainingVelocity({ ...machine, mass: M, damping: C, stiffness: K }) !== undefined;
  return gains ? undefined : { rests: decays };
}

/** The rows' forces that balance a pull on the coordinates while all stick: (W^T M^{-1} W)^{-1} W^T M^{-1} pull. */
function holdingForces(mass: PlainMatrix, W: PlainMatrix): ((pull: PlainVector) => number[]) | undefined {
  const light = solverOf(mass);
  if (!light) return undefined;
  // each row in a unit in which its mobility is 1
  const units = W.map((w) => 1 / Math.sqrt(inner(w, light(w))));
  const even = W.map((w, i) => scaled(w, units[i]!));
  const moved = even.map(light); // M is symmetric
  const solve = solverOf(even.map((w) => moved.map((u) => inner(w, u))));
  return solve && ((pull) => solve(moved.map((u) => inner(u, pull))).map((entry, i) => entry * units[i]!));
}

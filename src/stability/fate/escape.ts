/**
 * Escape for good. Along a left eigenvector l of the linear part with growth g = Re(lambda) > 0, eta = l.(z - z*) obeys
 * |eta|' >= g |eta| - b, where b bounds what all friction forces together can do along l. Beyond |eta| = b / g the motion
 * grows for ever, whatever the rows do: no horizon is needed to know it. Parts of the machine that are not coupled are looked at
 * one by one, each coordinate in the scale of its mass: the fast ones hide no slow one.
 */

import { largestRatio } from "../../model/rows/curve.ts";
import { isFriction } from "../../model/rows/law.ts";
import { type RowValues, rowValues } from "../../model/rows/row-values.ts";
import { linearOf, type System } from "../../model/system.ts";
import { blockOf, connectedBlocks } from "../../numeric/blocks.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import { type PlainMatrix, solverOf } from "../../numeric/plain-matrix.ts";
import { rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import { type GrowingDirection, growingDirections } from "../rest/growing-directions.ts";

export interface EscapeTest {
  /** Unstable directions that are watched; none: nothing can be said. */
  readonly count: number;
  /** How far beyond its bound the motion is along each of them, into `out` where it is given: above 1 it grows for ever. */
  beyond(position: Vector, velocity: Vector, out?: Vector): Vector;
}

interface Watched extends Omit<GrowingDirection, "growth" | "frequency"> {
  /** The unit of position and velocity of each coordinate in the direction: 0 where it has no part in it. */
  readonly position: Vector;
  readonly velocity: Vector;
  /** Of the constant load: added to eta. */
  readonly shift: readonly [number, number];
  /** b / g, and what a unit of state adds to it, since the direction is known to round-off only. */
  readonly bound: number;
  readonly doubt: number;
}

export function escapeTest(system: System): EscapeTest {
  const bent = !system.linear || system.linear.springs || system.controllers?.limited;
  const unsteady = !system.load.constant || system.rowMotion || (system.rowFunctions && !system.rowFunctions.constant);
  const watched = system.hasStops || bent || unsteady ? [] : unstableDirections(system);
  return {
    count: watched.length,
    beyond(position, velocity, out = new Float64Array(watched.length)) {
      for (let k = 0; k < watched.length; k++) out[k] = ratioOf(watched[k]!, position, velocity);
      return out;
    },
  };
}

function ratioOf(
  { real, imaginary, shift, bound, doubt, position: lengths, velocity: speeds }: Watched,
  position: Vector,
  velocity: Vector,
): number {
  const n = position.length;
  let a = shift[0];
  let b = shift[1];
  let square = 0;
  for (let i = 0; i < n; i++) {
    const x = lengths[i]! * position[i]!;
    const v = speeds[i]! * velocity[i]!;
    a += real[i]! * x + real[n + i]! * v;
    b += imaginary[i]! * x + imaginary[n + i]! * v;
    square += x * x + v * v;
  }
  const eta = Math.sqrt(a * a + b * b);
  return eta === 0 ? 0 : eta / (bound + doubt * Math.sqrt(square));
}

function unstableDirections(system: System): Watched[] {
  const n = system.size;
  const linear = linearOf(system);
  const [mass, stiffness, damping] = [plain(linear.mass, n), plain(linear.stiffness, n), plain(linear.damping, n)];
  const load = new Float64Array(n);
  system.load.evaluate(new Float64Array(2), load);
  const values = rowValues(system);
  values.update(new Float64Array(2));
  return connectedBlocks([mass, stiffness, damping], n).flatMap((block) => {
    const masses = blockOf(mass, block);
    const solve = solverOf(masses);
    if (!solve) return [];
    const [K, C] = [blockOf(stiffness, block), blockOf(damping, block)];
    return growingDirections(masses, K, C).map((direction) =>
      watch(system, values, load, block, masses, solve, direction),
    );
  });
}

function plain(matrix: Matrix, n: number): number[][] {
  return Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => matrix.at(i, j)));
}

/** A direction of a part of the machine, as one of the whole. */
function watch(
  system: System,
  values: RowValues,
  load: Vector,
  block: readonly number[],
  mass: PlainMatrix,
  solve: (b: readonly number[]) => number[],
  { real, imaginary, growth, frequency, pace, doubt }: GrowingDirection,
): Watched {
  const n = system.size;
  const k = block.length;
  const units = mass.map((row, i) => Math.sqrt(row[i]!));
  const whole = (part: readonly number[]) => {
    const out = new Float64Array(n);
    block.forEach((i, at) => {
      out[i] = part[at]!;
    });
    return out;
  };
  const spread = (part: Vector) => {
    const out = new Float64Array(2 * n);
    out.set(whole(Array.from(part.subarray(0, k))));
    out.set(whole(Array.from(part.subarray(k))), n);
    return out;
  };
  // what a force does along l: l_v.D M^{-1} force
  const [p, q] = [real, imaginary].map((part) => whole(solve(units.map((unit, i) => part[k + i]! * unit)))) as [
    Vector,
    Vector,
  ];
  const [a, b] = [p, q].map((part) => part.reduce((sum, entry, i) => sum + entry * load[i]!, 0)) as [number, number];
  const square = growth * growth + frequency * frequency;
  return {
    real: spread(real),
    imaginary: spread(imaginary),
    pace,
    position: whole(units.map((unit) => unit * pace)),
    velocity: whole(units),
    // (a + ib) / lambda
    shift: [(a * growth + b * frequency) / square, (b * growth - a * frequency) / square],
    bound: frictionAlong(system, values, p, q) / growth,
    doubt: doubt / growth,
  };
}

/** Largest |sum of l_v.M^{-1} w F| over all friction forces. */
function frictionAlong(system: System, values: RowValues, p: Vector, q: Vector): number {
  const { rows } = system;
  const { directions } = linearOf(system);
  const along = [p, q].map((part) => {
    const out = new Float64Array(rows.length);
    rowsMultiply(directions, part, out);
    return out;
  }) as [Vector, Vector];
  return rows.reduce((sum, { law }, i) => {
    const size = Math.sqrt(along[0][i]! * along[0][i]! + along[1][i]! * along[1][i]!);
    if (size === 0) return sum;
    if (!isFriction(law) || law.varying) return Number.POSITIVE_INFINITY;
    const { forward, backward, kineticForward, kineticBackward } = values;
    const limit = Math.max(forward[i]!, backward[i]!, kineticForward[i]!, kineticBackward[i]!);
    return sum + size * limit * largestRatio(law.weakening);
  }, 0);
}

/**
 * Escape for good. Along a left eigenvector l of the linear part with growth g = Re(lambda) > 0, eta = l.(z - z*) obeys
 * |eta|' >= g |eta| - b, where b bounds what all friction forces together can do along l. Beyond |eta| = b / g the motion
 * grows for ever, whatever the rows do: no horizon is needed to know it.
 */
import type { Law } from "../model/law.ts";
import type { LinearSystem } from "../model/linear.ts";
import { eigenvalues } from "../numeric/general-eigenvalues.ts";
import { luFactor, luSolve } from "../numeric/lu.ts";
import { rowsMultiply } from "../numeric/rows.ts";
import type { Vector } from "../numeric/vector.ts";

export interface EscapeTest {
  /** Unstable directions that are watched; none: nothing can be said. */
  readonly count: number;
  escaped(position: Vector, velocity: Vector): boolean;
}

/** Growth below this part of the largest eigenvalue is none. */
const GROWTH = 1e-9;
const MARGIN = 1 + 1e-9;

interface Watched {
  /** Left eigenvector over positions, then velocities. */
  readonly real: Vector;
  readonly imaginary: Vector;
  /** Of the constant load: added to eta. */
  readonly shift: readonly [number, number];
  readonly bound: number;
}

export function escapeTest(system: LinearSystem): EscapeTest {
  const bent = system.springs || system.controllers?.limited;
  const watched = system.hasStops || bent || !system.load.constant ? [] : unstableDirections(system);
  const n = system.size;
  return {
    count: watched.length,
    escaped(position, velocity) {
      return watched.some(({ real, imaginary, shift, bound }) => {
        let [a, b] = shift;
        for (let i = 0; i < n; i++) {
          a += real[i]! * position[i]! + real[n + i]! * velocity[i]!;
          b += imaginary[i]! * position[i]! + imaginary[n + i]! * velocity[i]!;
        }
        return Math.sqrt(a * a + b * b) > bound * MARGIN;
      });
    },
  };
}

function unstableDirections(system: LinearSystem): Watched[] {
  const n = system.size;
  const size = 2 * n;
  const { matrix, mass } = stateMatrix(system);
  const values = eigenvalues(matrix, size);
  if (!values) return [];
  const { real, imaginary } = values;
  const largest = Math.max(...real.map((x, i) => Math.abs(x) + Math.abs(imaginary[i]!)));
  const load = new Float64Array(n);
  system.load.evaluate(new Float64Array(2), load);
  const list: Watched[] = [];
  for (let k = 0; k < size; k++) {
    if (real[k]! <= GROWTH * largest || imaginary[k]! < 0) continue;
    const left = leftVector(matrix, size, real[k]!, imaginary[k]!, largest);
    // what a force does along l: l_v.M^{-1} force
    const [p, q] = [left.real, left.imaginary].map((part) => {
      const solved = Float64Array.from(part.subarray(n));
      mass.solve(solved); // M is symmetric
      return solved;
    }) as [Vector, Vector];
    const [a, b] = [p, q].map((part) => part.reduce((sum, entry, i) => sum + entry * load[i]!, 0)) as [number, number];
    const square = real[k]! * real[k]! + imaginary[k]! * imaginary[k]!;
    list.push({
      ...left,
      // (a + ib) / lambda
      shift: [(a * real[k]! + b * imaginary[k]!) / square, (b * real[k]! - a * imaginary[k]!) / square],
      bound: frictionAlong(system, p, q) / real[k]!,
    });
  }
  return list;
}

/** [[0, I], [-M^{-1} K, -M^{-1} D]], row-major, and the factored mass. */
function stateMatrix(system: LinearSystem) {
  const n = system.size;
  const mass = system.matrix();
  system.mass.addTo(mass, 1);
  mass.factor();
  const matrix = new Float64Array(4 * n * n);
  const column = new Float64Array(n);
  for (const [part, offset] of [
    [system.stiffness, 0],
    [system.damping, n],
  ] as const) {
    for (let j = 0; j < n; j++) {
      for (let i = 0; i < n; i++) column[i] = -part.at(i, j);
      mass.solve(column);
      for (let i = 0; i < n; i++) matrix[(n + i) * 2 * n + offset + j] = column[i]!;
    }
  }
  for (let i = 0; i < n; i++) matrix[i * 2 * n + n + i] = 1;
  return { matrix, mass };
}

/** l with l^T A = lambda l^T, of length 1: inverse iteration, real and imaginary parts as one real system. */
function leftVector(
  a: Vector,
  n: number,
  real: number,
  imaginary: number,
  scale: number,
): { real: Vector; imaginary: Vector } {
  const width = 2 * n;
  const system = new Float64Array(width * width);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      system[i * width + j] = a[j * n + i]!;
      system[(n + i) * width + n + j] = a[j * n + i]!;
    }
    system[i * width + i]! -= real + 1e-11 * scale; // beside the eigenvalue, so that it can be solved
    system[(n + i) * width + n + i]! -= real + 1e-11 * scale;
    system[i * width + n + i]! += imaginary;
    system[(n + i) * width + i]! -= imaginary;
  }
  const pivots = new Int32Array(width);
  luFactor(system, width, width, pivots, 0);
  const y = Float64Array.from({ length: width }, (_, i) => 1 / (1 + (i % 7)));
  for (let k = 0; k < 4; k++) {
    luSolve(system, width, width, pivots, y);
    const size = Math.sqrt(y.reduce((sum, entry) => sum + entry * entry, 0));
    for (let i = 0; i < width; i++) y[i]! /= size;
  }
  return { real: y.slice(0, n), imaginary: y.slice(n) };
}

/** Largest |sum of l_v.M^{-1} w F| over all friction forces. */
function frictionAlong({ rows, directions }: LinearSystem, p: Vector, q: Vector): number {
  const along = [p, q].map((part) => {
    const out = new Float64Array(rows.length);
    rowsMultiply(directions, part, out);
    return out;
  }) as [Vector, Vector];
  return rows.reduce((sum, { law }, i) => {
    const size = Math.sqrt(along[0][i]! * along[0][i]! + along[1][i]! * along[1][i]!);
    return law.joint ? Number.POSITIVE_INFINITY : sum + (size > 0 ? size * largestForce(law) : 0);
  }, 0);
}

/** N, at any slip: a tabulated law may rise above its limit. Unknown, so infinite, where the limits vary. */
function largestForce({ fixed, weakening }: Law): number {
  if (!fixed) return Number.POSITIVE_INFINITY;
  const slip = Float64Array.from(weakening?.kinks ?? []);
  const gamma = new Float64Array(slip.length);
  const slope = new Float64Array(slip.length);
  let ratio = 1;
  for (let k = 0; k < slip.length; k++) {
    weakening!.evaluate(slip, k, gamma, slope);
    ratio = Math.max(ratio, 1 - Math.sign(slip[k]!) * gamma[k]!);
  }
  return ratio * Math.max(fixed.forward, fixed.backward);
}

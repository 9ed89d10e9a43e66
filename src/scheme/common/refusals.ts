/** What schemes refuse: stops, springs, saturation, and steps beyond their stability bounds. */
import type { LinearParts } from "../../model/linear/linear.ts";
import { isHard } from "../../model/rows/constraint-method.ts";
import { linearOf, type System } from "../../model/system.ts";
import { Banded } from "../../numeric/banded.ts";
import { spectralRadius } from "../../numeric/eigenvalues.ts";
import { exp, log } from "../../numeric/elementary.ts";
import { Entries } from "../../numeric/entries.ts";
import { lanczosRadius } from "../../numeric/lanczos.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import type { Rows } from "../../numeric/rows.ts";
import { maxNorm, type Vector } from "../../numeric/vector.ts";

/** nu: spectral radius of M^{-1} K, 1/s^2; or a bound of it that is below `harmless` already, which costs far less. */
export function largestFrequencySquared(system: System, harmless: number): number {
  const linear = linearOf(system);
  const n = system.size;
  const mass = system.matrix();
  linear.mass.addTo(mass, 1);
  mass.factor();
  if (mass instanceof Banded) return bandedFrequencySquared(linear, mass, harmless);
  const ratio = new Float64Array(n * n);
  const column = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) column[i] = linear.stiffness.at(i, j);
    mass.solve(column);
    for (let i = 0; i < n; i++) ratio[i * n + j] = column[i]!;
  }
  const bound = largestRowSum(ratio, n);
  return bound < harmless ? bound : spectralRadius(ratio, n);
}

/** The same without n x n numbers. */
function bandedFrequencySquared({ stiffness, mass }: LinearParts, factored: Banded, harmless: number): number {
  const n = factored.size;
  const sums = new Float64Array(n);
  const column = new Float64Array(n);
  const range = new Int32Array(2);
  const columns = transposed(stiffness);
  for (let j = 0; j < n; j++) {
    range[0] = n;
    range[1] = 0;
    for (let k = columns.start[j]!; k < columns.start[j + 1]!; k++) {
      const i = columns.column[k]!;
      column[i] = columns.value[k]!;
      range[0] = Math.min(range[0]!, i);
      range[1] = Math.max(range[1]!, i + 1);
    }
    factored.solveWithin(column, range);
    for (let i = range[0]!; i < range[1]!; i++) {
      sums[i]! += Math.abs(column[i]!);
      column[i] = 0;
    }
  }
  const bound = maxNorm(sums);
  if (bound < harmless) return bound;
  const solve = (x: Vector) => factored.solve(x);
  const apply = (x: Vector, out: Vector) => stiffness.multiply(x, out);
  if (!isSymmetric(stiffness)) return growth(n, apply, solve);
  return lanczosRadius(n, apply, solve, (x, out) => mass.multiply(x, out));
}

function transposed(matrix: Matrix): Rows {
  const columns = new Entries(matrix.size);
  for (let i = 0; i < matrix.size; i++) {
    for (let j = matrix.firstIn(i); j < matrix.lastIn(i); j++) columns.add(j, i, matrix.at(i, j));
  }
  return columns.rows();
}

function isSymmetric(matrix: Matrix): boolean {
  for (let i = 0; i < matrix.size; i++) {
    for (let j = matrix.firstIn(i); j < matrix.lastIn(i); j++) if (matrix.at(i, j) !== matrix.at(j, i)) return false;
  }
  return true;
}

/** Spectral radius of M^{-1} K by what powers of it do to a vector; feedback may make K unsymmetric. */
function growth(n: number, apply: (x: Vector, out: Vector) => void, solve: (x: Vector) => void): number {
  const x = Float64Array.from({ length: n }, (_, i) => ((i * 7919) % 1009) / 1009 - 0.5);
  const out = new Float64Array(n);
  let total = 0;
  let count = 0;
  for (let k = 0; k < 2000; k++) {
    apply(x, out);
    solve(out);
    const size = maxNorm(out);
    if (size === 0) return 0;
    for (let i = 0; i < n; i++) x[i] = out[i]! / size;
    if (k < 1000) continue;
    total += log(size);
    count++;
  }
  return exp(total / count);
}

function largestRowSum(matrix: Float64Array, n: number): number {
  let largest = 0;
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += Math.abs(matrix[i * n + j]!);
    largest = Math.max(largest, sum);
  }
  return largest;
}

/** The message when a step is not below its bound (both in s). */
export function stepBoundFault(scheme: string, dt: number, bound: number, called = "step"): string | undefined {
  if (dt < bound) return undefined;
  return `invalid ${called} for ${scheme}; not below its stability bound ${bound.toPrecision(6)} s: ${dt}. Take a smaller step, or alpha with alpha >= 1/4, which has no bound`;
}

/** Why a scheme that factors constant matrices, or expands forces by them, cannot take a machine that has none. */
export function noMatrices(scheme: string, { conditioned }: System): string {
  if (conditioned) return noConditions(scheme);
  return `${scheme} needs constant mass, damping and stiffness matrices, which this machine has not. Take balanced`;
}

/** Why a scheme that is explicit in bending, or expands the motion, cannot take a beam. */
export function noConditions(scheme: string): string {
  return `${scheme} cannot treat beams, whose bending is stiff and whose length is a condition on positions. Take alpha or variational`;
}

/** Why a scheme that expands the motion cannot take a machine whose forces have no series. */
function noSeries(scheme: string, { conditioned }: System): string {
  if (conditioned) return noConditions(scheme);
  return `${scheme} needs the Taylor series of the machine's forces, which this machine does not give. Take balanced`;
}

/** Why a scheme that treats elasticity by itself cannot take the system. */
export function noSprings(scheme: string): string {
  return `${scheme} cannot treat nonlinear springs. Take event-driven, balanced or alpha`;
}

export function noStops(scheme: string): string {
  return `${scheme} cannot treat stops. Take event-driven or balanced`;
}

/** Velocities and positions are never known together in such a scheme, so neither is a command. */
export function noSaturation(scheme: string): string {
  return `${scheme} cannot treat controllers with a limit. Take event-driven, balanced or alpha, or leave the limit out`;
}

/** Why a scheme that knows rigid joints and stops only cannot take the methods of some. */
export function methodFault(scheme: string, { rows }: System): string | undefined {
  const soft = rows.find(({ law }) => !isHard(law.method));
  if (!soft) return undefined;
  const { type, at } = soft.law.method!;
  return `${scheme} takes joints and stops as rigid, but the method of ${soft.name} is ${type} at the ${at}. Take variational, or leave the method out`;
}

/** Anti-windup takes the excess of a command back at the rate 1/tracking, explicitly: the step must be below 2 tracking. */
export function trackingFault(scheme: string, system: System, dt: number): string | undefined {
  const { controllers, visible } = system;
  if (!controllers?.limited) return undefined;
  const q = new Float64Array(system.size);
  const { velocity, action, names } = controllers;
  for (let j = 0; j < names.length; j++) {
    q.fill(0);
    for (let i = velocity.start[j]!; i < velocity.start[j + 1]!; i++) q[velocity.column[i]!] = velocity.value[i]!;
    let rate = 0;
    for (let i = action.start[j]!; i < action.start[j + 1]!; i++) {
      if (action.column[i]! >= visible) rate += action.value[i]! * q[action.column[i]!]!;
    }
    if (dt * rate < 2) continue;
    return `invalid step for ${scheme}; not below ${(2 / rate).toPrecision(6)} s, twice the tracking time of ${names[j]}: ${dt}. Take a smaller step or a longer tracking`;
  }
  return undefined;
}

export function noTangents(scheme: string): string {
  return `${scheme} carries no derivatives of the motion. Take event-driven`;
}

/** Pairs of rows and coordinates that a scheme may keep numbers of. */
const MOST_PAIRS = 4_000_000;

/** Why a scheme that expands the motion, and couples every row with every coordinate, cannot take the system. */
export function seriesFault(scheme: string, system: System): string | undefined {
  if (!system.forceSeries) return noSeries(scheme, system);
  return methodFault(scheme, system) ?? pairsFault(scheme, system);
}

function pairsFault(scheme: string, { size, rows }: System): string | undefined {
  if (size * rows.length <= MOST_PAIRS) return undefined;
  return `${scheme} keeps numbers of every pair of a row and a coordinate, and locates the events of each row: too many with ${rows.length} rows on ${size} coordinates. Take balanced or alpha`;
}

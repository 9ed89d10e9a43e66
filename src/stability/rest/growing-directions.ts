/** Left eigenvectors of a linear machine along which motions grow, with what round-off leaves unknown of them. */
import { roundOff } from "../../numeric/definite.ts";
import { eigenvalues } from "../../numeric/general-eigenvalues.ts";
import { luFactor, luSolve } from "../../numeric/lu.ts";
import { largestEntry, type PlainMatrix, solverOf, transposed } from "../../numeric/plain-matrix.ts";
import type { Vector } from "../../numeric/vector.ts";

export interface GrowingDirection {
  /** l over (pace D x, D v), D the roots of the mass's diagonal; of length 1. */
  readonly real: Vector;
  readonly imaginary: Vector;
  /** lambda = growth + i frequency, 1/s. */
  readonly growth: number;
  readonly frequency: number;
  /** 1/s: makes positions velocities. */
  readonly pace: number;
  /** |l A - lambda l| and round-off, 1/s. */
  readonly doubt: number;
}

/** Growth must exceed the uncertainty of its eigenvalue so many times. */
const CLEARLY = 100;

export function growingDirections(mass: PlainMatrix, stiffness: PlainMatrix, damping: PlainMatrix): GrowingDirection[] {
  const { matrix, pace } = stateMatrix(mass, stiffness, damping);
  const n = matrix.length;
  const flat = Float64Array.from(matrix.flat());
  const values = eigenvalues(flat, n);
  if (!values) return [];
  const turned = Float64Array.from(transposed(matrix).flat());
  const size = Math.sqrt(flat.reduce((sum, entry) => sum + entry * entry, 0));
  const list: GrowingDirection[] = [];
  for (let k = 0; k < n; k++) {
    const [growth, frequency] = [values.real[k]!, values.imaginary[k]!];
    if (!(growth > CLEARLY * roundOff(n) * size) || frequency < 0) continue;
    const left = eigenvector(turned, n, growth, frequency, size);
    const right = eigenvector(flat, n, growth, frequency, size);
    // an eigenvalue moves by (error of the matrix) / |l.r|: next to a multiple one it is not known
    const condition = 1 / overlap(left, right);
    if (!(growth > CLEARLY * roundOff(n) * size * condition)) continue;
    const doubt = residual(turned, n, left, growth, frequency) + roundOff(n) * size;
    list.push({ ...left, growth, frequency, pace, doubt });
  }
  return list;
}

/** (pace D x, D v)' */
function stateMatrix(mass: PlainMatrix, stiffness: PlainMatrix, damping: PlainMatrix) {
  const n = mass.length;
  const units = mass.map((row, i) => Math.sqrt(row[i]!));
  const even = (a: PlainMatrix) => a.map((row, i) => row.map((entry, j) => entry / units[i]! / units[j]!));
  const solve = solverOf(even(mass));
  const [K, C] = [even(stiffness), even(damping)].map((a) => transposed(transposed(a).map(solve!))) as [
    number[][],
    number[][],
  ];
  const pace = Math.max(Math.sqrt(largestEntry(K)), largestEntry(C)) || 1;
  const matrix = [
    ...units.map((_, i) => Array.from({ length: 2 * n }, (_, j) => (j === n + i ? pace : 0))),
    ...units.map((_, i) => [...K[i]!.map((entry) => -entry / pace), ...C[i]!.map((entry) => -entry)]),
  ];
  return { matrix, pace };
}

type Complex = Pick<GrowingDirection, "real" | "imaginary">;

/** r with A r = lambda r, of length 1: inverse iteration, real and imaginary parts as one real system. */
function eigenvector(a: Vector, n: number, real: number, imaginary: number, scale: number): Complex {
  const width = 2 * n;
  const system = new Float64Array(width * width);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      system[i * width + j] = a[i * n + j]!;
      system[(n + i) * width + n + j] = a[i * n + j]!;
    }
    system[i * width + i]! -= real + 1e-14 * scale; // beside the eigenvalue, so that it can be solved
    system[(n + i) * width + n + i]! -= real + 1e-14 * scale;
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

/** |l.r| without conjugation. */
function overlap(l: Complex, r: Complex): number {
  let [a, b] = [0, 0];
  for (let i = 0; i < l.real.length; i++) {
    a += l.real[i]! * r.real[i]! - l.imaginary[i]! * r.imaginary[i]!;
    b += l.real[i]! * r.imaginary[i]! + l.imaginary[i]! * r.real[i]!;
  }
  return Math.sqrt(a * a + b * b);
}

/** |A y - lambda y| */
function residual(a: Vector, n: number, { real, imaginary }: Complex, growth: number, frequency: number): number {
  let square = 0;
  for (let i = 0; i < n; i++) {
    let p = -growth * real[i]! + frequency * imaginary[i]!;
    let q = -growth * imaginary[i]! - frequency * real[i]!;
    for (let j = 0; j < n; j++) {
      p += a[i * n + j]! * real[j]!;
      q += a[i * n + j]! * imaginary[j]!;
    }
    square += p * p + q * q;
  }
  return Math.sqrt(square);
}

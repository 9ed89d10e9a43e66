/**
 * Stuck for good. While all friction rows stick, the machine moves in ker W^T only, a linear system whose energy about its
 * rest does not grow (C >= 0 there); the forces that hold the rows differ from those at rest by at most sqrt(2 V) times a
 * constant of each row. Once that leaves every force inside its limits, no row ever slips again. Where the rows span all
 * velocities there is nothing left that moves.
 */
import { isFriction } from "../model/law.ts";
import type { LinearSystem } from "../model/linear.ts";
import { symmetricEigenvalues } from "../numeric/eigenvalues.ts";
import { luFactor, luSolve } from "../numeric/lu.ts";
import { pivotRank } from "../numeric/rank.ts";
import type { Vector } from "../numeric/vector.ts";

export interface StuckTest {
  /** Whether rows that all stick at a state do so for ever, and the motion comes to rest. */
  holds(position: Vector, velocity: Vector): boolean;
}

/** Undefined where the argument does not apply: other rows than friction, dependent rows, no decaying free motion. */
export function stuckTest(system: LinearSystem): StuckTest | undefined {
  const { size: n, rows, directions } = system;
  const m = rows.length;
  const friction = rows.every(({ law }) => isFriction(law) && law.smoothing === 0 && law.limit > 0 && law.backward > 0);
  if (!friction || system.springs || system.states.length > 0 || !system.load.constant || system.rowFunctions) {
    return undefined;
  }
  if (system.controllers?.limited) {
    return undefined;
  }
  if (pivotRank(directions, n).dependent.length > 0) return undefined;
  const W = rows.map((_, i) => denseRow(system, i));
  const N = complement(W, n);
  const r = N.length;
  const f = new Float64Array(n);
  system.load.evaluate(new Float64Array(2), f);
  const Kr = reduced(system.stiffness, N);
  const Cr = reduced(system.damping, N);
  const Mr = reduced(system.mass, N);
  if (r > 0 && !(isSymmetric(Kr, r) && least(Kr, r) > 0 && least(symmetricPart(Cr, r), r) > 0)) return undefined;
  const hold = holdingForces(system, W);
  const alpha = W.map((_, i) => N.map((u) => hold(i, product(system.stiffness, u))));
  const beta = W.map((_, i) => N.map((u) => hold(i, product(system.damping, u))));
  const inverseK = inverse(Kr, r);
  const inverseM = inverse(Mr, r);
  const reach = W.map((_, i) => Math.sqrt(form(inverseK, alpha[i]!, r) + form(inverseM, beta[i]!, r)));
  const x = new Float64Array(n);
  return {
    holds(position, velocity) {
      // its rest: N^T (K x - f) = 0 along ker W^T
      const pull = product(system.stiffness, position);
      for (let k = 0; k < n; k++) pull[k]! -= f[k]!;
      const force = Float64Array.from(N, (u) => dotted(u, pull));
      const way = Array.from({ length: r }, (_, a) => -dotted(inverseK.subarray(a * r, (a + 1) * r), force));
      x.set(position);
      N.forEach((u, a) => {
        for (let k = 0; k < n; k++) x[k]! += way[a]! * u[k]!;
      });
      const speed = N.map((u) => dotted(u, velocity));
      const twice = form(Kr, way, r) + form(Mr, speed, r);
      const rest = product(system.stiffness, x);
      for (let k = 0; k < n; k++) rest[k]! -= f[k]!;
      for (let i = 0; i < m; i++) {
        const at = hold(i, rest);
        const off = Math.sqrt(Math.max(0, twice)) * reach[i]!;
        const { limit, backward } = rows[i]!.law;
        if (!(at - off > -limit && at + off < backward)) return false;
      }
      return true;
    },
  };
}

function denseRow({ size, directions }: LinearSystem, i: number): Vector {
  const w = new Float64Array(size);
  for (let k = directions.start[i]!; k < directions.start[i + 1]!; k++) w[directions.column[k]!] = directions.value[k]!;
  return w;
}

/** Orthonormal vectors across all given ones. */
function complement(W: readonly Vector[], n: number): Vector[] {
  const basis: Vector[] = [];
  const across: Vector[] = [];
  const units = Array.from({ length: n }, (_, j) => Float64Array.from({ length: n }, (_, k) => (j === k ? 1 : 0)));
  [...W, ...units].forEach((vector, index) => {
    const rest = Float64Array.from(vector);
    const size = Math.sqrt(dotted(rest, rest));
    for (let twice = 0; twice < 2; twice++) {
      for (const u of basis) {
        const part = dotted(u, rest);
        for (let k = 0; k < n; k++) rest[k]! -= part * u[k]!;
      }
    }
    const length = Math.sqrt(dotted(rest, rest));
    if (!(length > 1e-10 * size)) return;
    for (let k = 0; k < n; k++) rest[k]! /= length;
    basis.push(rest);
    if (index >= W.length) across.push(rest);
  });
  return across;
}

type Product = { multiply(x: Vector, out: Vector): void; readonly size: number };

function product(matrix: Product, x: Vector): Vector {
  const out = new Float64Array(matrix.size);
  matrix.multiply(x, out);
  return out;
}

function dotted(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}

/** N^T A N, row-major. */
function reduced(matrix: Product, N: readonly Vector[]): Vector {
  const columns = N.map((u) => product(matrix, u));
  return Float64Array.from(N.flatMap((u) => columns.map((column) => dotted(u, column))));
}

/** x^T A x */
function form(a: Vector, x: ArrayLike<number>, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sum += x[i]! * a[i * n + j]! * x[j]!;
  return sum;
}

function isSymmetric(a: Vector, n: number): boolean {
  const largest = Math.max(...a.map(Math.abs));
  return a.every((entry, k) => Math.abs(entry - a[(k % n) * n + Math.floor(k / n)]!) <= 1e-12 * largest);
}

function symmetricPart(a: Vector, n: number): Vector {
  return a.map((entry, k) => (entry + a[(k % n) * n + Math.floor(k / n)]!) / 2);
}

function least(a: Vector, n: number): number {
  return symmetricEigenvalues(a, n)[0]!;
}

function inverse(a: Vector, n: number): Vector {
  const factors = Float64Array.from(a);
  const pivots = new Int32Array(n);
  luFactor(factors, n, n, pivots);
  const out = new Float64Array(n * n);
  const unit = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    unit.fill(0);
    unit[j] = 1;
    luSolve(factors, n, n, pivots, unit);
    for (let i = 0; i < n; i++) out[i * n + j] = unit[i]!;
  }
  return out;
}

/** Force of row i that balances a pull on the coordinates while all rows stick: row i of (W^T M^{-1} W)^{-1} W^T M^{-1}. */
function holdingForces(system: LinearSystem, W: readonly Vector[]): (i: number, pull: Vector) => number {
  const m = W.length;
  const mass = system.matrix();
  system.mass.addTo(mass, 1);
  mass.factor();
  const light = W.map((w) => {
    const u = Float64Array.from(w);
    mass.solve(u);
    return u;
  });
  const G = inverse(Float64Array.from(W.flatMap((w) => light.map((u) => dotted(w, u)))), m);
  return (i, pull) => {
    let sum = 0;
    for (let j = 0; j < m; j++) sum += G[i * m + j]! * dotted(light[j]!, pull);
    return sum;
  };
}

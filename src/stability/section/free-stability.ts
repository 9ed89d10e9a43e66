/** What becomes of small motions that no row resists, about a position of rest, while all friction sticks: eigenvalues. */
import type { System } from "../../model/system.ts";
import { eigenvalues } from "../../numeric/general-eigenvalues.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import { inner, seenIn, solverOf, transposed } from "../../numeric/plain-matrix.ts";
import { splitSpace } from "../../numeric/subspace.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Balance } from "./balance.ts";

export interface FreeStability {
  /** neutral: a small motion neither grows nor dies out, to first order. */
  readonly kind: "stable" | "unstable" | "neutral";
  /** 1/s, the largest real part first. */
  readonly eigenvalues: readonly { readonly real: number; readonly imaginary: number }[];
}

/** A real part of this size beside the largest eigenvalue is zero. */
const ZERO = 1e-9;

/** Undefined where rows hold every motion, or the eigenvalues are not found. */
export function freeStability(system: System, balance: Balance, at: Vector, q: Vector): FreeStability | undefined {
  const { free, held, pull, span, sliding } = balance.at(q);
  if (free.length === 0 || system.controllers?.limited) return undefined;
  const size = system.size;
  const rest = new Float64Array(size);
  const own = system.forces();
  const plain = (fill: (into: Matrix) => void) => {
    const matrix = system.matrix();
    fill(matrix);
    const each = Array.from({ length: size }, (_, i) => i);
    return each.map((i) => each.map((j) => matrix.at(i, j)));
  };
  const mass = plain((into) => system.massAt(q, into));
  const damping = sliding.reduce(
    (sum, { direction, slope }) => sum.map((row, i) => row.map((c, j) => c - slope * direction[i]! * direction[j]!)),
    plain((into) => own.addDamping(at, q, rest, 1, into)),
  );
  let stiffness = plain((into) => own.addStiffness(at, q, rest, 1, into));
  if (sliding.length > 0 || (!system.constant.directions && held.length > 0)) {
    // the forces of the rows turn with them, and slide with limits that change: the derivative of pull - W(q) F with F kept
    const { independent } = splitSpace(
      held.map(({ direction }) => direction),
      size,
    );
    const base = independent.map((i) => held[i]!);
    const solve = solverOf(span.map((unit) => base.map(({ direction }) => inner(unit, direction))));
    const forces = solve?.(span.map((unit) => inner(unit, pull)));
    if (!forces) return undefined;
    const unbalanced = (): number[] => {
      const now = balance.at(q);
      const turned = base.map(({ row }) => now.held.find((one) => one.row === row));
      return now.pull.map((entry, k) =>
        turned.reduce((sum, one, i) => sum - forces[i]! * (one?.direction[k] ?? 0), entry),
      );
    };
    const columns = Array.from(q, (value, j) => {
      const step = 1e-6 * Math.max(1, Math.abs(value));
      q[j] = value + step;
      const above = unbalanced();
      q[j] = value - step;
      const below = unbalanced();
      q[j] = value;
      return above.map((entry, k) => (entry - below[k]!) / (2 * step));
    });
    stiffness = transposed(columns);
  }
  const [M, C, K] = [mass, damping, stiffness].map((matrix) => seenIn(matrix, free)) as [
    number[][],
    number[][],
    number[][],
  ];
  return eigenvaluesOf(M, C, K);
}

function eigenvaluesOf(M: number[][], C: number[][], K: number[][]): FreeStability | undefined {
  const n = M.length;
  const light = solverOf(M);
  if (!light) return undefined;
  const [byPosition, byVelocity] = [K, C].map((matrix) => transposed(transposed(matrix).map(light)));
  const whole = new Float64Array(4 * n * n);
  for (let i = 0; i < n; i++) {
    whole[i * 2 * n + n + i] = 1;
    for (let j = 0; j < n; j++) {
      whole[(n + i) * 2 * n + j] = -byPosition![i]![j]!;
      whole[(n + i) * 2 * n + n + j] = -byVelocity![i]![j]!;
    }
  }
  const found = eigenvalues(whole, 2 * n);
  if (!found) return undefined;
  const list = Array.from(found.real, (real, i) => ({ real, imaginary: found.imaginary[i]! }));
  const largest = list.reduce((most, { real, imaginary }) => Math.max(most, Math.abs(real), Math.abs(imaginary)), 0);
  const told = list.map(({ real, imaginary }) => ({ real: Math.abs(real) <= ZERO * largest ? 0 : real, imaginary }));
  told.sort((a, b) => b.real - a.real || b.imaginary - a.imaginary);
  const most = told[0]!.real;
  return { kind: most > 0 ? "unstable" : most < 0 ? "stable" : "neutral", eigenvalues: told };
}

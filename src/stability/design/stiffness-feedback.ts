/**
 * Position feedback u = -F1 x that gives a machine a symmetric stiffness K + S F1 above a margin, in closed form and with the
 * least force (no semidefinite program is needed, and Theorem 2 of van de Wouw & Leine 2005 forgets the symmetry).
 * In the basis (N, S~), S = S~ R, N = ker S^T, the feedback leaves N^T K as it is, so with A = N^T K N, B = N^T K S~
 *   K_cl = [[A, B], [B^T, Y]] is symmetric above t I  iff  A is, and Y >= Q = t I + B^T (A - t I)^{-1} B;
 * the nearest such Y to S~^T K S~ is Q + (sym(S~^T K S~) - Q)_+.
 */
import { skewness } from "../../numeric/definite.ts";
import {
  addScaled,
  combination,
  combined,
  identity,
  inner,
  largestEntry,
  lengthOf,
  type PlainMatrix,
  product,
  scaled,
  seenIn,
  solverOf,
  symmetricPart,
  times,
  transposed,
} from "../../numeric/plain-matrix.ts";
import { splitSpace } from "../../numeric/subspace.ts";
import { symmetricEigen } from "../../numeric/symmetric-eigen.ts";

export type StiffnessFeedback =
  | { readonly F1: PlainMatrix; readonly closed: PlainMatrix; readonly reason?: undefined }
  | {
      /** Why there is none: the actuators cannot change K seen along these directions. */
      readonly reason: "not symmetric" | "too soft";
      readonly directions: PlainMatrix;
      /** u.K w - w.K u of the two directions; or u.K u of the one, N/m. */
      readonly value: number;
    };

/** Least stiffness that the actuators cannot change, N/m: every margin must be below. Infinite when they reach everything. */
export function unreachedStiffness(stiffness: PlainMatrix, columns: PlainMatrix): number {
  const { rest } = splitSpace(columns, stiffness.length);
  return rest.length === 0 ? Number.POSITIVE_INFINITY : symmetricEigen(seenIn(stiffness, rest))[0]!.value;
}

/** `columns`: those of S, one an actuator. */
export function stiffnessFeedback(stiffness: PlainMatrix, columns: PlainMatrix, margin: number): StiffnessFeedback {
  const n = stiffness.length;
  const { span, rest, independent } = splitSpace(columns, n);
  const A = seenIn(stiffness, rest);
  const infeasible = obstacle(A, rest, margin, largestEntry(stiffness));
  if (infeasible) return infeasible;
  const images = span.map((unit) => times(stiffness, unit));
  const B = rest.map((free) => images.map((image) => inner(free, image)));
  const Y = nearestAbove(symmetricPart(seenIn(stiffness, span)), leastBlock(A, B, margin, span.length));
  const closed = assemble(A, B, Y, rest, span, n);
  // S~^T (K_cl - K), then R^{-1}
  const forces = product(span, combined(closed, -1, stiffness));
  const R = span.map((unit) => independent.map((k) => inner(unit, columns[k]!)));
  const solve = span.length > 0 ? solverOf(R)! : undefined;
  const gains = solve ? transposed(transposed(forces).map(solve)) : [];
  const F1 = columns.map((_, k) => gains[independent.indexOf(k)] ?? Array<number>(n).fill(0));
  return { F1, closed };
}

function obstacle(A: PlainMatrix, rest: PlainMatrix, margin: number, scale: number): StiffnessFeedback | undefined {
  const n = rest[0]?.length ?? 0;
  if (skewness(A) > 1e-10) {
    const skew = combined(A, -1, transposed(A));
    const a = symmetricEigen(product(transposed(skew), skew)).at(-1)!.vector;
    const image = times(skew, a);
    const b = scaled(image, 1 / lengthOf(image));
    const directions = [b, a].map((weights) => combination(rest, weights, n));
    return { reason: "not symmetric", directions, value: lengthOf(image) };
  }
  const softest = symmetricEigen(A)[0];
  if (softest === undefined || softest.value > margin + 1e-12 * scale) return undefined;
  return { reason: "too soft", directions: [combination(rest, softest.vector, n)], value: softest.value };
}

/** Q */
function leastBlock(A: PlainMatrix, B: PlainMatrix, margin: number, size: number): number[][] {
  const base = identity(size).map((row) => scaled(row, margin));
  if (A.length === 0) return base;
  const solve = solverOf(combined(A, -margin, identity(A.length)))!;
  const columns = transposed(B);
  const solved = columns.map(solve);
  return base.map((row, i) => row.map((entry, j) => entry + inner(columns[i]!, solved[j]!)));
}

/** Q + (X - Q)_+ */
function nearestAbove(X: PlainMatrix, Q: PlainMatrix): number[][] {
  const up = symmetricEigen(combined(X, -1, Q)).filter(({ value }) => value > 0);
  return Q.map((row, i) =>
    row.map((entry, j) => up.reduce((sum, { value, vector }) => sum + value * vector[i]! * vector[j]!, entry)),
  );
}

function assemble(
  A: PlainMatrix,
  B: PlainMatrix,
  Y: PlainMatrix,
  rest: PlainMatrix,
  span: PlainMatrix,
  n: number,
): number[][] {
  const basis = [...rest, ...span];
  const blocks = [...A.map((row, i) => [...row, ...B[i]!]), ...Y.map((row, i) => [...B.map((b) => b[i]!), ...row])];
  const half = blocks.map((row) => combination(basis, row, n));
  const whole: number[][] = Array.from({ length: n }, () => Array<number>(n).fill(0));
  basis.forEach((unit, i) => {
    unit.forEach((entry, k) => {
      whole[k] = addScaled(whole[k]!, entry, half[i]!);
    });
  });
  return symmetricPart(whole);
}

/** The least part of their bounds with which rows hold a pull: a solution of equations where they are independent, else a linear program. */
import { linearProgram } from "../../numeric/linear-program.ts";
import type { PlainMatrix, PlainVector, solverOf } from "../../numeric/plain-matrix.ts";

export interface HeldRow {
  readonly direction: PlainVector;
  /** Bounds of its force, N, low <= 0 <= high; endless: of any size on the sides that are not 0. */
  readonly low: number;
  readonly high: number;
  readonly endless: boolean;
}

/** Least sigma with W F = pull and F in sigma * [low, high]; directions span the space of the pull. Undefined: there is no such F. */
export function leastShare(held: readonly HeldRow[], pull: PlainVector, solver: typeof solverOf): number | undefined {
  if (pull.length === 0) return 0;
  if (held.length > pull.length) return byProgram(held, pull);
  const forces = solver(pull.map((_, k) => held.map(({ direction }) => direction[k]!)))?.(pull);
  if (!forces) return byProgram(held, pull);
  let share = 0;
  for (const [i, { low, high, endless }] of held.entries()) {
    const bound = forces[i]! > 0 ? high : -low;
    if (forces[i] === 0 || (endless && bound > 0)) continue;
    if (!(bound > 0)) return undefined;
    share = Math.max(share, Math.abs(forces[i]!) / bound);
  }
  return share;
}

function byProgram(held: readonly HeldRow[], pull: PlainVector): number | undefined {
  // one variable a side of each row, then sigma, then what is left of each bound
  const sides = held.flatMap(({ direction, low, high, endless }) => [
    ...(high > 0 ? [{ direction, bound: high, sign: 1, endless }] : []),
    ...(low < 0 ? [{ direction, bound: -low, sign: -1, endless }] : []),
  ]);
  const bounded = sides.flatMap(({ endless }, i) => (endless ? [] : [i]));
  const columns = sides.length + 1 + bounded.length;
  // forces in units of their bounds
  const balance = pull.map((_, k) => [
    ...sides.map(({ direction, bound, sign }) => sign * bound * direction[k]!),
    ...Array<number>(1 + bounded.length).fill(0),
  ]);
  const ends: PlainMatrix = bounded.map((i, place) =>
    Array.from({ length: columns }, (_, j) =>
      j === i || j === sides.length + 1 + place ? 1 : j === sides.length ? -1 : 0,
    ),
  );
  const cost = Array.from({ length: columns }, (_, j) => (j === sides.length ? 1 : 0));
  const found = linearProgram(cost, [...balance, ...ends], [...pull, ...bounded.map(() => 0)]);
  return found.status === "solved" ? found.x[sides.length] : undefined;
}

/**
 * Whether held rows can share the forces that the motion asks of them. With as many rows as directions the forces are given;
 * dependent rows may shift forces among each other, and the best distribution is found by trying every vertex.
 */
import { inverse } from "../dense.ts";

export interface Box {
  readonly lower: number;
  readonly upper: number;
}

/** Rows are combinations (weights) of the kept ones, whose forces alone would do; the greatest least distance to the boxes' ends. */
export function margin(
  kept: readonly number[],
  weights: readonly (readonly number[])[],
  forces: ArrayLike<number>,
  boxes: readonly Box[],
): number {
  const others = boxes.map((_, k) => k).filter((k) => !kept.includes(k));
  // Force of row k = base[k] + sum shift[k][j] q[j], q the forces of the others.
  const base = boxes.map((_, k) => (kept.includes(k) ? forces[kept.indexOf(k)]! : 0));
  const shift = boxes.map((_, k) =>
    others.map((other) => (kept.includes(k) ? -weights[other]![kept.indexOf(k)]! : other === k ? 1 : 0)),
  );
  // sign (base + shift q) + end >= m
  const sides = boxes.flatMap(({ lower, upper }, k) => [
    ...(Number.isFinite(lower) ? [{ normal: shift[k]!, value: base[k]! - lower }] : []),
    ...(Number.isFinite(upper) ? [{ normal: shift[k]!.map((entry) => -entry), value: upper - base[k]! }] : []),
  ]);
  if (others.length === 0) return sides.reduce((least, { value }) => Math.min(least, value), Number.POSITIVE_INFINITY);
  return others.length === 1 ? bestPair(sides) : bestVertex(sides, others.length);
}

interface Side {
  readonly normal: readonly number[];
  readonly value: number;
}

/** The same for one number q: its bounds are pairs of sides that lean against each other, and sides that it does not touch. */
function bestPair(sides: readonly Side[]): number {
  let best = Number.POSITIVE_INFINITY;
  for (const { normal, value } of sides) {
    const lean = normal[0]!;
    if (Math.abs(lean) < 1e-12) best = Math.min(best, value);
    else if (lean > 0)
      for (const other of sides) {
        const against = -other.normal[0]!;
        if (against > 1e-12) best = Math.min(best, (against * value + lean * other.value) / (lean + against));
      }
  }
  return best;
}

/** max m over q and m with normal.q + value >= m: its dual is min of sum p value, p >= 0, sum p = 1, sum p normal = 0, at a vertex. */
function bestVertex(sides: readonly Side[], size: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let count = 1; count <= size + 1; count++) {
    for (const chosen of subsets(sides.length, count)) {
      const value = dualValue(chosen.map((k) => sides[k]!));
      if (value !== undefined) best = Math.min(best, value);
    }
  }
  return best;
}

/** The only weights of the chosen sides with sum 1 and no resulting normal, if they exist and are not negative. */
function dualValue(sides: readonly Side[]): number | undefined {
  const count = sides.length;
  const columns = sides.map(({ normal }) => [1, ...normal]);
  const gram = columns.map((a) => columns.map((b) => a.reduce((sum, entry, i) => sum + entry * b[i]!, 0)));
  const p = solveSmall(
    gram,
    columns.map(() => 1),
  );
  if (!p) return undefined;
  if (p.some((entry) => entry < -1e-12)) return undefined;
  for (let i = 0; i < columns[0]!.length; i++) {
    const sum = columns.reduce((total, column, k) => total + p[k]! * column[i]!, 0);
    if (Math.abs(sum - (i === 0 ? 1 : 0)) > 1e-9) return undefined;
  }
  let value = 0;
  for (let k = 0; k < count; k++) value += p[k]! * sides[k]!.value;
  return value;
}

function solveSmall(matrix: readonly number[][], right: readonly number[]): number[] | undefined {
  const scale = Math.max(...matrix.flat().map(Math.abs));
  try {
    const inverted = inverse(matrix);
    if (Math.max(...inverted.flat().map(Math.abs)) * scale > 1e12) return undefined;
    return inverted.map((row) => row.reduce((sum, entry, j) => sum + entry * right[j]!, 0));
  } catch {
    return undefined;
  }
}

function* subsets(size: number, count: number, from = 0): Generator<number[]> {
  if (count === 0) yield [];
  else
    for (let first = from; first <= size - count; first++)
      for (const rest of subsets(size, count - 1, first + 1)) yield [first, ...rest];
}

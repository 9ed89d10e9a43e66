/**
 * Small linear programs: least c.x with A x = b, x >= 0, by the simplex method on a dense tableau. Bland's rule: slow for
 * large problems, but it never cycles.
 */
import { type PlainMatrix, type PlainVector, scaled } from "./plain-matrix.ts";

export type Program =
  | { readonly status: "solved"; readonly x: readonly number[]; readonly value: number }
  | { readonly status: "infeasible" | "unbounded" };

/** Relative size below which an entry of the tableau is round-off. */
const TINY = 1e-11;

/** Rows, cost and right side may each be in any unit: they are brought to size 1 first. */
export function linearProgram(cost: PlainVector, matrix: PlainMatrix, right: PlainVector): Program {
  const rowSizes = matrix.map(sizeOf);
  const even = right.map((entry, i) => entry / rowSizes[i]!);
  const [costSize, rightSize] = [sizeOf(cost), sizeOf(even)];
  const found = evenProgram(
    scaled(cost, 1 / costSize),
    matrix.map((row, i) => scaled(row, 1 / rowSizes[i]!)),
    scaled(even, 1 / rightSize),
  );
  if (found.status !== "solved") return found;
  return { status: "solved", x: scaled(found.x, rightSize), value: found.value * costSize * rightSize };
}

/** The largest entry; 1 for nothing. */
function sizeOf(vector: PlainVector): number {
  return vector.reduce((size, entry) => Math.max(size, Math.abs(entry)), 0) || 1;
}

function evenProgram(cost: PlainVector, matrix: PlainMatrix, right: PlainVector): Program {
  const n = cost.length;
  const tableau = firstTableau(matrix, right);
  const basis = matrix.map((_, i) => n + i);
  // phase 1: drive the artificial variables out
  const artificial = Array.from({ length: n + matrix.length }, (_, j) => (j < n ? 0 : 1));
  pivotToOptimum(tableau, basis, artificial, n + matrix.length);
  if (costOf(tableau, basis, artificial) > 1e-9) return { status: "infeasible" };
  leaveArtificial(tableau, basis, n);
  const full = [...cost, ...matrix.map(() => 0)];
  if (!pivotToOptimum(tableau, basis, full, n)) return { status: "unbounded" };
  const x = Array<number>(n).fill(0);
  basis.forEach((j, i) => {
    if (j < n) x[j] = tableau[i]!.at(-1)!;
  });
  return { status: "solved", x, value: costOf(tableau, basis, full) };
}

/** [A, I, b] with b >= 0. */
function firstTableau(matrix: PlainMatrix, right: PlainVector): number[][] {
  return matrix.map((row, i) => {
    const sign = right[i]! < 0 ? -1 : 1;
    return [...row.map((entry) => sign * entry), ...matrix.map((_, k) => (i === k ? 1 : 0)), sign * right[i]!];
  });
}

function costOf(tableau: PlainMatrix, basis: readonly number[], cost: PlainVector): number {
  return basis.reduce((sum, j, i) => sum + cost[j]! * tableau[i]!.at(-1)!, 0);
}

/** Pivots among the first `columns` variables; false when the cost falls without end. */
function pivotToOptimum(tableau: number[][], basis: number[], cost: PlainVector, columns: number): boolean {
  for (;;) {
    const entering = firstImproving(tableau, basis, cost, columns);
    if (entering === undefined) return true;
    const row = leavingRow(tableau, basis, entering);
    if (row === undefined) return false;
    pivot(tableau, basis, row, entering);
  }
}

function firstImproving(
  tableau: PlainMatrix,
  basis: readonly number[],
  cost: PlainVector,
  columns: number,
): number | undefined {
  for (let j = 0; j < columns; j++) {
    if (basis.includes(j)) continue;
    let reduced = cost[j]!;
    let size = Math.abs(reduced);
    for (let i = 0; i < basis.length; i++) {
      const part = cost[basis[i]!]! * tableau[i]![j]!;
      reduced -= part;
      size += Math.abs(part);
    }
    if (reduced < -TINY * Math.max(1, size)) return j;
  }
  return undefined;
}

function leavingRow(tableau: PlainMatrix, basis: readonly number[], entering: number): number | undefined {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  tableau.forEach((row, i) => {
    if (row[entering]! <= TINY) return;
    const ratio = Math.max(0, row.at(-1)!) / row[entering]!;
    const tie = best !== undefined && Math.abs(ratio - least) <= TINY * Math.max(1, least);
    if (tie ? basis[i]! < basis[best!]! : ratio < least) [best, least] = [i, ratio];
  });
  return best;
}

function pivot(tableau: number[][], basis: number[], row: number, column: number): void {
  const divisor = tableau[row]![column]!;
  tableau[row] = tableau[row]!.map((entry) => entry / divisor);
  const pivotRow = tableau[row]!;
  tableau.forEach((other, i) => {
    const factor = other[column]!;
    if (i !== row && factor !== 0) tableau[i] = other.map((entry, j) => entry - factor * pivotRow[j]!);
  });
  basis[row] = column;
}

/** Artificial variables that stayed at zero make room for real ones; rows without any are redundant and go. */
function leaveArtificial(tableau: number[][], basis: number[], n: number): void {
  for (let i = basis.length - 1; i >= 0; i--) {
    if (basis[i]! < n) continue;
    const column = tableau[i]!.findIndex((entry, j) => j < n && Math.abs(entry) > 1e-9);
    if (column >= 0) pivot(tableau, basis, i, column);
    else {
      tableau.splice(i, 1);
      basis.splice(i, 1);
    }
  }
}

/**
 * Forces of dependent rows at rest, shared anew: the same sum, each as far from its limits as can be, relative to their distance.
 * A force that is at its limit, and grows with it, may drive another row out of its own, though both could hold with other forces.
 */
import { linearProgram } from "../../numeric/linear-program.ts";
import type { Rows } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";

/** More rows are left as they are: the program is dense. */
const MOST_ROWS = 40;

/**
 * Changes the forces of the rows with `free[i]` = 1, N, between `lower` and `upper`. Variables of the program: for each row what its force is above
 * lower + s times the distance of its bounds, and below upper - s times it (without upper bound: nothing; without both: the negative part); last s, the greatest.
 */
export function center(directions: Rows, free: Int8Array, lower: Vector, upper: Vector, force: Vector): void {
  const rows = [...free.keys()].filter((i) => free[i] === 1 && lower[i]! < upper[i]!);
  if (rows.length > MOST_ROWS) return;
  const { start, column, value } = directions;
  const last = 2 * rows.length;
  const empty = (): number[] => Array<number>(last + 1).fill(0);
  const sums = new Map<number, { row: number[]; right: number }>(); // of the forces on each coordinate
  const matrix: number[][] = [];
  const right: number[] = [];
  rows.forEach((i, a) => {
    const between = upper[i]! - lower[i]!;
    const from = lower[i]! > Number.NEGATIVE_INFINITY ? lower[i]! : 0;
    for (let j = start[i]!; j < start[i + 1]!; j++) {
      const sum = sums.get(column[j]!) ?? { row: empty(), right: 0 };
      sums.set(column[j]!, sum);
      sum.row[a] = value[j]!;
      if (lower[i] === Number.NEGATIVE_INFINITY) sum.row[rows.length + a] = -value[j]!;
      else if (between < Number.POSITIVE_INFINITY) sum.row[last]! += value[j]! * between;
      sum.right += value[j]! * (force[i]! - from);
    }
    if (between === Number.POSITIVE_INFINITY) return;
    const width = empty();
    width[a] = width[rows.length + a] = 1;
    width[last] = 2 * between;
    matrix.push(width);
    right.push(between);
  });
  for (const sum of sums.values()) {
    matrix.push(sum.row);
    right.push(sum.right);
  }
  const cost = empty();
  cost[last] = -1;
  const found = linearProgram(cost, matrix, right);
  if (found.status !== "solved" || !(found.x[last]! > 0)) return;
  rows.forEach((i, a) => {
    const between = upper[i]! - lower[i]!;
    if (lower[i] === Number.NEGATIVE_INFINITY) force[i] = found.x[a]! - found.x[rows.length + a]!;
    else force[i] = lower[i]! + found.x[a]! + (between < Number.POSITIVE_INFINITY ? found.x[last]! * between : 0);
  });
}

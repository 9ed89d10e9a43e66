/**
 * A saddle-point system of coordinates and rows that all hold, in one band:
 *     A x - W y = b,   W^T x = c.
 * Rows stand beside the coordinates that they act on (saddle-places.ts), so that it costs the number of coordinates times the
 * square of the band. A need not be definite, nor have an inverse: the whole must.
 */
import { Banded } from "./banded.ts";
import { powerOfTwo } from "./elementary/binary.ts";
import type { Matrix } from "./matrix.ts";
import type { Rows } from "./rows.ts";
import { bandWithin, placesOf } from "./saddle-places.ts";
import type { Vector } from "./vector.ts";

export interface Saddle {
  /** 1/sqrt of the scale of A for each coordinate, and what makes rows comparable with that. */
  readonly unit: Vector;
  readonly rowUnit: Vector;
  /** Takes in A and W; false where the system is singular. */
  factor(matrix: Matrix, rows: Rows): boolean;
  /** x in: b, out: the solution; y likewise with c. */
  solve(x: Vector, y: Vector): void;
}

/** `scale`: a matrix whose diagonal tells the size of A, with its entries but for those within `reach` of the diagonal; `rows`: the places of the entries of W^T. */
export function saddle(scale: Matrix, rows: Rows, reach = 0): Saddle {
  const n = scale.size;
  const m = rows.count;
  const places = placesOf({ size: n, count: m, directions: rows });
  const { ofCoordinate, ofRow } = places;
  const system = new Banded(
    n + m,
    bandWithin({ size: n, count: m, directions: rows, slipRows: rows }, bandOf(scale, reach), places),
  );
  const unit = Float64Array.from({ length: n }, (_, k) => powerOfTwo(1 / Math.sqrt(Math.abs(scale.at(k, k)) || 1)));
  const rowUnit = new Float64Array(m);
  const all = new Float64Array(n + m);
  return {
    unit,
    rowUnit,
    factor(matrix, { start, column, value }) {
      system.clear();
      for (let i = 0; i < n; i++) {
        for (let j = matrix.firstIn(i); j < matrix.lastIn(i); j++) {
          system.add(ofCoordinate[i]!, ofCoordinate[j]!, unit[i]! * matrix.at(i, j) * unit[j]!);
        }
      }
      for (let i = 0; i < m; i++) {
        let size = 0;
        for (let k = start[i]!; k < start[i + 1]!; k++) {
          const part = value[k]! * unit[column[k]!]!;
          size += part * part;
        }
        rowUnit[i] = size > 0 ? powerOfTwo(1 / Math.sqrt(size)) : 1;
        for (let k = start[i]!; k < start[i + 1]!; k++) {
          const entry = rowUnit[i]! * value[k]! * unit[column[k]!]!;
          system.add(ofCoordinate[column[k]!]!, ofRow[i]!, -entry);
          system.add(ofRow[i]!, ofCoordinate[column[k]!]!, entry);
        }
      }
      return system.factor();
    },
    solve(x, y) {
      for (let k = 0; k < n; k++) all[ofCoordinate[k]!] = unit[k]! * x[k]!;
      for (let i = 0; i < m; i++) all[ofRow[i]!] = rowUnit[i]! * y[i]!;
      system.solve(all);
      for (let k = 0; k < n; k++) x[k] = unit[k]! * all[ofCoordinate[k]!]!;
      for (let i = 0; i < m; i++) y[i] = rowUnit[i]! * all[ofRow[i]!]!;
    },
  };
}

function bandOf(matrix: Matrix, reach: number): { below: number; above: number } {
  const band = { below: reach, above: reach };
  for (let i = 0; i < matrix.size; i++) {
    for (let j = matrix.firstIn(i); j < matrix.lastIn(i); j++) {
      if (matrix.at(i, j) === 0) continue;
      band.below = Math.max(band.below, i - j);
      band.above = Math.max(band.above, j - i);
    }
  }
  return band;
}

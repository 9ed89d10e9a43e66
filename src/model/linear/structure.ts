/** Which kind of matrix suits a machine: by its size and by how far from the diagonal its entries are. */
import { type Band, Banded } from "../../numeric/banded.ts";
import type { Entries } from "../../numeric/entries.ts";
import { Dense, type Matrix } from "../../numeric/matrix.ts";
import type { Rows } from "../../numeric/rows.ts";

/** From how many coordinates on a band is worth it, and up to which part of the whole width, factors included. */
export interface Worth {
  readonly from: number;
  readonly width: number;
}

/** Up to which a machine with a dense matrix takes steps in blocks (scheme/kernel). */
export const MOST_IN_BLOCKS = { coordinates: 256, rows: 30 };
/** Coordinates from which on a narrow machine has bands: below, blocks are faster even with full matrices. */
const BANDS_FROM = 65;
/** So many rows stick and slip in so many sets that blocks wait for what each new one needs. */
const MANY_ROWS = 25;
/** Of a beam, where each step is factored anew, and its rows with it. */
export const FACTORED_OFTEN: Worth = { from: 16, width: 3 / 4 };

/** Of a linear machine with so many rows, factored once for many steps, but with nonlinear springs in each. */
export function linearWorth(rows: number, springs: boolean): Worth {
  if (springs) return { from: 8, width: 3 / 4 };
  return { from: rows >= MANY_ROWS ? MANY_ROWS : BANDS_FROM, width: 1 / 4 };
}

/** Makes empty matrices that can hold the entries, those of nonlinear springs, and whatever else is no farther than `reach` from the diagonal. */
export function structureOf(
  parts: readonly Entries[],
  springs: Rows | undefined,
  reach: number,
  { from, width }: Worth,
): () => Matrix {
  const size = parts[0]!.size;
  const band = bandOf(parts, springs, reach);
  const isNarrow = 2 * band.below + band.above + 1 <= width * size;
  return size >= from && isNarrow ? () => new Banded(size, band) : () => new Dense(size);
}

function bandOf(parts: readonly Entries[], springs: Rows | undefined, least: number): Band {
  let below = least;
  let above = least;
  for (const part of parts) {
    part.each((i, j) => {
      below = Math.max(below, i - j);
      above = Math.max(above, j - i);
    });
  }
  for (let i = 0; i < (springs?.count ?? 0); i++) {
    const { start, column } = springs!;
    const reach = column[start[i + 1]! - 1]! - column[start[i]!]!; // columns ascend
    below = Math.max(below, reach);
    above = Math.max(above, reach);
  }
  return { below, above };
}

export function filled(entries: Entries, empty: () => Matrix): Matrix {
  const matrix = empty();
  entries.each((i, j, value) => matrix.add(i, j, value));
  return matrix;
}

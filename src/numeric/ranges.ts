import type { Vector } from "./vector.ts";

/**
 * Between which columns the entries of each row of a matrix are: row i has zeros before first[i] and from last[i] on. Sums
 * over a row that keep to its range have the same digits, and cost a chain or a diagonal mass next to nothing.
 */
export interface Ranges {
  readonly first: Int32Array;
  readonly last: Int32Array;
}

/** Of empty rows. */
export function newRanges(count: number): Ranges {
  return { first: new Int32Array(count), last: new Int32Array(count) };
}

/** Those of the leading rows and columns of a row-major array. */
export function findRanges(a: Vector, rows: number, columns: number, stride: number, { first, last }: Ranges): void {
  for (let i = 0; i < rows; i++) {
    let from = 0;
    let to = columns;
    while (to > 0 && a[i * stride + to - 1] === 0) to--;
    while (from < to && a[i * stride + from] === 0) from++;
    first[i] = from;
    last[i] = to;
  }
}

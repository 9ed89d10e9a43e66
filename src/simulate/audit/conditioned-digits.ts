/** What digits of places and slopes cannot tell, in the audit of machines with conditions. */
import type { Matrix } from "../../numeric/matrix.ts";
import type { Rows } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";

/** What sums of many terms lose, as a part of the terms. */
export const DIGITS = 64 * Number.EPSILON;

export interface Digits {
  /** Largest place and largest slope so far. */
  readonly largest: Vector;
  read(position: Vector): void;
  /** Way along a row that is none, m. */
  ofWay(i: number, directions: Rows): number;
}

/** `isPlace[k]`: 1 for places, 0 for slopes. */
export function digits(isPlace: Int8Array): Digits {
  const largest = new Float64Array(2);
  return {
    largest,
    read(position) {
      for (let k = 0; k < isPlace.length; k++) {
        const kind = 1 - isPlace[k]!;
        largest[kind] = Math.max(largest[kind]!, Math.abs(position[k]!));
      }
    },
    ofWay(i, { start, column, value }) {
      let sum = 0;
      for (let e = start[i]!; e < start[i + 1]!; e++) sum += Math.abs(value[e]!) * largest[1 - isPlace[column[e]!]!]!;
      return DIGITS * sum;
    },
  };
}

/** out += |A| |x| */
export function addSizes(matrix: Matrix, x: Vector, out: Vector): void {
  for (let i = 0; i < matrix.size; i++) {
    let sum = 0;
    for (let j = matrix.firstIn(i); j < matrix.lastIn(i); j++) sum += Math.abs(matrix.at(i, j) * x[j]!);
    out[i]! += sum;
  }
}

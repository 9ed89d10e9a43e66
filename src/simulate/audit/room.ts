/** Memory of the audit's parts in one piece, so that it can be handed over at once; each vector begins at a pair of doubles. */
import type { Vector } from "../../numeric/vector.ts";

/** What a part keeps from step to step: these vectors, which the kernel works on too, and others. */
export type Memory<Names extends string> = Readonly<Record<Names, Vector>> & { readonly [part: string]: unknown };

export interface Room {
  /** A vector of zeros. */
  vector(length: number): Vector;
  /** All that was taken so far. */
  taken(): Vector;
  /** Where a vector of the room stands in `taken`, in doubles. */
  offsetOf(vector: Vector): number;
}

/** Vectors of a coordinate and of a row each that the parts take, and what else. */
const OF_COORDINATES = 49;
const OF_ROWS = 78;
const OTHERS = 64;

/** For a machine of n coordinates and m rows. */
export function newRoom(n: number, m: number): Room {
  const size = OF_COORDINATES * (n + 1) + OF_ROWS * (m + 1) + OTHERS;
  const all = new Float64Array(size);
  let used = 0;
  return {
    vector(length) {
      const padded = length + (length % 2);
      if (used + padded > size) throw new RangeError(`no room; ${used + padded} doubles, and there are ${size}`);
      used += padded;
      return all.subarray(used - padded, used - padded + length);
    },
    taken: () => all.subarray(0, used),
    offsetOf: (vector) => (vector.byteOffset - all.byteOffset) / 8,
  };
}

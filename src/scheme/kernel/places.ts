/** The memory of a kernel: the state, blocks of states in columns, tables of what changes in time, and scratch. Places in bytes. */
import type { Layout } from "../../numeric/wasm/memory.ts";

/** States of a block: columns of so many doubles begin in different lines of a cache. */
export const CAPACITY = 248;

export type Places = ReturnType<typeof placesOf>;

/** `varying`: limits and drives are given for each step. */
export function placesOf(layout: Layout, n: number, m: number, varying: boolean) {
  const coordinates = () => layout.doubles(n);
  const rows = () => layout.doubles(m);
  const padded = 16 * Math.ceil(m / 2);
  const rowStride = 5 * padded;
  return {
    /** How the last call ended, the set that it does not know, linear solves, bytes from step to step in the tables of load and rows. */
    ...{
      status: layout.room(4),
      set: layout.room(4),
      passes: layout.room(4),
      loadStride: layout.room(4),
      rowStride: layout.room(4),
    },
    /** Position; the next one, or the velocity; forces. */
    ...{ x: coordinates(), other: coordinates(), before: rows() },
    ...{ given: coordinates(), free: coordinates(), dz: coordinates(), bend: coordinates(), mean: coordinates() },
    ...{ g: rows(), terms: rows(), force: rows(), right: rows(), scratch: rows(), slip: rows(), target: rows() },
    columns: {
      time: layout.doubles(CAPACITY),
      position: layout.doubles(CAPACITY * n),
      velocity: layout.doubles(CAPACITY * n),
      force: layout.doubles(CAPACITY * m),
      limit: layout.doubles(CAPACITY * m),
      mode: layout.room(CAPACITY * m),
    },
    loads: layout.doubles(2 * CAPACITY * Math.ceil(n / 2)),
    rows: layout.room(rowStride * (varying ? CAPACITY : 1)),
    /** Of a step in that table. */
    bounds: { lower: 0, upper: padded, least: 2 * padded, most: 3 * padded, drive: 4 * padded },
    /** Doubles of a step in both tables. */
    loadWidth: 2 * Math.ceil(n / 2),
    rowWidth: rowStride / 8,
  };
}

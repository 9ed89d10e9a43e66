/** The memory of a kernel: the state, blocks of states in columns, tables of what changes in time, and scratch. Places in bytes. */
import { loadPair, type Pair, type Statement, storePair, whole } from "../../numeric/wasm/code.ts";
import type { Layout } from "../../numeric/wasm/memory.ts";

/** States of a block: columns of so many doubles begin in different lines of a cache. */
export const CAPACITY = 248;
/** Blocks of which the loads are kept. */
export const LOAD_TABLES = 4;

export type Places = ReturnType<typeof placesOf>;

/** `varying`: limits and drives are given for each step; `laws`: rows jump or weaken. */
export function placesOf(layout: Layout, n: number, m: number, varying: boolean, laws: boolean) {
  const coordinates = () => layout.doubles(n);
  const rows = () => layout.doubles(m);
  const padded = 16 * Math.ceil(m / 2);
  const rowStride = (laws ? 14 : 5) * padded;
  const more = { rows: () => layout.doubles(laws ? m : 0), coordinates: () => layout.doubles(laws ? n : 0) };
  return {
    /** How the last call ended, the set that it does not know, linear solves, bytes from step to step in the tables of load and rows; where that of loads begins. */
    ...{
      status: layout.room(4),
      set: layout.room(4),
      passes: layout.room(4),
      loadStride: layout.room(4),
      loadStart: layout.room(4),
      rowStride: layout.room(4),
      solves: layout.room(4),
    },
    /** Position; the next one, or the velocity; forces. */
    ...{ x: coordinates(), other: coordinates(), before: rows() },
    ...{ given: coordinates(), free: coordinates(), dz: coordinates(), bend: coordinates(), mean: coordinates() },
    ...{ g: rows(), terms: rows(), force: rows(), right: rows(), scratch: rows(), slip: rows(), target: rows() },
    /** Slips at the start in the rows' units; what a tableau is told and finds; what follows from a guess. */
    ...{ way: rows(), told: rows(), found: rows(), parts: Array.from({ length: 8 }, rows) },
    /** The velocity at the beginning, and as the first solve has it; forces without those of weakening, and of viscous friction. */
    ...{ velocity: more.coordinates(), trial: more.coordinates(), base: more.coordinates(), drag: more.coordinates() },
    /** Forces of weakening, also at the beginning; forces that a solve begins with. */
    ...{ soft: more.rows(), softBegin: more.rows(), guess: more.rows() },
    /** Modes of friction, as doubles: of the state, as a step begins, and whose limits of slip are taken; and the limits by these. */
    ...{ mode: more.rows(), began: more.rows(), moving: more.rows(), limits: layout.room(laws ? 4 * padded : 0) },
    columns: {
      time: layout.doubles(CAPACITY),
      position: layout.doubles(CAPACITY * n),
      velocity: layout.doubles(CAPACITY * n),
      force: layout.doubles(CAPACITY * m),
      limit: layout.doubles(CAPACITY * m),
      mode: layout.room(CAPACITY * m),
    },
    loads: layout.doubles(LOAD_TABLES * 2 * CAPACITY * Math.ceil(n / 2)),
    rows: layout.room(rowStride * (varying ? CAPACITY : 1)),
    /** Of a step in that table. */
    bounds: {
      ...{ lower: 0, upper: padded, least: 2 * padded, most: 3 * padded, drive: 4 * padded },
      /** Kinetic limits; so far behind stand those and the drive of where the step begins; the first four of rows that slip. */
      ...{ forward: 5 * padded, backward: 6 * padded, begin: 3 * padded, slipping: 10 * padded },
    },
    /** Pairs of coordinates and of rows. */
    coordinatePairs: Math.ceil(n / 2),
    rowPairs: Math.ceil(m / 2),
    /** Doubles of a step in both tables. */
    loadWidth: 2 * Math.ceil(n / 2),
    rowWidth: rowStride / 8,
  };
}

/** Pair k of the doubles at a place. */
export const readPair = (place: number, k: number): Pair => loadPair(whole(0), place + 16 * k);
export const writePair = (place: number, k: number, value: Pair): Statement =>
  storePair(whole(0), place + 16 * k, value);

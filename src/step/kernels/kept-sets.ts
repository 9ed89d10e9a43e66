/**
 * What a kernel needs of a set of stuck rows: its tableau, or the factors of their coupling, and how their slip is set to zero. A set is prepared by the same
 * code that single steps use, when a kernel first meets it, and kept in its memory for all steps and runs: it depends on the set alone.
 */

import type { Vector } from "../../numeric/vector.ts";
import type { Layout } from "../../numeric/wasm/memory.ts";
import { couplingScale, factorCoupled, fillTableau, invertCoupled } from "../dependent.ts";
import type { StickProjection } from "../stick.ts";
import { sourceOf } from "./factor-code.ts";

/** Bytes of all sets; how many there may be. */
const ROOM = 1 << 20;
const MOST_SETS = 1024;
/** Spreads sets over the table: Knuth's multiplier. */
export const SPREAD = 2654435761 | 0;

export type SetPlaces = ReturnType<typeof setPlaces>;

/** `echelon`: rows act on several coordinates, or what they rub on moves. */
export function setPlaces(layout: Layout, n: number, m: number, echelon: boolean) {
  let end = 0;
  const part = (bytes: number) => {
    const start = end;
    end += 16 * Math.ceil(bytes / 16);
    return start;
  };
  const parts = {
    /** Stuck rows, -1 where they depend on each other; how many pivots there are; and whether there is a tableau. */
    count: part(12),
    /** Bytes of where numbers are read from and written to, and what they are multiplied by. */
    ...{ from: part(4 * m), to: part(4 * m), before: part(8 * m), after: part(8 * m) },
    /** Of stuck rows; or the tableau of all, column after column, each of whole pairs. */
    factors: part(16 * m * Math.ceil(m / 2)),
    ...{
      pivot: part(echelon ? 4 * m : 0),
      echelon: part(echelon ? 8 * m * n : 0),
      origin: part(echelon ? 8 * m * m : 0),
    },
    weight: part(echelon ? 8 * m : 0),
  };
  let bits = 0;
  while (2 << bits <= Math.min(MOST_SETS, ROOM / end)) bits++;
  /** Whole numbers in twos: the set and one more, 0: none; and its address. */
  const tags = layout.room(8 * (2 << bits));
  return {
    n,
    m,
    parts,
    size: end,
    slots: layout.room(end << bits),
    capacity: 1 << bits,
    bits: bits + 1,
    tags,
    hasEchelon: echelon,
  };
}

export interface KeptSets {
  /** Puts a set into the memory. */
  prepare(set: number): void;
  clear(): void;
}

/** `unit`: what slips are multiplied by (own-units.ts). */
export function keptSets(
  places: SetPlaces,
  buffer: ArrayBuffer,
  G: Vector,
  unit: Vector,
  stick: StickProjection,
): KeptSets {
  const { n, m, parts, size, slots, capacity, bits, tags } = places;
  const wholes = new Int32Array(buffer);
  const doubles = new Float64Array(buffer);
  const scale = new Float64Array(m);
  const index = new Int32Array(m);
  const pivots = new Int32Array(m);
  const stuck = new Int8Array(m);
  const factors = new Float64Array(m * m);
  const inverse = new Float64Array(m * m);
  const tableau = new Float64Array(m * m);
  const column = new Float64Array(m);
  const rows = G.map((entry, k) => unit[Math.floor(k / m)]! * entry);
  let used = 0;
  couplingScale(G, m, scale);

  function clear(): void {
    used = 0;
    wholes.fill(0, tags / 4, tags / 4 + (2 << bits));
  }

  function enter(set: number): number {
    if (used === capacity) clear();
    let at = Math.imul(set, SPREAD) >>> (32 - bits);
    while (wholes[tags / 4 + 2 * at] !== 0) at = (at + 1) & ((1 << bits) - 1);
    const slot = slots + size * used++;
    wholes[tags / 4 + 2 * at] = set + 1;
    wholes[tags / 4 + 2 * at + 1] = slot;
    return slot;
  }

  function fillEchelon(slot: number): void {
    const { rank, pivot, echelon, origin, weight } = stick.echelon!(stuck);
    wholes[(slot + parts.count) / 4 + 1] = rank;
    for (let k = 0; k < rank; k++) {
      wholes[(slot + parts.pivot) / 4 + k] = 8 * pivot[k]!;
      doubles[(slot + parts.weight) / 8 + k] = weight[pivot[k]!]!;
    }
    doubles.set(echelon.subarray(0, rank * n), (slot + parts.echelon) / 8);
    doubles.set(origin.subarray(0, rank * m), (slot + parts.origin) / 8);
  }

  /** From the factors; false: forces are solved for. */
  function enterTableau(slot: number, count: number): boolean {
    const start = (slot + parts.factors) / 8;
    if (!invertCoupled(factors, m, scale, index, count, pivots, inverse, column)) {
      doubles.set(factors, start);
      return false;
    }
    fillTableau({ G, rows, unit }, m, stuck, index, count, inverse, tableau);
    const tall = 2 * Math.ceil(m / 2);
    if (tall > m) doubles.fill(0, start, start + m * tall);
    for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) doubles[start + j * tall + i] = tableau[i * m + j]!;
    return true;
  }

  return {
    clear,
    prepare(set) {
      const slot = enter(set);
      let count = 0;
      for (let i = 0; i < m; i++) {
        stuck[i] = (set >>> i) & 1 ? 0 : 1;
        if (stuck[i] === 0) index[count++] = i;
      }
      const independent = factorCoupled(G, m, scale, index, count, factors, pivots);
      wholes[(slot + parts.count) / 4] = independent ? count : -1;
      const source = sourceOf(pivots, count);
      for (let a = 0; a < count; a++) {
        const i = index[source[a]!]!;
        wholes[(slot + parts.from) / 4 + a] = 8 * i;
        wholes[(slot + parts.to) / 4 + a] = 8 * index[a]!;
        doubles[(slot + parts.before) / 8 + a] = scale[i]! / unit[i]!;
        doubles[(slot + parts.after) / 8 + a] = scale[index[a]!]!;
      }
      wholes[(slot + parts.count) / 4 + 2] = independent && enterTableau(slot, count) ? 1 : 0;
      if (places.hasEchelon) fillEchelon(slot);
    },
  };
}

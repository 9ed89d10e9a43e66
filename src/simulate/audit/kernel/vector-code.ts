/** Vectors in the memory of a kernel, two entries at a time, and products with matrices whose entries are data in that memory. */

import type { Rows } from "../../../numeric/rows.ts";
import {
  add,
  addWhole,
  anyOf,
  type Double,
  each,
  either,
  half,
  less,
  loadPair,
  loadTwice,
  multiply,
  type Pair,
  pair,
  repeat,
  type Statement,
  sequence,
  store,
  storePair,
  type Whole,
  when,
  whole,
} from "../../../numeric/wasm/code.ts";
import type { Variable, Variables } from "../../../numeric/wasm/module.ts";

/** Pairs of a full matrix that are written one after the other; of more, loops over the columns are made. */
const UNROLLED = 12;
/** Sums of a loop: with what it reads they stay in the registers. */
const BLOCK = 5;

export const pairsOf = (count: number) => Math.ceil(count / 2);

/** A vector at a place: bytes from the beginning, or from an address. */
export interface Place {
  readonly base: Whole;
  readonly offset: number;
}

export const fixed = (offset: number): Place => ({ base: whole(0), offset });
/** Entries 2k and 2k + 1. */
export const at = ({ base, offset }: Place, k: number): Pair => loadPair(base, offset + 16 * k);
export const put = ({ base, offset }: Place, k: number, value: Pair): Statement =>
  storePair(base, offset + 16 * k, value);
/** Entry j, twice. */
export const twice = ({ base, offset }: Place, j: number): Pair => loadTwice(base, offset + 8 * j);
export const putOne = ({ base, offset }: Place, j: number, value: Pair): Statement =>
  store(base, offset + 8 * j, half(value, 0));

/** Numbers that the code refers to, behind the memory of the audit's parts. */
export interface Data {
  /** Takes numbers in; where they stand. */
  place(values: ArrayLike<number>): Place;
  /** Room for a vector of zeros. */
  scratch(length: number): Place;
  readonly values: number[];
}

export function newData(start: number): Data {
  const values: number[] = [];
  return {
    values,
    place(given) {
      const place = fixed(start + 8 * values.length);
      for (let k = 0; k < given.length; k++) values.push(given[k]!);
      if (values.length % 2 === 1) values.push(0);
      return place;
    },
    scratch(length) {
      return this.place(new Float64Array(length));
    },
  };
}

/** How a term enters a sum. */
export type Combine = (sum: Pair, term: Pair) => Pair;
const plus: Combine = (sum, term) => add(sum, term);

export interface Product {
  /** Fills `sums`, a pair of rows each: from 0, or from what they hold. */
  into(sums: readonly Variable<"v128">[], vector: Place, held?: boolean, combine?: Combine): Statement;
}

/** Variables of the loops over columns, of the function that is being written. */
export interface Loop {
  readonly column: Variable<"i32">;
  readonly entry: Variable<"i32">;
  readonly factor: Variable<"v128">;
}

export function newLoop(variables: Variables): Loop {
  return { column: variables.whole(), entry: variables.whole(), factor: variables.pair() };
}

/** A x for the rows of A; terms are summed in the order of the columns. The entries are taken in at once, the code is written later. */
export function product(rows: Rows, columns: number, data: Data): (loop: Loop) => Product {
  const pairs = pairsOf(rows.count);
  const lists = Array.from({ length: pairs }, (_, k) => unionOf(rows, k));
  const begin = (sums: readonly Variable<"v128">[], held: boolean): Statement =>
    held ? sequence() : each(pairs, (k) => sums[k]!.set(pair(0)));
  const isFull = lists.every((list) => list.length === columns);
  if (isFull && pairs * columns > UNROLLED) {
    const place = data.place(
      Array.from({ length: columns }, (_, j) => lists.flatMap((list) => list[j]!.values)).flat(),
    );
    return ({ column, entry, factor }) => ({
      into: (sums, { base, offset }, held = false, combine = plus) =>
        sequence(
          begin(sums, held),
          ...blocksOf(pairs, BLOCK).map((block) =>
            sequence(
              column.set(whole(place.offset)),
              entry.set(base),
              repeat(
                sequence(
                  factor.set(loadTwice(entry, offset)),
                  ...block.map((k) => sums[k]!.set(combine(sums[k]!, multiply(loadPair(column, 16 * k), factor)))),
                  column.set(addWhole(column, whole(16 * pairs))),
                  entry.set(addWhole(entry, whole(8))),
                ),
                less(column, whole(place.offset + 16 * pairs * columns)),
              ),
            ),
          ),
        ),
    });
  }
  const places = lists.map((list) => data.place(list.flatMap(({ values }) => values)));
  return () => ({
    into: (sums, vector, held = false, combine = plus) =>
      sequence(
        begin(sums, held),
        each(pairs, (k) =>
          sums[k]!.set(
            lists[k]!.reduce<Pair>(
              (sum, { column }, e) => combine(sum, multiply(at(places[k]!, e), twice(vector, column))),
              sums[k]!,
            ),
          ),
        ),
      ),
  });
}

/** 0 .. count - 1 in lists of about one length, at most `most`. */
export function blocksOf(count: number, most: number): number[][] {
  const size = Math.ceil(count / Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / size) }, (_, b) =>
    Array.from({ length: Math.min(size, count - b * size) }, (_, k) => b * size + k),
  );
}

/** The columns of rows 2k and 2k + 1 with both values, ascending. */
function unionOf({ count, start, column, value }: Rows, k: number) {
  const found = new Map<number, [number, number]>();
  for (const lane of [0, 1] as const) {
    const row = 2 * k + lane;
    for (let e = start[row]!; row < count && e < start[row + 1]!; e++) {
      const values = found.get(column[e]!) ?? [0, 0];
      values[lane] += value[e]!;
      found.set(column[e]!, values);
    }
  }
  return [...found].sort(([a], [b]) => a - b).map(([j, values]) => ({ column: j, values }));
}

/** The rows of the transposed matrix. */
export function transposed({ count, start, column, value }: Rows, columns: number): Rows {
  const lists: { row: number; value: number }[][] = Array.from({ length: columns }, () => []);
  for (let row = 0; row < count; row++) {
    for (let e = start[row]!; e < start[row + 1]!; e++) lists[column[e]!]!.push({ row, value: value[e]! });
  }
  const starts = new Int32Array(columns + 1);
  lists.forEach((list, k) => {
    starts[k + 1] = starts[k]! + list.length;
  });
  const all = lists.flat();
  return {
    count: columns,
    start: starts,
    column: Int32Array.from(all, ({ row }) => row),
    value: Float64Array.from(all, (entry) => entry.value),
    version: 0,
  };
}

/** sum += the entries, one after the other. */
export const addAll = (
  sum: Variable<"f64">,
  pairs: number,
  scratch: Variable<"v128">,
  entry: (k: number) => Pair,
): Statement =>
  each(pairs, (k) =>
    sequence(
      scratch.set(entry(k)),
      sum.set(add(sum as Double, half(scratch, 0))),
      sum.set(add(sum as Double, half(scratch, 1))),
    ),
  );

/** Does something where any of the masks holds. */
export const whenAny = (masks: readonly Pair[], ...body: readonly Statement[]): Statement =>
  masks.length === 0 ? sequence() : when(anyOf(masks.reduce(either)), ...body);

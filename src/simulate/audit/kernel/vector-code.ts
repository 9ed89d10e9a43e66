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
  loadWhole,
  multiply,
  type Pair,
  pair,
  repeat,
  type Statement,
  sequence,
  shiftLeft,
  store,
  storePair,
  type Whole,
  when,
  whole,
} from "../../../numeric/wasm/code.ts";
import { whilst } from "../../../numeric/wasm/flow.ts";
import type { Variable, Variables } from "../../../numeric/wasm/module.ts";

/**
 * Pairs up to which what is done to each is written out; of more, loops are made. The code of a step shall fit into the cache for instructions of a
 * processor: beyond it, a step of 20 coordinates took three times as long.
 */
const MOST_WRITTEN_OUT = 4;
/** Pairs of a full matrix that are written one after the other; of more, loops over the columns are made. */
const UNROLLED = 12;
/** Pairs of rows up to which products with sparse matrices are written out. */
const MOST_PAIRS_WRITTEN_OUT = 15;
/** Sums of a loop: with what it reads they stay in the registers. */
const BLOCK = 5;

export const pairsOf = (count: number) => Math.ceil(count / 2);

/** A vector at a place, bytes from the beginning. */
export interface Place {
  readonly offset: number;
}

/** Which pair of a vector: one of few, or the one that a loop is at, whose bytes from the first one a variable counts. */
export type Index = number | { readonly bytes: Whole };

export const fixed = (offset: number): Place => ({ offset });
const NOWHERE = whole(0);
/** Entries 2k and 2k + 1. */
export const at = ({ offset }: Place, k: Index): Pair =>
  typeof k === "number" ? loadPair(NOWHERE, offset + 16 * k) : loadPair(k.bytes, offset);
export const put = ({ offset }: Place, k: Index, value: Pair): Statement =>
  typeof k === "number" ? storePair(NOWHERE, offset + 16 * k, value) : storePair(k.bytes, offset, value);
/** Entry j, twice. */
export const twice = ({ offset }: Place, j: number): Pair => loadTwice(NOWHERE, offset + 8 * j);
export const putOne = ({ offset }: Place, j: number, value: Pair): Statement =>
  store(NOWHERE, offset + 8 * j, half(value, 0));

/** A number of a pair for each pair of coordinates or rows: in registers where there are few of them, else in the memory. */
export interface Slots {
  at(k: Index): Pair;
  set(k: Index, value: Pair): Statement;
}

export function slotsOf(count: number, place: Place, variables: Variables): Slots {
  if (count > MOST_WRITTEN_OUT) return { at: (k) => at(place, k), set: (k, value) => put(place, k, value) };
  const list = variables.pairs(count);
  return { at: (k) => list[k as number]!, set: (k, value) => list[k as number]!.set(value) };
}

/** The same for every pair: one after the other, or as a loop where there are many. */
export type Over = (count: number, statement: (k: Index) => Statement) => Statement;

export function newOver(variables: Variables): Over {
  const bytes = variables.whole();
  return (count, statement) =>
    count <= MOST_WRITTEN_OUT
      ? each(count, statement)
      : sequence(
          bytes.set(whole(0)),
          repeat(sequence(statement({ bytes }), bytes.set(addWhole(bytes, whole(16)))), less(bytes, whole(16 * count))),
        );
}

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
  into(sums: Slots, vector: Place, held?: boolean, combine?: Combine): Statement;
}

/** Variables of the loops over columns, of the function that is being written. */
export interface Loop {
  readonly column: Variable<"i32">;
  readonly entry: Variable<"i32">;
  readonly factor: Variable<"v128">;
  /** The first pair of rows of those whose sums are in registers, bytes. */
  readonly block: Variable<"i32">;
  readonly sums: readonly Variable<"v128">[];
  readonly over: Over;
}

export function newLoop(variables: Variables, over: Over): Loop {
  const [column, entry, block, factor] = [variables.whole(), variables.whole(), variables.whole(), variables.pair()];
  return { column, entry, factor, block, sums: variables.pairs(BLOCK), over };
}

/** A x for the rows of A; terms are summed in the order of the columns. The entries are taken in at once, the code is written later. */
export function product(rows: Rows, columns: number, data: Data): (loop: Loop) => Product {
  const pairs = pairsOf(rows.count);
  if (isFull(rows, columns) && pairs * columns > UNROLLED) return fullLoop(rows, columns, data);
  const lists = Array.from({ length: pairs }, (_, k) => unionOf(rows, k));
  if (lists.every((list, k) => list.every(({ column }) => column === 2 * k || column === 2 * k + 1))) {
    const own = diagonalPairs(lists);
    if (own) {
      const place = data.place(own);
      return ({ over }) => ({
        into: (sums, vector, held = false, combine = plus) =>
          over(pairs, (k) => sums.set(k, combine(startOf(sums, held, k), multiply(at(place, k), at(vector, k))))),
      });
    }
  }
  if (pairs > MOST_PAIRS_WRITTEN_OUT) return sparseLoop(lists, data);
  const places = lists.map((list) => data.place(list.flatMap(({ values }) => values)));
  return () => ({
    into: (sums, vector, held = false, combine = plus) =>
      each(pairs, (k) =>
        sums.set(
          k,
          lists[k]!.reduce<Pair>(
            (sum, { column }, e) => combine(sum, multiply(at(places[k]!, e), twice(vector, column))),
            startOf(sums, held, k),
          ),
        ),
      ),
  });
}

const startOf = (sums: Slots, held: boolean, k: Index): Pair => (held ? sums.at(k) : pair(0));

const isFull = ({ count, value }: Rows, columns: number): boolean => value.length === count * columns;

/** Of a full matrix: loops over its columns, a few pairs of rows in each, whose entries follow each other; over those, where there are many. */
function fullLoop({ count, value }: Rows, columns: number, data: Data): (loop: Loop) => Product {
  const blocks = blocksOf(pairsOf(count), BLOCK);
  const last = blocks.at(-1)!;
  const size = blocks[0]!.length;
  const entries = new Float64Array(2 * pairsOf(count) * columns);
  let next = 0;
  for (const block of blocks) {
    for (let j = 0; j < columns; j++) {
      for (let i = 2 * block[0]!; i < 2 * (block.at(-1)! + 1); i++)
        entries[next++] = i < count ? value[i * columns + j]! : 0;
    }
  }
  const place = data.place(entries);
  return ({ column, entry, factor, block: first, sums: registers }) => ({
    into(sums, { offset }, held = false, combine = plus) {
      const one = (count: number, index: (b: number) => Index): Statement =>
        sequence(
          each(count, (b) => registers[b]!.set(startOf(sums, held, index(b)))),
          entry.set(NOWHERE),
          repeat(
            sequence(
              factor.set(loadTwice(entry, offset)),
              each(count, (b) => registers[b]!.set(combine(registers[b]!, multiply(loadPair(column, 16 * b), factor)))),
              column.set(addWhole(column, whole(16 * count))),
              entry.set(addWhole(entry, whole(8))),
            ),
            less(entry, whole(8 * columns)),
          ),
          each(count, (b) => sums.set(index(b), registers[b]!)),
        );
      const before =
        blocks.length > MOST_WRITTEN_OUT
          ? sequence(
              first.set(NOWHERE),
              repeat(
                sequence(
                  one(size, (b) => ({ bytes: addWhole(first, whole(16 * b)) })),
                  first.set(addWhole(first, whole(16 * size))),
                ),
                less(first, whole(16 * last[0]!)),
              ),
            )
          : each(blocks.length - 1, (b) => one(size, (k) => blocks[b]![k]!));
      return sequence(
        column.set(whole(place.offset)),
        before,
        one(last.length, (b) => last[b]!),
      );
    },
  });
}

type Lists = readonly (readonly { readonly column: number; readonly values: readonly number[] }[])[];

/** Of many rows with few entries: a loop over the pairs of rows, and one over what they have. */
function sparseLoop(lists: Lists, data: Data): (loop: Loop) => Product {
  const values = data.place(lists.flatMap((list) => list.flatMap((entry) => entry.values)));
  const columns = data.place(lists.flatMap((list) => list.map(({ column }) => wholeBits(8 * column))));
  let count = 0;
  const ends = lists.flatMap((list) => {
    count += list.length;
    return [wholeBits(8 * count), 0];
  });
  const last = data.place(ends);
  return ({ column: place, entry: end, factor: sum, over }) => ({
    into: (sums, { offset }, held = false, combine = plus) =>
      sequence(
        place.set(NOWHERE),
        over(lists.length, (k) =>
          sequence(
            sum.set(held ? sums.at(k) : pair(0)),
            end.set(loadWhole((k as { readonly bytes: Whole }).bytes, last.offset)),
            whilst(
              less(place, end),
              sum.set(
                combine(
                  sum,
                  multiply(
                    loadPair(shiftLeft(place, whole(1)), values.offset),
                    loadTwice(loadWhole(place, columns.offset), offset),
                  ),
                ),
              ),
              place.set(addWhole(place, whole(8))),
            ),
            sums.set(k, sum),
          ),
        ),
      ),
  });
}

/** A whole number in the first half of a double. */
const wholeBits = (value: number): number => new Float64Array(Int32Array.of(value, 0).buffer)[0]!;

/** The entries of a matrix that has none beside its diagonal, a pair of rows each; undefined for others. */
function diagonalPairs(lists: Lists) {
  const own = new Float64Array(2 * lists.length);
  for (let k = 0; k < lists.length; k++) {
    for (const { column, values } of lists[k]!) {
      const lane = column - 2 * k;
      if (values[1 - lane] !== 0) return undefined;
      own[column] = values[lane]!;
    }
  }
  return own;
}

/** 0 .. count - 1 in lists of about one length, at most `most`. */
export function blocksOf(count: number, most: number): number[][] {
  const size = Math.ceil(count / Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / size) }, (_, b) =>
    Array.from({ length: Math.min(size, count - b * size) }, (_, k) => b * size + k),
  );
}

/** The columns of rows 2k and 2k + 1, which are ascending, with both values. */
function unionOf({ count, start, column, value }: Rows, k: number) {
  const list: { readonly column: number; readonly values: readonly [number, number] }[] = [];
  const row = 2 * k;
  let [a, b] = [start[row]!, start[row + 1]!];
  const [endA, endB] = [b, row + 1 < count ? start[row + 2]! : b];
  while (a < endA || b < endB) {
    const ofA = a < endA ? column[a]! : Number.POSITIVE_INFINITY;
    const ofB = b < endB ? column[b]! : Number.POSITIVE_INFINITY;
    list.push({ column: Math.min(ofA, ofB), values: [ofA <= ofB ? value[a++]! : 0, ofB <= ofA ? value[b++]! : 0] });
  }
  return list;
}

/** sum += the entries, one after the other. */
export const addAll = (
  over: Over,
  sum: Variable<"f64">,
  pairs: number,
  scratch: Variable<"v128">,
  entry: (k: Index) => Pair,
): Statement =>
  over(pairs, (k) =>
    sequence(
      scratch.set(entry(k)),
      sum.set(add(sum as Double, half(scratch, 0))),
      sum.set(add(sum as Double, half(scratch, 1))),
    ),
  );

/** Does something where a mask holds. */
export const whenAny = (mask: Pair, ...body: readonly Statement[]): Statement => when(anyOf(mask), ...body);

/** Where the mask of any of the pairs holds; `any`: a variable for it. */
export const whenSome = (
  over: Over,
  any: Variable<"v128">,
  pairs: number,
  mask: (k: Index) => Pair,
  ...body: readonly Statement[]
): Statement =>
  sequence(
    any.set(pair(0)),
    over(pairs, (k) => any.set(either(any, mask(k)))),
    whenAny(any, ...body),
  );

/**
 * Tableaux of sets of stuck coordinates, for one run whose coordinates are computed in pairs: made by principal pivots in the order of the
 * coordinates when they are first needed (tableau.ts: pivoted), and kept until another set needs their slot. A tableau depends
 * on its set alone, so that it does not matter who made it when.
 */
import {
  addWhole,
  andWhole,
  divide,
  double,
  each,
  isOther,
  less,
  load,
  loadPair,
  loadWhole,
  multiply,
  negative,
  repeat,
  type Statement,
  sequence,
  shiftLeft,
  shiftRight,
  splat,
  store,
  storePair,
  storeWhole,
  subtract,
  timesWhole,
  when,
  whole,
} from "../../numeric/wasm/code.ts";
import type { FunctionCode, Variable, Variables } from "../../numeric/wasm/module.ts";

/** Bytes that all slots may take. */
const ROOM = 1 << 20;
const MOST_SLOTS = 512;
/** Spreads sets over slots: Knuth's multiplier. */
const SPREAD = 2654435761 | 0;

export interface TableauPlaces {
  readonly n: number;
  /** A^{-1}, column after column, each of whole pairs. */
  readonly inverse: number;
  /** A column of scratch. */
  readonly factor: number;
  /** A whole number a slot: the set in it and one more; 0: it is empty. */
  readonly tags: number;
  readonly slots: number;
}

const bytesOf = (n: number) => 16 * n * Math.ceil(n / 2);

/** How many slots there are: a power of two. */
export function slotBits(n: number): number {
  let bits = 0;
  while (2 << bits <= Math.min(MOST_SLOTS, ROOM / bytesOf(n))) bits++;
  return bits;
}

/** The address of the tableau of a set. */
export function findTableau({ n, inverse, factor, tags, slots }: TableauPlaces): FunctionCode {
  const pairs = Math.ceil(n / 2);
  const stride = 16 * pairs;
  const size = bytesOf(n);
  return {
    name: "findTableau",
    parameters: 1,
    body([set], variables) {
      const tag = variables.whole();
      const found = variables.whole();
      const slot = shiftRight(timesWhole(set!, whole(SPREAD)), whole(32 - slotBits(n)));
      return {
        statement: sequence(
          tag.set(slot),
          found.set(addWhole(whole(slots), timesWhole(tag, whole(size)))),
          tag.set(shiftLeft(tag, whole(2))),
          when(
            isOther(loadWhole(tag, tags), addWhole(set!, whole(1))),
            storeWhole(tag, tags, addWhole(set!, whole(1))),
            copied(found, variables),
            pivots(set!, found, variables),
          ),
        ),
        result: found,
      };
    },
  };

  function copied(to: Variable<"i32">, variables: Variables): Statement {
    const k = variables.whole();
    return sequence(
      k.set(whole(0)),
      repeat(
        sequence(storePair(addWhole(to, k), 0, loadPair(k, inverse)), k.set(addWhole(k, whole(16)))),
        less(k, whole(size)),
      ),
    );
  }

  /** In place, for every coordinate of the set. */
  function pivots(set: Variable<"i32">, tableau: Variable<"i32">, variables: Variables): Statement {
    const k = variables.whole(); // 8 times the coordinate
    const bit = variables.whole();
    const column = variables.whole(); // the address of column k
    const other = variables.whole();
    const by = variables.double();
    const entry = variables.double(); // of row k
    const one = sequence(
      by.set(divide(double(1), load(addWhole(column, k), 0))),
      each(pairs, (c) => storePair(whole(0), factor + 16 * c, multiply(loadPair(column, 16 * c), splat(by)))),
      other.set(tableau),
      repeat(
        sequence(
          when(
            isOther(other, column),
            entry.set(load(addWhole(other, k), 0)),
            each(pairs, (c) =>
              storePair(
                other,
                16 * c,
                subtract(loadPair(other, 16 * c), multiply(loadPair(whole(0), factor + 16 * c), splat(entry))),
              ),
            ),
            store(addWhole(other, k), 0, multiply(entry, negative(by))),
          ),
          other.set(addWhole(other, whole(stride))),
        ),
        less(other, addWhole(tableau, whole(size))),
      ),
      each(pairs, (c) => storePair(column, 16 * c, loadPair(whole(0), factor + 16 * c))),
      store(addWhole(column, k), 0, by),
    );
    return sequence(
      k.set(whole(0)),
      bit.set(whole(1)),
      column.set(tableau),
      repeat(
        sequence(
          when(andWhole(set, bit), one),
          k.set(addWhole(k, whole(8))),
          bit.set(shiftLeft(bit, whole(1))),
          column.set(addWhole(column, whole(stride))),
        ),
        less(k, whole(8 * n)),
      ),
    );
  }
}

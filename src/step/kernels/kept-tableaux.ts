/**
 * Tableaux of sets of stuck coordinates, for one run whose coordinates are computed in pairs: made by principal pivots in the order of the
 * coordinates when they are first needed (tableau.ts: pivoted), and kept until another set needs their slot. A tableau depends
 * on its set alone, so that it does not matter who made it when.
 */
import {
  addWhole,
  andWhole,
  type Double,
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
  type Pair,
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
  type Whole,
  when,
  whenElse,
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
  /** Two columns of scratch. */
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

  /** In place, for every coordinate of the set: two of them at a time, with the operations of one after the other. */
  function pivots(set: Variable<"i32">, tableau: Variable<"i32">, variables: Variables): Statement {
    const bit = variables.whole();
    const waits = variables.whole(); // whether there is a first one without a second
    const [first, second] = [newPivot(factor, variables), newPivot(factor + stride, variables)];
    const other = variables.whole();
    const [one, two] = [variables.double(), variables.double()]; // entries of the rows of the pivots
    const others = (isTaken: Whole, ...body: readonly Statement[]): Statement =>
      sequence(
        other.set(tableau),
        repeat(
          sequence(when(isTaken, ...body), other.set(addWhole(other, whole(stride)))),
          less(other, addWhole(tableau, whole(size))),
        ),
      );
    /** A column that is not the pivot's own. */
    const passed = (pivot: Pivot, column: Whole): Statement =>
      sequence(
        one.set(load(addWhole(column, pivot.row), 0)),
        each(pairs, (c) => storePair(column, 16 * c, subtract(loadPair(column, 16 * c), pivot.times(c, one)))),
        store(addWhole(column, pivot.row), 0, multiply(one, negative(pivot.by))),
      );
    const { column } = second;
    const alone = sequence(first.begin, others(isOther(other, first.column), passed(first, other)), first.end);
    const both = sequence(
      first.begin,
      passed(first, column),
      first.end,
      second.begin,
      passed(second, first.column),
      others(
        andWhole(isOther(other, first.column), isOther(other, column)),
        one.set(load(addWhole(other, first.row), 0)),
        two.set(subtract(load(addWhole(other, second.row), 0), multiply(first.at(second.row), one))),
        each(pairs, (c) =>
          storePair(
            other,
            16 * c,
            subtract(subtract(loadPair(other, 16 * c), first.times(c, one)), second.times(c, two)),
          ),
        ),
        store(
          addWhole(other, first.row),
          0,
          subtract(multiply(one, negative(first.by)), multiply(second.at(first.row), two)),
        ),
        store(addWhole(other, second.row), 0, multiply(two, negative(second.by))),
      ),
      second.end,
    );
    return sequence(
      second.row.set(whole(0)),
      bit.set(whole(1)),
      waits.set(whole(0)),
      column.set(tableau),
      repeat(
        sequence(
          when(
            andWhole(set, bit),
            whenElse(
              waits,
              sequence(both, waits.set(whole(0))),
              sequence(first.row.set(second.row), first.column.set(column), waits.set(whole(1))),
            ),
          ),
          second.row.set(addWhole(second.row, whole(8))),
          bit.set(shiftLeft(bit, whole(1))),
          column.set(addWhole(column, whole(stride))),
        ),
        less(second.row, whole(8 * n)),
      ),
      when(waits, alone),
    );
  }

  /** A coordinate that is exchanged, and its column over the pivot, in scratch at a place. */
  function newPivot(scratch: number, variables: Variables): Pivot {
    const [row, column, by] = [variables.whole(), variables.whole(), variables.double()];
    return {
      ...{ row, column, by },
      begin: sequence(
        by.set(divide(double(1), load(addWhole(column, row), 0))),
        each(pairs, (c) => storePair(whole(0), scratch + 16 * c, multiply(loadPair(column, 16 * c), splat(by)))),
      ),
      end: sequence(
        each(pairs, (c) => storePair(column, 16 * c, loadPair(whole(0), scratch + 16 * c))),
        store(addWhole(column, row), 0, by),
      ),
      at: (row) => load(row, scratch),
      times: (c, entry) => multiply(loadPair(whole(0), scratch + 16 * c), splat(entry)),
    };
  }
}

interface Pivot {
  /** 8 times the coordinate; the address of its column; 1 over the pivot. */
  readonly row: Variable<"i32">;
  readonly column: Variable<"i32">;
  readonly by: Variable<"f64">;
  readonly begin: Statement;
  /** Its own column. */
  readonly end: Statement;
  at(row: Whole): Double;
  times(c: number, entry: Double): Pair;
}

/**
 * The box problem of coordinate-box.ts, two doubles at a time: either two coordinates of one run, or one coordinate of two runs in lockstep.
 * What is done to each double is what tableau.ts does, in the same order, and so are the digits.
 */
import {
  above,
  absolute,
  add,
  addWhole,
  anyOf,
  atLeast,
  atMost,
  below,
  bitsOf,
  both,
  each,
  either,
  equals,
  exclusive,
  greater,
  isOther,
  isSame,
  leave,
  less,
  lesser,
  loadPair,
  multiply,
  negative,
  type Pair,
  pair,
  repeat,
  type Statement,
  select,
  sequence,
  storePair,
  type Whole,
  when,
  whole,
  without,
} from "../../numeric/wasm/code.ts";
import type { Variable, Variables } from "../../numeric/wasm/module.ts";
import { ROUND_OFF } from "../solvers/condensed.ts";

/** Where the pairs of a box stand, in bytes: bounds, bounds with their round-off, and a mask of the coordinates that have friction. */
export interface BoxPlaces {
  readonly lower: number;
  readonly upper: number;
  readonly least: number;
  readonly most: number;
  readonly rough: number;
  /** A mask that takes the sign from those that have none. */
  readonly sign: number;
  readonly friction: number;
  readonly dz: number;
}

/** Left by a function when a step was not solved. */
export const UNSOLVED = whole(-1);

const ORIGIN = whole(0);
export const at = (offset: number): Pair => loadPair(ORIGIN, offset);
export const put = (offset: number, stored: Pair): Statement => storePair(ORIGIN, offset, stored);

/**
 * A guess of the set, at an address: sides (0 stuck, -1 at the lower, +1 at the upper bound), and what follows from them: masks of stuck
 * coordinates, bounds of the others, the sign of those that slip backward; then what the tableau is found by.
 */
export const guessParts = (count: number) => ({
  side: 0,
  stuck: 16 * count,
  bound: 32 * count,
  turn: 48 * count,
  tableau: 64 * count,
});

export interface BoxCode {
  /** Makes a guess from its sides. */
  readonly begin: Statement;
  /** From `free` to dz, left in `free`, with a guess; counts `passes` up. The guess is the answer then. */
  readonly solve: Statement;
  /** Writes friction and dz of the last solve. */
  readonly end: Statement;
}

export interface TableauCode {
  product(given: readonly Variable<"v128">[], found: readonly Variable<"v128">[]): Statement;
  choose(stuck: readonly Pair[]): Statement;
}

/**
 * `count` pairs; `mixed`: some coordinates have no friction; `tableau.product`: found = tableau times given, which is -free of stuck
 * coordinates and the bound of others; `tableau.choose`: that of the set that the masks `stuck` are. The function is left when
 * it takes more than `most` passes.
 */
export function boxCode(
  count: number,
  mixed: boolean,
  places: BoxPlaces,
  variables: Variables,
  guess: Whole,
  free: readonly Variable<"v128">[],
  passes: Variable<"i32">,
  most: number,
  tableau: TableauCode,
): BoxCode {
  const given = variables.pairs(count);
  const found = variables.pairs(count);
  const stuck = variables.pairs(count);
  const bound = variables.pairs(count);
  const turn = variables.pairs(count); // the sign of a coordinate that slips backward
  const wrong = variables.pair();
  const sure = variables.pair();
  const tried = variables.whole();
  const again = variables.whole();
  const { side, ...follows } = guessParts(count);
  const part = (place: number, k: number) => at(place + 16 * k);
  const sideOf = (k: number) => loadPair(guess, side + 16 * k);
  const sum = (k: number) => add(free[k]!, found[k]!);
  const tieOf = (k: number) => multiply(pair(ROUND_OFF), add(absolute(free[k]!), absolute(found[k]!)));

  const readSide = (k: number): Statement =>
    sequence(
      stuck[k]!.set(equals(sideOf(k), pair(0))),
      bound[k]!.set(
        without(select(below(sideOf(k), pair(0)), part(places.lower, k), part(places.upper, k)), stuck[k]!),
      ),
      turn[k]!.set(both(above(sideOf(k), pair(0)), pair(-0))),
      storePair(guess, follows.stuck + 16 * k, stuck[k]!),
      storePair(guess, follows.bound + 16 * k, bound[k]!),
      storePair(guess, follows.turn + 16 * k, turn[k]!),
    );
  const takeGuess = (k: number): Statement =>
    sequence(
      stuck[k]!.set(loadPair(guess, follows.stuck + 16 * k)),
      bound[k]!.set(loadPair(guess, follows.bound + 16 * k)),
      turn[k]!.set(loadPair(guess, follows.turn + 16 * k)),
    );
  /**
   * Most passes are right, and nobody is at rest by round-off: stuck coordinates are within their bounds; others slip the way that their
   * bound says, and by more than 4 ROUND_OFF |free|. That is more than their tie, since |found| <= |free| + |sum|.
   */
  const surely = (k: number): Pair => {
    const inside = both(atLeast(found[k]!, part(places.least, k)), atMost(found[k]!, part(places.most, k)));
    const way = exclusive(sum(k), turn[k]!);
    const slips = above(
      mixed ? both(way, part(places.sign, k)) : way,
      multiply(pair(4 * ROUND_OFF), absolute(free[k]!)),
    );
    return either(both(stuck[k]!, inside), without(slips, stuck[k]!));
  };
  /** Of a coordinate at a bound: whether it turns back; of a stuck one: whether its force leaves the bounds. */
  const judge = (k: number): Statement =>
    wrong.set(
      either(
        wrong,
        both(
          part(places.rough, k),
          select(
            stuck[k]!,
            either(below(found[k]!, part(places.least, k)), above(found[k]!, part(places.most, k))),
            above(multiply(sideOf(k), sum(k)), tieOf(k)),
          ),
        ),
      ),
    );
  const change = (k: number): Statement =>
    sequence(
      storePair(
        guess,
        side + 16 * k,
        select(
          part(places.rough, k),
          select(
            stuck[k]!,
            select(
              below(found[k]!, part(places.least, k)),
              pair(-1),
              both(above(found[k]!, part(places.most, k)), pair(1)),
            ),
            without(sideOf(k), above(multiply(sideOf(k), sum(k)), tieOf(k))),
          ),
          sideOf(k),
        ),
      ),
      readSide(k),
    );
  const turnOver = [
    each(count, change),
    tableau.choose(stuck),
    tried.set(addWhole(tried, whole(1))),
    when(less(whole(most), tried), leave(UNSOLVED)),
  ];
  /** A sum that is round-off is zero. */
  const restHere = (k: number): Statement =>
    found[k]!.set(select(without(atMost(absolute(sum(k)), tieOf(k)), stuck[k]!), negative(free[k]!), found[k]!));
  const onePass = sequence(
    passes.set(addWhole(passes, whole(1))),
    each(count, (k) => given[k]!.set(either(both(stuck[k]!, negative(free[k]!)), bound[k]!))),
    tableau.product(given, found),
    again.set(whole(0)),
    sure.set(surely(0)),
    each(count - 1, (k) => sure.set(both(sure, surely(k + 1)))),
    when(
      isOther(bitsOf(sure), whole(3)),
      wrong.set(pair(0)),
      each(count, judge),
      again.set(anyOf(wrong)),
      when(again, ...turnOver),
      when(isSame(again, whole(0)), each(count, restHere)),
    ),
  );
  return {
    begin: sequence(each(count, readSide), tableau.choose(stuck)),
    solve: sequence(
      each(count, takeGuess),
      tried.set(whole(0)),
      repeat(onePass, again),
      each(count, (k) => free[k]!.set(without(sum(k), stuck[k]!))),
    ),
    end: each(count, (k) => {
      const inside = lesser(greater(part(places.lower, k), found[k]!), part(places.upper, k));
      return sequence(
        put(places.friction + 16 * k, select(stuck[k]!, inside, bound[k]!)),
        put(places.dz + 16 * k, free[k]!),
      );
    }),
  };
}

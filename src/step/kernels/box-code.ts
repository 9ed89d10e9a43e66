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
  isSame,
  isZero,
  leave,
  less,
  lesser,
  loadPair,
  multiply,
  NOTHING,
  negative,
  type Pair,
  pair,
  repeat,
  type Statement,
  select,
  sequence,
  storePair,
  subtract,
  type Whole,
  when,
  whenElse,
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
  /** A mask that takes every sign, and 4 ROUND_OFF: read faster than the host makes them. */
  readonly unsigned: number;
  readonly tie: number;
  readonly friction: number;
  readonly dz: number;
  /** What the product gave; and a place for what was seen of a coordinate, which nobody reads. */
  readonly found: number;
  readonly sure: number;
}

/** Left by a function when a step was not solved. */
export const UNSOLVED = whole(-1);

const ORIGIN = whole(0);
export const at = (offset: number): Pair => loadPair(ORIGIN, offset);
export const put = (offset: number, stored: Pair): Statement => storePair(ORIGIN, offset, stored);

/**
 * A guess of the set, at an address: sides (0 stuck, -1 at the lower, +1 at the upper bound), and what follows from them: masks of stuck
 * coordinates, bounds of the others, the sign of those that slip backward, between which values a coordinate is surely right; then what the
 * tableau is found by.
 */
export const guessParts = (count: number) => ({
  side: 0,
  stuck: 16 * count,
  bound: 32 * count,
  turn: 48 * count,
  low: 64 * count,
  high: 80 * count,
  tableau: 96 * count,
});

export interface BoxCode {
  /** Makes a guess from its sides. */
  readonly begin: Statement;
  /** From `free` to `dz`, with a guess; counts `passes` up. The guess is the answer then. */
  readonly solve: Statement;
  /** Writes friction and dz of the last solve, which was with this guess. */
  readonly end: Statement;
}

export interface TableauCode {
  /** The columns of stuck coordinates have the other sign. */
  readonly turned: boolean;
  /** Leaves what it found at `places.found` too. */
  product(given: readonly Variable<"v128">[], found: readonly Variable<"v128">[]): Statement;
  choose(stuck: readonly Pair[]): Statement;
}

/** What solves of one function share. */
export type BoxVariables = ReturnType<typeof boxVariables>;

export function boxVariables(count: number, variables: Variables) {
  const pairs = () => variables.pairs(count);
  return {
    ...{ free: pairs(), dz: pairs(), given: pairs(), found: pairs(), stuck: pairs() },
    way: pairs(), // the force of a stuck coordinate, the way of another
    next: pairs(), // sides
    sure: pairs(),
    ...{ wrong: variables.pair(), tried: variables.whole(), again: variables.whole(), passes: variables.whole() },
  };
}

/**
 * `count` pairs; `mixed`: some coordinates have no friction; `tableau.product`: found = tableau times given, which is -free of stuck
 * coordinates and the bound of others; `tableau.choose`: that of the set that the masks `stuck` are. The function is left when
 * it takes more than `most` passes.
 *
 * The host reads memory as early as it can and then has no registers left; it does not read beyond a write, so that what is written here
 * and there, and read where it is needed, makes the code shorter.
 */
export function boxCode(
  { count, mixed, most }: { count: number; mixed: boolean; most: number },
  places: BoxPlaces,
  shared: BoxVariables,
  guess: Whole,
  tableau: TableauCode,
): BoxCode {
  const { free, dz, given, found, stuck, way, next, sure, wrong, tried, again, passes } = shared;
  const { side, ...follows } = guessParts(count);
  const part = (place: number, k: number) => at(place + 16 * k);
  const ofGuess = (place: number, k: number) => loadPair(guess, place + 16 * k);
  const sideOf = (k: number) => ofGuess(side, k);
  const sum = (k: number) => add(free[k]!, found[k]!);
  const tieOf = (k: number) => multiply(pair(ROUND_OFF), add(absolute(free[k]!), absolute(found[k]!)));

  const readSide = (k: number): Statement =>
    sequence(
      stuck[k]!.set(equals(sideOf(k), pair(0))),
      storePair(guess, follows.stuck + 16 * k, stuck[k]!),
      storePair(
        guess,
        follows.bound + 16 * k,
        without(select(below(sideOf(k), pair(0)), part(places.lower, k), part(places.upper, k)), stuck[k]!),
      ),
      storePair(guess, follows.turn + 16 * k, both(above(sideOf(k), pair(0)), pair(-0))),
      storePair(guess, follows.low + 16 * k, both(stuck[k]!, part(places.least, k))),
      storePair(guess, follows.high + 16 * k, select(stuck[k]!, part(places.most, k), pair(Number.POSITIVE_INFINITY))),
    );
  const give = (k: number): Statement =>
    sequence(
      stuck[k]!.set(ofGuess(follows.stuck, k)),
      given[k]!.set(either(both(stuck[k]!, tableau.turned ? free[k]! : negative(free[k]!)), ofGuess(follows.bound, k))),
    );
  const move = (k: number): Statement =>
    sequence(way[k]!.set(add(without(free[k]!, stuck[k]!), found[k]!)), dz[k]!.set(without(way[k]!, stuck[k]!)));
  /**
   * Most passes are right, and nobody is at rest by round-off: stuck coordinates are within their bounds; others slip the way that their
   * bound says, and by more than 4 ROUND_OFF |free|. That is more than their tie, since |found| <= |free| + |sum|. Taking it from the force
   * of a stuck coordinate too only makes the look stricter.
   */
  const look = (k: number): Statement => {
    const turned = exclusive(way[k]!, ofGuess(follows.turn, k));
    const own = sure[k]!;
    const tie = multiply(at(places.tie), both(free[k]!, at(places.unsigned)));
    const right = both(atLeast(subtract(own, tie), ofGuess(follows.low, k)), atMost(own, ofGuess(follows.high, k)));
    return sequence(
      own.set(mixed ? both(turned, part(places.sign, k)) : turned),
      sure[k]!.set(right),
      put(places.sure, sure[k]!),
    );
  };
  const isSure = isSame(bitsOf(sure.map((one): Pair => one).reduce(both)), whole(3));
  const onePass = sequence(
    passes.set(addWhole(passes, whole(1))),
    each(count, give),
    tableau.product(given, found),
    each(count, (k) => sequence(move(k), look(k))),
  );

  /** A coordinate at a bound that turns back is stuck; a stuck one whose force leaves the bounds is at one of them. */
  const judge = (k: number): Statement =>
    sequence(
      next[k]!.set(
        select(
          stuck[k]!,
          either(
            both(below(found[k]!, part(places.least, k)), pair(-1)),
            both(above(found[k]!, part(places.most, k)), pair(1)),
          ),
          without(sideOf(k), above(multiply(sideOf(k), sum(k)), tieOf(k))),
        ),
      ),
      mixed ? next[k]!.set(select(part(places.rough, k), next[k]!, sideOf(k))) : NOTHING,
      wrong.set(either(wrong, exclusive(next[k]!, sideOf(k)))),
    );
  const change = (k: number): Statement => sequence(storePair(guess, side + 16 * k, next[k]!), readSide(k));
  const turnOver = sequence(
    each(count, change),
    tableau.choose(stuck),
    tried.set(addWhole(tried, whole(1))),
    when(less(whole(most), tried), leave(UNSOLVED)),
  );
  /** A sum that is round-off is zero. */
  const restHere = (k: number): Statement =>
    sequence(
      found[k]!.set(select(without(atMost(absolute(sum(k)), tieOf(k)), stuck[k]!), negative(free[k]!), found[k]!)),
      put(places.found + 16 * k, found[k]!),
      move(k),
    );
  const closerLook = sequence(
    wrong.set(pair(0)),
    each(count, judge),
    again.set(anyOf(wrong)),
    whenElse(again, sequence(turnOver, onePass, again.set(isZero(isSure))), each(count, restHere)),
  );
  return {
    begin: sequence(each(count, readSide), tableau.choose(stuck)),
    solve: sequence(onePass, when(isZero(isSure), tried.set(whole(0)), repeat(closerLook, again))),
    end: each(count, (k) => {
      const inside = lesser(greater(part(places.lower, k), part(places.found, k)), part(places.upper, k));
      return sequence(
        put(places.friction + 16 * k, select(ofGuess(follows.stuck, k), inside, ofGuess(follows.bound, k))),
        put(places.dz + 16 * k, dz[k]!),
      );
    }),
  };
}

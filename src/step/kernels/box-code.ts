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
  atMost,
  below,
  both,
  each,
  either,
  equals,
  greater,
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
  /** 0 stuck, -1 at the lower, +1 at the upper bound; kept between calls. */
  readonly side: number;
  readonly friction: number;
  readonly dz: number;
}

/** Left by a function when a step was not solved. */
export const UNSOLVED = whole(-1);

const ORIGIN = whole(0);
export const at = (offset: number): Pair => loadPair(ORIGIN, offset);
export const put = (offset: number, stored: Pair): Statement => storePair(ORIGIN, offset, stored);

export interface BoxCode {
  /** Reads the sides. */
  readonly begin: Statement;
  /** From `free` to dz, left in `free`; counts `passes` up. */
  readonly solve: Statement;
  /** Writes sides, friction and dz. */
  readonly end: Statement;
}

export interface TableauCode {
  product(given: readonly Variable<"v128">[], found: readonly Variable<"v128">[]): Statement;
  choose(stuck: readonly Pair[]): Statement;
}

/**
 * `count` pairs; `tableau.product`: found = tableau times given, which is -free of stuck coordinates and the bound of others; `tableau.choose`:
 * that of the set that the masks `stuck` are. The function is left when it takes more than `most` passes.
 */
export function boxCode(
  count: number,
  places: BoxPlaces,
  variables: Variables,
  free: readonly Variable<"v128">[],
  passes: Variable<"i32">,
  most: number,
  tableau: TableauCode,
): BoxCode {
  const given = variables.pairs(count);
  const found = variables.pairs(count);
  const stuck = variables.pairs(count);
  const bound = variables.pairs(count);
  const wrong = variables.pair();
  const tie = variables.pair();
  const tried = variables.whole();
  const part = (place: number, k: number) => at(place + 16 * k);
  const sum = (k: number) => add(free[k]!, found[k]!);
  const tieOf = (k: number) => multiply(pair(ROUND_OFF), add(absolute(free[k]!), absolute(found[k]!)));

  const readSide = (k: number): Statement =>
    sequence(
      stuck[k]!.set(equals(part(places.side, k), pair(0))),
      bound[k]!.set(
        select(below(part(places.side, k), pair(0)), part(places.lower, k), part(places.upper, k)),
      ),
    );
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
            above(multiply(part(places.side, k), sum(k)), tieOf(k)),
          ),
        ),
      ),
    );
  const change = (k: number): Statement =>
    sequence(
      tie.set(tieOf(k)),
      put(
        places.side + 16 * k,
        select(
          part(places.rough, k),
          select(
            stuck[k]!,
            select(
              below(found[k]!, part(places.least, k)),
              pair(-1),
              both(above(found[k]!, part(places.most, k)), pair(1)),
            ),
            without(part(places.side, k), above(multiply(part(places.side, k), sum(k)), tie)),
          ),
          part(places.side, k),
        ),
      ),
      readSide(k),
    );
  const onePass = sequence(
    passes.set(addWhole(passes, whole(1))),
    each(count, (k) => given[k]!.set(select(stuck[k]!, negative(free[k]!), bound[k]!))),
    tableau.product(given, found),
    wrong.set(pair(0)),
    each(count, judge),
    when(
      anyOf(wrong),
      each(count, change),
      tableau.choose(stuck),
      tried.set(addWhole(tried, whole(1))),
      when(less(whole(most), tried), leave(UNSOLVED)),
    ),
  );
  const settle = (k: number): Statement =>
    sequence(
      tie.set(tieOf(k)),
      free[k]!.set(add(free[k]!, found[k]!)),
      free[k]!.set(without(free[k]!, either(stuck[k]!, atMost(absolute(free[k]!), tie)))),
    );
  return {
    begin: sequence(each(count, readSide), tableau.choose(stuck)),
    solve: sequence(tried.set(whole(0)), repeat(onePass, anyOf(wrong)), each(count, settle)),
    end: each(count, (k) => {
      const inside = lesser(greater(part(places.lower, k), found[k]!), part(places.upper, k));
      return sequence(
        put(places.friction + 16 * k, select(stuck[k]!, inside, bound[k]!)),
        put(places.dz + 16 * k, free[k]!),
      );
    }),
  };
}

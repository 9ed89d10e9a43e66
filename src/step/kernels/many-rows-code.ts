/**
 * The box problem s = G F + g of active-set.ts and pivoting.ts in a kernel, two rows at a time: the same operations in the same order, and so the
 * same digits. One product with the tableau of the guessed set gives forces and slips; a cheap look tells most answers for right, and all others
 * are judged with their round-off. What is not ordinary is left to single steps: rows that depend on each other, that rest at a bound without
 * slip, or that do not settle in a few passes. The forces that are accepted follow from the last set alone.
 */
import {
  above,
  absolute,
  add,
  addWhole,
  anyOf,
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
  isZero,
  largest,
  least,
  less,
  lesser,
  loadPair,
  loadWhole,
  multiply,
  type Pair,
  pair,
  repeat,
  type Statement,
  select,
  sequence,
  storePair,
  subtract,
  when,
  whenElse,
  whole,
  without,
} from "../../numeric/wasm/code.ts";
import { call, type Variable, type Variables } from "../../numeric/wasm/module.ts";
import { ROUND_OFF } from "../solvers/condensed.ts";
import { PATIENCE } from "../solvers/exchange.ts";
import { type Held, held } from "./held-code.ts";
import type { MatrixCode } from "./matrix-code.ts";
import { plus, productCode } from "./product-code.ts";
import type { RowsCode, RowsOptions } from "./rows-code.ts";
import { bitsOfAll } from "./set-code.ts";

export interface ManyRowsOptions extends RowsOptions {
  /** G, with slips in the rows' units. */
  readonly coupling: MatrixCode;
  /** g and the sizes of its terms in these units. */
  g(k: number): Pair;
  terms(k: number): Pair;
  /** Bounds of sums of |G F|, where limits are constant. */
  readonly cap: number | undefined;
  /** Rows whose bounds always lie on both sides of zero. */
  readonly wide: readonly boolean[];
  /** Bounds stay what they are, so that a set that was right is the next guess as it is. */
  readonly steady: boolean;
  /** In variables. */
  readonly small: boolean;
  /** What is given to the tableau, and five parts of a guess: `m` doubles each. */
  readonly scratch: { readonly given: number; readonly guess: readonly number[] };
  readonly found: Held;
}

/** Where a guess is no longer one, `known` is zero. */
export interface ManyRowsCode extends RowsCode {
  readonly known: Variable<"i32">;
}

export function manyRows(options: ManyRowsOptions, variables: Variables): ManyRowsCode {
  const { places, sets, coupling, rowsAt, passes, wide, find, inner, missing, odd, cap, g, terms, found } = options;
  const { steady, small, scratch, forces } = options;
  const count = Math.ceil(sets.m / 2);
  const at = (place: number, k: number): Pair => loadPair(whole(0), place + 16 * k);
  const put = (place: number, k: number, value: Pair): Statement => storePair(whole(0), place + 16 * k, value);
  const bound = (place: number, k: number): Pair => loadPair(rowsAt, place + 16 * k);
  const { lower, upper, least: lowest, most } = places.bounds;
  const sums = variables.pairs(count);
  const vector = (place: number) => held(place, count, small, false, variables);
  const given = vector(scratch.given);
  // masks of stuck rows, bounds of the others, the sign of those at their upper one, and between what a row is surely right
  const [stuckPairs, bounds, turns, lows, highs] = scratch.guess.map(vector) as [Held, Held, Held, Held, Held];
  const [low, stuck, slot, tabled, tried, again, known, rounds] = Array.from({ length: 8 }, () =>
    variables.whole(),
  ) as [
    Variable<"i32">,
    Variable<"i32">,
    Variable<"i32">,
    Variable<"i32">,
    Variable<"i32">,
    Variable<"i32">,
    Variable<"i32">,
    Variable<"i32">,
  ];
  const [mask, wrong, any, sure] = [variables.pair(), variables.pair(), variables.pair(), variables.pair()];
  const atLow = variables.pairs(count);
  const even = (k: number) => equals(bound(lower, k), bound(upper, k));
  const all = pair(Number.POSITIVE_INFINITY);

  /** What follows from the masks of stuck rows and of those at their lower bound. */
  const follow = (k: number): Statement => {
    const tie = cap === undefined ? all : multiply(pair(2 * ROUND_OFF), at(cap, k));
    return sequence(
      bounds.put(k, without(select(atLow[k]!, bound(lower, k), bound(upper, k)), stuckPairs.at(k))),
      turns.put(k, without(without(pair(-0), atLow[k]!), stuckPairs.at(k))),
      lows.put(k, select(even(k), pair(Number.NEGATIVE_INFINITY), select(stuckPairs.at(k), bound(lower, k), tie))),
      highs.put(k, select(without(stuckPairs.at(k), even(k)), bound(upper, k), all)),
    );
  };
  const findSlot = sequence(
    each(count, follow),
    stuck.set(bitsOfAll(Array.from({ length: count }, (_, k) => bitsOf(stuckPairs.at(k))))),
    low.set(bitsOfAll(atLow.map((one) => bitsOf(one)))),
    slot.set(call(find, stuck)),
    when(isZero(slot), missing(stuck)),
    when(less(loadWhole(slot, sets.parts.count), whole(0)), odd),
    tabled.set(loadWhole(slot, sets.parts.count + 8)),
  );
  const guess = sequence(
    each(count, (k) =>
      sequence(
        atLow[k]!.set(atMost(at(places.before, k), bound(lower, k))),
        stuckPairs.put(k, without(below(at(places.before, k), bound(upper, k)), atLow[k]!)),
      ),
    ),
    findSlot,
    known.set(whole(steady ? 1 : 0)),
  );

  /** Slips of rows at a bound, forces of stuck ones. */
  const way = (k: number): Pair => add(without(g(k), stuckPairs.at(k)), found.at(k));
  /** Stuck rows within their bounds, others going the way that their bound says, by more than twice their round-off. */
  const look = (k: number): Statement =>
    sequence(
      mask.set(exclusive(way(k), turns.at(k))),
      mask.set(
        both(above(subtract(mask, multiply(pair(2 * ROUND_OFF), terms(k))), lows.at(k)), below(mask, highs.at(k))),
      ),
      sure.set(k === 0 ? mask : both(sure, mask)),
    );
  const multiplied = sequence(
    each(count, (k) => given.put(k, either(both(g(k), stuckPairs.at(k)), bounds.at(k)))),
    productCode(
      {
        ...{
          n: sets.m,
          base: slot,
          offset: sets.parts.factors,
          vector: given.vector,
          sums,
          combine: plus,
          fresh: true,
        },
        after: (k) => sequence(found.put(k, sums[k]!), look(k)),
      },
      variables,
    ),
  );
  /** With factors, where there is no tableau. */
  const solved = sequence(
    each(count, (k) => sequence(put(places.force, k, bounds.at(k)), sums[k]!.set(subtract(pair(0), g(k))))),
    coupling.times(places.force, sums, subtract, false, variables),
    each(count, (k) => put(places.right, k, sums[k]!)),
    tried.set(call(inner, slot, loadWhole(slot, sets.parts.count))),
    coupling.times(places.force, sums, add, true, variables),
    each(count, (k) => sequence(found.put(k, select(stuckPairs.at(k), at(places.force, k), sums[k]!)), look(k))),
  );
  const onePass = sequence(passes.set(addWhole(passes, whole(1))), whenElse(tabled, multiplied, solved));
  const isUnsure = isOther(bitsOf(sure), whole(3));

  const outside = (k: number): Pair => either(below(found.at(k), bound(lowest, k)), above(found.at(k), bound(most, k)));
  const slipping = (k: number, of: Pair): Pair => without(of, either(stuckPairs.at(k), even(k)));
  const slip = (k: number): Pair => add(g(k), found.at(k));
  /** Whether |s| of a row that slips may be round-off; also where a force is larger than the bound of sums knows. */
  const doubtful = (k: number): Pair => {
    if (cap === undefined) return slipping(k, equals(pair(0), pair(0)));
    const tie = multiply(pair(2 * ROUND_OFF), add(terms(k), at(cap, k)));
    return either(slipping(k, atMost(absolute(slip(k)), tie)), both(stuckPairs.at(k), outside(k)));
  };
  const sizes = variables.pairs(count);
  const resting = variables.pairs(count);
  const exact = sequence(
    each(count, (k) =>
      sequence(put(places.force, k, select(stuckPairs.at(k), found.at(k), bounds.at(k))), sizes[k]!.set(terms(k))),
    ),
    coupling.times(places.force, sizes, (sum, term) => add(sum, absolute(term)), false, variables),
    each(count, (k) => resting[k]!.set(slipping(k, atMost(absolute(slip(k)), multiply(pair(ROUND_OFF), sizes[k]!))))),
  );
  const judged = (k: number): Pair =>
    without(
      select(
        stuckPairs.at(k),
        outside(k),
        without(select(atLow[k]!, below(slip(k), pair(0)), above(slip(k), pair(0))), resting[k]!),
      ),
      even(k),
    );
  const change = (k: number): Statement =>
    sequence(
      wrong.set(judged(k)),
      mask.set(stuckPairs.at(k)),
      atLow[k]!.set(select(mask, both(wrong, below(found.at(k), bound(lowest, k))), without(atLow[k]!, wrong))),
      stuckPairs.put(k, either(without(mask, wrong), without(wrong, mask))),
      resting[k]!.set(pair(0)),
    );
  const over = (of: (k: number) => Pair): Statement =>
    sequence(
      any.set(of(0)),
      each(count - 1, (k) => any.set(either(any, of(k + 1)))),
    );
  /** Math.min(upper, Math.max(lower, force)); between bounds of two signs a zero keeps its own, and the host has one instruction for each. */
  const within = (k: number): Pair =>
    wide[2 * k] && wide[2 * k + 1] !== false
      ? lesser(greater(found.at(k), bound(lower, k)), bound(upper, k))
      : least(bound(upper, k), largest(bound(lower, k), found.at(k)));
  const closerLook = sequence(
    each(count, (k) => resting[k]!.set(pair(0))),
    over(doubtful),
    when(anyOf(any), exact),
    over(judged),
    again.set(anyOf(any)),
    when(
      again,
      rounds.set(addWhole(rounds, whole(1))),
      when(less(whole(PATIENCE), rounds), odd),
      each(count, change),
      findSlot,
      onePass,
      again.set(isUnsure),
    ),
  );
  return {
    stuck,
    low,
    slot,
    known,
    forces,
    stuckPair: (k) => stuckPairs.at(k),
    solve: sequence(
      steady ? when(isZero(known), guess) : guess,
      onePass,
      when(
        isUnsure,
        rounds.set(whole(0)),
        repeat(closerLook, again),
        over((k) => resting[k]!),
        when(anyOf(any), odd),
        each(count, (k) => found.put(k, select(stuckPairs.at(k), within(k), found.at(k)))),
        known.set(steady ? isZero(isUnsure) : whole(0)),
      ),
      each(count, (k) => forces.put(k, select(stuckPairs.at(k), add(found.at(k), pair(0)), bounds.at(k)))),
    ),
  };
}

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
  andWhole,
  anyOf,
  atMost,
  below,
  bitsOf,
  both,
  each,
  either,
  equals,
  exclusive,
  exclusiveWhole,
  greater,
  half,
  isOther,
  isZero,
  largest,
  least,
  less,
  lesser,
  loadPair,
  loadWhole,
  multiply,
  NOTHING,
  orWhole,
  type Pair,
  pair,
  repeat,
  type Statement,
  select,
  sequence,
  shiftLeft,
  splat,
  storePair,
  subtract,
  type Whole,
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
  /** The largest of |G| in each row; bounds of sums of |G F|, where limits are constant. */
  readonly reach: number;
  readonly cap: number | undefined;
  /** Rows whose bounds always lie on both sides of zero. */
  readonly wide: readonly boolean[];
  /** Bounds stay what they are, so that a set that was right is the next guess as it is. */
  readonly steady: boolean;
  /** In variables. */
  readonly small: boolean;
  /** What is given to the tableau, and eight parts of a guess: `m` doubles each. */
  readonly scratch: { readonly given: number; readonly parts: readonly number[] };
  readonly found: Held;
  /** Done before a set that was accepted is left. */
  readonly changing: Statement;
}

type Six<V> = [V, V, V, V, V, V];
type Seven<V> = [V, V, V, V, V, V, V];

export function manyRows(options: ManyRowsOptions, variables: Variables): RowsCode {
  const { places, sets, coupling, rowsAt, passes, wide, find, inner, missing, odd, cap, g, terms, found } = options;
  const { stuck, low, steady, small, scratch, forces, reach, changing } = options;
  const count = Math.ceil(sets.m / 2);
  const at = (place: number, k: number): Pair => loadPair(whole(0), place + 16 * k);
  const put = (place: number, k: number, value: Pair): Statement => storePair(whole(0), place + 16 * k, value);
  const bound = (place: number, k: number): Pair => loadPair(rowsAt, place + 16 * k);
  const { lower, upper, least: lowest, most } = places.bounds;
  const sums = variables.pairs(count);
  const vector = (place: number) => held(place, count, small, false, variables);
  const given = vector(scratch.given);
  // masks of stuck rows, bounds of the others, the sign of those at their upper one, and between what a row is surely right
  const inMemory = (place: number) => held(place, count, false, true, variables);
  const [stuckPairs, bounds, turns, lows, highs, atLow, wrong] = scratch.parts.slice(1).map(inMemory) as Seven<Held>;
  const turned = vector(scratch.parts[0]!);
  const wholes = Array.from({ length: 7 }, () => variables.whole());
  const [slot, tabled, tried, again, known, rounds, rests] = wholes as Seven<Variable<"i32">>;
  const [mask, any, sure, room, doubt, pushes] = variables.pairs(6) as Six<Variable<"v128">>;
  const even = (k: number) => equals(bound(lower, k), bound(upper, k));
  const all = pair(Number.POSITIVE_INFINITY);

  /** What follows from the masks of stuck rows and of those at their lower bound. */
  const follow = (k: number): Statement => {
    const tie = multiply(pair(2 * ROUND_OFF), cap === undefined ? multiply(at(reach, k), room) : at(cap, k));
    return sequence(
      mask.set(stuckPairs.at(k)),
      bounds.put(k, without(select(atLow.at(k), bound(lower, k), bound(upper, k)), mask)),
      turns.put(k, without(without(pair(-0), atLow.at(k)), mask)),
      lows.put(k, select(even(k), pair(Number.NEGATIVE_INFINITY), select(mask, bound(lower, k), tie))),
      highs.put(k, select(without(mask, even(k)), bound(upper, k), all)),
    );
  };
  /** The sum of both numbers of a pair, twice. */
  const total = (of: Pair): Pair => splat(add(half(of, 0), half(of, 1)));
  /** Forces that there may be, where bounds vary. */
  const measure = sequence(
    room.set(pair(0)),
    each(count, (k) => room.set(add(room, greater(absolute(bound(lower, k)), absolute(bound(upper, k)))))),
    room.set(total(room)),
  );
  const findSlot = sequence(
    slot.set(call(find, stuck)),
    when(isZero(slot), missing(stuck)),
    when(less(loadWhole(slot, sets.parts.count), whole(0)), odd),
    tabled.set(loadWhole(slot, sets.parts.count + 8)),
  );
  const guess = sequence(
    changing,
    cap === undefined ? measure : NOTHING,
    each(count, (k) =>
      sequence(
        atLow.put(k, atMost(at(places.before, k), bound(lower, k))),
        stuckPairs.put(k, without(below(at(places.before, k), bound(upper, k)), atLow.at(k))),
        follow(k),
      ),
    ),
    stuck.set(bitsOfAll(Array.from({ length: count }, (_, k) => bitsOf(stuckPairs.at(k))))),
    low.set(bitsOfAll(Array.from({ length: count }, (_, k) => bitsOf(atLow.at(k))))),
    findSlot,
    known.set(whole(steady ? 1 : 0)),
  );

  /** Stuck rows within their bounds, others going the way that their bound says, by more than twice their round-off. */
  const look = (k: number): Statement =>
    sequence(
      turned.put(k, exclusive(add(without(g(k), stuckPairs.at(k)), found.at(k)), turns.at(k))),
      mask.set(above(subtract(turned.at(k), multiply(pair(2 * ROUND_OFF), terms(k))), lows.at(k))),
      mask.set(both(mask, below(turned.at(k), highs.at(k)))),
      sure.set(k === 0 ? mask : both(sure, mask)),
    );
  const multiplied = sequence(
    each(count, (k) => given.put(k, either(both(g(k), stuckPairs.at(k)), bounds.at(k)))),
    productCode(
      {
        ...{ n: sets.m, base: slot, offset: sets.parts.factors, vector: given.vector },
        ...{ sums, combine: plus, fresh: true },
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

  const force = (k: number): Pair => select(stuckPairs.at(k), found.at(k), bounds.at(k));
  const loose = (k: number): Pair => either(stuckPairs.at(k), even(k));
  const judge = (k: number): Statement => {
    const outside = either(below(turned.at(k), bound(lowest, k)), above(turned.at(k), bound(most, k)));
    const tie = multiply(pair(2 * ROUND_OFF), add(terms(k), multiply(at(reach, k), pushes)));
    return sequence(
      wrong.put(k, without(select(stuckPairs.at(k), outside, below(turned.at(k), pair(0))), even(k))),
      any.set(k === 0 ? wrong.at(0) : either(any, wrong.at(k))),
      mask.set(without(atMost(absolute(turned.at(k)), tie), loose(k))),
      doubt.set(k === 0 ? mask : either(doubt, mask)),
    );
  };
  /** Where a slip may be round-off: with the sizes of what it is summed from. */
  const sizes = variables.pairs(count);
  const exact = sequence(
    each(count, (k) => sequence(put(places.force, k, force(k)), sizes[k]!.set(terms(k)))),
    coupling.times(places.force, sizes, (sum, term) => add(sum, absolute(term)), false, variables),
    any.set(pair(0)),
    doubt.set(pair(0)),
    each(count, (k) =>
      sequence(
        mask.set(without(atMost(absolute(turned.at(k)), multiply(pair(ROUND_OFF), sizes[k]!)), loose(k))),
        doubt.set(either(doubt, mask)),
        wrong.put(k, without(wrong.at(k), mask)),
        any.set(either(any, wrong.at(k))),
      ),
    ),
  );
  /** Most rows are right: what belongs to their pairs stays. */
  const change = (k: number): Statement => {
    const bits = (of: Pair): Whole => shiftLeft(bitsOf(of), whole(2 * k));
    return when(
      anyOf(wrong.at(k)),
      mask.set(stuckPairs.at(k)),
      atLow.put(
        k,
        select(mask, both(wrong.at(k), below(turned.at(k), bound(lowest, k))), without(atLow.at(k), wrong.at(k))),
      ),
      stuckPairs.put(k, exclusive(mask, wrong.at(k))),
      stuck.set(exclusiveWhole(stuck, bits(wrong.at(k)))),
      low.set(orWhole(andWhole(low, whole(~(3 << (2 * k)))), bits(atLow.at(k)))),
      follow(k),
    );
  };
  const closerLook = sequence(
    pushes.set(pair(0)),
    each(count, (k) => pushes.set(add(pushes, absolute(force(k))))),
    pushes.set(total(pushes)),
    each(count, judge),
    rests.set(anyOf(doubt)),
    when(rests, exact, rests.set(anyOf(doubt))),
    again.set(anyOf(any)),
    when(
      again,
      rounds.set(addWhole(rounds, whole(1))),
      when(less(whole(PATIENCE), rounds), odd),
      changing,
      rests.set(whole(0)),
      each(count, change),
      findSlot,
      onePass,
      again.set(isUnsure),
    ),
  );
  /** Math.min(upper, Math.max(lower, force)); between bounds of two signs a zero keeps its own, and the host has one instruction for each. */
  const within = (k: number): Pair =>
    wide[2 * k] && wide[2 * k + 1] !== false
      ? lesser(greater(found.at(k), bound(lower, k)), bound(upper, k))
      : least(bound(upper, k), largest(bound(lower, k), found.at(k)));
  return {
    stuck,
    low,
    slot,
    forces,
    stuckPair: (k) => stuckPairs.at(k),
    solve: sequence(
      steady ? when(isZero(known), guess) : guess,
      onePass,
      when(
        isUnsure,
        rounds.set(whole(0)),
        repeat(closerLook, again),
        when(rests, odd),
        known.set(steady ? isZero(isUnsure) : whole(0)),
        when(
          isUnsure,
          each(count, (k) => found.put(k, select(stuckPairs.at(k), within(k), found.at(k)))),
        ),
      ),
      each(count, (k) => forces.put(k, select(stuckPairs.at(k), add(found.at(k), pair(0)), bounds.at(k)))),
    ),
  };
}

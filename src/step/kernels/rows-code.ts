/**
 * The box problem s = G F + g of active-set.ts and pivoting.ts in a kernel, two rows at a time: the same operations in the same order, and so the
 * same digits. What is not ordinary is left to them: rows that depend on each other, that rest at a bound without slip, or that do not
 * settle in a few passes. The forces that are accepted follow from the last set alone.
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
  choose,
  divide,
  double,
  each,
  either,
  equals,
  greater,
  isAbove,
  isBelow,
  isEqual,
  isOther,
  isZero,
  largest,
  least,
  less,
  lesser,
  load,
  loadPair,
  loadWhole,
  multiply,
  NOTHING,
  negative,
  orWhole,
  type Pair,
  pair,
  pairOf,
  repeat,
  type Statement,
  select,
  sequence,
  shiftLeft,
  splat,
  store,
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
import type { SetPlaces } from "./kept-sets.ts";
import { type MatrixCode, MOST_PAIRED } from "./matrix-code.ts";
import { plus, productCode } from "./product-code.ts";
import { bitsOfAll } from "./set-code.ts";

/** Where numbers of the rows stand, in bytes from an address that may go from step to step. */
export interface BoundPlaces {
  readonly lower: number;
  readonly upper: number;
  /** With their round-off. */
  readonly least: number;
  readonly most: number;
}

export interface RowPlaces {
  /** g and the sizes of its terms. */
  readonly g: number;
  readonly terms: number;
  /** Of the previous step, which gives the guess. */
  readonly before: number;
  /** Those found; right-hand sides. */
  readonly force: number;
  readonly given: number;
  /** Bounds of sums of |G F|, where limits are constant. */
  readonly cap: number | undefined;
  readonly bounds: BoundPlaces;
}

export interface RowsCode {
  /** Finds the forces, left in `force`, and the set. */
  readonly solve: Statement;
  /** Of the accepted set: stuck rows and rows at their lower bound as bits; the address of the set, where it is not empty. */
  readonly stuck: Variable<"i32">;
  readonly low: Variable<"i32">;
  readonly slot: Variable<"i32">;
  /** The same as masks. */
  readonly stuckPairs: readonly Variable<"v128">[];
  /** The forces found. */
  readonly forces: number | readonly Variable<"v128">[];
}

export interface RowsOptions {
  readonly places: RowPlaces;
  readonly sets: SetPlaces;
  readonly coupling: MatrixCode;
  /** G of a single row. */
  readonly alone: number;
  /** The address that the bounds are counted from. */
  readonly rowsAt: Whole;
  readonly passes: Variable<"i32">;
  /** Rows whose bounds always lie on both sides of zero. */
  readonly wide: readonly boolean[];
  /** Functions of the module. */
  readonly find: number;
  readonly inner: number;
  /** Leaves the kernel: the set is not known yet, or the step is not ordinary. */
  missing(set: Whole): Statement;
  readonly odd: Statement;
}

export function rowsCode(options: RowsOptions, variables: Variables): RowsCode {
  return options.sets.m === 1 ? oneRow(options, variables) : manyRows(options, variables);
}

function manyRows(options: RowsOptions, variables: Variables): RowsCode {
  const { places, sets, coupling, rowsAt, passes, wide, find, inner, missing, odd } = options;
  const count = Math.ceil(sets.m / 2);
  const at = (place: number, k: number): Pair => loadPair(whole(0), place + 16 * k);
  const bound = (place: number, k: number): Pair => loadPair(rowsAt, place + 16 * k);
  const { lower, upper } = places.bounds;
  const stuckPairs = variables.pairs(count);
  const lowPairs = variables.pairs(count);
  const sums = variables.pairs(count);
  const resting = variables.pairs(count);
  const [wrong, any] = [variables.pair(), variables.pair()];
  const [stuck, low, slot, tried, again] = Array.from({ length: 5 }, () => variables.whole()) as [
    Variable<"i32">,
    Variable<"i32">,
    Variable<"i32">,
    Variable<"i32">,
    Variable<"i32">,
  ];
  const force = (k: number) => at(places.force, k);
  const even = (k: number) => equals(bound(lower, k), bound(upper, k));

  const guess = (k: number): Statement =>
    sequence(
      lowPairs[k]!.set(atMost(at(places.before, k), bound(lower, k))),
      stuckPairs[k]!.set(without(below(at(places.before, k), bound(upper, k)), lowPairs[k]!)),
    );
  /** Of rows at a bound; those of stuck ones are not known yet. */
  const given = (k: number): Statement =>
    sequence(
      storePair(
        whole(0),
        places.force + 16 * k,
        without(select(lowPairs[k]!, bound(lower, k), bound(upper, k)), stuckPairs[k]!),
      ),
      sums[k]!.set(subtract(pair(0), at(places.g, k))),
    );
  /** By the inverse, of all rows at once. */
  const multiplyInner = sequence(
    productCode(
      {
        ...{ n: sets.m, base: slot, offset: sets.parts.inverse, vector: places.given },
        ...{ sums, combine: plus, fresh: true },
      },
      variables,
    ),
    each(count, (k) =>
      storePair(whole(0), places.force + 16 * k, select(stuckPairs[k]!, add(sums[k]!, pair(0)), force(k))),
    ),
  );
  const innerForces = sequence(
    slot.set(call(find, stuck)),
    when(isZero(slot), missing(stuck)),
    tried.set(loadWhole(slot, sets.parts.count)),
    when(less(tried, whole(0)), odd),
    whenElse(loadWhole(slot, sets.parts.count + 8), multiplyInner, tried.set(call(inner, slot, tried))),
  );
  const outside = (k: number): Pair =>
    either(below(force(k), bound(places.bounds.least, k)), above(force(k), bound(places.bounds.most, k)));
  const slipping = (k: number, mask: Pair): Pair => without(mask, either(stuckPairs[k]!, even(k)));
  /** Whether |s| of a row that slips may be round-off; also where a force is larger than the bound of sums knows. */
  const doubtful = (k: number): Pair => {
    if (places.cap === undefined) return slipping(k, equals(pair(0), pair(0)));
    const small = multiply(pair(2 * ROUND_OFF), add(at(places.terms, k), at(places.cap, k)));
    return either(slipping(k, atMost(absolute(sums[k]!), small)), both(stuckPairs[k]!, outside(k)));
  };
  const sizes = variables.pairs(count);
  const exact = sequence(
    each(count, (k) => sizes[k]!.set(at(places.terms, k))),
    coupling.times(places.force, sizes, (sum, term) => add(sum, absolute(term)), false, variables),
    each(count, (k) => resting[k]!.set(slipping(k, atMost(absolute(sums[k]!), multiply(pair(ROUND_OFF), sizes[k]!))))),
  );
  const judged = (k: number): Pair =>
    without(
      select(
        stuckPairs[k]!,
        outside(k),
        without(select(lowPairs[k]!, below(sums[k]!, pair(0)), above(sums[k]!, pair(0))), resting[k]!),
      ),
      even(k),
    );
  const change = (k: number): Statement =>
    sequence(
      wrong.set(judged(k)),
      lowPairs[k]!.set(
        select(
          stuckPairs[k]!,
          both(wrong, below(force(k), bound(places.bounds.least, k))),
          without(lowPairs[k]!, wrong),
        ),
      ),
      stuckPairs[k]!.set(either(without(stuckPairs[k]!, wrong), without(wrong, stuckPairs[k]!))),
    );
  // forces were written one by one: who reads two of them at once waits for both to arrive in the cache
  const found = (k: number): Pair =>
    pairOf(load(whole(0), places.force + 16 * k), load(whole(0), places.force + 16 * k + 8));
  /** Math.min(upper, Math.max(lower, force)); between bounds of two signs a zero keeps its own, and the host has one instruction for each. */
  const within = (k: number): Pair =>
    wide[2 * k] && wide[2 * k + 1] !== false
      ? lesser(greater(found(k), bound(lower, k)), bound(upper, k))
      : least(bound(upper, k), largest(bound(lower, k), found(k)));
  const held = Math.max(sets.n, sets.m) <= MOST_PAIRED ? variables.pairs(count) : undefined;
  const turns = variables.whole();
  const onePass = sequence(
    passes.set(addWhole(passes, whole(1))),
    each(count, given),
    stuck.set(bitsOfAll(stuckPairs.map((mask) => bitsOf(mask)))),
    when(
      stuck,
      coupling.times(places.force, sums, subtract, false, variables),
      each(count, (k) => storePair(whole(0), places.given + 16 * k, sums[k]!)),
      innerForces,
    ),
    each(count, (k) => sequence(sums[k]!.set(at(places.g, k)), resting[k]!.set(pair(0)))),
    coupling.times(places.force, sums, add, false, variables),
    any.set(doubtful(0)),
    each(count - 1, (k) => any.set(either(any, doubtful(k + 1)))),
    when(anyOf(any), exact),
    any.set(judged(0)),
    each(count - 1, (k) => any.set(either(any, judged(k + 1)))),
    again.set(anyOf(any)),
    when(again, turns.set(addWhole(turns, whole(1))), when(less(whole(PATIENCE), turns), odd), each(count, change)),
  );
  return {
    stuck,
    low,
    slot,
    stuckPairs,
    forces: held ?? places.force,
    solve: sequence(
      each(count, guess),
      turns.set(whole(0)),
      repeat(onePass, again),
      any.set(resting[0]!),
      each(count - 1, (k) => any.set(either(any, resting[k + 1]!))),
      when(anyOf(any), odd),
      each(count, (k) =>
        sequence(
          held ? held[k]!.set(within(k)) : NOTHING,
          storePair(whole(0), places.force + 16 * k, held?.[k] ?? within(k)),
        ),
      ),
      low.set(bitsOfAll(lowPairs.map((mask) => bitsOf(mask)))),
    ),
  };
}

/** (53) */
function oneRow(options: RowsOptions, variables: Variables): RowsCode {
  const { places, alone, rowsAt, passes, find, missing } = options;
  const [stuck, low, slot] = [variables.whole(), variables.whole(), variables.whole()];
  const [needed, slack] = [variables.double(), variables.double()];
  const lower = load(rowsAt, places.bounds.lower);
  const upper = load(rowsAt, places.bounds.upper);
  const G = load(whole(0), alone);
  const mask = variables.pair();
  return {
    stuck,
    low,
    slot,
    stuckPairs: [mask],
    forces: places.force,
    solve: sequence(
      passes.set(addWhole(passes, whole(1))),
      needed.set(divide(negative(load(whole(0), places.g)), G)),
      slack.set(divide(multiply(double(ROUND_OFF), load(whole(0), places.terms)), G)),
      store(whole(0), places.force, least(upper, largest(lower, needed))),
      low.set(orWhole(isEqual(lower, upper), isBelow(needed, subtract(lower, slack)))),
      stuck.set(isZero(orWhole(low, isAbove(needed, add(upper, slack))))),
      mask.set(equals(splat(choose(stuck, double(1), double(0))), pair(1))),
      when(stuck, slot.set(call(find, stuck)), when(isZero(slot), missing(stuck))),
    ),
  };
}

/** Of row i: +1 at its lower bound, -1 at its upper, 0 stuck. */
export function modeOf(i: number, stuck: Whole, low: Whole): Whole {
  const bit = (of: Whole): Whole => isOther(andWhole(of, whole(1 << i)), whole(0));
  return addWhole(addWhole(shiftLeft(bit(low), whole(1)), bit(stuck)), whole(-1));
}

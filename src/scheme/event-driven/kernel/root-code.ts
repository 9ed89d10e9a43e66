/**
 * First crossing of a guard from positive to negative on [0, 1], as in numeric/polynomial.ts: isolated by the signs of its Bernstein
 * coefficients, found by Newton's method within its bracket. One that is grazed, or below zero from the start, is not clear.
 */
import {
  absolute,
  add,
  addWhole,
  andWhole,
  below,
  bitCount,
  bitsOf,
  divide,
  double,
  each,
  exclusiveWhole,
  half,
  isAbove,
  isAtMost,
  isBelow,
  isEqual,
  isSame,
  leave,
  less,
  load,
  loadPair,
  multiply,
  orWhole,
  pair,
  repeat,
  sequence,
  shiftLeft,
  splat,
  store,
  storePair,
  subtract,
  subtractWhole,
  timesWhole,
  toDouble,
  type Whole,
  when,
  whenElse,
  whole,
} from "../../../numeric/wasm/code.ts";
import type { FunctionCode, Variables } from "../../../numeric/wasm/module.ts";
import { DEPTH, type FixedPlaces, TERMS } from "./layout.ts";
import { addColumns, clearPairs, fixed, NOWHERE, read, storePairs } from "./product-code.ts";

const PAIRS = TERMS / 2;
const ALL = (1 << TERMS) - 1;
/** A slope at the zero that is a smaller part of the guard's terms there, and of what they are summed from, is grazed. */
const GRAZED = 1e-6;
const MOST_STEPS = 60;

/** What a test of a guard finds. */
export const Found = { none: 0, crossing: 1, unclear: 2 } as const;

/**
 * Newton's method from the guess in `zero`, within [from, to] in `scratch`. Even and odd powers side by side, in the square of x. It converges
 * quadratically: a step d after one of D leaves about d^3 / D^2.
 */
export function refineCode({ guard, zero, scratch, grain }: FixedPlaces): FunctionCode {
  return {
    parameters: 0,
    body(_, variables) {
      const [x, from, to, value] = doubles(variables);
      const [slope, next, moved, before] = doubles(variables);
      const [values, slopes, square] = [variables.pair(), variables.pair(), variables.pair()];
      const [k, going] = [variables.whole(), variables.whole()];
      const coefficients = (p: number) => loadPair(NOWHERE, guard + 16 * (PAIRS - 1 - p));
      const squared = square.set(splat(multiply(x, x)));
      const evaluate = sequence(
        squared,
        values.set(coefficients(0)),
        slopes.set(pair(0)),
        each(PAIRS - 1, (p) =>
          sequence(
            slopes.set(add(multiply(slopes, square), values)),
            values.set(add(multiply(values, square), coefficients(p + 1))),
          ),
        ),
        value.set(add(half(values, 0), multiply(x, half(values, 1)))),
        slope.set(add(half(slopes, 0), multiply(x, half(slopes, 1)))),
        slope.set(add(half(values, 1), multiply(add(x, x), slope))),
      );
      return {
        statement: sequence(
          x.set(read(zero)),
          from.set(read(scratch)),
          to.set(read(scratch + 8)),
          moved.set(double(0)),
          k.set(whole(0)),
          repeat(
            sequence(
              evaluate,
              whenElse(isAbove(value, double(0)), from.set(x), to.set(x)),
              next.set(subtract(x, divide(value, slope))),
              before.set(moved),
              whenElse(
                andWhole(isAbove(next, from), isBelow(next, to)),
                moved.set(absolute(subtract(next, x))),
                sequence(next.set(multiply(add(from, to), double(0.5))), moved.set(double(1))),
              ),
              going.set(
                isAbove(multiply(multiply(moved, moved), moved), multiply(multiply(multiply(before, before), x), TINY)),
              ),
              when(isAtMost(moved, multiply(x, TINY)), going.set(whole(0))),
              when(orWhole(isEqual(next, from), isEqual(next, to)), going.set(whole(0)), next.set(x)),
              x.set(next),
              k.set(addWhole(k, whole(1))),
            ),
            andWhole(going, less(k, whole(MOST_STEPS))),
          ),
          store(NOWHERE, zero, x),
          squared,
          values.set(pair(0)),
          each(PAIRS, (p) => values.set(add(multiply(values, square), absolute(coefficients(p))))),
          value.set(add(add(half(values, 0), multiply(x, half(values, 1))), read(grain))),
          when(isAtMost(absolute(multiply(slope, x)), multiply(value, double(GRAZED))), leave(whole(Found.unclear))),
        ),
        result: whole(Found.crossing),
      };
    },
  };
}

const TINY = double(Number.EPSILON);
const doubles = (variables: Variables) =>
  [variables.double(), variables.double(), variables.double(), variables.double()] as const;

/** The first zero of the guard, its coefficients for [0, 1] given, goes to `zero`. */
export function isolateCode(layout: FixedPlaces, refine: Whole): FunctionCode {
  const { guard, table, stack, spare, low, size2: size, zero, scratch } = layout;
  const row = 8 * TERMS;
  return {
    parameters: 0,
    body(_, variables) {
      const sums = variables.pairs(PAIRS);
      const [base, top, signs, free, i, at] = Array.from({ length: 6 }, variables.whole);
      const place = timesWhole(top!, whole(8));
      const readSigns = sequence(
        base!.set(timesWhole(top!, whole(row))),
        signs!.set(whole(0)),
        each(PAIRS, (p) =>
          signs!.set(orWhole(signs!, shiftLeft(bitsOf(below(loadPair(base!, stack + 16 * p), pair(0))), whole(2 * p)))),
        ),
        free!.set(exclusiveWhole(signs!, whole(ALL))),
      );
      /** Positive coefficients first, then negative ones. */
      const once = andWhole(isSame(andWhole(free!, addWhole(free!, whole(1))), whole(0)), less(whole(0), free!));
      const last = sequence(
        store(NOWHERE, scratch, load(place, low)),
        store(NOWHERE, scratch + 8, add(load(place, low), load(place, size))),
        i!.set(bitCount(free!)),
        at!.set(addWhole(base!, timesWhole(i!, whole(8)))),
        store(
          NOWHERE,
          zero,
          add(
            load(place, low),
            multiply(
              multiply(load(place, size), double(1 / (TERMS - 1))),
              add(
                toDouble(subtractWhole(i!, whole(1))),
                divide(load(at!, stack - 8), subtract(load(at!, stack - 8), load(at!, stack))),
              ),
            ),
          ),
        ),
        leave(refine),
      );
      // of de Casteljau's triangle the first entries are those of the left half, the last ones those of the right half
      const halve = sequence(
        each(PAIRS, (p) => storePair(NOWHERE, spare + 16 * p, loadPair(base!, stack + 16 * p))),
        i!.set(whole(0)),
        repeat(
          sequence(
            at!.set(timesWhole(i!, whole(8))),
            store(addWhole(base!, at!), stack + row, read(spare)),
            at!.set(subtractWhole(whole(row - 8), at!)),
            store(addWhole(base!, at!), stack, load(at!, spare)),
            each(PAIRS, (p) =>
              storePair(
                NOWHERE,
                spare + 16 * p,
                multiply(add(loadPair(NOWHERE, spare + 16 * p), loadPair(NOWHERE, spare + 16 * p + 8)), pair(0.5)),
              ),
            ),
            i!.set(addWhole(i!, whole(1))),
          ),
          less(i!, whole(TERMS)),
        ),
        store(place, size, multiply(load(place, size), double(0.5))),
        store(place, size + 8, load(place, size)),
        store(place, low + 8, load(place, low)),
        store(place, low, add(load(place, low), load(place, size))),
        top!.set(addWhole(top!, whole(1))),
      );
      return {
        statement: sequence(
          clearPairs(sums),
          addColumns(variables, TERMS, fixed(table), fixed(guard), sums, add),
          storePairs(sums, fixed(stack)),
          store(NOWHERE, low, double(0)),
          store(NOWHERE, size, double(1)),
          top!.set(whole(0)),
          repeat(
            sequence(
              readSigns,
              whenElse(
                isSame(signs!, whole(0)),
                top!.set(subtractWhole(top!, whole(1))),
                sequence(when(once, last), when(less(whole(DEPTH - 1), top!), leave(whole(Found.unclear))), halve),
              ),
            ),
            less(whole(-1), top!),
          ),
        ),
        result: whole(Found.none),
      };
    },
  };
}

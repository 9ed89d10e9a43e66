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
  branch,
  choose,
  divide,
  double,
  each,
  exclusiveWhole,
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
  store,
  storePair,
  subtract,
  subtractWhole,
  timesWhole,
  toDouble,
  type Whole,
  when,
  whole,
} from "../../../numeric/wasm/code.ts";
import type { FunctionCode } from "../../../numeric/wasm/module.ts";
import { DEPTH, type Layout, TERMS } from "./layout.ts";
import { addColumns, clearPairs, fixed, NOWHERE, read, storePairs } from "./product-code.ts";

const PAIRS = TERMS / 2;
const ALL = 2 ** TERMS - 1;
/** A slope at the zero that is a smaller part of the guard's terms there is grazed. */
const GRAZED = 1e-6;
const MOST_STEPS = 60;

/** What a test of a guard finds. */
export const Found = { none: 0, crossing: 1, unclear: 2 } as const;

/** Newton's method from the guess in `zero`, within [from, to] in `scratch`. */
export function refineCode({ guard, zero, scratch }: Layout): FunctionCode {
  return {
    name: "refine",
    parameters: 0,
    body(_, variables) {
      const [x, from, to, value] = Array.from({ length: 4 }, variables.double);
      const [slope, next, size] = Array.from({ length: 3 }, variables.double);
      const k = variables.whole();
      const going = variables.whole();
      const evaluate = sequence(
        value!.set(read(guard + 8 * (TERMS - 1))),
        slope!.set(double(0)),
        each(TERMS - 1, (j) =>
          sequence(
            slope!.set(add(multiply(slope!, x!), value!)),
            value!.set(add(multiply(value!, x!), read(guard + 8 * (TERMS - 2 - j)))),
          ),
        ),
      );
      return {
        statement: sequence(
          x!.set(read(zero)),
          from!.set(read(scratch)),
          to!.set(read(scratch + 8)),
          k.set(whole(0)),
          repeat(
            sequence(
              evaluate,
              branch(isAbove(value!, double(0)), from!.set(x!), to!.set(x!)),
              next!.set(subtract(x!, divide(value!, slope!))),
              next!.set(
                choose(
                  andWhole(isAbove(next!, from!), isBelow(next!, to!)),
                  next!,
                  multiply(add(from!, to!), double(0.5)),
                ),
              ),
              going.set(isAbove(absolute(subtract(next!, x!)), multiply(x!, double(Number.EPSILON)))),
              when(orWhole(isEqual(next!, from!), isEqual(next!, to!)), going.set(whole(0))),
              when(going, x!.set(next!)),
              k.set(addWhole(k, whole(1))),
            ),
            andWhole(going, less(k, whole(MOST_STEPS))),
          ),
          size!.set(double(0)),
          each(TERMS, (j) => size!.set(add(multiply(size!, x!), absolute(read(guard + 8 * (TERMS - 1 - j)))))),
          store(NOWHERE, zero, x!),
          when(isAtMost(absolute(multiply(slope!, x!)), multiply(size!, double(GRAZED))), leave(whole(Found.unclear))),
        ),
        result: whole(Found.crossing),
      };
    },
  };
}

/** The first zero of the guard, its coefficients for [0, 1] given, goes to `zero`. */
export function isolateCode(layout: Layout, refine: Whole): FunctionCode {
  const { guard, table, stack, spare, low, size2: size, zero, scratch } = layout;
  const row = 8 * TERMS;
  return {
    name: "isolate",
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
              branch(
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

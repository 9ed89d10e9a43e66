/**
 * The box problem of solvers/tridiagonal-box.ts as WebAssembly, for rows without drive: what it does to each number is what is done there, in the
 * same order, and so are the digits. A coordinate needs few numbers, since long strings cost what their memory costs:
 *   inverse   1/pivot of the elimination, 0 where the row is stuck: b = inverse given - (below inverse) b_before,  dz = b - (above inverse) dz_after;
 *   force     the bound of a row that slips: it tells the side, and given = push force - residual; a row is stuck next where its force is within;
 *   mode      is the sign of dz.
 * Coefficients that are the same at all coordinates are kept in registers. Vectors have a zero before their first and after their last number.
 */
import {
  absolute,
  add,
  type Double,
  divide,
  double,
  load,
  loadPair,
  loadTwice,
  multiply,
  orWhole,
  type Pair,
  type Statement,
  sequence,
  store,
  storeWhole,
  subtract,
  type Whole,
  when,
  whole,
} from "../../numeric/wasm/code.ts";
import { branch, choose, isAbove, isAtMost, isBelow, isEqual, isZero, least, most } from "../../numeric/wasm/flow.ts";
import type { Variable, Variables } from "../../numeric/wasm/module.ts";
import { ROUND_OFF } from "../solvers/condensed.ts";
import type { Coefficient, TridiagonalLayout } from "./tridiagonal-memory.ts";

/** Coefficients at the place `at` (8 times the coordinate), those that are the same everywhere loaded once. */
export interface Coefficients {
  readonly begin: Statement;
  of(name: Coefficient, at: Whole, shift?: number): Double;
}

export const ORIGIN = whole(0);
export type Four<K extends "i32" | "f64"> = [Variable<K>, Variable<K>, Variable<K>, Variable<K>];
export type Pairs = Variable<"v128">;
export type Five<K extends "i32" | "f64"> = [...Four<K>, Variable<K>];

export function coefficients(
  { coefficient }: TridiagonalLayout,
  variables: Variables,
  names: readonly Coefficient[],
): Coefficients {
  const kept = new Map<Coefficient, Variable<"f64">>();
  for (const name of names) if (coefficient[name].uniform) kept.set(name, variables.double());
  return {
    begin: sequence(...Array.from(kept, ([name, variable]) => variable.set(load(ORIGIN, coefficient[name].place)))),
    of: (name, at, shift = 0) => kept.get(name) ?? load(at, coefficient[name].place + 8 * shift),
  };
}

/** The same, two coordinates at a time. */
export function coefficientPairs(
  { coefficient }: TridiagonalLayout,
  variables: Variables,
  names: readonly Coefficient[],
): { readonly begin: Statement; of(name: Coefficient, at: Whole): Pair } {
  const kept = new Map<Coefficient, Pairs>();
  for (const name of names) if (coefficient[name].uniform) kept.set(name, variables.pair());
  return {
    begin: sequence(
      ...Array.from(kept, ([name, variable]) => variable.set(loadTwice(ORIGIN, coefficient[name].place))),
    ),
    of: (name, at) => kept.get(name) ?? loadPair(at, coefficient[name].place),
  };
}

export const JUDGED: readonly Coefficient[] = [
  "below",
  "above",
  "diagonal",
  "push",
  "rate",
  "lower",
  "upper",
  "least",
  "most",
];

/** What the row at a place is pushed with, and the force that is needed for a push. */
const pushed = (layout: TridiagonalLayout, given: Coefficients, at: Whole, force: Double): Double =>
  layout.unit ? force : multiply(given.of("push", at), force);

/** The row at a place, by dz there and beside it: its force, and whether it is on the wrong side, in which case `wrong` is done. */
export function judgeCode(
  layout: TridiagonalLayout,
  variables: Variables,
  given: Coefficients,
  wrong: Statement,
): (at: Variable<"i32">, before: Double, here: Double, after: Double) => Statement {
  const [needed, speed, sides, others] = doubles(variables, 4) as Four<"f64">;
  const backward = variables.whole();
  const slips = slipCode(layout, given, speed, sides, others);
  return (at, before, here, after) => {
    const of = (name: Coefficient) => given.of(name, at);
    const { scaled, size } = slips(at);
    /** Of a row that does not clearly slip the way its bound says: it rests, or is wrong. */
    const doubtful = branch(isAtMost(absolute(scaled), size), [storeWhole(ORIGIN, layout.rests, whole(1))], [wrong]);
    const slipping = [
      backward.set(isAtMost(load(at, layout.force), of("lower"))), // pushed back: positive slip
      speed.set(multiply(of("rate"), here)),
      when(
        isZero(isAbove(choose(backward, scaled, subtract(double(0), scaled)), size)),
        // a row that can have one force only has it
        layout.mixed ? when(isBelow(of("lower"), of("upper")), doubtful) : doubtful,
      ),
    ];
    const needs = add(add(sides, others), load(at, layout.residual));
    const stuck = [
      needed.set(layout.unit ? needs : divide(needs, of("push"))),
      store(at, layout.force, add(double(0), least(most(needed, of("lower")), of("upper")))),
      when(
        orWhole(isAtMost(needed, of("lower")), isAtMost(of("upper"), needed)),
        branch(
          orWhole(isBelow(needed, of("least")), isAbove(needed, of("most"))),
          [wrong],
          [storeWhole(ORIGIN, layout.turned, whole(1))],
        ),
      ),
    ];
    return sequence(
      sides.set(multiply(of("below"), before)),
      others.set(multiply(of("above"), after)),
      branch(isEqual(load(at, layout.inverse), double(0)), stuck, slipping),
    );
  };
}

/** Slip times the diagonal, and what of it is round-off, from the slip and what the neighbors add. */
export const slipCode =
  (layout: TridiagonalLayout, given: Coefficients, speed: Double, sides: Double, others: Double) => (at: Whole) => {
    const push = subtract(pushed(layout, given, at, load(at, layout.force)), load(at, layout.residual));
    const terms = add(add(absolute(push), absolute(sides)), absolute(others));
    return {
      scaled: multiply(speed, given.of("diagonal", at)),
      size: multiply(double(ROUND_OFF), absolute(multiply(given.of("rate", at), terms))),
    };
  };

/** 1/pivot at a place, from that before it; 0 where the row is stuck. */
export const pivotCode = (given: Coefficients, at: Whole, stuck: Whole, before: Double): Double =>
  choose(
    stuck,
    double(0),
    divide(
      double(1),
      subtract(given.of("diagonal", at), multiply(given.of("below", at), multiply(given.of("above", at, -1), before))),
    ),
  );

/** b at a place, from its force and the b before it. */
export const forwardCode = (
  layout: TridiagonalLayout,
  given: Coefficients,
  at: Whole,
  inverse: Double,
  residual: Double,
  before: Double,
): Double =>
  subtract(
    multiply(inverse, subtract(pushed(layout, given, at, load(at, layout.force)), residual)),
    multiply(multiply(given.of("below", at), inverse), before),
  );

/** dz at a place, from b there and the dz after it; it may be -0. */
export const backwardCode = (layout: TridiagonalLayout, given: Coefficients, at: Whole, after: Double): Double =>
  subtract(load(at, layout.b), multiply(multiply(given.of("above", at), load(at, layout.inverse)), after));

export const wholes = (variables: Variables, count: number): Variable<"i32">[] =>
  Array.from({ length: count }, () => variables.whole());
export const doubles = (variables: Variables, count: number): Variable<"f64">[] =>
  Array.from({ length: count }, () => variables.double());

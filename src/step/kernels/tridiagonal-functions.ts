/** Sweeps over a whole tridiagonal box problem as functions of WebAssembly, with those of tridiagonal-repair.ts. */
import {
  above,
  absolute,
  add,
  addWhole,
  andWhole,
  below,
  bitsOf,
  both,
  divide,
  double,
  either,
  equals,
  exclusive,
  isSame,
  less,
  load,
  loadPair,
  loadWhole,
  multiply,
  orWhole,
  pair,
  repeat,
  type Statement,
  select,
  sequence,
  store,
  storePair,
  storeWhole,
  subtractWhole,
  type Whole,
  when,
  whole,
} from "../../numeric/wasm/code.ts";
import { branch, exclusiveWhole, isAbove, isAtMost, isBelow, isEqual, isUnequal } from "../../numeric/wasm/flow.ts";
import { call, type FunctionCode, type Variable } from "../../numeric/wasm/module.ts";
import { ROUND_OFF } from "../solvers/condensed.ts";
import {
  backwardCode,
  coefficientPairs,
  coefficients,
  doubles,
  type Four,
  JUDGED,
  judgeCode,
  ORIGIN,
  type Pairs,
  pivotCode,
  slipCode,
  wholes,
} from "./tridiagonal-code.ts";
import type { TridiagonalLayout } from "./tridiagonal-memory.ts";
import { judgeFunction, repairFunction, settleFunction } from "./tridiagonal-repair.ts";

/** Places of the functions in a module. */
const Align = 2;
const Substitute = 3;
const Settle = 4;
const Rest = 5;

/**
 * The functions of a box problem; a module begins with them. How they are called: align() makes the elimination anew where forces tell other rows to be
 * stuck than it was made for; the caller sweeps forward, from residuals to b; substitute() ends the sweep and judges all rows, settle(end of the
 * list of wrong rows) solves the rest, rest() sets slips to zero that are round-off.
 */
export function boxFunctions(layout: TridiagonalLayout): FunctionCode[] {
  return [judgeFunction, repairFunction, alignFunction, substituteFunction, settleFunction, restFunction].map((make) =>
    make(layout),
  );
}

/** The elimination is to be made anew where a stuck row has come to its bound: that is where it slips next, if it does. */
export const alignCall = (layout: TridiagonalLayout): Statement =>
  when(loadWhole(ORIGIN, layout.turned), storeWhole(ORIGIN, layout.turned, call(Align)));
export const substituteCall = (): Whole => call(Substitute);
export const settleCall = (end: Whole): Whole => call(Settle, end);
export const restCall = (layout: TridiagonalLayout): Statement =>
  when(loadWhole(ORIGIN, layout.rests), storeWhole(ORIGIN, layout.rests, call(Rest)));

/** From the first place to the last, one by one. */
const overAll = ({ size }: TridiagonalLayout, at: Variable<"i32">, ...body: readonly Statement[]): Statement =>
  sequence(at.set(whole(0)), repeat(sequence(...body, at.set(addWhole(at, whole(8)))), less(at, whole(8 * size))));

/** align(): 0 */
function alignFunction(layout: TridiagonalLayout): FunctionCode {
  return {
    name: "align",
    parameters: 0,
    body(_, variables) {
      const given = coefficients(layout, variables, ["below", "above", "diagonal", "lower", "upper"]);
      const [at, stuck, changed] = wholes(variables, 3) as Four<"i32">;
      const [old, inverse, force] = doubles(variables, 3) as Four<"f64">;
      return {
        statement: sequence(
          given.begin,
          changed.set(whole(0)),
          overAll(
            layout,
            at,
            force.set(load(at, layout.force)),
            old.set(load(at, layout.inverse)),
            stuck.set(andWhole(isAbove(force, given.of("lower", at)), isBelow(force, given.of("upper", at)))),
            when(
              orWhole(changed, exclusiveWhole(stuck, isEqual(old, double(0)))),
              inverse.set(pivotCode(given, at, stuck, load(at, layout.inverse - 8))),
              changed.set(isUnequal(inverse, old)),
              store(at, layout.inverse, inverse),
            ),
          ),
        ),
        result: whole(0),
      };
    },
  };
}

/** substitute(): dz from b, and all rows judged; the end of the list of those that are wrong. */
function substituteFunction(layout: TridiagonalLayout): FunctionCode {
  const { size: n } = layout;
  return {
    name: "substitute",
    parameters: 0,
    body(_, variables) {
      const given = coefficients(layout, variables, JUDGED);
      const pairs = coefficientPairs(layout, variables, ["below", "above", "diagonal", "push", "lower", "upper"]);
      const [at, list] = wholes(variables, 2) as Four<"i32">;
      const last = variables.double();
      const wrong = sequence(storeWhole(list, 0, at), list.set(addWhole(list, whole(4))));
      const judge = judgeCode(layout, variables, given, wrong);
      const single = sequence(
        judge(at, load(at, layout.dz - 8), load(at, layout.dz), load(at, layout.dz + 8)),
        at.set(addWhole(at, whole(8))),
      );
      const [sides, others, needed, stuck] = variables.pairs(4) as [Pairs, Pairs, Pairs, Pairs];
      const scaled = multiply(loadPair(at, layout.dz), pairs.of("diagonal", at));
      const force = loadPair(at, layout.force);
      const turn = both(above(force, pairs.of("lower", at)), pair(-0));
      const needs = add(add(sides, others), loadPair(at, layout.residual));
      /**
       * Most rows are right beyond doubt: stuck ones within their bounds; others slip the way that their bound says, and by more than round-off, which is
       * at most this: what pushes a row is no more than its own and its neighbors' terms.
       */
      const inside = both(above(needed, pairs.of("lower", at)), below(needed, pairs.of("upper", at)));
      const slips = above(
        exclusive(scaled, turn),
        multiply(pair(4 * ROUND_OFF), add(absolute(sides), absolute(others))),
      );
      const sure = select(stuck, inside, slips);
      const pairOfRows = sequence(
        sides.set(multiply(pairs.of("below", at), loadPair(at, layout.dz - 8))),
        others.set(multiply(pairs.of("above", at), loadPair(at, layout.dz + 8))),
        needed.set(layout.unit ? needs : divide(needs, pairs.of("push", at))),
        stuck.set(equals(loadPair(at, layout.inverse), pair(0))),
        branch(
          isSame(
            bitsOf(layout.mixed ? either(sure, equals(pairs.of("lower", at), pairs.of("upper", at))) : sure),
            whole(3),
          ),
          [storePair(at, layout.force, select(stuck, add(needed, pair(0)), force)), at.set(addWhole(at, whole(16)))],
          [single, single],
        ),
      );
      return {
        statement: sequence(
          given.begin,
          pairs.begin,
          last.set(double(0)),
          at.set(whole(8 * n)),
          repeat(
            sequence(
              at.set(subtractWhole(at, whole(8))),
              last.set(backwardCode(layout, given, at, last)),
              store(at, layout.dz, add(last, double(0))), // no -0
            ),
            at,
          ),
          list.set(whole(layout.lists[0])),
          repeat(pairOfRows, less(at, whole(8 * (n - 1)))),
          n % 2 === 1 ? single : sequence(),
        ),
        result: list,
      };
    },
  };
}

/** rest(): 0 */
function restFunction(layout: TridiagonalLayout): FunctionCode {
  return {
    name: "rest",
    parameters: 0,
    body(_, variables) {
      const given = coefficients(layout, variables, JUDGED);
      const at = variables.whole();
      const [speed, sides, others, here] = doubles(variables, 4) as Four<"f64">;
      const before = variables.double(); // dz as it was
      const { scaled, size } = slipCode(layout, given, speed, sides, others)(at);
      const rests = isAtMost(absolute(scaled), size);
      return {
        statement: sequence(
          given.begin,
          before.set(double(0)),
          overAll(
            layout,
            at,
            here.set(load(at, layout.dz)),
            speed.set(multiply(given.of("rate", at), here)),
            sides.set(multiply(given.of("below", at), before)),
            others.set(multiply(given.of("above", at), load(at, layout.dz + 8))),
            when(
              layout.mixed ? andWhole(rests, isBelow(given.of("lower", at), given.of("upper", at))) : rests,
              store(at, layout.dz, double(0)),
            ),
            before.set(here),
          ),
        ),
        result: whole(0),
      };
    },
  };
}

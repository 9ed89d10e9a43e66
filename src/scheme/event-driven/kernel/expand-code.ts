/**
 * The Taylor recursion of series.ts inside a mode: the operators of its stuck rows give accelerations and held forces from what is known,
 *     a_k = P f_k - P K x_k - (k + 1) P D x_{k+1},  F_k = B (f_k - K x_k - (k + 1) D x_{k+1}), f_0 with the sliding forces,
 * and x_{k+2} = a_k / ((k + 1)(k + 2)).
 */

import { RowValue } from "../../../model/system.ts";
import {
  add,
  addWhole,
  choose,
  double,
  each,
  half,
  isOther,
  isSame,
  leave,
  less,
  loadByte,
  load as loadDouble,
  loadPair,
  loadTwice,
  loadWhole,
  multiply,
  orWhole,
  type Pair,
  perform,
  repeat,
  type Statement,
  sequence,
  shiftLeft,
  store,
  storePair,
  storeWhole,
  subtract,
  timesWhole,
  type Whole,
  when,
  whenElse,
  whole,
} from "../../../numeric/wasm/code.ts";
import { call, type FunctionCode } from "../../../numeric/wasm/module.ts";
import { curvedRows } from "./curve-code.ts";
import { frictionRows, gapsAt, isStop } from "./gap-code.ts";
import { type Layout, operatorPlaces, type Shape } from "./layout.ts";
import {
  addAlong,
  addColumns,
  alongRow,
  clearPairs,
  copyDoubles,
  fixed,
  loadPairs,
  NOWHERE,
  read,
  slipOf,
  storePairs,
} from "./product-code.ts";
import { drivesMove, ratesAt, rowStride, rowTerm, slipTerm } from "./row-code.ts";

/** Bit i: row i is stuck, by modes at a place. */
export function stuckRows(m: number, modes: number): Whole {
  let set: Whole | undefined;
  for (let i = 0; i < m; i++) {
    const bit = shiftLeft(isSame(loadByte(NOWHERE, modes + i), whole(0)), whole(i));
    set = set ? orWhole(set, bit) : bit;
  }
  return set!;
}

/** The address of the operators of a set of stuck rows; 0, and the set is wanted: they are not there. */
export function findCode({ tags, used, wanted, slots, operators }: Layout): FunctionCode {
  return {
    parameters: 1,
    body([set], variables) {
      const k = variables.whole();
      return {
        statement: sequence(
          k.set(whole(0)),
          when(
            less(k, loadWhole(NOWHERE, used)),
            repeat(
              sequence(
                when(
                  isSame(loadWhole(timesWhole(k, whole(4)), tags), set!),
                  leave(addWhole(whole(slots), timesWhole(k, whole(operators)))),
                ),
                k.set(addWhole(k, whole(1))),
              ),
              less(k, loadWhole(NOWHERE, used)),
            ),
          ),
          storeWhole(NOWHERE, wanted, set!),
        ),
        result: whole(0),
      };
    },
  };
}

/** Forces of rows that slip, by modes at a place, and what they are on the coordinates. */
export function slidingForces(shape: Shape, layout: Layout, modes: number): Statement {
  const { n, m } = shape;
  const { pushBack, pushOn, push, moving, sliding } = layout;
  return sequence(
    each(n, (i) => store(NOWHERE, sliding + 8 * i, double(0))),
    each(m, (i) => {
      const mode = loadByte(NOWHERE, modes + i);
      const slips = isOther(mode, whole(0));
      const force = choose(less(whole(0), mode), read(pushBack + 8 * i), read(pushOn + 8 * i));
      return sequence(
        store(NOWHERE, push + 8 * i, choose(slips, force, double(0))),
        store(NOWHERE, moving + 8 * i, choose(slips, double(1), double(0))),
        addAlong(shape, layout, i, read(push + 8 * i), sliding),
      );
    }),
  );
}

/** From position, velocity, modes and the load's coefficients; the parameter is the address of the operators. */
export function expandCode(shape: Shape, layout: Layout, curve: (i: number) => number): FunctionCode {
  const { n, m, order, damped, varies } = shape;
  const { across, along, width, x, load, slip, force, levels, residual, acceleration } = layout;
  const places = operatorPlaces(shape, layout);
  return {
    parameters: 1,
    body([slot], variables) {
      const [k, level, term] = [variables.whole(), variables.whole(), variables.whole()]; // k, and bytes of its coefficients
      const ofMotion = variables.pairs(across / 2);
      const ofRows = variables.pairs(along / 2);
      const [times, scaled] = [variables.pair(), variables.pair()];
      const anyStuck = variables.whole();
      const rate = (entry: Pair) => multiply(entry, times);
      const coefficient = (which: number) => loadTwice(timesWhole(k, whole(24)), levels + 8 * which);
      const rowPlace = (start: number, i: number) => start + 8 * i * width;
      const part = (place: number) => ({ base: slot!, offset: place });
      const ofLevel = { base: level, offset: x };
      const ofNext = { base: level, offset: x + 8 * n };
      const given = variables.whole(); // bytes of coefficient k of drives and limits
      function followed(place: number, sums: typeof ofMotion) {
        return varies
          ? [when(drivesMove(layout), addColumns(variables, m, part(place), fixed(layout.rates), sums, add))]
          : [];
      }
      function slide(i: number) {
        const push = layout.pushNow + 8 * i;
        return whenElse(
          isOther(loadByte(NOWHERE, layout.mode + i), whole(0)),
          sequence(
            store(NOWHERE, push, slipTerm(shape, layout, i, layout.mode, given)),
            addAlong(shape, layout, i, read(push), residual),
          ),
          store(NOWHERE, push, double(0)),
        );
      }
      function slipRate(i: number) {
        const rate = multiply(alongRow(shape, layout, i, acceleration), half(scaled, 0));
        return varies ? subtract(rate, rowTerm(shape, layout, RowValue.drive, i, given, 1)) : rate;
      }
      function forceOf(i: number) {
        const held = half(ofRows[i >> 1]!, (i & 1) as 0 | 1);
        return varies ? add(held, read(layout.pushNow + 8 * i)) : held;
      }
      const loads = sequence(
        loadPairs(ofMotion, { base: level, offset: load }),
        varies
          ? sequence()
          : when(
              isSame(k, whole(0)),
              each(across / 2, (p) => ofMotion[p]!.set(add(ofMotion[p]!, loadPair(NOWHERE, layout.sliding + 16 * p)))),
            ),
        storePairs(ofMotion, fixed(residual)),
        ...(varies ? frictionRows(shape).map(slide) : []),
        ...(varies ? [ratesAt(shape, layout, given, half(times, 0))] : []),
        ...curvedRows(shape).map((i) =>
          whenElse(
            isOther(loadByte(NOWHERE, layout.mode + i), whole(0)),
            sequence(
              perform(call(curve(i), k)),
              addAlong(shape, layout, i, loadDouble(term, rowPlace(layout.soft, i)), residual),
            ),
            store(term, rowPlace(layout.soft, i), double(0)),
          ),
        ),
      );
      const forces = sequence(
        loadPairs(ofMotion, fixed(residual)),
        addColumns(variables, n, fixed(layout.stiffness), ofLevel, ofMotion, subtract),
        ...(damped ? [addColumns(variables, n, fixed(layout.damping), ofNext, ofMotion, subtract, rate)] : []),
        storePairs(ofMotion, fixed(residual)),
        clearPairs(ofRows),
        addColumns(variables, n, part(places.hold), fixed(residual), ofRows, add),
        ...followed(places.pull, ofRows),
      );
      // what depends on the latest coefficients comes last: all else need not wait for them
      const once = sequence(
        times.set(coefficient(0)),
        loads,
        clearPairs(ofMotion),
        addColumns(variables, n, part(places.respond), fixed(residual), ofMotion, add),
        addColumns(variables, n, part(places.stiffen), ofLevel, ofMotion, subtract),
        ...(damped ? [addColumns(variables, n, part(places.dampen), ofNext, ofMotion, subtract, rate)] : []),
        ...followed(places.follow, ofMotion),
        storePairs(ofMotion, fixed(acceleration)),
        scaled.set(coefficient(1)),
        each(across / 2, (p) => storePair(level, x + 16 * n + 16 * p, multiply(ofMotion[p]!, scaled))), // what a pair has too many is overwritten next
        scaled.set(coefficient(2)),
        each(m, (i) => store(term, rowPlace(slip, i) + 8, multiply(slipRate(i), read(layout.moving + 8 * i)))),
        whenElse(anyStuck, forces, clearPairs(ofRows)),
        each(m, (i) => store(term, rowPlace(force, i), forceOf(i))),
        k.set(addWhole(k, whole(1))),
        level.set(addWhole(level, whole(8 * n))),
        term.set(addWhole(term, whole(8))),
        ...(varies ? [given.set(addWhole(given, whole(rowStride(shape))))] : []),
      );
      const addPushes = each(m, (i) =>
        store(NOWHERE, rowPlace(force, i), add(read(rowPlace(force, i)), read(layout.push + 8 * i))),
      );
      return {
        statement: sequence(
          slidingForces(shape, layout, layout.mode),
          copyDoubles(n, layout.position, x),
          copyDoubles(n, layout.velocity, x + 8 * n),
          each(m, (i) =>
            store(
              NOWHERE,
              rowPlace(slip, i),
              multiply(slipOf(shape, layout, i, layout.velocity), read(layout.moving + 8 * i)),
            ),
          ),
          each(m, (i) =>
            isStop(shape, i)
              ? sequence()
              : store(NOWHERE, layout.grains + 8 * i, slipOf(shape, layout, i, layout.velocity, true)),
          ),
          gapsAt(shape, layout, layout.position),
          anyStuck.set(stuckRows(m, layout.mode)),
          k.set(whole(0)),
          level.set(whole(0)),
          term.set(whole(0)),
          given.set(whole(0)),
          repeat(once, less(k, whole(order - 1))),
          ...(varies ? [] : [addPushes]),
        ),
        result: whole(1),
      };
    },
  };
}

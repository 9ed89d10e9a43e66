/**
 * The next mode where it is clear: the box problem on accelerations of mode.ts, by trying sets of stuck rows. Rows that their limits
 * cannot hold let go, rows that are pushed back are caught; when nothing changes any more, the set is the one that solves it. Forces next to
 * a limit and accelerations next to zero are not clear.
 */
import {
  absolute,
  add,
  addWhole,
  andWhole,
  choose,
  type Double,
  double,
  each,
  exclusiveWhole,
  isAbove,
  isAtMost,
  isBelow,
  isOther,
  isSame,
  leave,
  less,
  loadByte,
  loadPair,
  multiply,
  type Pair,
  perform,
  repeat,
  type Statement,
  sequence,
  store,
  storeByte,
  subtract,
  type Whole,
  when,
  whenElse,
  whole,
} from "../../../numeric/wasm/code.ts";
import { call, type FunctionCode } from "../../../numeric/wasm/module.ts";
import { curvedRows } from "./curve-code.ts";
import { slidingForces } from "./expand-code.ts";
import { type Layout, operatorPlaces, type Shape } from "./layout.ts";
import {
  addAlong,
  addColumns,
  alongRow,
  clearPairs,
  fixed,
  loadPairs,
  NOWHERE,
  read,
  slipOf,
  storePairs,
} from "./product-code.ts";
import { drivesMove, ratesAt } from "./row-code.ts";

/** What a decision comes to. */
export const Decided = { unclear: 0, clear: 1, wanting: 2 } as const;

/** Part of the terms of a force or acceleration that is clearly more than nothing. */
export const CLEAR = 1e-9;

const bit = (i: number): Whole => whole(1 << i);
export const holds = (set: Whole, i: number): Whole => isSame(andWhole(set, bit(i)), bit(i));

/** Residual forces at `ahead` and `speed` with the sliding forces, and the sizes of their terms. */
function balance(
  shape: Shape,
  layout: Layout,
  sums: Parameters<typeof loadPairs>[0],
  variables: Parameters<typeof addColumns>[0],
): Statement {
  const { n, damped } = shape;
  const { across, load, sliding, residual, size, stiffness, damping, ahead, speed } = layout;
  const size2 = (sum: Pair, term: Pair) => add(sum, absolute(term));
  function ofForces(first: (value: Pair) => Pair, combine: (sum: Pair, term: Pair) => Pair, into: number) {
    return sequence(
      each(across / 2, (p) =>
        sums[p]!.set(add(first(loadPair(NOWHERE, load + 16 * p)), first(loadPair(NOWHERE, sliding + 16 * p)))),
      ),
      addColumns(variables, n, fixed(stiffness), fixed(ahead), sums, combine),
      ...(damped ? [addColumns(variables, n, fixed(damping), fixed(speed), sums, combine)] : []),
      storePairs(sums, fixed(into)),
    );
  }
  return sequence(
    ofForces((value) => value, subtract, residual),
    ofForces(absolute, size2, size),
  );
}

/**
 * Modes of the rows in a set (at rest, at `ahead` with `speed`) into `trial`; the others have theirs there already, and so have those that are
 * loose. A row whose force jumps as it breaks loose does that alone: what several may do is not clear.
 */
export function decideCode(
  shape: Shape,
  layout: Layout,
  findIndex: number,
  softIndex: (i: number) => number,
): FunctionCode {
  const { n, m, jumps, joints } = shape;
  const { across, along, trial, lower, upper, held, doubt, residual, size, acceleration, reach } = layout;
  const places = operatorPlaces(shape, layout);
  return {
    parameters: 2,
    body([resting, loose], variables) {
      const [set, slot, pass, changed] = Array.from({ length: 4 }, variables.whole);
      const sums = variables.pairs(across / 2);
      const rows = variables.pairs(along / 2);
      const [value, least] = [variables.double(), variables.double()];
      const bounded = (sum: Pair, term: Pair) => add(sum, absolute(term));
      function apply(of: number, place: number, into: number, on: typeof sums, combine: typeof bounded) {
        return sequence(
          clearPairs(on),
          addColumns(variables, n, { base: slot!, offset: place }, fixed(of), on, combine),
          storePairs(on, fixed(into)),
        );
      }
      /** What the rates of drives add to that. */
      function follow(place: number, into: number, on: typeof sums, combine: typeof bounded) {
        return sequence(
          loadPairs(on, fixed(into)),
          addColumns(variables, m, { base: slot!, offset: place }, fixed(layout.rates), on, combine),
          storePairs(on, fixed(into)),
        );
      }
      function followDrives() {
        return sequence(
          ratesAt(shape, layout, whole(0), double(1)),
          when(
            drivesMove(layout),
            follow(places.follow, acceleration, sums, add),
            follow(places.follow, reach, sums, bounded),
            follow(places.pull, held, rows, add),
            follow(places.pull, doubt, rows, bounded),
          ),
        );
      }
      const change = (i: number) => sequence(set!.set(exclusiveWhole(set!, bit(i))), changed!.set(whole(1)));
      const doesJump = (i: number) => (jumps & (1 << i)) !== 0;
      const unclear = leave(whole(Decided.unclear));
      function release(i: number, way: number) {
        return sequence(
          ...(doesJump(i) ? [when(isOther(andWhole(resting!, whole(~joints)), bit(i)), unclear)] : []),
          storeByte(NOWHERE, trial + i, whole(way)),
          change(i),
        );
      }
      function judgeHeld(i: number) {
        return sequence(
          value.set(read(held + 8 * i)),
          least.set(multiply(read(doubt + 8 * i), double(CLEAR))),
          when(isAtMost(absolute(subtract(value, read(lower + 8 * i))), least), leave(whole(Decided.unclear))),
          when(isAtMost(absolute(subtract(read(upper + 8 * i), value)), least), leave(whole(Decided.unclear))),
          when(isBelow(value, read(lower + 8 * i)), release(i, 1)),
          when(isAbove(value, read(upper + 8 * i)), release(i, -1)),
        );
      }
      const relative = (rate: Double, i: number) => (shape.varies ? subtract(rate, read(layout.rates + 8 * i)) : rate);
      function judgeFree(i: number) {
        return sequence(
          value.set(relative(alongRow(shape, layout, i, acceleration), i)),
          least.set(multiply(alongRow(shape, layout, i, reach, true), double(CLEAR))),
          when(isAtMost(absolute(value), least), leave(whole(Decided.unclear))),
          when(
            isSame(less(loadByte(NOWHERE, trial + i), whole(0)), isAbove(value, double(0))),
            ...(doesJump(i) ? [unclear] : [storeByte(NOWHERE, trial + i, whole(0)), change(i)]),
          ),
        );
      }
      return {
        statement: sequence(
          set!.set(exclusiveWhole(resting!, loose!)),
          each(m, (i) => when(holds(set!, i), storeByte(NOWHERE, trial + i, whole(0)))),
          pass!.set(whole(0)),
          repeat(
            sequence(
              changed!.set(whole(0)),
              slot!.set(call(findIndex, set!)),
              when(isSame(slot!, whole(0)), leave(whole(Decided.wanting))),
              slidingForces(shape, layout, trial),
              ...curvedRows(shape).map((i) =>
                // rows at rest have no slip yet
                when(
                  isSame(andWhole(resting!, bit(i)), whole(0)),
                  store(NOWHERE, layout.argument, slipOf(shape, layout, i, layout.speed)),
                  perform(call(softIndex(i))),
                  addAlong(shape, layout, i, read(layout.argument), layout.sliding),
                ),
              ),
              balance(shape, layout, sums, variables),
              apply(residual, places.respond, acceleration, sums, add),
              apply(size, places.respond, reach, sums, bounded),
              apply(residual, places.hold, held, rows, add),
              apply(size, places.hold, doubt, rows, bounded),
              ...(shape.varies ? [followDrives()] : []),
              each(m, (i) =>
                when(
                  holds(resting!, i),
                  // of the set as it was tried
                  whenElse(isSame(loadByte(NOWHERE, trial + i), whole(0)), judgeHeld(i), judgeFree(i)),
                ),
              ),
              pass!.set(addWhole(pass!, whole(1))),
            ),
            andWhole(changed!, less(pass!, whole(4 + 4 * m))),
          ),
        ),
        result: choose(changed!, whole(Decided.unclear), whole(Decided.clear)),
      };
    },
  };
}

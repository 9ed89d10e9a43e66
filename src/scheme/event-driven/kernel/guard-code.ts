/** Guards of the present expansion: the first event, and whether it is clear that nothing else happens with it. */
import {
  absolute,
  add,
  addWhole,
  type Double,
  double,
  each,
  half,
  isAbove,
  isAtMost,
  isOther,
  isSame,
  least,
  leave,
  less,
  load,
  loadByte,
  loadPair,
  loadWhole,
  multiply,
  negative,
  pair,
  perform,
  repeat,
  sequence,
  splat,
  store,
  storePair,
  storeWhole,
  subtract,
  timesWhole,
  toDouble,
  type Whole,
  when,
  whenElse,
  whole,
} from "../../../numeric/wasm/code.ts";
import { call, type FunctionCode } from "../../../numeric/wasm/module.ts";
import { isIn } from "./gap-code.ts";
import { type FixedPlaces, type Shape, TERMS } from "./layout.ts";
import { NOWHERE, read } from "./product-code.ts";
import { Found } from "./root-code.ts";

const PAIRS = TERMS / 2;
/** Parts of a guard's terms, of an expansion, that are clearly more than nothing. */
const CLEAR = 1e-9;

/** What of a machine its guards depend on. */
export type Kinds = Pick<Shape, "stops" | "varies">;

/** What else of it they need is in memory. */
const extentsOf = ({ extents }: FixedPlaces) => ({
  count: loadWhole(NOWHERE, extents),
  slip: loadWhole(NOWHERE, extents + 4),
  force: loadWhole(NOWHERE, extents + 8),
  stride: loadWhole(NOWHERE, extents + 12),
});

/** Powers of the length, and the same without the last two: of a guard without its first two coefficients there are fewer. */
export function powersCode({ length, powers, fewer }: FixedPlaces): FunctionCode {
  return {
    parameters: 0,
    body(_, variables) {
      const [power, square] = [variables.pair(), variables.pair()];
      return {
        statement: sequence(
          store(NOWHERE, powers, double(1)),
          store(NOWHERE, powers + 8, read(length)),
          power.set(loadPair(NOWHERE, powers)),
          square.set(splat(multiply(read(length), read(length)))),
          each(PAIRS, (p) =>
            sequence(
              storePair(NOWHERE, powers + 16 * p, power),
              storePair(NOWHERE, fewer + 16 * p, p < PAIRS - 1 ? power : pair(0)),
              ...(p < PAIRS - 1 ? [power.set(multiply(power, square))] : []),
            ),
          ),
        ),
        result: whole(1),
      };
    },
  };
}

/** Tests factor c + shift, c at an address, with the powers at another; shortens the length to its zero. */
export function testCode(
  { guard, factor, shift, length, zero }: FixedPlaces,
  isolate: Whole,
  powers: Whole,
): FunctionCode {
  return {
    parameters: 2,
    body([at, by], variables) {
      const [term, rest, sign] = [variables.pair(), variables.pair(), variables.pair()];
      const found = variables.whole();
      const first = read(guard);
      return {
        statement: sequence(
          sign.set(splat(read(factor))),
          rest.set(pair(0)),
          each(PAIRS, (p) =>
            sequence(
              term.set(multiply(multiply(loadPair(at!, 16 * p), sign), loadPair(by!, 16 * p))),
              storePair(NOWHERE, guard + 16 * p, term),
              rest.set(add(rest, absolute(term))),
            ),
          ),
          rest.set(splat(subtract(add(half(rest, 0), half(rest, 1)), absolute(first)))),
          store(NOWHERE, guard, add(first, read(shift))),
          when(isAbove(first, half(rest, 0)), leave(whole(Found.none))),
          // not even a number
          whenElse(isAbove(first, double(0)), found.set(isolate), found.set(whole(Found.unclear))),
          when(
            isSame(found, whole(Found.crossing)),
            store(NOWHERE, length, multiply(read(length), read(zero))),
            perform(powers),
          ),
        ),
        result: found,
      };
    },
  };
}

/** The first event of all rows; its row, or -1. */
export function searchCode(
  { stops, varies }: Kinds,
  layout: FixedPlaces,
  testIndex: number,
  ways: Ways,
  powers: Whole,
  isClear: Whole,
): FunctionCode {
  const { mode, lead, lower, upper, factor, shift, event, clear, length, natural } = layout;
  return {
    parameters: 0,
    body(_, variables) {
      const [i, own, found, at] = Array.from({ length: 4 }, variables.whole);
      function test(sign: Double, by: Double, from: Whole, leads: Whole) {
        return testAt(
          sign,
          by,
          addWhole(addWhole(at!, timesWhole(leads, whole(8))), from),
          addWhole(whole(layout.powers), timesWhole(less(whole(1), leads), whole(layout.fewer - layout.powers))),
        );
      }
      function testAt(sign: Double, by: Double, place: Whole, powersAt: Whole, times = sign) {
        return sequence(
          store(NOWHERE, factor, times),
          store(NOWHERE, shift, by),
          found!.set(call(testIndex, place, powersAt)),
          when(
            isSame(found!, whole(Found.crossing)),
            storeWhole(NOWHERE, event, i!),
            store(NOWHERE, layout.side, sign),
          ),
          when(isSame(found!, whole(Found.unclear)), storeWhole(NOWHERE, clear, whole(0)), leave(whole(0))),
        );
      }
      const bound = (from: number) => load(timesWhole(i!, whole(8)), from);
      const { count, slip, force, stride } = extentsOf(layout);
      const testSlip = test(toDouble(own!), double(0), slip, loadByte(i!, lead));
      const testGap = sequence(
        perform(call(ways.gap, i!)),
        testAt(
          double(1),
          double(0),
          addWhole(whole(layout.way), timesWhole(loadByte(i!, lead), whole(8))),
          whole(layout.powers),
        ),
      );
      function testDistance(sign: number) {
        return sequence(
          perform(call(ways.distance, i!, whole(sign))),
          testAt(double(sign), double(0), whole(layout.way), whole(layout.powers), double(1)),
        );
      }
      const testForce = varies
        ? sequence(testDistance(1), testDistance(-1))
        : sequence(
            test(double(1), negative(bound(lower)), force, whole(0)),
            test(double(-1), bound(upper), force, whole(0)),
          );
      return {
        statement: sequence(
          store(NOWHERE, length, least(read(natural), subtract(read(layout.breakTime), read(layout.at)))),
          storeWhole(NOWHERE, event, whole(-1)),
          storeWhole(NOWHERE, clear, whole(1)),
          perform(powers),
          i!.set(whole(0)),
          at!.set(whole(0)),
          repeat(
            sequence(
              own!.set(loadByte(i!, mode)),
              whenElse(
                isOther(own!, whole(0)),
                sequence(
                  store(NOWHERE, layout.grain, bound(layout.grains)),
                  stops ? whenElse(isIn(stops, i!), testGap, testSlip) : testSlip,
                ),
                sequence(store(NOWHERE, layout.grain, double(0)), testForce),
              ),
              i!.set(addWhole(i!, whole(1))),
              at!.set(addWhole(at!, stride)),
            ),
            less(i!, count),
          ),
          when(isOther(loadWhole(NOWHERE, event), whole(-1)), storeWhole(NOWHERE, clear, isClear)),
        ),
        result: whole(1),
      };
    },
  };
}

/** The series at an address at the end of the expansion, and the size of its terms, into `scratch`. */
export function worthCode({ length, scratch }: FixedPlaces): FunctionCode {
  return {
    parameters: 1,
    body([base], variables) {
      const [value, size, tau] = Array.from({ length: 3 }, variables.double);
      return {
        statement: sequence(
          tau!.set(read(length)),
          value!.set(double(0)),
          size!.set(double(0)),
          each(TERMS, (k) => {
            const coefficient = load(base!, 8 * (TERMS - 1 - k));
            return sequence(
              value!.set(add(multiply(value!, tau!), coefficient)),
              size!.set(add(multiply(size!, tau!), absolute(coefficient))),
            );
          }),
          store(NOWHERE, scratch, value!),
          store(NOWHERE, scratch + 8, size!),
        ),
        result: whole(1),
      };
    },
  };
}

/** Places of functions that put what is tested elsewhere. */
export interface Ways {
  readonly gap: number;
  readonly distance: number;
  readonly worth: number;
}

/** Whether at the end of the expansion only the row of the event is at a zero of its guard, and not right at its beginning. */
export function clearCode({ stops, varies }: Kinds, layout: FixedPlaces, ways: Ways): FunctionCode {
  const { mode, lower, upper, event, length, natural } = layout;
  return {
    parameters: 0,
    body(_, variables) {
      const [i, own, at] = Array.from({ length: 3 }, variables.whole);
      const bound = (from: number) => load(timesWhole(i!, whole(8)), from);
      const evaluate = (base: Whole) => perform(call(ways.worth, base));
      const [value, size] = [read(layout.scratch), read(layout.scratch + 8)];
      const near = (distance: Double) => when(isAtMost(distance, multiply(size, double(CLEAR))), leave(whole(0)));
      function nearBound(sign: number) {
        return sequence(perform(call(ways.distance, i!, whole(sign))), evaluate(whole(layout.way)), near(value));
      }
      const { count, slip, force, stride } = extentsOf(layout);
      const evaluateSlip = evaluate(addWhole(at!, slip));
      const evaluateGap = sequence(perform(call(ways.gap, i!)), evaluate(whole(layout.way)));
      return {
        statement: sequence(
          store(NOWHERE, layout.scratch + 8, read(natural)),
          near(read(length)),
          near(subtract(subtract(read(layout.breakTime), read(layout.at)), read(length))),
          i!.set(whole(0)),
          at!.set(whole(0)),
          repeat(
            sequence(
              own!.set(loadByte(i!, mode)),
              when(
                isOther(i!, loadWhole(NOWHERE, event)),
                whenElse(
                  isOther(own!, whole(0)),
                  sequence(
                    stops ? whenElse(isIn(stops, i!), evaluateGap, evaluateSlip) : evaluateSlip,
                    near(absolute(value)),
                  ),
                  varies
                    ? sequence(nearBound(1), nearBound(-1))
                    : sequence(
                        evaluate(addWhole(at!, force)),
                        near(subtract(value, bound(lower))),
                        near(subtract(bound(upper), value)),
                      ),
                ),
              ),
              i!.set(addWhole(i!, whole(1))),
              at!.set(addWhole(at!, stride)),
            ),
            less(i!, count),
          ),
        ),
        result: whole(1),
      };
    },
  };
}

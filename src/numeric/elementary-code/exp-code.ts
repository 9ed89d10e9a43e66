/** The exponential function as WebAssembly: exp.ts in its order, and so its digits. */
import { EXP_NUMBERS } from "../elementary/exp.ts";
import { EXP_TABLE } from "../elementary/exp-table.ts";
import { shifted, twoTo } from "../wasm/bits.ts";
import {
  add,
  addWhole,
  andWhole,
  type Double,
  double,
  isAbove,
  isBelow,
  less,
  load,
  multiply,
  shiftLeft,
  subtract,
  toWhole,
  type Whole,
  whole,
} from "../wasm/code.ts";
import type { DoubleFunctionCode, Variable } from "../wasm/module.ts";
import { type FunctionPlaces, functionOf, polynomial, rounded, type Writer } from "./parts.ts";

const { STEPS_PER_UNIT, STEP_HEAD, STEP_TAIL, OVERFLOW, UNDERFLOW } = EXP_NUMBERS;

const SERIES = [1 / 2, 1 / 6, 1 / 24, 1 / 120, 1 / 720];

/** `expOfPair`: the exponential of x + xTail is (head + tail) 2^k. */
export function exponential(writer: Writer, places: FunctionPlaces, x: Double, xTail: Double) {
  const table = places.table(EXP_TABLE);
  const n = writer.let(rounded(multiply(x, double(STEPS_PER_UNIT))));
  const r = writer.let(
    add(subtract(x, multiply(n, double(STEP_HEAD))), subtract(xTail, multiply(n, double(STEP_TAIL)))),
  );
  const p = add(r, multiply(multiply(r, r), polynomial(r, SERIES)));
  const k = writer.letWhole(toWhole(n));
  const entry = writer.letWhole(shiftLeft(andWhole(k, whole(63)), whole(4)));
  const head = writer.let(load(entry, table));
  const tail = writer.let(add(load(entry, table + 8), multiply(head, p)));
  return { head, tail, k: writer.letWhole(shifted(k, 6)) };
}

/** `scaleAt`: value 2^k. */
export function scaled(writer: Writer, value: Variable<"f64">, k: Whole): void {
  writer.branch(
    less(whole(1023), k),
    () => writer.say(value.set(multiply(multiply(value, double(2)), twoTo(addWhole(k, whole(-1)))))),
    () =>
      writer.branch(
        less(k, whole(-1022)),
        () => writer.say(value.set(multiply(multiply(value, twoTo(addWhole(k, whole(200)))), twoTo(whole(-200))))),
        () => writer.say(value.set(multiply(value, twoTo(k)))),
      ),
  );
}

/** `expOfPairAt`; ends the function where the result is infinite or zero, with `sign` of it. */
export function expOfPair(
  writer: Writer,
  places: FunctionPlaces,
  x: Variable<"f64">,
  xTail: Double,
  sign: (result: Double) => Double = (result) => result,
): Variable<"f64"> {
  writer.leaveWhere(isAbove(x, double(OVERFLOW)), sign(double(Number.POSITIVE_INFINITY)));
  writer.leaveWhere(isBelow(x, double(UNDERFLOW)), sign(double(0)));
  const { head, tail, k } = exponential(writer, places, x, xTail);
  const value = writer.let(add(head, tail));
  scaled(writer, value, k);
  return value;
}

export const expCode = (places: FunctionPlaces): DoubleFunctionCode =>
  functionOf(1, (writer, x) => expOfPair(writer, places, x!, double(0)));

/** Hyperbolic functions as WebAssembly: hyperbolic.ts in its order, and so its digits. */
import { HYPERBOLIC_NUMBERS } from "../elementary/hyperbolic.ts";
import { twoTo } from "../wasm/bits.ts";
import {
  absolute,
  add,
  addWhole,
  choose,
  type Double,
  divide,
  double,
  isAbove,
  isAtLeast,
  isAtMost,
  isBelow,
  isZero,
  multiply,
  negative,
  single,
  subtract,
  whole,
} from "../wasm/code.ts";
import type { DoubleFunctionCode, Variable } from "../wasm/module.ts";
import { exponential, scaled } from "./exp-code.ts";
import { difference, type FunctionPlaces, functionOf, polynomial, signedAs, sum, type Writer } from "./parts.ts";

const { TINY, SERIES_ONLY, ONE_SIDED, OVERFLOW, H1, H2, H3, H4, H5, H6, H7, H8, H9 } = HYPERBOLIC_NUMBERS;

const endless = double(Number.POSITIVE_INFINITY);

/** exp(x)/2 as head and tail. */
function halfOf(writer: Writer, places: FunctionPlaces, x: Double) {
  const { head, tail, k } = exponential(writer, places, x, double(0));
  const scale = writer.let(twoTo(addWhole(k, whole(-1))));
  return { head: writer.let(multiply(head, scale)), tail: writer.let(multiply(tail, scale)) };
}

/** `halfExponentials` */
function halves(writer: Writer, places: FunctionPlaces, size: Double) {
  const up = halfOf(writer, places, size);
  return { up, down: halfOf(writer, places, negative(size)) };
}

/** `halfExpAt` */
function halfExp(writer: Writer, places: FunctionPlaces, size: Double, result: Variable<"f64">): void {
  const { head, tail, k } = exponential(writer, places, size, double(0));
  writer.say(result.set(add(head, tail)));
  scaled(writer, result, writer.letWhole(addWhole(k, whole(-1))));
}

/** x + x z p(z) */
function oddSeries(writer: Writer, x: Double, coefficients: readonly number[]): Double {
  const z = writer.let(multiply(x, x));
  return add(x, multiply(multiply(x, z), polynomial(z, coefficients)));
}

const SINH = [1 / 6, 1 / 120, 1 / 5040, 1 / 362880, 1 / 39916800, 1 / 6227020800];

export const sinhCode = (places: FunctionPlaces): DoubleFunctionCode =>
  functionOf(1, (writer, given) => {
    const x = given!;
    const size = writer.let(absolute(x));
    writer.leaveWhere(isAtLeast(size, double(OVERFLOW)), multiply(x, endless));
    writer.leaveWhere(isZero(isAtLeast(size, double(TINY))), x); // NaN too
    const result = writer.open();
    writer.branch(
      isAtMost(size, double(SERIES_ONLY)),
      () => writer.say(result.set(oddSeries(writer, x, SINH))),
      () => {
        writer.branch(
          isBelow(size, double(ONE_SIDED)),
          () => {
            const { up, down } = halves(writer, places, size);
            const rest = writer.let(subtract(up.head, down.head));
            const tail = add(difference(up.head, rest, down.head), subtract(up.tail, down.tail));
            writer.say(result.set(add(rest, tail)));
          },
          () => halfExp(writer, places, size, result),
        );
        writer.say(result.set(signedAs(x, result)));
      },
    );
    return result;
  });

export const coshCode = (places: FunctionPlaces): DoubleFunctionCode =>
  functionOf(1, (writer, x) => {
    const size = writer.let(absolute(x!));
    writer.leaveWhere(isZero(isBelow(size, double(OVERFLOW))), multiply(size, endless));
    const result = writer.open();
    writer.branch(
      isBelow(size, double(ONE_SIDED)),
      () => {
        const { up, down } = halves(writer, places, size);
        const both = writer.let(add(up.head, down.head));
        const tail = sum(subtract(up.head, both), down.head, add(up.tail, down.tail));
        writer.say(result.set(add(both, tail)));
      },
      () => halfExp(writer, places, size, result),
    );
    return result;
  });

export const tanhCode = (places: FunctionPlaces): DoubleFunctionCode =>
  functionOf(1, (writer, given) => {
    const x = given!;
    const size = writer.let(absolute(x));
    writer.leaveWhere(isAtLeast(size, double(ONE_SIDED)), choose(isAbove(x, double(0)), double(1), double(-1)));
    writer.leaveWhere(isZero(isAtLeast(size, double(TINY))), x); // NaN too
    const result = writer.open();
    writer.branch(
      isAtMost(size, double(SERIES_ONLY)),
      () => writer.say(result.set(oddSeries(writer, x, [H1, H2, H3, H4, H5, H6, H7, H8, H9]))),
      () => {
        const { head, tail, k } = exponential(writer, places, writer.let(multiply(double(2), size)), double(0));
        const scale = writer.let(twoTo(k));
        const e = writer.let(multiply(head, scale));
        const eTail = writer.let(multiply(tail, scale));
        const both = writer.let(add(e, double(1)));
        const d = writer.let(add(both, eTail));
        const dTail = sum(subtract(both, d), eTail, add(subtract(e, both), double(1)));
        const quotient = writer.let(divide(double(2), d));
        const qUpper = writer.let(single(quotient));
        const qLower = writer.let(subtract(quotient, qUpper));
        const dUpper = writer.let(single(d));
        const dLower = writer.let(subtract(d, dUpper));
        const excess = difference(
          double(2),
          multiply(qUpper, dUpper),
          multiply(qUpper, dLower),
          multiply(qLower, dUpper),
          multiply(qLower, dLower),
        );
        const correction = divide(subtract(excess, multiply(quotient, dTail)), d);
        const rest = writer.let(subtract(double(1), quotient));
        const value = writer.let(add(rest, difference(double(1), rest, quotient, correction)));
        writer.say(result.set(signedAs(x, value)));
      },
    );
    return result;
  });

/**
 * Sine, cosine and tangent as WebAssembly: quadrant.ts and trigonometric.ts in their order, and so their digits. Arguments that need
 * more than three parts of pi/2 are left to plain TypeScript.
 */
import { QUADRANT_NUMBERS } from "../elementary/quadrant.ts";
import { SERIES_NUMBERS } from "../elementary/trigonometric.ts";
import {
  absolute,
  add,
  addWhole,
  andWhole,
  choose,
  type Double,
  divide,
  double,
  isAbove,
  isBelow,
  isEqual,
  isZero,
  leaveDouble,
  multiply,
  negative,
  orWhole,
  sequence,
  single,
  storeWhole,
  subtract,
  toWhole,
  type Whole,
  when,
  whole,
} from "../wasm/code.ts";
import type { DoubleFunctionCode, Variable } from "../wasm/module.ts";
import { difference, type FunctionPlaces, functionOf, polynomial, rounded, type Writer } from "./parts.ts";

const { S1, S2, S3, S4, S5, S6, C1, C2, C3, C4, C5, C6, TINY } = SERIES_NUMBERS;

const { TWO_OVER_PI, HALF_PI_1, HALF_PI_2, HALF_PI_3, MODERATE, TINY_REMAINDER } = QUADRANT_NUMBERS;

interface Remainder {
  readonly head: Double;
  readonly tail: Double;
  readonly quadrant: Variable<"i32">;
}

/** `reduceToQuadrant` for finite x. */
function reduce(writer: Writer, places: FunctionPlaces, x: Double): Remainder {
  const leftWhere = (condition: Whole) =>
    writer.say(when(condition, sequence(storeWhole(whole(0), places.left, whole(1)), leaveDouble(double(Number.NaN)))));
  leftWhere(isZero(isBelow(absolute(x), double(MODERATE))));
  const n = writer.let(rounded(multiply(x, double(TWO_OVER_PI))));
  const first = writer.let(subtract(x, multiply(n, double(HALF_PI_1))));
  const w = writer.let(multiply(n, double(HALF_PI_2)));
  const second = writer.let(subtract(first, w));
  const back = writer.let(subtract(second, first));
  const lost = subtract(subtract(first, subtract(second, back)), add(w, back));
  const rest = writer.let(subtract(lost, multiply(n, double(HALF_PI_3))));
  const head = writer.let(add(second, rest));
  const tail = writer.let(add(subtract(second, head), rest));
  leftWhere(isZero(orWhole(isEqual(n, double(0)), isAbove(absolute(head), double(TINY_REMAINDER)))));
  return { head, tail, quadrant: writer.letWhole(toWhole(n)) };
}

interface Sum {
  readonly head: Double;
  readonly tail: Double;
}

function sinOf(writer: Writer, { head: x, tail: xTail }: Remainder): Sum {
  const z = writer.let(multiply(x, x));
  const cube = writer.let(multiply(z, x));
  const series = polynomial(z, [S2, S3, S4, S5, S6]);
  const inner = subtract(multiply(cube, series), multiply(double(0.5), xTail));
  const rest = writer.let(add(multiply(cube, double(S1)), add(multiply(z, inner), xTail)));
  const head = writer.let(add(x, rest));
  return { head, tail: add(subtract(x, head), rest) };
}

function cosOf(writer: Writer, { head: x, tail: xTail }: Remainder): Sum {
  const upper = writer.let(single(x));
  const halfSquare = writer.let(multiply(multiply(double(0.5), upper), upper));
  const halfSquareTail = multiply(multiply(double(0.5), subtract(x, upper)), add(x, upper));
  const z = writer.let(multiply(x, x));
  const series = polynomial(z, [C1, C2, C3, C4, C5, C6]);
  const w = writer.let(subtract(double(1), halfSquare));
  const small = subtract(multiply(multiply(z, z), series), add(halfSquareTail, multiply(x, xTail)));
  const rest = writer.let(add(difference(double(1), w, halfSquare), small));
  const head = writer.let(add(w, rest));
  return { head, tail: add(subtract(w, head), rest) };
}

/** `sinOfQuadrant` */
function sinOfQuadrant(writer: Writer, remainder: Remainder, quadrant: Variable<"i32">): Double {
  const result = writer.open();
  writer.branch(
    isZero(andWhole(quadrant, whole(1))),
    () => writer.say(result.set(sinOf(writer, remainder).head)),
    () => writer.say(result.set(cosOf(writer, remainder).head)),
  );
  return choose(andWhole(quadrant, whole(2)), negative(result), result);
}

const isTiny = (x: Double) => isBelow(absolute(x), double(TINY));
const isNotFinite = (x: Double) => isZero(isBelow(absolute(x), double(Number.POSITIVE_INFINITY)));

export const sinCode = (places: FunctionPlaces): DoubleFunctionCode =>
  functionOf(1, (writer, x) => {
    writer.leaveWhere(isTiny(x!), x!);
    writer.leaveWhere(isNotFinite(x!), double(Number.NaN));
    const remainder = reduce(writer, places, x!);
    return sinOfQuadrant(writer, remainder, remainder.quadrant);
  });

export const cosCode = (places: FunctionPlaces): DoubleFunctionCode =>
  functionOf(1, (writer, x) => {
    writer.leaveWhere(isNotFinite(x!), double(Number.NaN));
    const remainder = reduce(writer, places, x!);
    return sinOfQuadrant(writer, remainder, writer.letWhole(addWhole(remainder.quadrant, whole(1))));
  });

export const tanCode = (places: FunctionPlaces): DoubleFunctionCode =>
  functionOf(1, (writer, x) => {
    writer.leaveWhere(isTiny(x!), x!);
    writer.leaveWhere(isNotFinite(x!), double(Number.NaN));
    const remainder = reduce(writer, places, x!);
    const even = writer.letWhole(isZero(andWhole(remainder.quadrant, whole(1))));
    const [sine, cosine] = [sinOf(writer, remainder), cosOf(writer, remainder)];
    const numerator = writer.let(choose(even, sine.head, cosine.head));
    const denominator = writer.let(choose(even, cosine.head, sine.head));
    const quotient = writer.let(divide(numerator, denominator));
    const qUpper = writer.let(single(quotient));
    const qLower = writer.let(subtract(quotient, qUpper));
    const dUpper = writer.let(single(denominator));
    const dLower = writer.let(subtract(denominator, dUpper));
    const excess = difference(
      numerator,
      multiply(qUpper, dUpper),
      multiply(qUpper, dLower),
      multiply(qLower, dUpper),
      multiply(qLower, dLower),
    );
    const tails = subtract(
      choose(even, sine.tail, cosine.tail),
      multiply(quotient, choose(even, cosine.tail, sine.tail)),
    );
    const result = writer.let(add(quotient, divide(add(excess, tails), denominator)));
    return choose(even, result, negative(result));
  });

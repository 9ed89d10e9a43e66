/** Logarithm and powers as WebAssembly: log.ts and pow.ts in their order, and so their digits. */
import { LOG_NUMBERS } from "../elementary/log.ts";
import { LOG_TABLE } from "../elementary/log-table.ts";
import { POW_NUMBERS } from "../elementary/pow.ts";
import { highWord, scaledDown, shifted } from "../wasm/bits.ts";
import {
  absolute,
  add,
  andWhole,
  choose,
  type Double,
  divide,
  double,
  floorOf,
  isAbove,
  isBelow,
  isEqual,
  isSame,
  isUnequal,
  less,
  load,
  multiply,
  negative,
  orWhole,
  single,
  subtract,
  subtractWhole,
  timesWhole,
  toDouble,
  type Whole,
  whole,
} from "../wasm/code.ts";
import type { DoubleFunctionCode, Variable } from "../wasm/module.ts";
import { expOfPair } from "./exp-code.ts";
import { difference, type FunctionPlaces, functionOf, polynomial, sum, type Writer } from "./parts.ts";

const { HUGE_EXPONENT, TINY_EXPONENT } = POW_NUMBERS;

const { LN2_HEAD, LN2_TAIL, TABLE_START, TWO_54 } = LOG_NUMBERS;

const endless = Number.POSITIVE_INFINITY;
const half = double(0.5);

/** `reduceLog` of x, which it changes. */
function reduce(writer: Writer, places: FunctionPlaces, x: Variable<"f64">) {
  const table = places.table(LOG_TABLE);
  const tiny = writer.letWhole(less(highWord(x), whole(0x00100000)));
  writer.say(x.set(choose(tiny, multiply(x, double(TWO_54)), x)));
  const shift = timesWhole(tiny, whole(54));
  const offset = writer.letWhole(subtractWhole(highWord(x), whole(TABLE_START)));
  const k = writer.letWhole(shifted(offset, 20));
  const entry = writer.letWhole(timesWhole(andWhole(shifted(offset, 13), whole(127)), whole(24)));
  const inverse = writer.let(load(entry, table));
  const z = writer.let(scaledDown(x, k));
  const zHead = writer.let(single(z));
  const rHead = writer.let(subtract(multiply(zHead, inverse), double(1)));
  const rTail = writer.let(multiply(subtract(z, zHead), inverse));
  const r = writer.let(add(rHead, rTail));
  const exponent = writer.let(toDouble(subtractWhole(k, shift)));
  return {
    r,
    rTail: writer.let(add(subtract(rHead, r), rTail)),
    base: writer.let(add(multiply(exponent, double(LN2_HEAD)), load(entry, table + 8))),
    baseTail: writer.let(add(multiply(exponent, double(LN2_TAIL)), load(entry, table + 16))),
  };
}

const LOG_SERIES = [-1 / 2, 1 / 3, -1 / 4, 1 / 5, -1 / 6, 1 / 7, -1 / 8];

export const logCode = (places: FunctionPlaces): DoubleFunctionCode =>
  functionOf(1, (writer, given) => {
    const x = given!;
    writer.leaveWhere(isEqual(x, double(0)), double(-endless));
    writer.leaveWhere(isEqual(x, double(endless)), x);
    writer.leaveWhere(isSame(isAbove(x, double(0)), whole(0)), double(Number.NaN));
    const { r, rTail, base, baseTail } = reduce(writer, places, x);
    const head = writer.let(add(base, r));
    const tail = sum(subtract(base, head), r, rTail, baseTail);
    return add(head, add(tail, multiply(multiply(r, r), polynomial(r, LOG_SERIES))));
  });

const POW_SERIES = [1 / 3, -1 / 4, 1 / 5, -1 / 6, 1 / 7, -1 / 8, 1 / 9, -1 / 10];

/** `logPair` */
function logarithm(writer: Writer, places: FunctionPlaces, x: Variable<"f64">) {
  const { r, rTail, base, baseTail } = reduce(writer, places, x);
  const upper = writer.let(single(r));
  const lower = writer.let(subtract(r, upper));
  const square = writer.let(multiply(r, r));
  const squareTail = sum(
    subtract(multiply(upper, upper), square),
    multiply(multiply(double(2), upper), lower),
    multiply(lower, lower),
    multiply(multiply(double(2), r), rTail),
  );
  const series = polynomial(r, POW_SERIES);
  const whole = writer.let(add(base, r));
  const wholeTail = add(subtract(base, whole), r);
  const head = writer.let(subtract(whole, multiply(half, square)));
  const headTail = difference(whole, head, multiply(half, square));
  const small = add(subtract(rTail, multiply(half, squareTail)), multiply(square, multiply(r, series)));
  const tail = writer.let(add(headTail, sum(wholeTail, small, baseTail)));
  const rounded = writer.let(add(head, tail));
  return { head: rounded, tail: writer.let(add(subtract(head, rounded), tail)) };
}

/** `timesExponent` */
function product(writer: Writer, x: Double, xTail: Double, y: Double) {
  const yUpper = writer.let(single(y));
  const yLower = writer.let(subtract(y, yUpper));
  const xUpper = writer.let(single(x));
  const xLower = writer.let(subtract(x, xUpper));
  const head = writer.let(multiply(x, y));
  const error = sum(
    subtract(multiply(xUpper, yUpper), head),
    multiply(xUpper, yLower),
    multiply(xLower, yUpper),
    multiply(xLower, yLower),
  );
  return { head, tail: writer.let(add(error, multiply(xTail, y))) };
}

function isOddInteger(writer: Writer, y: Double): Whole {
  const size = writer.let(absolute(y));
  const even = multiply(double(2), floorOf(divide(size, double(2))));
  const isWhole = andWhole(isBelow(size, double(9007199254740992)), isEqual(size, floorOf(size)));
  return andWhole(isWhole, isEqual(subtract(size, even), double(1)));
}

export const powCode = (places: FunctionPlaces): DoubleFunctionCode =>
  functionOf(2, (writer, base, exponent) => {
    const [x, y] = [base!, exponent!];
    const size = writer.let(absolute(x));
    writer.leaveWhere(isEqual(y, double(2)), multiply(x, x));
    writer.leaveWhere(isEqual(y, double(1)), x);
    writer.leaveWhere(isEqual(y, double(0)), double(1));
    writer.leaveWhere(orWhole(isUnequal(x, x), isUnequal(y, y)), double(Number.NaN));
    const odd = writer.letWhole(isOddInteger(writer, y));
    const [one, positive] = [isEqual(size, double(1)), isAbove(y, double(0))];
    const signed = (condition: Whole) => (result: Double) => choose(condition, negative(result), result);
    const below = isBelow(x, double(0));
    writer.leaveWhere(
      orWhole(isEqual(size, double(0)), isEqual(size, double(endless))),
      signed(andWhole(orWhole(below, isBelow(divide(double(1), x), double(0))), odd))(
        choose(isSame(isEqual(size, double(0)), positive), double(0), double(endless)),
      ),
    );
    writer.leaveWhere(
      isAbove(absolute(y), double(HUGE_EXPONENT)),
      choose(
        one,
        choose(isEqual(absolute(y), double(endless)), double(Number.NaN), double(1)),
        choose(isSame(isAbove(size, double(1)), positive), double(endless), double(0)),
      ),
    );
    writer.leaveWhere(andWhole(below, isUnequal(y, floorOf(y))), double(Number.NaN));
    const negates = writer.letWhole(andWhole(below, odd));
    writer.leaveWhere(one, choose(negates, double(-1), double(1)));
    writer.leaveWhere(isBelow(absolute(y), double(TINY_EXPONENT)), double(1));
    const { head, tail } = logarithm(writer, places, size);
    const power = product(writer, head, tail, y);
    const value = expOfPair(writer, places, power.head, power.tail, signed(negates));
    return signed(negates)(value);
  });

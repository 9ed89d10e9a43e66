/** Arc sine, arc cosine and arc tangent as WebAssembly: inverse-trigonometric.ts in its order, and so its digits. */
import { ATAN_TABLE } from "../elementary/atan-table.ts";
import { INVERSE_NUMBERS } from "../elementary/inverse-trigonometric.ts";
import {
  absolute,
  add,
  choose,
  type Double,
  divide,
  double,
  isAbove,
  isAtLeast,
  isBelow,
  isEqual,
  isZero,
  load,
  multiply,
  negative,
  root,
  shiftLeft,
  single,
  subtract,
  toWhole,
  whole,
} from "../wasm/code.ts";
import type { DoubleFunctionCode, Variable } from "../wasm/module.ts";
import {
  difference,
  type FunctionPlaces,
  functionOf,
  polynomial,
  rounded,
  signedAs,
  sum,
  type Writer,
} from "./parts.ts";

const {
  HALF_PI,
  HALF_PI_TAIL,
  PI_TAIL,
  TINY,
  SERIES_ONLY,
  HUGE,
  T1,
  T2,
  T3,
  T4,
  T5,
  T6,
  T7,
  T8,
  A1,
  A2,
  A3,
  A4,
  A5,
  A6,
  A7,
  A8,
  A9,
  A10,
  A11,
  A12,
  A13,
} = INVERSE_NUMBERS;

const nan = double(Number.NaN);
const halfPi = double(HALF_PI);

export const atanCode = (places: FunctionPlaces): DoubleFunctionCode =>
  functionOf(1, (writer, given) => {
    const x = given!;
    const table = places.table(ATAN_TABLE);
    const size = writer.let(absolute(x));
    writer.leaveWhere(isAtLeast(size, double(HUGE)), choose(isAbove(x, double(0)), halfPi, negative(halfPi)));
    writer.leaveWhere(isZero(isAtLeast(size, double(TINY))), x); // NaN too
    const t = writer.let(size);
    const place = writer.let(double(0));
    writer.branch(
      isAbove(size, double(1)),
      () => {
        const i = writer.let(rounded(divide(double(16), size)));
        const c = writer.let(divide(i, double(16)));
        const upper = writer.let(single(size));
        const over = add(subtract(multiply(c, upper), double(1)), multiply(c, subtract(size, upper)));
        writer.say(t.set(divide(over, add(size, c))), place.set(add(i, double(17))));
      },
      () =>
        writer.branch(
          isAbove(size, double(SERIES_ONLY)),
          () => {
            const i = writer.let(rounded(multiply(double(16), size)));
            const c = writer.let(divide(i, double(16)));
            writer.say(t.set(divide(subtract(size, c), add(double(1), multiply(c, size)))), place.set(i));
          },
          () => {},
        ),
    );
    const entry = writer.letWhole(shiftLeft(toWhole(place), whole(4)));
    const z = writer.let(multiply(t, t));
    const series = polynomial(z, [T1, T2, T3, T4, T5, T6, T7, T8]);
    const base = writer.let(load(entry, table));
    const whole16 = writer.let(add(base, t));
    const rest = sum(subtract(base, whole16), t, load(entry, table + 8), multiply(multiply(t, z), series));
    return signedAs(x, writer.let(add(whole16, rest)));
  });

/** `asinSeries` */
function series(writer: Writer, z: Variable<"f64">): Double {
  const cube = writer.let(multiply(multiply(z, z), z));
  const high = polynomial(z, [A7, A8, A9, A10, A11, A12, A13]);
  const low = polynomial(z, [A1, A2, A3, A4, A5, A6]);
  return multiply(z, add(low, multiply(multiply(cube, cube), high)));
}

/** `halfAngle` */
function halfAngle(writer: Writer, size: Double) {
  const z = writer.let(divide(subtract(double(1), size), double(2)));
  const s = writer.let(root(z));
  const upper = writer.let(single(s));
  const excess = difference(z, multiply(upper, upper), multiply(subtract(s, upper), add(s, upper)));
  const lost = writer.let(divide(excess, multiply(double(2), s)));
  const tail = writer.let(add(lost, multiply(s, series(writer, z))));
  return { twice: writer.let(multiply(double(2), s)), twiceTail: writer.let(multiply(double(2), tail)) };
}

export const asinCode = (): DoubleFunctionCode =>
  functionOf(1, (writer, given) => {
    const x = given!;
    const size = writer.let(absolute(x));
    writer.leaveWhere(isEqual(size, double(1)), multiply(x, halfPi));
    writer.leaveWhere(isZero(isBelow(size, double(1))), nan);
    writer.leaveWhere(isBelow(size, double(TINY)), x);
    const result = writer.open();
    writer.branch(
      isBelow(size, double(0.5)),
      () => {
        const z = writer.let(multiply(x, x));
        writer.say(result.set(add(x, multiply(x, series(writer, z)))));
      },
      () => {
        const { twice, twiceTail } = halfAngle(writer, size);
        const rest = writer.let(subtract(halfPi, twice));
        const tail = add(difference(halfPi, rest, twice), subtract(double(HALF_PI_TAIL), twiceTail));
        writer.say(result.set(signedAs(x, writer.let(add(rest, tail)))));
      },
    );
    return result;
  });

export const acosCode = (): DoubleFunctionCode =>
  functionOf(1, (writer, given) => {
    const x = given!;
    const size = writer.let(absolute(x));
    writer.leaveWhere(isEqual(x, double(1)), double(0));
    writer.leaveWhere(isEqual(x, double(-1)), double(Math.PI));
    writer.leaveWhere(isZero(isBelow(size, double(1))), nan);
    const result = writer.open();
    /** from - taken, with their tails. */
    const less = (from: number, taken: Double, tails: Double) => {
      const rest = writer.let(subtract(double(from), taken));
      writer.say(result.set(add(rest, add(difference(double(from), rest, taken), tails))));
    };
    writer.branch(
      isBelow(size, double(0.5)),
      () => {
        const z = writer.let(multiply(x, x));
        less(HALF_PI, x, subtract(double(HALF_PI_TAIL), multiply(x, writer.let(series(writer, z)))));
      },
      () => {
        const { twice, twiceTail } = halfAngle(writer, size);
        writer.branch(
          isAbove(x, double(0)),
          () => writer.say(result.set(add(twice, twiceTail))),
          () => less(Math.PI, twice, subtract(double(PI_TAIL), twiceTail)),
        );
      },
    );
    return result;
  });

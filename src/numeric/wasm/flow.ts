/** More of code.ts, for code that decides by single numbers and goes over long arrays: comparisons of doubles, bytes, branches and loops. */
import {
  type Bytes,
  type Double,
  type Pair,
  type Statement,
  sequence,
  unsigned,
  type Value,
  type Whole,
  when,
} from "./code.ts";

function value<K extends "i32" | "f64">(
  kind: K,
  opcode: Bytes,
  ...operands: readonly Value<"i32" | "f64">[]
): Value<K> {
  return {
    kind,
    write(code) {
      for (const operand of operands) operand.write(code);
      code.push(...opcode);
    },
  };
}

const comparison = (opcode: number) => (a: Double, b: Double) => value("i32", [opcode], a, b);
export const isEqual = comparison(0x61);
export const isUnequal = comparison(0x62);
export const isBelow = comparison(0x63);
export const isAbove = comparison(0x64);
export const isAtMost = comparison(0x65);

/** The lesser, the larger of two doubles; not a number where one of them is none. */
export const least = (a: Double, b: Double): Double => value("f64", [0xa4], a, b);
export const most = (a: Double, b: Double): Double => value("f64", [0xa5], a, b);

/** condition ? a : b, both computed. */
export const choose = <K extends "i32" | "f64">(condition: Whole, a: Value<K>, b: Value<K>): Value<K> =>
  value(a.kind, [0x1b], a, b, condition);

export const isZero = (a: Whole): Whole => value("i32", [0x45], a);
export const exclusiveWhole = (a: Whole, b: Whole): Whole => value("i32", [0x73], a, b);

/** Signed bytes. */
export const loadByte = (address: Whole, offset: number): Whole =>
  value("i32", [0x2c, 0, ...unsigned(offset)], address);
export const storeByte =
  (address: Whole, offset: number, stored: Whole): Statement =>
  (code) => {
    address.write(code);
    stored.write(code);
    code.push(0x3a, 0, ...unsigned(offset));
  };

export const branch =
  (condition: Whole, yes: readonly Statement[], no: readonly Statement[]): Statement =>
  (code) => {
    condition.write(code);
    code.push(0x04, 0x40);
    sequence(...yes)(code);
    code.push(0x05);
    sequence(...no)(code);
    code.push(0x0b);
  };

/** Repeats the body while the condition holds before it. */
export const whilst = (condition: Whole, ...body: readonly Statement[]): Statement =>
  when(condition, (code) => {
    code.push(0x03, 0x40);
    sequence(...body)(code);
    condition.write(code);
    code.push(0x0d, 0, 0x0b);
  });

/** The double in the lower (0) or upper (1) half of a pair. */
export const halfOf = (a: Pair, half: 0 | 1): Double => ({
  kind: "f64",
  write(code) {
    a.write(code);
    code.push(0xfd, 0x21, half);
  },
});

/** The upper half of a, then the lower half of b. */
export const between = (a: Pair, b: Pair): Pair => ({
  kind: "v128",
  write(code) {
    a.write(code);
    b.write(code);
    code.push(0xfd, 0x0d, ...Array.from({ length: 16 }, (_, k) => 8 + k));
  },
});

/**
 * Expressions and statements of WebAssembly as functions that write their bytes. A value knows its kind, so that a wrong operand does not
 * compile here, long before a host refuses it. Arithmetic is that of JavaScript, digit for digit; `v128` is two doubles side by
 * side, each computed as if it were alone. No relaxed or fused operations: they have other digits on other hosts.
 */
export type Kind = "i32" | "f64" | "v128";
export type Bytes = number[];
export type Statement = (code: Bytes) => void;

export interface Value<K extends Kind> {
  readonly kind: K;
  readonly write: Statement;
}

export type Whole = Value<"i32">;
export type Double = Value<"f64">;
export type Pair = Value<"v128">;
/** What can be computed with. */
export type Real = "f64" | "v128";

/** Unsigned LEB128. */
export function unsigned(value: number): Bytes {
  const bytes: Bytes = [];
  let rest = value;
  do {
    const low = rest & 127;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 128);
  } while (rest !== 0);
  return bytes;
}

/** Signed LEB128. */
function signed(value: number): Bytes {
  const bytes: Bytes = [];
  for (let rest = value; ; ) {
    const low = rest & 127;
    rest >>= 7;
    const done = (rest === 0 && low < 64) || (rest === -1 && low >= 64);
    bytes.push(done ? low : low | 128);
    if (done) return bytes;
  }
}

const SIMD = 0xfd;
const simd = (opcode: number): Bytes => [SIMD, ...unsigned(opcode)];

function value<K extends Kind>(kind: K, opcode: Bytes, ...operands: readonly Value<Kind>[]): Value<K> {
  return {
    kind,
    write(code) {
      for (let k = 0; k < operands.length; k++) operands[k]!.write(code);
      for (let k = 0; k < opcode.length; k++) code.push(opcode[k]!);
    },
  };
}

type Opcodes = { readonly f64: Bytes; readonly v128: Bytes };
// code is written once, mostly by functions that run for the first time: they make little on the way
const unary =
  (opcodes: Opcodes) =>
  <K extends Real>(a: Value<K>): Value<K> =>
    value(a.kind, opcodes[a.kind], a);
const binary =
  (opcodes: Opcodes) =>
  <K extends Real>(a: Value<K>, b: Value<K>): Value<K> =>
    value(a.kind, opcodes[a.kind], a, b);

export const add = binary({ f64: [0xa0], v128: simd(0xf0) });
export const subtract = binary({ f64: [0xa1], v128: simd(0xf1) });
export const multiply = binary({ f64: [0xa2], v128: simd(0xf2) });
export const divide = binary({ f64: [0xa3], v128: simd(0xf3) });
export const absolute = unary({ f64: [0x99], v128: simd(0xec) });
export const negative = unary({ f64: [0x9a], v128: simd(0xed) });
export const root = unary({ f64: [0x9f], v128: simd(0xef) });
/** As Math.min and Math.max, signs of zeros included. */
export const least = binary({ f64: [0xa4], v128: simd(0xf4) });
export const largest = binary({ f64: [0xa5], v128: simd(0xf5) });

/** Of doubles: 1 or 0. */
const question = (opcode: number) => {
  const opcodes = [opcode];
  return (a: Double, b: Double) => value("i32", opcodes, a, b);
};
export const isEqual = question(0x61);
export const isUnequal = question(0x62);
export const isBelow = question(0x63);
export const isAbove = question(0x64);
export const isAtMost = question(0x65);
export const isAtLeast = question(0x66);
/** condition ? a : b, both computed. */
export const choose = <K extends "i32" | "f64">(condition: Whole, a: Value<K>, b: Value<K>): Value<K> =>
  value(a.kind, [0x1b], a, b, condition);

const ofPairs = (opcode: number) => {
  const opcodes = simd(opcode);
  return (a: Pair, b: Pair): Pair => value("v128", opcodes, a, b);
};
/** b < a ? b : a, of each */
export const lesser = ofPairs(0xf6);
/** a < b ? b : a, of each */
export const greater = ofPairs(0xf7);

/** Masks: all bits of a half are set where it holds. */
export const equals = ofPairs(0x47);
export const below = ofPairs(0x49);
export const above = ofPairs(0x4a);
export const atMost = ofPairs(0x4b);
export const atLeast = ofPairs(0x4c);
export const both = ofPairs(0x4e);
/** a and not b */
export const without = ofPairs(0x4f);
export const either = ofPairs(0x50);
export const exclusive = ofPairs(0x51);
const SELECT = simd(0x52);
/** mask ? a : b */
export const select = (mask: Pair, a: Pair, b: Pair): Pair => value("v128", SELECT, a, b, mask);
const ANY = simd(0x53);
export const anyOf = (mask: Pair): Whole => value("i32", ANY, mask);
const BITS = simd(0xc4);
/** Bit 0 and 1: the halves. */
export const bitsOf = (mask: Pair): Whole => value("i32", BITS, mask);
/** One half of a pair. */
const HALVES: readonly Bytes[] = [
  [...simd(0x21), 0],
  [...simd(0x21), 1],
];
export const half = (a: Pair, which: 0 | 1): Double => value("f64", HALVES[which]!, a);
const SPLAT = simd(0x14);
export const splat = (a: Double): Pair => value("v128", SPLAT, a);

const REPLACE = [...simd(0x22), 1];
/** Two doubles side by side. */
export const pairOf = (a: Double, b: Double): Pair => value("v128", REPLACE, splat(a), b);
export const floorOf = (a: Double): Double => value("f64", [0x9c], a);
/** As Math.fround. */
export const single = (a: Double): Double => value("f64", [0xb6, 0xbb], a);
/** Of a whole number with a sign. */
export const toDouble = (a: Whole): Double => value("f64", [0xb7], a);
/** Of a number that has no fraction; the largest whole number of those that are larger, and 0 of what is no number. */
export const toWhole = (a: Double): Whole => value("i32", [0xfc, 2], a);

const number = new Float64Array(1);
const ofNumber = new Uint8Array(number.buffer);
function bytesOf(of: number): Bytes {
  number[0] = of;
  return Array.from(ofNumber);
}
export const double = (number: number): Double => value("f64", [0x44, ...bytesOf(number)]);
/** Numbers of the code, most of which are asked for again and again. */
const kept = <K extends Kind>(make: (number: number) => Value<K>) => {
  const made = new Map<number, Value<K>>();
  return (number: number): Value<K> => {
    if (Object.is(number, -0)) return make(number); // to a map it is 0
    const known = made.get(number);
    if (known) return known;
    const fresh = make(number);
    if (made.size < MOST_KEPT) made.set(number, fresh);
    return fresh;
  };
};
const MOST_KEPT = 1024;
/** The same number twice. */
export const pair = kept((number): Pair => value("v128", [...simd(0x0c), ...bytesOf(number), ...bytesOf(number)]));
export const whole = kept((number): Whole => value("i32", [0x41, ...signed(number)]));

const wholes = (opcode: number) => {
  const opcodes = [opcode];
  return (a: Whole, b: Whole) => value("i32", opcodes, a, b);
};
export const addWhole = wholes(0x6a);
export const subtractWhole = wholes(0x6b);
export const timesWhole = wholes(0x6c);
export const andWhole = wholes(0x71);
export const orWhole = wholes(0x72);
export const shiftLeft = wholes(0x74);
export const shiftRight = wholes(0x76);
export const isSame = wholes(0x46);
export const isOther = wholes(0x47);
export const less = wholes(0x48);
export const exclusiveWhole = wholes(0x73);
/** How many bits are set. */
export const bitCount = (a: Whole): Whole => value("i32", [0x69], a);
export const isZero = (a: Whole): Whole => value("i32", [0x45], a);

/** Writes unsigned LEB128. */
export function pushUnsigned(code: Bytes, value: number): void {
  let rest = value;
  for (; rest > 127; rest >>>= 7) code.push((rest & 127) | 128);
  code.push(rest);
}

/** Reads what lies at an address and an offset from it. */
function reading<K extends Kind>(kind: K, opcode: Bytes, address: Whole, offset: number): Value<K> {
  return {
    kind,
    write(code) {
      address.write(code);
      for (let k = 0; k < opcode.length; k++) code.push(opcode[k]!);
      pushUnsigned(code, offset);
    },
  };
}

const LOAD: Bytes = [0x2b, 3];
const LOAD_WHOLE: Bytes = [0x28, 2];
const LOAD_BYTE: Bytes = [0x2c, 0];
const LOAD_PAIR: Bytes = [...simd(0x00), 3];
const LOAD_TWICE: Bytes = [...simd(0x0a), 3];

/** Addresses are bytes; doubles lie at multiples of eight. */
const place = (offset: number): Bytes => [3, ...unsigned(offset)];
export const load = (address: Whole, offset: number): Double => reading("f64", LOAD, address, offset);
export const loadWhole = (address: Whole, offset: number): Whole => reading("i32", LOAD_WHOLE, address, offset);
/** A byte with a sign. */
export const loadByte = (address: Whole, offset: number): Whole => reading("i32", LOAD_BYTE, address, offset);
export const loadPair = (address: Whole, offset: number): Pair => reading("v128", LOAD_PAIR, address, offset);
/** The double at an address, twice. */
export const loadTwice = (address: Whole, offset: number): Pair => reading("v128", LOAD_TWICE, address, offset);
/** The doubles at two addresses. */
export const loadBoth = (one: Whole, other: Whole, offset: number): Pair =>
  value("v128", [...simd(0x57), ...place(offset), 1], other, loadTwice(one, offset));

/** The doubles at two offsets from an address. */
export const loadTwo = (address: Whole, offset: number, other: number): Pair =>
  value("v128", [...simd(0x57), ...place(other), 1], address, loadTwice(address, offset));

const written =
  (opcode: Bytes) =>
  (address: Whole, offset: number, stored: Value<Kind>): Statement =>
  (code) => {
    address.write(code);
    stored.write(code);
    for (let k = 0; k < opcode.length; k++) code.push(opcode[k]!);
    pushUnsigned(code, offset);
  };
export const store: (address: Whole, offset: number, stored: Double) => Statement = written([0x39, 3]);
export const storeWhole: (address: Whole, offset: number, stored: Whole) => Statement = written([0x36, 2]);
/** One half of a pair. */
export const storeHalf =
  (address: Whole, offset: number, stored: Pair, which: 0 | 1): Statement =>
  (code) => {
    address.write(code);
    stored.write(code);
    code.push(...simd(0x5b), ...place(offset), which);
  };
/** The lowest byte. */
export const storeByte: (address: Whole, offset: number, stored: Whole) => Statement = written([0x3a, 0]);
export const storePair: (address: Whole, offset: number, stored: Pair) => Statement = written([...simd(0x0b), 3]);

export const sequence =
  (...statements: readonly Statement[]): Statement =>
  (code) => {
    for (const statement of statements) statement(code);
  };

/** One after the other, for k = 0 .. count - 1. */
export const each = (count: number, statement: (k: number) => Statement): Statement =>
  sequence(...Array.from({ length: count }, (_, k) => statement(k)));

export const when =
  (condition: Whole, ...body: readonly Statement[]): Statement =>
  (code) => {
    condition.write(code);
    code.push(0x04, 0x40);
    sequence(...body)(code);
    code.push(0x0b);
  };

/** `body` where the condition holds, `otherwise` where not. */
export const whenElse =
  (condition: Whole, body: Statement, otherwise: Statement): Statement =>
  (code) => {
    condition.write(code);
    code.push(0x04, 0x40);
    body(code);
    code.push(0x05);
    otherwise(code);
    code.push(0x0b);
  };

/** Computes something for what it does. */
export const perform =
  (result: Whole): Statement =>
  (code) => {
    result.write(code);
    code.push(0x1a);
  };

/** Repeats the body while the condition holds after it. */
export const repeat =
  (body: Statement, condition: Whole): Statement =>
  (code) => {
    code.push(0x03, 0x40);
    body(code);
    condition.write(code);
    code.push(0x0d, 0, 0x0b);
  };

const leaving =
  <K extends Kind>(result: Value<K>): Statement =>
  (code) => {
    result.write(code);
    code.push(0x0f);
  };
/** Ends the function with a result. */
export const leave: (result: Whole) => Statement = leaving;
export const leaveDouble: (result: Double) => Statement = leaving;

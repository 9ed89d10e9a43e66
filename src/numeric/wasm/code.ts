/**
 * Expressions and statements of WebAssembly as their bytes, a character each: hosts put strings together without copying them. Code is written once, mostly
 * by functions that run for the first time, so they are few and make little on the way. A value knows its kind, so that a wrong operand does not
 * compile here, long before a host refuses it. Arithmetic is that of JavaScript, digit for digit; `v128` is two doubles side by
 * side, each computed as if it were alone. No relaxed or fused operations: they have other digits on other hosts.
 */
export type Kind = "i32" | "f64" | "v128";
export type Bytes = string;
export type Statement = Bytes;

export interface Value<K extends Kind> {
  readonly kind: K;
  readonly code: Bytes;
}

export type Whole = Value<"i32">;
export type Double = Value<"f64">;
export type Pair = Value<"v128">;
/** What can be computed with. */
export type Real = "f64" | "v128";

/** Unsigned LEB128. Places are of two bytes mostly; a loop over them would be optimized by the host, which takes longer than all of them. */
export function unsigned(value: number): Bytes {
  if (value < 128) return String.fromCharCode(value);
  if (value < 16384) return String.fromCharCode((value & 127) | 128, value >> 7);
  return String.fromCharCode((value & 127) | 128) + unsigned(value >>> 7);
}

/** Signed LEB128. */
function signed(value: number): Bytes {
  let bytes = "";
  let rest = value;
  for (; rest < -64 || rest > 63; rest >>= 7) bytes += String.fromCharCode((rest & 127) | 128);
  return bytes + String.fromCharCode(rest & 127);
}

const SIMD = "\xfd";
const simd = (opcode: number): Bytes => SIMD + unsigned(opcode);

const i32 = (code: Bytes): Whole => ({ kind: "i32", code });
const f64 = (code: Bytes): Double => ({ kind: "f64", code });
const v128 = (code: Bytes): Pair => ({ kind: "v128", code });

type Opcodes = { readonly f64: Bytes; readonly v128: Bytes };
const unary =
  (opcodes: Opcodes) =>
  <K extends Real>(a: Value<K>): Value<K> => ({ kind: a.kind, code: a.code + opcodes[a.kind] });
const binary =
  (opcodes: Opcodes) =>
  <K extends Real>(a: Value<K>, b: Value<K>): Value<K> => ({ kind: a.kind, code: a.code + b.code + opcodes[a.kind] });

export const add = binary({ f64: "\xa0", v128: simd(0xf0) });
export const subtract = binary({ f64: "\xa1", v128: simd(0xf1) });
export const multiply = binary({ f64: "\xa2", v128: simd(0xf2) });
export const divide = binary({ f64: "\xa3", v128: simd(0xf3) });
export const absolute = unary({ f64: "\x99", v128: simd(0xec) });
export const negative = unary({ f64: "\x9a", v128: simd(0xed) });
export const root = unary({ f64: "\x9f", v128: simd(0xef) });
/** As Math.min and Math.max, signs of zeros included. */
export const least = binary({ f64: "\xa4", v128: simd(0xf4) });
export const largest = binary({ f64: "\xa5", v128: simd(0xf5) });

/** Of doubles: 1 or 0. */
const question =
  (opcode: Bytes) =>
  (a: Double, b: Double): Whole =>
    i32(a.code + b.code + opcode);
export const isEqual = question("\x61");
export const isUnequal = question("\x62");
export const isBelow = question("\x63");
export const isAbove = question("\x64");
export const isAtMost = question("\x65");
export const isAtLeast = question("\x66");
/** condition ? a : b, both computed. */
export const choose = <K extends "i32" | "f64">(condition: Whole, a: Value<K>, b: Value<K>): Value<K> => ({
  kind: a.kind,
  code: `${a.code}${b.code}${condition.code}\x1b`,
});

const ofPairs = (opcode: number) => {
  const bytes = simd(opcode);
  return (a: Pair, b: Pair): Pair => v128(a.code + b.code + bytes);
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
export const select = (mask: Pair, a: Pair, b: Pair): Pair => v128(a.code + b.code + mask.code + SELECT);
const ANY = simd(0x53);
export const anyOf = (mask: Pair): Whole => i32(mask.code + ANY);
const BITS = simd(0xc4);
/** Bit 0 and 1: the halves. */
export const bitsOf = (mask: Pair): Whole => i32(mask.code + BITS);
/** One half of a pair. */
const HALVES: readonly Bytes[] = [`${simd(0x21)}\x00`, `${simd(0x21)}\x01`];
export const half = (a: Pair, which: 0 | 1): Double => f64(a.code + HALVES[which]!);
const SPLAT = simd(0x14);
export const splat = (a: Double): Pair => v128(a.code + SPLAT);

const REPLACE = `${simd(0x22)}\x01`;
/** Two doubles side by side. */
export const pairOf = (a: Double, b: Double): Pair => v128(a.code + SPLAT + b.code + REPLACE);
export const floorOf = (a: Double): Double => f64(`${a.code}\x9c`);
/** As Math.fround. */
export const single = (a: Double): Double => f64(`${a.code}\xb6\xbb`);
/** Of a whole number with a sign. */
export const toDouble = (a: Whole): Double => f64(`${a.code}\xb7`);
/** Of a number that has no fraction; the largest whole number of those that are larger, and 0 of what is no number. */
export const toWhole = (a: Double): Whole => i32(`${a.code}\xfc\x02`);

const number = new Float64Array(1);
const ofNumber = new Uint8Array(number.buffer);
function bytesOf(of: number): Bytes {
  number[0] = of;
  return String.fromCharCode(...ofNumber);
}
export const double = (number: number): Double => f64(`\x44${bytesOf(number)}`);
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
const CONSTANT = simd(0x0c);
/** The same number twice. */
export const pair = kept((number): Pair => v128(CONSTANT + bytesOf(number) + bytesOf(number)));
export const whole = kept((number): Whole => i32(`\x41${signed(number)}`));

const wholes =
  (opcode: Bytes) =>
  (a: Whole, b: Whole): Whole =>
    i32(a.code + b.code + opcode);
export const addWhole = wholes("\x6a");
export const subtractWhole = wholes("\x6b");
export const timesWhole = wholes("\x6c");
export const andWhole = wholes("\x71");
export const orWhole = wholes("\x72");
export const shiftLeft = wholes("\x74");
export const shiftRight = wholes("\x76");
export const isSame = wholes("\x46");
export const isOther = wholes("\x47");
export const less = wholes("\x48");
export const exclusiveWhole = wholes("\x73");
/** How many bits are set. */
export const bitCount = (a: Whole): Whole => i32(`${a.code}\x69`);
export const isZero = (a: Whole): Whole => i32(`${a.code}\x45`);

/** Reads what lies at an address and an offset from it. Addresses are bytes; doubles lie at multiples of eight. */
const LOAD_PAIR = `${simd(0x00)}\x03`;
const LOAD_TWICE = `${simd(0x0a)}\x03`;
const LOAD_LANE = `${simd(0x57)}\x03`;
export const load = (address: Whole, offset: number): Double => f64(`${address.code}\x2b\x03${unsigned(offset)}`);
export const loadWhole = (address: Whole, offset: number): Whole => i32(`${address.code}\x28\x02${unsigned(offset)}`);
/** A byte with a sign. */
export const loadByte = (address: Whole, offset: number): Whole => i32(`${address.code}\x2c\x00${unsigned(offset)}`);
export const loadPair = (address: Whole, offset: number): Pair => v128(address.code + LOAD_PAIR + unsigned(offset));
/** The double at an address, twice. */
export const loadTwice = (address: Whole, offset: number): Pair => v128(address.code + LOAD_TWICE + unsigned(offset));
/** The doubles at two addresses. */
export const loadBoth = (one: Whole, other: Whole, offset: number): Pair =>
  v128(`${other.code}${loadTwice(one, offset).code}${LOAD_LANE}${unsigned(offset)}\x01`);

/** The doubles at two offsets from an address. */
export const loadTwo = (address: Whole, offset: number, other: number): Pair =>
  v128(`${address.code}${loadTwice(address, offset).code}${LOAD_LANE}${unsigned(other)}\x01`);

const written =
  (opcode: Bytes) =>
  (address: Whole, offset: number, stored: Value<Kind>): Statement =>
    address.code + stored.code + opcode + unsigned(offset);
export const store: (address: Whole, offset: number, stored: Double) => Statement = written("\x39\x03");
export const storeWhole: (address: Whole, offset: number, stored: Whole) => Statement = written("\x36\x02");
/** The lowest byte. */
export const storeByte: (address: Whole, offset: number, stored: Whole) => Statement = written("\x3a\x00");
export const storePair: (address: Whole, offset: number, stored: Pair) => Statement = written(`${simd(0x0b)}\x03`);
const STORE_LANE = `${simd(0x5b)}\x03`;
/** One half of a pair. */
export const storeHalf = (address: Whole, offset: number, stored: Pair, which: 0 | 1): Statement =>
  address.code + stored.code + STORE_LANE + unsigned(offset) + String.fromCharCode(which);

export const NOTHING: Statement = "";

export function sequence(...statements: readonly Statement[]): Statement {
  let all = NOTHING;
  for (let k = 0; k < statements.length; k++) all += statements[k];
  return all;
}

/** One after the other, for k = 0 .. count - 1. */
export function each(count: number, statement: (k: number) => Statement): Statement {
  let all = NOTHING;
  for (let k = 0; k < count; k++) all += statement(k);
  return all;
}

export const when = (condition: Whole, ...body: readonly Statement[]): Statement =>
  `${condition.code}\x04\x40${sequence(...body)}\x0b`;

/** `body` where the condition holds, `otherwise` where not. */
export const whenElse = (condition: Whole, body: Statement, otherwise: Statement): Statement =>
  `${condition.code}\x04\x40${body}\x05${otherwise}\x0b`;

/** Computes something for what it does. */
export const perform = (result: Whole): Statement => `${result.code}\x1a`;

/** Repeats the body while the condition holds after it. */
export const repeat = (body: Statement, condition: Whole): Statement => `\x03\x40${body}${condition.code}\x0d\x00\x0b`;

const leaving = (result: Value<Kind>): Statement => `${result.code}\x0f`;
/** Ends the function with a result. */
export const leave: (result: Whole) => Statement = leaving;
export const leaveDouble: (result: Double) => Statement = leaving;

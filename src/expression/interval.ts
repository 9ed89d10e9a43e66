import { pow } from "../numeric/elementary.ts";
import type { ArithmeticOperator } from "./syntax.ts";

/**
 * Interval arithmetic on numbered ranges: operation `out` of range a (and b), each widened outward by more than its
 * rounding error, so that low[out] .. high[out] holds every value that is defined.
 *
 * low > high means that nothing is defined there. `continuous` is 1 where the operation, and all it is made of, is
 * defined and continuous on the whole range: only then do a missing zero or a derivative of one sign prove anything.
 */
export interface Ranges {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly continuous: Uint8Array;
}

/** Unary operations are given b = a. */
export type Operation = (x: Ranges, out: number, a: number, b: number) => void;

/** Four ulps: the elementary functions are within one. */
const slack = 8.9e-16;
const smallest = 1e-320;

export function makeRanges(count: number): Ranges {
  return { low: new Float64Array(count), high: new Float64Array(count), continuous: new Uint8Array(count) };
}

export function setExact(x: Ranges, out: number, low: number, high: number): void {
  x.low[out] = low;
  x.high[out] = high;
  x.continuous[out] = 1;
}

/**
 * Widened outward, but not below `floor`. A bound that overflowed stands for large numbers; bounds that are not
 * numbers come from overflow inside and mean anything.
 */
export function setRange(x: Ranges, out: number, low: number, high: number, floor = -Infinity): void {
  const least = Math.min(low, Number.MAX_VALUE);
  const most = Math.max(high, -Number.MAX_VALUE);
  const start = Math.max(floor, least - Math.abs(least) * slack - smallest);
  if (low <= high) setExact(x, out, start, most + Math.abs(most) * slack + smallest);
  else setAnything(x, out);
}

/** Any value, with a pole or an edge of the domain inside. */
export function setAnything(x: Ranges, out: number): void {
  setExact(x, out, -Infinity, Infinity);
  x.continuous[out] = 0;
}

export const setEmpty = (x: Ranges, out: number): void => setExact(x, out, Infinity, -Infinity);
export const isEmpty = (x: Ranges, index: number): boolean => x.low[index]! > x.high[index]!;
export const hasZero = (x: Ranges, index: number): boolean => x.low[index]! <= 0 && x.high[index]! >= 0;

/** The operation with the rules that all share: nothing comes of nothing, and discontinuity is passed on. */
export function strict(operation: Operation): Operation {
  return (x, out, a, b) => {
    if (isEmpty(x, a) || isEmpty(x, b)) setEmpty(x, out);
    else operation(x, out, a, b);
    if (!x.continuous[a] || !x.continuous[b]) x.continuous[out] = 0;
  };
}

/** For f monotone in each argument, which is then extreme at the corners; anything when one is not a number. */
function setCorners(x: Ranges, out: number, a: number, b: number, f: (p: number, q: number) => number): void {
  const [oneA, oneB] = [x.low[a] === x.high[a], x.low[b] === x.high[b]]; // a power takes long: each corner once
  const c1 = f(x.low[a]!, x.low[b]!);
  const c2 = oneB ? c1 : f(x.low[a]!, x.high[b]!);
  const c3 = oneA ? c1 : f(x.high[a]!, x.low[b]!);
  const c4 = oneB ? c3 : oneA ? c2 : f(x.high[a]!, x.high[b]!);
  setRange(x, out, Math.min(c1, c2, c3, c4), Math.max(c1, c2, c3, c4));
}

/** An infinite bound stands for large numbers, of which 0 times is 0. */
const times = (p: number, q: number) => (p === 0 || q === 0 ? 0 : p * q);

/** As by `setCorners`, but for the calls: a number that one which is not inlined returns is boxed. */
const multiplied: Operation = (x, out, a, b) => {
  if (a === b) {
    raised(x, out, a, 2);
    return;
  }
  const a0 = x.low[a]!;
  const a1 = x.high[a]!;
  const b0 = x.low[b]!;
  const b1 = x.high[b]!;
  const c1 = times(a0, b0);
  const c2 = times(a0, b1);
  const c3 = times(a1, b0);
  const c4 = times(a1, b1);
  setRange(x, out, Math.min(c1, c2, c3, c4), Math.max(c1, c2, c3, c4));
};

const divided: Operation = (x, out, a, b) => {
  if (hasZero(x, b)) {
    setAnything(x, out);
    return;
  }
  const a0 = x.low[a]!;
  const a1 = x.high[a]!;
  const b0 = x.low[b]!;
  const b1 = x.high[b]!;
  setRange(x, out, Math.min(a0 / b0, a0 / b1, a1 / b0, a1 / b1), Math.max(a0 / b0, a0 / b1, a1 / b0, a1 / b1));
};

/** An integer power n of range a. */
function raised(x: Ranges, out: number, a: number, n: number): void {
  const low = pow(x.low[a]!, n);
  const high = pow(x.high[a]!, n);
  const even = n % 2 === 0;
  if (n < 0 && hasZero(x, a)) setAnything(x, out);
  else if (even && hasZero(x, a)) setRange(x, out, 0, Math.max(low, high), 0);
  else setRange(x, out, Math.min(low, high), Math.max(low, high), even ? 0 : -Infinity);
}

/** A negative base has powers only at integer exponents. */
const powered: Operation = (x, out, a, b) => {
  const exponent = x.low[b] === x.high[b] ? x.low[b]! : Number.NaN;
  const undefinedAtStart = x.low[a]! < 0 || (x.low[a] === 0 && x.low[b]! <= 0);
  if (Number.isInteger(exponent)) raised(x, out, a, exponent);
  else if (x.high[a]! < 0 && Math.floor(x.high[b]!) < x.low[b]!) setEmpty(x, out);
  else if (undefinedAtStart) setAnything(x, out);
  else {
    setCorners(x, out, a, b, pow);
    x.low[out] = Math.max(0, x.low[out]!);
  }
};

export const negated: Operation = (x, out, a) => {
  setExact(x, out, -x.high[a]!, -x.low[a]!);
  x.continuous[out] = x.continuous[a]!;
};

export const arithmeticOnRanges: Readonly<Record<ArithmeticOperator, Operation>> = {
  "+": strict((x, out, a, b) => setRange(x, out, x.low[a]! + x.low[b]!, x.high[a]! + x.high[b]!)),
  "-": strict((x, out, a, b) => setRange(x, out, x.low[a]! - x.high[b]!, x.high[a]! - x.low[b]!)),
  "*": strict(multiplied),
  "/": strict(divided),
  "^": strict(powered),
};

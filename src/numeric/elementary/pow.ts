import { EXP_PAIR, expOfPairAt } from "./exp.ts";
import { LOG_BASE, LOG_BASE_TAIL, LOG_PARTS, LOG_R, LOG_R_TAIL, reduceLog } from "./log.ts";

/** Beyond this the power of any |x| other than 1 overflows or vanishes; below the second it rounds to 1. */
const HUGE_EXPONENT = 1e20;
const TINY_EXPONENT = 1e-20;

/**
 * EXP_PAIR = log(LOG_PARTS[LOG_R]) as head + tail, to about 2^-67 of itself: r - r^2/2 is carried with its rounding
 * errors, the rest of the series is small enough for doubles.
 */
function logPair(): void {
  reduceLog();
  const base = LOG_PARTS[LOG_BASE]!;
  const r = LOG_PARTS[LOG_R]!;
  const rTail = LOG_PARTS[LOG_R_TAIL]!;

  const upper = Math.fround(r);
  const lower = r - upper;
  const square = r * r;
  const squareTail = upper * upper - square + 2 * upper * lower + lower * lower + 2 * r * rTail;
  const series =
    1 / 3 + r * (-1 / 4 + r * (1 / 5 + r * (-1 / 6 + r * (1 / 7 + r * (-1 / 8 + r * (1 / 9 + r * (-1 / 10)))))));

  const sum = base + r;
  const sumTail = base - sum + r;
  const head = sum - 0.5 * square;
  const headTail = sum - head - 0.5 * square;
  const tail = headTail + (sumTail + (rTail - 0.5 * squareTail + square * (r * series)) + LOG_PARTS[LOG_BASE_TAIL]!);
  const rounded = head + tail;
  EXP_PAIR[0] = rounded;
  EXP_PAIR[1] = head - rounded + tail;
}

/** EXP_PAIR = EXP_PAIR * y, with the head's product exact (Dekker) for |y| in [1e-20, 1e20]. */
function timesExponent(r: Float64Array, b: number): void {
  const y = r[b]!;
  const x = EXP_PAIR[0]!;
  const yUpper = Math.fround(y);
  const yLower = y - yUpper;
  const xUpper = Math.fround(x);
  const xLower = x - xUpper;
  const product = x * y;
  const error = xUpper * yUpper - product + xUpper * yLower + xLower * yUpper + xLower * yLower;
  EXP_PAIR[0] = product;
  EXP_PAIR[1] = error + EXP_PAIR[1]! * y;
}

/** r[out] = |r[a]|^r[b], or minus it; |r[a]| finite, not 0 or 1. */
function powOfMagnitude(r: Float64Array, out: number, a: number, b: number, negate: boolean): void {
  LOG_PARTS[LOG_R] = Math.abs(r[a]!);
  logPair();
  timesExponent(r, b);
  expOfPairAt(r, out);
  if (negate) r[out] = -r[out]!;
}

/** Whether r[b] is an odd integer: those beyond 2^53 are even. */
function isOddInteger(r: Float64Array, b: number): boolean {
  const y = Math.abs(r[b]!);
  return y < 9007199254740992 && y === Math.floor(y) && y - 2 * Math.floor(y / 2) === 1;
}

/**
 * r[out] = r[a] ^ r[b], with JavaScript's special values: x^0 is 1 even for NaN, and 1^NaN, (+-1)^(+-Infinity) are
 * NaN (where IEEE 754 has 1). x^2 is x*x to the bit.
 */
export function powAt(r: Float64Array, out: number, a: number, b: number): void {
  const x = r[a]!;
  const y = r[b]!;
  const size = Math.abs(x);
  if (y === 2) r[out] = x * x;
  else if (y === 1) r[out] = x;
  else if (y === 0) r[out] = 1;
  else if (Number.isNaN(x) || Number.isNaN(y)) r[out] = NaN;
  else if (size === 0 || size === Infinity) {
    const result = (size === 0) === y > 0 ? 0 : Infinity;
    r[out] = (x < 0 || 1 / x < 0) && isOddInteger(r, b) ? -result : result;
  } else if (Math.abs(y) > HUGE_EXPONENT) {
    r[out] = size === 1 ? (Math.abs(y) === Infinity ? NaN : 1) : size > 1 === y > 0 ? Infinity : 0;
  } else if (x < 0 && y !== Math.floor(y)) r[out] = NaN;
  else if (size === 1) r[out] = x < 0 && isOddInteger(r, b) ? -1 : 1;
  else if (Math.abs(y) < TINY_EXPONENT) r[out] = 1;
  else powOfMagnitude(r, out, a, b, x < 0 && isOddInteger(r, b));
}

/** For the same as WebAssembly. An exported number would no longer be a constant to the engine. */
export const POW_NUMBERS = { HUGE_EXPONENT, TINY_EXPONENT };

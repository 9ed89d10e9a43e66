import { DOUBLE, HIGH, POWER_BIAS, POWERS_OF_TWO, ROUNDER, WORDS } from "./binary.ts";

/** 2/pi, and pi/2 in two parts of 33 bits, whose products with n < 2^20 are exact, and a rest. */
const TWO_OVER_PI = 0.6366197723675814;
const HALF_PI_1 = 1.5707963267341256;
const HALF_PI_2 = 6.077100506303966e-11;
const HALF_PI_3 = 2.0222662487959506e-21;

/** pi/2 as a head rounded to double and a tail. */
const HALF_PI = 1.5707963267948966;
const HALF_PI_TAIL = 6.123233995736766e-17;

/** 2^20 pi/2, and the size below which three parts of pi/2 no longer give a remainder to 68 bits. */
const MODERATE = 1647099;
const TINY_REMAINDER = 1 / 1073741824;

/** The first 1200 bits of 2/pi, 24 at a time. */
const TWO_OVER_PI_DIGITS = new Int32Array([
  0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163, 0xabdebb, 0xc561b7,
  0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5, 0x2ebb44, 0x84e99c,
  0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8, 0x97ffde, 0x05980f, 0xef2f11,
  0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d, 0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7,
  0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330, 0x46fc7b,
]);
const BASE = 16777216;

/** x in base 2^24, lowest digit first; and the product x * 2/pi: digit 0 its units, digits 1..7 its fraction. */
const ARGUMENT_DIGITS = new Float64Array(4);
const PRODUCT_DIGITS = new Float64Array(8);

/** The remainder of `reduceToQuadrant`, head and tail, |head| <= pi/4 (but for a rounding). */
export const REMAINDER = new Float64Array(2);

/**
 * REMAINDER = r[a] - n pi/2 for the nearest integer n; returns n mod 4 (of any sign: use `& 3`, `& 1`). r[a] finite.
 * Cody and Waite's reduction for moderate arguments; Payne and Hanek's for large ones and for the few moderate ones so
 * near a multiple of pi/2 that too many bits cancel.
 */
export function reduceToQuadrant(r: Float64Array, a: number): number {
  const x = r[a]!;
  if (Math.abs(x) < MODERATE) {
    const n = x * TWO_OVER_PI + ROUNDER - ROUNDER;
    const first = x - n * HALF_PI_1;
    const w = n * HALF_PI_2;
    const second = first - w;
    const back = second - first;
    const lost = first - (second - back) - (w + back); // second + lost = first - w exactly
    const rest = lost - n * HALF_PI_3;
    const head = second + rest;
    REMAINDER[0] = head;
    REMAINDER[1] = second - head + rest;
    if (n === 0 || Math.abs(head) > TINY_REMAINDER) return n | 0;
  }
  splitArgument(r, a);
  return remainderOfProduct(x < 0);
}

/** ARGUMENT_DIGITS and PRODUCT_DIGITS for |r[a]| >= 1/2; digits of the product above the units are left out. */
function splitArgument(r: Float64Array, a: number): void {
  const x = Math.abs(r[a]!);
  DOUBLE[0] = x;
  const lastBit = (WORDS[HIGH]! >> 20) - 1075; // x is an integer times 2^lastBit
  const digit = Math.floor(lastBit / 24);
  let rest = x * POWERS_OF_TWO[POWER_BIAS - 24 * (digit + 3)]!;
  for (let i = 3; i >= 0; i--) {
    const whole = Math.floor(rest);
    ARGUMENT_DIGITS[i] = whole;
    rest = (rest - whole) * BASE;
  }
  let carry = 0;
  for (let n = 7; n >= 0; n--) {
    let sum = carry;
    for (let i = 0; i < 4; i++) {
      const j = i + digit - 1 + n;
      if (j >= 0) sum += ARGUMENT_DIGITS[i]! * TWO_OVER_PI_DIGITS[j]!;
    }
    carry = Math.floor(sum / BASE);
    PRODUCT_DIGITS[n] = sum - carry * BASE;
  }
}

/** REMAINDER from PRODUCT_DIGITS: the fraction, taken to [-1/2, 1/2], times pi/2; returns the quadrant. */
function remainderOfProduct(negative: boolean): number {
  const roundUp = PRODUCT_DIGITS[1]! >= BASE / 2;
  let head = 0;
  let tail = 0;
  for (let n = 7; n >= 1; n--) {
    const digit = roundUp ? BASE - 1 - PRODUCT_DIGITS[n]! : PRODUCT_DIGITS[n]!;
    const term = digit * POWERS_OF_TWO[POWER_BIAS - 24 * n]!;
    const sum = term + head;
    const back = sum - term;
    tail += term - (sum - back) + (head - back);
    head = sum;
  }
  const f = head + tail;
  const fTail = head - f + tail;
  const upper = Math.fround(f);
  const lower = f - upper;
  const piUpper = Math.fround(HALF_PI);
  const piLower = HALF_PI - piUpper;
  const product = f * HALF_PI;
  const error = upper * piUpper - product + upper * piLower + lower * piUpper + lower * piLower;
  const sign = roundUp !== negative ? -1 : 1;
  const productTail = error + (f * HALF_PI_TAIL + fTail * HALF_PI);
  const rounded = product + productTail;
  REMAINDER[0] = sign * rounded;
  REMAINDER[1] = sign * (product - rounded + productTail);
  const quadrant = (PRODUCT_DIGITS[0]! | 0) + (roundUp ? 1 : 0);
  return negative ? -quadrant : quadrant;
}

/** For the same as WebAssembly. An exported number would no longer be a constant to the engine. */
export const QUADRANT_NUMBERS = { TWO_OVER_PI, HALF_PI_1, HALF_PI_2, HALF_PI_3, MODERATE, TINY_REMAINDER };

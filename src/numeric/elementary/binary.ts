/** How a double is laid out in memory, and the powers of two: what every other file here is built on. */

/** One double and its two 32-bit halves, sharing memory: write `DOUBLE[0]`, read `WORDS[HIGH]`. */
export const DOUBLE = new Float64Array(1);
export const WORDS = new Int32Array(DOUBLE.buffer);

DOUBLE[0] = 1;
/** Index of the half with sign, exponent and the first 20 bits of the significand: 1 where memory is little-endian. */
export const HIGH = WORDS[1] === 0x3ff00000 ? 1 : 0;

/** 2^-1074, the smallest double, stands first. */
export const POWER_BIAS = 1074;

/** 2^k at index k + POWER_BIAS, for k = -1074..1023. A load is faster than assembling a double from its halves. */
export const POWERS_OF_TWO = new Float64Array(POWER_BIAS + 1024);
let power = Number.MIN_VALUE;
for (let i = 0; i < POWERS_OF_TWO.length; i++) {
  POWERS_OF_TWO[i] = power;
  power *= 2;
}

/** Adding and subtracting 1.5 * 2^52 rounds a double below 2^51 to the nearest integer, ties to even, both signs alike. */
export const ROUNDER = 6755399441055744;

/** The largest power of two that is not above |x|, a number that is neither tiny nor infinite. */
export function powerOfTwo(x: number): number {
  DOUBLE[0] = x;
  WORDS[HIGH]! &= 0x7ff00000;
  WORDS[1 - HIGH] = 0;
  return DOUBLE[0]!;
}

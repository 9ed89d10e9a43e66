import { POWER_BIAS, POWERS_OF_TWO } from "./binary.ts";
import { EXP_PAIR, expOfPair, scaleAt } from "./exp.ts";

/** Below this |x| sinh and tanh are x to the last bit, and stay -0. */
export const TINY = 1 / 134217728;
/** Up to this |x| a series; beyond it the difference of exponentials no longer cancels too much. */
export const SERIES_ONLY = 0.35;
/** From here on exp(-|x|) is below the last bit of exp(|x|), and tanh is 1. */
export const ONE_SIDED = 22;
/** sinh and cosh are infinite beyond. */
const OVERFLOW = 711;

/** Minimax on [0, 0.35^2]: (tanh(x)/x - 1)/x^2 as a polynomial in x^2. */
const H1 = -0.3333333333333332;
const H2 = 0.133333333333294;
const H3 = -0.053968253963795884;
const H4 = 0.021869488288149656;
const H5 = -0.008863227714006994;
const H6 = 0.00359197890180033;
const H7 = -0.0014540733545838605;
const H8 = 0.0005773798606036883;
const H9 = -0.0001877428470838891;
/** The same for code that is emitted, the highest power first. */
export const TANH_SERIES = [H9, H8, H7, H6, H5, H4, H3, H2, H1];

/** exp(|x|)/2 and exp(-|x|)/2 of `halfExponentials`, each as head and tail. */
const HALVES = new Float64Array(4);

/** HALVES for |x| = |r[a]| <= 22. */
function halfExponentials(r: Float64Array, a: number): void {
  EXP_PAIR[0] = Math.abs(r[a]!);
  EXP_PAIR[1] = 0;
  const up = POWERS_OF_TWO[expOfPair() - 1 + POWER_BIAS]!;
  HALVES[0] = EXP_PAIR[0]! * up;
  HALVES[1] = EXP_PAIR[1]! * up;
  EXP_PAIR[0] = -Math.abs(r[a]!);
  EXP_PAIR[1] = 0;
  const down = POWERS_OF_TWO[expOfPair() - 1 + POWER_BIAS]!;
  HALVES[2] = EXP_PAIR[0]! * down;
  HALVES[3] = EXP_PAIR[1]! * down;
}

/** r[out] = exp(|r[a]|)/2, which may be finite where exp is not. */
function halfExpAt(r: Float64Array, out: number, a: number): void {
  EXP_PAIR[0] = Math.abs(r[a]!);
  EXP_PAIR[1] = 0;
  const k = expOfPair();
  r[out] = EXP_PAIR[0]! + EXP_PAIR[1]!;
  scaleAt(r, out, k - 1);
}

/** r[out] = sinh(r[a]). */
export function sinhAt(r: Float64Array, out: number, a: number): void {
  const x = r[a]!;
  const size = Math.abs(x);
  if (!(size >= TINY && size < OVERFLOW)) r[out] = size >= OVERFLOW ? x * Infinity : x;
  else if (size <= SERIES_ONLY) {
    const z = x * x;
    const series =
      1 / 6 + z * (1 / 120 + z * (1 / 5040 + z * (1 / 362880 + z * (1 / 39916800 + z * (1 / 6227020800)))));
    r[out] = x + x * z * series;
  } else {
    if (size < ONE_SIDED) {
      halfExponentials(r, a);
      const difference = HALVES[0]! - HALVES[2]!;
      r[out] = difference + (HALVES[0]! - difference - HALVES[2]! + (HALVES[1]! - HALVES[3]!));
    } else halfExpAt(r, out, a);
    if (x < 0) r[out] = -r[out]!;
  }
}

/** r[out] = cosh(r[a]). */
export function coshAt(r: Float64Array, out: number, a: number): void {
  const size = Math.abs(r[a]!);
  if (!(size < OVERFLOW)) r[out] = size * Infinity;
  else if (size < ONE_SIDED) {
    halfExponentials(r, a);
    const sum = HALVES[0]! + HALVES[2]!;
    r[out] = sum + (HALVES[0]! - sum + HALVES[2]! + (HALVES[1]! + HALVES[3]!));
  } else halfExpAt(r, out, a);
}

/** r[out] = tanh(r[a]); past the series it is 1 - 2/(exp(2|x|) + 1), with one correction of the quotient. */
export function tanhAt(r: Float64Array, out: number, a: number): void {
  const x = r[a]!;
  const size = Math.abs(x);
  if (!(size >= TINY && size < ONE_SIDED)) r[out] = size >= ONE_SIDED ? (x > 0 ? 1 : -1) : x;
  else if (size <= SERIES_ONLY) {
    const z = x * x;
    const series = H1 + z * (H2 + z * (H3 + z * (H4 + z * (H5 + z * (H6 + z * (H7 + z * (H8 + z * H9)))))));
    r[out] = x + x * z * series;
  } else {
    EXP_PAIR[0] = 2 * size;
    EXP_PAIR[1] = 0;
    const scale = POWERS_OF_TWO[expOfPair() + POWER_BIAS]!;
    const e = EXP_PAIR[0]! * scale;
    const eTail = EXP_PAIR[1]! * scale;
    const sum = e + 1;
    const d = sum + eTail;
    const dTail = sum - d + eTail + (e - sum + 1);
    const quotient = 2 / d;
    const qUpper = Math.fround(quotient);
    const qLower = quotient - qUpper;
    const dUpper = Math.fround(d);
    const dLower = d - dUpper;
    const excess = 2 - qUpper * dUpper - qUpper * dLower - qLower * dUpper - qLower * dLower;
    const correction = (excess - quotient * dTail) / d;
    const difference = 1 - quotient;
    const result = difference + (1 - difference - quotient - correction);
    r[out] = x < 0 ? -result : result;
  }
}

/** For the same as WebAssembly. An exported number would no longer be a constant to the engine. */
export const HYPERBOLIC_NUMBERS = { TINY, SERIES_ONLY, ONE_SIDED, OVERFLOW, H1, H2, H3, H4, H5, H6, H7, H8, H9 };

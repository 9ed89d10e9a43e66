import { POWER_BIAS, POWERS_OF_TWO, ROUNDER } from "./binary.ts";
import { EXP_TABLE } from "./exp-table.ts";

/** 64 / log 2, and (log 2) / 64 as a head of 36 bits, whose product with any n used here is exact, and a tail. */
export const STEPS_PER_UNIT = 92.33248261689366;
export const STEP_HEAD = 0.010830424696223417;
export const STEP_TAIL = 2.572804622327669e-14;

/** exp(x) is Infinity above the first and 0 below the second; between them `scaleAt` rounds as it must. */
const OVERFLOW = 710;
const UNDERFLOW = -746;

/** Argument and result of `expOfPair`, as head + tail. */
export const EXP_PAIR = new Float64Array(2);

/**
 * Replaces EXP_PAIR, a sum head + tail in [-746, 746] with |tail| far below |head|, by a head in [1, 2) and a tail of at
 * most 0.006 of it, and returns k: the exponential is (head + tail) 2^k, to about 2^-61 of itself.
 *
 * x = n (log 2)/64 + r with |r| < 0.0055, so exp(x) = 2^(n/64) exp(r): a table and a Taylor polynomial.
 */
export function expOfPair(): number {
  const x = EXP_PAIR[0]!;
  const n = x * STEPS_PER_UNIT + ROUNDER - ROUNDER;
  const r = x - n * STEP_HEAD + (EXP_PAIR[1]! - n * STEP_TAIL);
  const p = r + r * r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720)))));
  const k = n | 0;
  const entry = (k & 63) << 1;
  const head = EXP_TABLE[entry]!;
  EXP_PAIR[0] = head;
  EXP_PAIR[1] = EXP_TABLE[entry + 1]! + head * p;
  return k >> 6;
}

/** r[out] = r[out] * 2^k for r[out] in [0.5, 4) and any k in -1100..1100, rounded once: also into the subnormals. */
export function scaleAt(r: Float64Array, out: number, k: number): void {
  if (k > 1023) r[out] = r[out]! * 2 * POWERS_OF_TWO[k - 1 + POWER_BIAS]!;
  else if (k < -1022) r[out] = r[out]! * POWERS_OF_TWO[k + 200 + POWER_BIAS]! * POWERS_OF_TWO[-200 + POWER_BIAS]!;
  else r[out] = r[out]! * POWERS_OF_TWO[k + POWER_BIAS]!;
}

/** r[out] = exp(EXP_PAIR), for any pair; NaN ends up in the tail, with k = 0. */
export function expOfPairAt(r: Float64Array, out: number): void {
  const x = EXP_PAIR[0]!;
  if (x > OVERFLOW) r[out] = Infinity;
  else if (x < UNDERFLOW) r[out] = 0;
  else {
    const k = expOfPair();
    r[out] = EXP_PAIR[0]! + EXP_PAIR[1]!;
    scaleAt(r, out, k);
  }
}

/** r[out] = exp(r[a]). */
export function expAt(r: Float64Array, out: number, a: number): void {
  EXP_PAIR[0] = r[a]!;
  EXP_PAIR[1] = 0;
  expOfPairAt(r, out);
}

/** For the same as WebAssembly. An exported number would no longer be a constant to the engine. */
export const EXP_NUMBERS = { STEPS_PER_UNIT, STEP_HEAD, STEP_TAIL, OVERFLOW, UNDERFLOW };

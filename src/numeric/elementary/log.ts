import { DOUBLE, HIGH, POWER_BIAS, POWERS_OF_TWO, WORDS } from "./binary.ts";
import { LOG_TABLE } from "./log-table.ts";

/** log 2 as a head that is a multiple of 2^-42 (k times it is exact) and a tail. */
const LN2_HEAD = 0.6931471805598903;
const LN2_TAIL = 5.497923018708371e-14;

/** High word of 0.705, where the intervals of the table begin; the odd multiple of 2^12 puts 1 inside an interval. */
const TABLE_START = 0x3fe69000;
const TWO_54 = 18014398509481984;

/**
 * x = z 2^k with z in [0.705, 1.41), and z = c (1 + r) with c the middle of z's interval. Then
 * log(x) = (k log 2 + log c) + log(1 + r) with |r| <= 1/256. These slots hold the outcome of `reduceLog`: the
 * bracket as head (exact) and tail, and r as head and tail (exact).
 */
export const LOG_BASE = 0;
export const LOG_BASE_TAIL = 1;
export const LOG_R = 2;
export const LOG_R_TAIL = 3;
export const LOG_PARTS = new Float64Array(4);

/** Reduces the finite positive x in LOG_PARTS[LOG_R]. */
export function reduceLog(): void {
  let x = LOG_PARTS[LOG_R]!;
  let shift = 0;
  DOUBLE[0] = x;
  if (WORDS[HIGH]! < 0x00100000) {
    x *= TWO_54; // subnormal
    shift = 54;
    DOUBLE[0] = x;
  }
  const offset = WORDS[HIGH]! - TABLE_START;
  const k = offset >> 20;
  const entry = ((offset >> 13) & 127) * 3;
  const inverse = LOG_TABLE[entry]!;

  const z = x * POWERS_OF_TWO[POWER_BIAS - k]!;
  const zHead = Math.fround(z);
  const rHead = zHead * inverse - 1;
  const rTail = (z - zHead) * inverse;
  const r = rHead + rTail;
  LOG_PARTS[LOG_R] = r;
  LOG_PARTS[LOG_R_TAIL] = rHead - r + rTail;
  LOG_PARTS[LOG_BASE] = (k - shift) * LN2_HEAD + LOG_TABLE[entry + 1]!;
  LOG_PARTS[LOG_BASE_TAIL] = (k - shift) * LN2_TAIL + LOG_TABLE[entry + 2]!;
}

/** r[out] = log(r[a]), the natural logarithm. */
export function logAt(r: Float64Array, out: number, a: number): void {
  const x = r[a]!;
  if (!(x > 0 && x < Infinity)) {
    r[out] = x === 0 ? -Infinity : x > 0 ? Infinity : NaN;
    return;
  }
  LOG_PARTS[LOG_R] = x;
  reduceLog();
  const base = LOG_PARTS[LOG_BASE]!;
  const s = LOG_PARTS[LOG_R]!;
  const q = -1 / 2 + s * (1 / 3 + s * (-1 / 4 + s * (1 / 5 + s * (-1 / 6 + s * (1 / 7 + s * (-1 / 8))))));
  const head = base + s;
  const tail = base - head + s + LOG_PARTS[LOG_R_TAIL]! + LOG_PARTS[LOG_BASE_TAIL]!;
  r[out] = head + (tail + s * s * q);
}

/** For the same as WebAssembly. An exported number would no longer be a constant to the engine. */
export const LOG_NUMBERS = { LN2_HEAD, LN2_TAIL, TABLE_START, TWO_54 };

import { ATAN_TABLE } from "./atan-table.ts";
import { ROUNDER } from "./binary.ts";

/** pi/2 and pi, each as a head rounded to double and a tail. */
const HALF_PI = 1.5707963267948966;
const HALF_PI_TAIL = 6.123233995736766e-17;
const PI_TAIL = 1.2246467991473532e-16;

/** Below this |x| arc sine and arc tangent are x to the last bit, and stay -0. */
const TINY = 1 / 134217728;
/** Up to this |x| the arc tangent's series serves alone; above HUGE the arc tangent is pi/2. */
const SERIES_ONLY = 0.1875;
const HUGE = 1e18;

/** Minimax on [0, 0.19^2]: (atan(x)/x - 1)/x^2 as a polynomial in x^2. */
const T1 = -0.3333333333333332;
const T2 = 0.19999999999990165;
const T3 = -0.1428571428268387;
const T4 = 0.11111110659139034;
const T5 = -0.09090871743510429;
const T6 = 0.07690504430539355;
const T7 = -0.06615877617136841;
const T8 = 0.051023230614805896;

/** Minimax on [0, 1/4]: (asin(x)/x - 1)/x^2 as a polynomial in x^2. */
const A1 = 0.16666666666666763;
const A2 = 0.074999999999701;
const A3 = 0.0446428571752842;
const A4 = 0.03038194267536432;
const A5 = 0.02237221590355906;
const A6 = 0.017351595542757704;
const A7 = 0.013981018009907982;
const A8 = 0.011397297476858578;
const A9 = 0.010789295728802686;
const A10 = 0.0036722827165789475;
const A11 = 0.021790407291922515;
const A12 = -0.0211163785293054;
const A13 = 0.032701949027685466;

/**
 * r[out] = atan(r[a]). With c = i/16 nearest to |x|, atan|x| = atan(c) + atan(t), t = (|x| - c)/(1 + c|x|); above 1,
 * with c nearest to 1/|x|, atan|x| = pi/2 - atan(c) + atan(t), t = (c|x| - 1)/(|x| + c). Both have |t| <= 1/32.
 */
export function atanAt(r: Float64Array, out: number, a: number): void {
  const x = r[a]!;
  const size = Math.abs(x);
  if (!(size >= TINY && size < HUGE)) {
    r[out] = size >= HUGE ? (x > 0 ? HALF_PI : -HALF_PI) : x; // NaN is x too
    return;
  }
  let t = size;
  let entry = 0;
  if (size > 1) {
    const i = 16 / size + ROUNDER - ROUNDER;
    const c = i / 16;
    const upper = Math.fround(size);
    t = (c * upper - 1 + c * (size - upper)) / (size + c);
    entry = (i + 17) << 1;
  } else if (size > SERIES_ONLY) {
    const i = 16 * size + ROUNDER - ROUNDER;
    const c = i / 16;
    t = (size - c) / (1 + c * size);
    entry = i << 1;
  }
  const z = t * t;
  const series = T1 + z * (T2 + z * (T3 + z * (T4 + z * (T5 + z * (T6 + z * (T7 + z * T8))))));
  const base = ATAN_TABLE[entry]!;
  const sum = base + t;
  const result = sum + (base - sum + t + ATAN_TABLE[entry + 1]! + t * z * series);
  r[out] = x < 0 ? -result : result;
}

/** Of `asinSeries`: in, z = s^2 <= 1/4; out, asin(s)/s - 1. */
const SERIES = new Float64Array(1);

function asinSeries(): void {
  const z = SERIES[0]!;
  const cube = z * z * z;
  const high = A7 + z * (A8 + z * (A9 + z * (A10 + z * (A11 + z * (A12 + z * A13)))));
  const low = A1 + z * (A2 + z * (A3 + z * (A4 + z * (A5 + z * A6))));
  SERIES[0] = z * (low + cube * cube * high); // two chains run side by side
}

/**
 * asin(s) as HALF_ANGLE[0] + HALF_ANGLE[1] for s = sqrt((1 - |x|)/2), |x| in [1/2, 1): half of acos|x|. The tail holds
 * what the square root rounded away.
 */
const HALF_ANGLE = new Float64Array(2);

function halfAngle(r: Float64Array, a: number): void {
  const z = (1 - Math.abs(r[a]!)) / 2;
  const s = Math.sqrt(z);
  const upper = Math.fround(s);
  const rounded = (z - upper * upper - (s - upper) * (s + upper)) / (2 * s);
  SERIES[0] = z;
  asinSeries();
  HALF_ANGLE[0] = s;
  HALF_ANGLE[1] = rounded + s * SERIES[0]!;
}

/** r[out] = asin(r[a]); NaN outside [-1, 1]. */
export function asinAt(r: Float64Array, out: number, a: number): void {
  const x = r[a]!;
  const size = Math.abs(x);
  if (!(size < 1)) r[out] = size === 1 ? x * HALF_PI : NaN;
  else if (size < TINY) r[out] = x;
  else if (size < 0.5) {
    SERIES[0] = x * x;
    asinSeries();
    r[out] = x + x * SERIES[0]!;
  } else {
    halfAngle(r, a);
    const twice = 2 * HALF_ANGLE[0]!;
    const difference = HALF_PI - twice;
    const result = difference + (HALF_PI - difference - twice + (HALF_PI_TAIL - 2 * HALF_ANGLE[1]!));
    r[out] = x < 0 ? -result : result;
  }
}

/** r[out] = acos(r[a]); NaN outside [-1, 1]. */
export function acosAt(r: Float64Array, out: number, a: number): void {
  const x = r[a]!;
  const size = Math.abs(x);
  if (!(size < 1)) r[out] = x === 1 ? 0 : x === -1 ? Math.PI : NaN;
  else if (size < 0.5) {
    SERIES[0] = x * x;
    asinSeries();
    const difference = HALF_PI - x;
    r[out] = difference + (HALF_PI - difference - x + (HALF_PI_TAIL - x * SERIES[0]!));
  } else {
    halfAngle(r, a);
    const twice = 2 * HALF_ANGLE[0]!;
    if (x > 0) r[out] = twice + 2 * HALF_ANGLE[1]!;
    else {
      const difference = Math.PI - twice;
      r[out] = difference + (Math.PI - difference - twice + (PI_TAIL - 2 * HALF_ANGLE[1]!));
    }
  }
}

/** For the same as WebAssembly. An exported number would no longer be a constant to the engine. */
export const INVERSE_NUMBERS = {
  HALF_PI,
  HALF_PI_TAIL,
  PI_TAIL,
  TINY,
  SERIES_ONLY,
  HUGE,
  T1,
  T2,
  T3,
  T4,
  T5,
  T6,
  T7,
  T8,
  A1,
  A2,
  A3,
  A4,
  A5,
  A6,
  A7,
  A8,
  A9,
  A10,
  A11,
  A12,
  A13,
};

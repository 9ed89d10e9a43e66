import { REMAINDER, reduceToQuadrant } from "./quadrant.ts";

/** Minimax on [0, (pi/4)^2]: (sin(x)/x - 1)/x^2 and (cos(x) - 1 + x^2/2)/x^4 as polynomials in x^2. */
const S1 = -0.16666666666666632;
const S2 = 0.008333333333322418;
const S3 = -0.00019841269829812353;
const S4 = 2.755731369357077e-6;
const S5 = -2.5050758384834086e-8;
const S6 = 1.5896811858059738e-10;
const C1 = 0.0416666666666666;
const C2 = -0.0013888888888874131;
const C3 = 2.480158728948717e-5;
const C4 = -2.7557314353829943e-7;
const C5 = 2.08757234842009e-9;
const C6 = -1.1359659099382371e-11;

/** Below this |x| sine and tangent are x to the last bit, and stay -0. */
const TINY = 1 / 134217728;

/** Sine and cosine of REMAINDER, head and tail: the head alone is the rounded result, the sum serves the tangent. */
const SIN = 0;
const COS = 2;
const RESULT = new Float64Array(4);

function sinOfRemainder(): void {
  const x = REMAINDER[0]!;
  const xTail = REMAINDER[1]!;
  const z = x * x;
  const cube = z * x;
  const series = S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)));
  const rest = cube * S1 + (z * (cube * series - 0.5 * xTail) + xTail);
  const head = x + rest;
  RESULT[SIN] = head;
  RESULT[SIN + 1] = x - head + rest;
}

function cosOfRemainder(): void {
  const x = REMAINDER[0]!;
  const upper = Math.fround(x);
  const halfSquare = 0.5 * upper * upper; // exact: 24 bits times 24 bits
  const halfSquareTail = 0.5 * (x - upper) * (x + upper);
  const z = x * x;
  const series = C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6))));
  const w = 1 - halfSquare;
  const rest = 1 - w - halfSquare + (z * z * series - (halfSquareTail + x * REMAINDER[1]!));
  const head = w + rest;
  RESULT[COS] = head;
  RESULT[COS + 1] = w - head + rest;
}

/** r[out] = sin(REMAINDER + quadrant pi/2). */
function sinOfQuadrant(r: Float64Array, out: number, quadrant: number): void {
  if ((quadrant & 1) === 0) {
    sinOfRemainder();
    r[out] = RESULT[SIN]!;
  } else {
    cosOfRemainder();
    r[out] = RESULT[COS]!;
  }
  if ((quadrant & 2) !== 0) r[out] = -r[out]!;
}

/** r[out] = sin(r[a]), r[a] in radians. */
export function sinAt(r: Float64Array, out: number, a: number): void {
  const x = r[a]!;
  if (Math.abs(x) < TINY) r[out] = x;
  else if (!(Math.abs(x) < Infinity)) r[out] = NaN;
  else sinOfQuadrant(r, out, reduceToQuadrant(r, a));
}

/** r[out] = cos(r[a]), r[a] in radians. */
export function cosAt(r: Float64Array, out: number, a: number): void {
  if (!(Math.abs(r[a]!) < Infinity)) r[out] = NaN;
  else sinOfQuadrant(r, out, reduceToQuadrant(r, a) + 1);
}

/** r[out] = tan(r[a]), r[a] in radians: sine by cosine, or minus its reciprocal, with one correction of the quotient. */
export function tanAt(r: Float64Array, out: number, a: number): void {
  const x = r[a]!;
  if (Math.abs(x) < TINY) {
    r[out] = x;
    return;
  }
  if (!(Math.abs(x) < Infinity)) {
    r[out] = NaN;
    return;
  }
  const over = (reduceToQuadrant(r, a) & 1) === 0 ? SIN : COS;
  const under = COS - over;
  sinOfRemainder();
  cosOfRemainder();
  const numerator = RESULT[over]!;
  const denominator = RESULT[under]!;
  const quotient = numerator / denominator;
  const qUpper = Math.fround(quotient);
  const qLower = quotient - qUpper;
  const dUpper = Math.fround(denominator);
  const dLower = denominator - dUpper;
  const excess = numerator - qUpper * dUpper - qUpper * dLower - qLower * dUpper - qLower * dLower;
  const correction = (excess + (RESULT[over + 1]! - quotient * RESULT[under + 1]!)) / denominator;
  r[out] = over === SIN ? quotient + correction : -(quotient + correction);
}

/** For the same as WebAssembly. An exported number would no longer be a constant to the engine. */
export const SERIES_NUMBERS = { S1, S2, S3, S4, S5, S6, C1, C2, C3, C4, C5, C6, TINY };

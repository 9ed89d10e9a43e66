/**
 * Coefficient k of a series from the coefficients before it: what jets are made of. Each takes O(k) operations, and numbers stay in
 * typed arrays.
 */

import { powAt } from "../numeric/elementary.ts";

/** Of all registers; coefficient k of register r at r * width + k. */
export interface JetMemory {
  readonly width: number;
  readonly c: Float64Array;
  /** A second series that goes with a function: the cosine of a sine, the denominator of an arc tangent. */
  readonly aux: Float64Array;
  readonly degree: Int32Array;
  /** Of deciding instructions: the operand that is passed on, and its sign. */
  readonly chosen: Int32Array;
  readonly flip: Int8Array;
  /** Still more series of powers, from place[register] on. */
  readonly more: Float64Array;
  readonly place: Int32Array;
}

/** Whole powers up to this one are repeated products, which also hold where the base is zero. */
export const LARGEST_WHOLE = 32;

export const isWhole = (p: number): boolean => p > 0 && p <= LARGEST_WHOLE && Math.floor(p) === p;

type Numbers = Float64Array;

/** out_k = sum over j = 0..k of a_j b_{k-j} */
export function convolve(ca: Numbers, a: number, cb: Numbers, b: number, out: Numbers, y: number, k: number): void {
  let sum = 0;
  for (let j = 0; j <= k; j++) sum += ca[a + j]! * cb[b + k - j]!;
  out[y + k] = sum;
}

/** Of out' = sign u' g: out_k = sign / k sum over j = 1..k of j u_j g_{k-j} */
export function weighted(
  cu: Numbers,
  u: number,
  cg: Numbers,
  g: number,
  out: Numbers,
  y: number,
  k: number,
  sign: number,
): void {
  let sum = 0;
  for (let j = 1; j <= k; j++) sum += j * cu[u + j]! * cg[g + k - j]!;
  out[y + k] = (sign * sum) / k;
}

/** Of out' g = sign u' */
export function inverse(
  cu: Numbers,
  u: number,
  cg: Numbers,
  g: number,
  out: Numbers,
  y: number,
  k: number,
  sign: number,
): void {
  let sum = 0;
  for (let j = 1; j < k; j++) sum += j * out[y + j]! * cg[g + k - j]!;
  out[y + k] = (sign * cu[u + k]! - sum / k) / cg[g]!;
}

/** A quotient below this whose denominator overflows has come to nothing: it is constant. */
const VANISHING = 1e-150;

export function quotient(c: Numbers, u: number, w: number, y: number, k: number): void {
  let sum = c[u + k]!;
  for (let j = 0; j < k; j++) sum -= c[y + j]! * c[w + k - j]!;
  const value = sum / c[w]!;
  c[y + k] = Math.abs(c[y]!) < VANISHING && !Number.isFinite(value) ? 0 : value;
}

/** The constant terms of the lower powers 2 ... exponent - 1. */
export function beginPowers({ c, more, width }: JetMemory, u: number, base: number, exponent: number): void {
  for (let m = 2; m < exponent; m++) {
    more[base + (m - 2) * width] = (m === 2 ? c[u]! : more[base + (m - 3) * width]!) * c[u]!;
  }
}

/** All powers up to the exponent together, each the one before times the base. */
export function wholePower(memory: JetMemory, u: number, y: number, base: number, exponent: number, k: number): void {
  const { c, more, width } = memory;
  for (let m = 2; m < exponent; m++) {
    const to = base + (m - 2) * width;
    if (m === 2) convolve(c, u, c, u, more, to, k);
    else convolve(more, to - width, c, u, more, to, k);
  }
  if (exponent === 1) c[y + k] = c[u + k]!;
  else if (exponent === 2) convolve(c, u, c, u, c, y, k);
  else convolve(more, base + (exponent - 3) * width, c, u, c, y, k);
}

/** u^p with a constant p, which is c[w]. */
export function constantPower(c: Numbers, u: number, w: number, y: number, k: number): void {
  const p = c[w]!;
  if (c[u] === 0 && p > 0) {
    powerFromZero(c, u, p, y, k);
    return;
  }
  let sum = 0;
  for (let j = 1; j <= k; j++) sum += (p * j - (k - j)) * c[u + j]! * c[y + k - j]!;
  c[y + k] = sum / (k * c[u]!);
}

/**
 * u^p where u begins at zero: with u = tau^m (u_m + ...) it is tau^(mp) (u_m + ...)^p. That has a series if mp is whole, as a Hertz contact's force
 * has that is pressed from rest, x = a tau^2 / 2; otherwise all coefficients up to mp are zero, and the next derivative is infinite.
 */
function powerFromZero(c: Numbers, u: number, p: number, y: number, k: number): void {
  let m = 1;
  while (m <= k && c[u + m] === 0) m++;
  const first = m * p;
  if (m > k || k < first) {
    c[y + k] = 0;
    return;
  }
  if (Math.floor(first) !== first || p < 1) {
    c[y + k] = k - 1 < first && c[u + m]! > 0 ? Number.POSITIVE_INFINITY : Number.NaN;
    return;
  }
  const last = k - first;
  if (last === 0) {
    scratch[0] = c[u + m]!;
    scratch[1] = p;
    powAt(scratch, 0, 0, 1);
    c[y + k] = scratch[0]!;
    return;
  }
  let sum = 0;
  for (let j = 1; j <= last; j++) sum += (p * j - (last - j)) * c[u + m + j]! * c[y + k - j]!;
  c[y + k] = sum / (last * c[u + m]!);
}

const scratch = new Float64Array(2);

/** u^w = exp(w log u): y' = y (w log u)', with log u in aux at y and w log u in `more`. */
export function exponential(
  { c, aux, more }: JetMemory,
  u: number,
  w: number,
  y: number,
  base: number,
  k: number,
): void {
  inverse(c, u, c, u, aux, y, k, 1);
  convolve(c, w, aux, y, more, base, k);
  let sum = 0;
  for (let j = 1; j <= k; j++) sum += j * more[base + j]! * c[y + k - j]!;
  c[y + k] = sum / k;
}

/** The root of u (kind 1), or of 1 - u^2 (kind -1). */
export function root(c: Numbers, u: number, out: Numbers, y: number, k: number, kind: number): void {
  let inner = c[u + k]!;
  if (kind < 0) {
    inner = 0;
    for (let j = 0; j <= k; j++) inner -= c[u + j]! * c[u + k - j]!;
  }
  for (let j = 1; j < k; j++) inner -= out[y + j]! * out[y + k - j]!;
  out[y + k] = inner === 0 ? 0 : inner / (2 * out[y]!); // of zero all along too
}

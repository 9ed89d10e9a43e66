/** How far a series may be trusted, by the sizes of its coefficients. */
import { exp, log } from "../../numeric/elementary.ts";
import type { Vector } from "../../numeric/vector.ts";

/** Below this a coefficient has lost its digits to underflow; a motion smaller than DEAD can have such. */
const SMALLEST = 1e-290;
export const DEAD = 1e-150;

/** By how many coefficients a term that is not zero may come after another: symmetric motions have only every second or fourth. */
const WIDEST_GAP = 8;

/** How far the terms up to `last` allow, by the last two of them, or by the last one before where both are zero. */
export function trustedLength(sizes: Vector, last: number, tolerance: number): number {
  let k = last;
  if (sizes[k] === 0 && sizes[k - 1] === 0) while (k > last - WIDEST_GAP && sizes[k] === 0) k--;
  return Math.min(trusted(sizes, k, tolerance), trusted(sizes, k - 1, tolerance));
}

/**
 * h with c_k h^k <= tolerance c_b h^b for some low b: the last term is then small against the whole. The longest of them is found by rough
 * logarithms first; only those that can be it are computed.
 */
function trusted(sizes: Vector, last: number, tolerance: number): number {
  let k = last;
  while (k > 9 && sizes[k]! < SMALLEST && hasDied(sizes)) k--;
  if (sizes[k]! < SMALLEST) k = lastBeforeUnderflow(sizes, k);
  if (sizes[k] === 0) return Number.POSITIVE_INFINITY;
  let best = Number.NEGATIVE_INFINITY; // by rough logarithms
  let known = k > 8;
  for (let b = 0; b <= 8; b++) {
    const ratio = ratioOf(sizes, b, k, tolerance);
    rough[b] = sizes[b] === 0 ? Number.NEGATIVE_INFINITY : roughLog(ratio) / (k - b);
    best = Math.max(best, rough[b]!);
    known &&= sizes[b] === 0 || ratio > SMALLEST; // smaller ones have other bits
  }
  const margin = ROUGH / Math.abs(k - 8);
  let longest = 0;
  for (let b = 0; b <= 8 || (longest === 0 && b < k); b++) {
    if (sizes[b] === 0 || (known && b <= 8 && rough[b]! < best - margin)) continue;
    longest = Math.max(longest, exp(log(ratioOf(sizes, b, k, tolerance)) / (k - b)));
  }
  return longest;
}

function ratioOf(sizes: Vector, b: number, k: number, tolerance: number): number {
  const allowed = tolerance * sizes[b]!;
  return allowed > SMALLEST ? allowed / sizes[k]! : tolerance * (sizes[b]! / sizes[k]!);
}

const rough = new Float64Array(9);
const number = new Float64Array(1);
const words = new Int32Array(number.buffer);
const HIGH = new Uint8Array(Float64Array.of(-0).buffer)[7] === 128 ? 1 : 0;

/** The logarithm to base 2 from the bits, between 0 and 0.09 too small; so far may two differ that are equal. */
function roughLog(of: number): number {
  number[0] = of;
  return words[HIGH]! / 1048576 - 1023;
}
const ROUGH = 0.1;

/** Whether a motion has died out as far as that it underflows. */
function hasDied(sizes: Vector): boolean {
  for (let b = 0; b <= 8; b++) if (sizes[b]! >= DEAD) return false;
  return true;
}

/**
 * k, or where coefficients fall so fast that k must be below SMALLEST, as they do when time has a long unit, the last one above it. Few
 * coefficients, as of a constant acceleration, show no such fall: the others are zero.
 */
function lastBeforeUnderflow(sizes: Vector, k: number): number {
  let first = 1;
  while (first < k && sizes[first]! < SMALLEST) first++;
  let last = k;
  while (last > first && sizes[last]! < SMALLEST) last--;
  if (last <= 8 || last === first) return k;
  const fall = log(sizes[last]! / sizes[first]!) / (last - first);
  return log(sizes[last]!) + fall * (k - last) < log(SMALLEST) ? last : k;
}

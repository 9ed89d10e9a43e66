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

/** h with c_k h^k <= tolerance c_b h^b for some low b: the last term is then small against the whole. */
function trusted(sizes: Vector, last: number, tolerance: number): number {
  let k = last;
  while (k > 9 && sizes[k]! < SMALLEST && hasDied(sizes)) k--;
  if (sizes[k]! < SMALLEST) k = lastBeforeUnderflow(sizes, k);
  if (sizes[k] === 0) return Number.POSITIVE_INFINITY;
  let longest = 0;
  for (let b = 0; b <= 8 || (longest === 0 && b < k); b++) {
    if (sizes[b] === 0) continue;
    const allowed = tolerance * sizes[b]!;
    const ratio = allowed > SMALLEST ? allowed / sizes[k]! : tolerance * (sizes[b]! / sizes[k]!);
    longest = Math.max(longest, exp(log(ratio) / (k - b)));
  }
  return longest;
}

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

/**
 * `active-set` for batches: for each set of stuck coordinates a tableau, A^{-1} with these pivoted in, gives in one product
 * what is not known: the friction of a stuck coordinate, A^{-1} Q of another. A tableau depends on its set alone, whatever
 * the way there, and is kept for all steps and runs.
 */
import type { Vector } from "../../numeric/vector.ts";
import type { Step } from "../step.ts";
import { ROUND_OFF } from "./condensed.ts";
import { type CoordinateBox, type CoordinateSolver, coordinateBox } from "./coordinate-box.ts";

/** Passes in which all wrong rows change sides; then one at a time, which cannot cycle. */
export const PATIENCE = 20;
const PASSES = 200;
/**
 * Coordinates up to which each step begins with the set of the step before the last: multipliers in stick go to and fro (Theorem 1.1), and
 * their sets with them. Larger sets seldom come back.
 */
export const MOST_ALTERNATING = 6;
/** Numbers that kept tableaux may hold. */
const KEPT = 1 << 18;

export function tableauSolver(step: Step): CoordinateSolver | undefined {
  const box = coordinateBox(step);
  if (!box) return undefined;
  const { size: n, lower, upper } = box;
  const slack = slackOf(box);
  const first = new Int8Array(n); // 0 stuck, -1 at the lower, +1 at the upper bound
  const guesses = [first, n <= MOST_ALTERNATING ? new Int8Array(n) : first] as const;
  let side = guesses[0];
  const found = new Float64Array(n);
  const kept = new Map<number, Vector>();
  let tableau: Vector = box.inverse;

  /** The tableau of the present sides. */
  function choose(): void {
    let stuck = 0;
    for (let i = 0; i < n; i++) if (side[i] === 0) stuck |= 1 << i;
    let made = kept.get(stuck);
    if (!made) {
      made = pivoted(box!, stuck);
      if ((kept.size + 1) * n * n > KEPT) kept.clear();
      kept.set(stuck, made);
    }
    tableau = made;
  }

  return {
    box,
    begin(friction) {
      for (let i = 0; i < n; i++) {
        const at = friction[i]! <= lower[i]! ? -1 : friction[i]! >= upper[i]! ? 1 : 0;
        guesses[0][i] = at;
        guesses[1][i] = at;
      }
    },
    solve(free, _start, friction, dz, stats) {
      stats.solves++;
      side = side === guesses[0] ? guesses[1] : guesses[0];
      choose();
      for (let pass = 0; pass < PASSES; pass++) {
        stats.iterations++;
        for (let i = 0; i < n; i++) dz[i] = side[i] === 0 ? -free[i]! : side[i]! < 0 ? lower[i]! : upper[i]!;
        let changed = 0;
        for (let i = 0, at = 0; i < n; i++) {
          let value = tableau[at++]! * dz[0]!;
          for (let j = 1; j < n; j++) value += tableau[at++]! * dz[j]!;
          found[i] = value;
          const low = lower[i]!;
          const high = upper[i]!;
          if (low === high || (changed > 0 && pass > PATIENCE)) continue;
          if (side[i] === 0) {
            if (value >= low - slack[i]! && value <= high + slack[i]!) continue;
            side[i] = value < low ? -1 : 1;
          } else {
            const s = free[i]! + value;
            const tie = ROUND_OFF * (Math.abs(free[i]!) + Math.abs(value));
            if (side[i]! < 0 ? s >= -tie : s <= tie) continue;
            side[i] = 0;
          }
          changed++;
        }
        if (changed > 0) {
          choose();
          continue;
        }
        for (let i = 0; i < n; i++) {
          if (side[i] === 0) {
            friction[i] = Math.min(upper[i]!, Math.max(lower[i]!, found[i]!));
            dz[i] = 0;
          } else {
            friction[i] = dz[i]!;
            const s = free[i]! + found[i]!;
            dz[i] = Math.abs(s) <= ROUND_OFF * (Math.abs(free[i]!) + Math.abs(found[i]!)) ? 0 : s;
          }
        }
        return true;
      }
      return false;
    },
  };
}

/** Round-off of the bounds, N. */
export function slackOf({ lower, upper }: CoordinateBox): Vector {
  return Float64Array.from(lower, (low, i) => ROUND_OFF * (upper[i]! - low));
}

/** Principal pivots, in the order of the coordinates. */
function pivoted({ size: n, inverse }: CoordinateBox, stuck: number): Vector {
  const made = Float64Array.from(inverse);
  for (let k = 0; k < n; k++) {
    if ((stuck & (1 << k)) === 0) continue;
    const by = 1 / made[k * n + k]!;
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = made[i * n + k]! * by;
      for (let j = 0; j < n; j++) if (j !== k) made[i * n + j]! -= factor * made[k * n + j]!;
      made[i * n + k] = factor;
    }
    for (let j = 0; j < n; j++) if (j !== k) made[k * n + j]! *= -by;
    made[k * n + k] = by;
  }
  return made;
}

/** Of all sets, by their number, with the columns of stuck coordinates turned: they take `free` instead of -free, and give the same digits. */
export function turnedTableaux(box: CoordinateBox): Vector {
  const { size: n } = box;
  const all = new Float64Array((1 << n) * n * n);
  for (let stuck = 0; stuck < 1 << n; stuck++) {
    const turned = pivoted(box, stuck).map((entry, k) => ((stuck >> (k % n)) & 1 ? -entry : entry));
    all.set(turned, stuck * n * n);
  }
  return all;
}

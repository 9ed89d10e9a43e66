/** Positions by Newton's method from many starts: isolated rests, and branches of them at one place of a section. */
import { randomFrom } from "../../numeric/random.ts";
import type { Vector } from "../../numeric/vector.ts";
import { marginAt, solved } from "./place.ts";
import type { Plan } from "./plan.ts";

const RANDOM_STARTS = 60;
const MOST_RANDOM = 240;
const MOST_QUARTERS = 256;
/** Positions that differ by less are one. */
const SAME = 1e-7;

/** Ranges that starts of the coordinates that are solved for come from. */
export type StartRange = (coordinate: number) => readonly [number, number];

/** Different solutions, that of the initial position first; those behind a stop are none. */
export function solutions(plan: Plan, near: Vector, range: StartRange): Vector[] {
  const found: Vector[] = [];
  const { periods } = plan.system;
  for (const start of starts(plan, near, range)) {
    const q = solved(plan, start);
    if (!q || marginAt(plan, q) < 0) continue;
    for (const k of plan.solved) {
      const period = periods?.[k] ?? 0;
      const [from] = range(k);
      if (period > 0) q[k]! -= period * Math.floor((q[k]! - from) / period + SAME);
    }
    const outside = plan.solved.some((k) => {
      const [from, to] = range(k);
      return q[k]! < from - SAME || q[k]! > to + SAME;
    });
    const known = found.some((other) => plan.solved.every((k) => sameAngle(q[k]!, other[k]!, periods?.[k] ?? 0)));
    if (!known && !(outside && found.length > 0)) found.push(q);
  }
  return found;
}

function sameAngle(a: number, b: number, period: number): boolean {
  const apart = Math.abs(a - b);
  const turns = period > 0 ? period * Math.round(apart / period) : 0;
  return Math.abs(apart - turns) <= SAME * Math.max(1, Math.abs(a));
}

/** The position itself, quarters of the ranges together, and random ones. */
function* starts({ solved: unknown }: Plan, near: Vector, range: StartRange): Generator<Vector> {
  yield near;
  const n = unknown.length;
  if (n === 0) return;
  const quarters = 2 * n <= 8 ? 1 << (2 * n) : 0; // 4^n
  for (let k = 0; k < Math.min(quarters, MOST_QUARTERS); k++) {
    const q = Float64Array.from(near);
    unknown.forEach((j, i) => {
      const [from, to] = range(j);
      q[j] = near[j]! + ((to - from) * ((k >> (2 * i)) & 3)) / 4;
    });
    yield q;
  }
  const random = randomFrom(1);
  for (let k = 0; k < Math.min(RANDOM_STARTS * n, MOST_RANDOM); k++) {
    const q = Float64Array.from(near);
    for (const j of unknown) {
      const [from, to] = range(j);
      q[j] = from + (to - from) * random.uniform();
    }
    yield q;
  }
}

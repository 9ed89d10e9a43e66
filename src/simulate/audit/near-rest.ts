/**
 * Paths near rest. Under a root of a speed, -abs(v)^p*sign(v), a mass comes to rest as (t1 - t)^(1/(1-p)), which no cubic follows. Where a coordinate is much slower at one end of
 * a step than at the other, its speed is taken as |v| = (a + b t)^q, with the q that makes its way that of the places.
 */

import { exp, log } from "../../numeric/elementary.ts";
import { copy } from "../../numeric/vector.ts";
import type { PointForces, Reading } from "./reading.ts";

/** Part of the larger speed that the smaller one is at most. */
const SLOW = 0.9;
/** Powers between which q is sought; the rounds of bisection leave 1e-14 of it. */
const LEAST = 0.1;
const MOST = 1e6;
const ROUNDS = 60;

export interface NearRest {
  /** Finds the powers of a step. */
  find(step: Reading): void;
  /** Takes the way of coordinate k as longer by this, m; the others as they are. */
  shift(step: Reading, k: number, longer: number): void;
  /** Fills in x and v of coordinate k at a part of the step from its start, or (`back`) from its end; false where it has no such path. */
  move(point: PointForces, k: number, part: number, back: boolean, step: Reading): boolean;
}

export function nearRest(n: number): NearRest {
  const power = new Float64Array(n); // 0: none
  const kept = new Float64Array(n);

  function powerOf({ points, h }: Reading, k: number, longer: number): number {
    const start = points[0];
    const stop = points[2];
    const v0 = start.v[k]!;
    const v1 = stop.v[k]!;
    const most = Math.max(Math.abs(v0), Math.abs(v1));
    const ratio = Math.min(Math.abs(v0), Math.abs(v1)) / most;
    if (!(most > 0 && ratio < SLOW && v0 * v1 >= 0)) return 0;
    const part = (Math.sign(v0 + v1) * (stop.x[k]! - start.x[k]! + longer)) / (h[0]! * most);
    if (part >= meanPart(LEAST, ratio)) return 0;
    let low = log(LEAST);
    let high = log(MOST);
    for (let round = 0; round < ROUNDS; round++) {
      const middle = (low + high) / 2;
      if (meanPart(exp(middle), ratio) > part) low = middle;
      else high = middle;
    }
    return exp(low);
  }

  return {
    find(step) {
      for (let k = 0; k < n; k++) power[k] = kept[k] = powerOf(step, k, 0);
    },
    shift(step, k, longer) {
      copy(kept, power);
      if (kept[k]! > 0) power[k] = powerOf(step, k, longer) || LEAST;
    },
    move(point, k, part, back, { points, h }) {
      const q = power[k]!;
      if (q === 0) return false;
      const from = points[back ? 2 : 0];
      const to = points[back ? 0 : 2];
      const most = Math.max(Math.abs(from.v[k]!), Math.abs(to.v[k]!));
      const first = rootOf(Math.abs(from.v[k]!) / most, q);
      const step = rootOf(Math.abs(to.v[k]!) / most, q) - first;
      const here = first + part * step;
      const speed = here > 0 ? exp(q * log(here)) : 0; // of the larger
      const sense = Math.sign(from.v[k]! + to.v[k]!) * most;
      const way = (here * speed - (first * Math.abs(from.v[k]!)) / most) / ((q + 1) * step);
      point.v[k] = sense * speed;
      point.x[k] = from.x[k]! + (back ? -1 : 1) * h[0]! * sense * way;
      return true;
    },
  };
}

function rootOf(size: number, q: number): number {
  return size > 0 ? exp(log(size) / q) : 0;
}

/** Mean of (a + b t)^q over a unit of time as a part of the larger value; `ratio`: of the smaller one. It falls as q grows. */
function meanPart(q: number, ratio: number): number {
  const root = rootOf(ratio, q);
  return (1 - ratio * root) / ((q + 1) * (1 - root));
}

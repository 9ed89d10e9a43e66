/**
 * Takes all columns through events that fall together, and says whether what comes out is linear in them: each column in both
 * directions, and sums of them, for their orders of events are others than those of the columns alone.
 */
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import { type Change, type Crossroads, coincidence } from "./coincidence.ts";
import type { Spot } from "./spot.ts";

/** Parts of a change that agree to this part of its terms are the same. */
const LINEAR = 1e-7;
/** Sums that are tried, for each row. */
const SUMS = 3;
const GOLDEN = 0.618033988749895;

/** What became of the columns: a derivative, one in the direction of each only, or none for some of them. */
export type Passage = "linear" | "one-sided" | "none";

export interface LinearPart {
  /** Changes dx, dv of each change. */
  pass(at: Crossroads, changes: readonly Change[]): Passage;
}

export function linearPart(system: System, spot: Spot): LinearPart {
  const n = system.size;
  const m = system.rows.length;
  const events = coincidence(system, spot);
  const pair = () => ({ dx: new Float64Array(n), dv: new Float64Array(n) });
  const back = pair();

  /** Whether two results agree, each number beside the terms that make it. */
  function agree(at: Crossroads, time: number, given: Change, one: Pair, other: Pair): boolean {
    const { before, after } = at;
    for (let k = 0; k < n; k++) {
      const way =
        Math.abs(given.dx[k]!) + Math.abs(one.dx[k]!) + (Math.abs(before.v[k]!) + Math.abs(after.v[k]!)) * time;
      const speed =
        Math.abs(given.dv[k]!) + Math.abs(one.dv[k]!) + (Math.abs(before.a[k]!) + Math.abs(after.a[k]!)) * time;
      if (!(Math.abs(one.dx[k]! - other.dx[k]!) <= LINEAR * way)) return false; // also where there is none
      if (!(Math.abs(one.dv[k]! - other.dv[k]!) <= LINEAR * speed)) return false;
    }
    return true;
  }

  return {
    pass(at, changes) {
      events.follow();
      const results = changes.map(pair);
      const times = changes.map((change, j) => events.pass(at, change, 1, results[j]!.dx, results[j]!.dv));
      let linear = true;
      changes.forEach((change, j) => {
        const time = events.pass(at, change, -1, back.dx, back.dv);
        for (const entries of [back.dx, back.dv]) for (let k = 0; k < n; k++) entries[k] = -entries[k]!;
        linear &&= agree(at, Math.max(time, times[j]!), change, results[j]!, back);
      });
      const weights = (q: number) =>
        times.map((time, j) => (time > 0 ? (2 * (((q * changes.length + j + 1) * GOLDEN) % 1) - 1) / time : 0));
      for (let q = 0; linear && changes.length > 1 && q < SUMS * m; q++) {
        const sum = combine(n, m, changes, weights(q));
        const straight = combinePairs(n, results, weights(q));
        const time = events.pass(at, sum, 1, back.dx, back.dv);
        linear = agree(at, Math.max(time, changes.length), sum, straight, back);
      }
      changes.forEach(({ dx, dv }, j) => {
        if (Number.isNaN(times[j])) return;
        dx.set(results[j]!.dx);
        dv.set(results[j]!.dv);
      });
      return times.some(Number.isNaN) ? "none" : linear ? "linear" : "one-sided";
    },
  };
}

interface Pair {
  readonly dx: Vector;
  readonly dv: Vector;
}

function combinePairs(n: number, pairs: readonly Pair[], weights: readonly number[]): Pair {
  const sum = { dx: new Float64Array(n), dv: new Float64Array(n) };
  pairs.forEach(({ dx, dv }, j) => {
    addTo(sum.dx, dx, weights[j]!);
    addTo(sum.dv, dv, weights[j]!);
  });
  return sum;
}

function combine(n: number, m: number, changes: readonly Change[], weights: readonly number[]): Change {
  const rows = { slip: new Float64Array(m), gap: new Float64Array(m), distance: new Float64Array(m) };
  changes.forEach((change, j) => {
    for (const key of ["slip", "gap", "distance"] as const) addTo(rows[key], change[key], weights[j]!);
  });
  return {
    ...combinePairs(n, changes, weights),
    ...rows,
    impact(parts, before, q, dv) {
      const part = new Float64Array(n);
      changes.forEach(({ impact }, j) => {
        part.fill(0);
        impact?.(parts, before, q, part);
        addTo(dv, part, weights[j]!);
      });
    },
  };
}

function addTo(out: Vector, entries: Vector, weight: number): void {
  for (let k = 0; k < out.length; k++) out[k]! += weight * entries[k]!;
}

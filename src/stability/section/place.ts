/** Positions in a section: the coordinates that are tied or not held are solved for by Newton's method, from a position near. */
import { solverOf } from "../../numeric/plain-matrix.ts";
import type { Vector } from "../../numeric/vector.ts";
import { type Plan, slopeAt } from "./plan.ts";

const MOST_ITERATIONS = 40;
const LARGEST_STEP = 0.5;
/** A step that is round-off of its coordinate, and one that ends the method well. */
const CONVERGED = 1e-14;
const GOOD = 1e-9;

/** q with its solved coordinates changed so that the equations hold; undefined where the method does not get there. */
export function solved(plan: Plan, start: Vector): Float64Array | undefined {
  const { solved: unknown, balance, equations } = plan;
  const q = Float64Array.from(start);
  if (unknown.length === 0) return equations(q, balance.at(q)) && q;
  let last = Number.POSITIVE_INFINITY;
  for (let k = 0; k < MOST_ITERATIONS; k++) {
    const right = equations(q, balance.at(q));
    const columns = unknown.map((j) => slopeAt(plan, q, j));
    if (!right || columns.some((column) => !column)) return undefined;
    const step = solverOf(right.map((_, i) => columns.map((column) => column![i]!)))?.(right);
    if (!step?.every(Number.isFinite)) return undefined;
    const size = Math.max(...step.map((entry, i) => Math.abs(entry) / Math.max(1, Math.abs(q[unknown[i]!]!))));
    if (size >= last && last < GOOD) return q; // round-off
    const damping = Math.min(1, LARGEST_STEP / size);
    unknown.forEach((j, i) => {
      q[j]! -= damping * step[i]!;
    });
    if (size < CONVERGED) return q;
    last = size;
  }
  return last < GOOD ? q : undefined;
}

export interface Rest {
  readonly q: Vector;
  /** Below 0: the machine cannot rest there. */
  readonly margin: number;
}

/** At the section's coordinates, from a position near; undefined where there is no position, or none was found. */
export function restAt(plan: Plan, place: readonly number[], near: Vector): Rest | undefined {
  const start = Float64Array.from(near);
  plan.axes.forEach(({ coordinate }, k) => {
    start[coordinate] = place[k]!;
  });
  const q = solved(plan, start);
  return q && { q, margin: marginAt(plan, q) };
}

/** By the rows' forces, and by the gaps of stops: what lies behind a stop is no position. */
export function marginAt({ balance, system }: Plan, q: Vector, closed: readonly number[] = []): number {
  const gaps = system.hasStops ? balance.gaps(q) : undefined;
  let least = Number.POSITIVE_INFINITY;
  gaps?.forEach((gap, i) => {
    if (system.rows[i]!.law.stop && !closed.includes(i)) least = Math.min(least, gap);
  });
  return Math.min(least, balance.margin(balance.at(q, closed)));
}

/** Parts of a set of rests that lie between the nodes of a grid: climbed to from the nodes where the margin is largest around. */
import { lessTurns } from "../../model/turns.ts";
import { cos, sin } from "../../numeric/elementary.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Point } from "../rest/polygon.ts";
import { CELLS } from "./outline.ts";
import { restAt } from "./place.ts";
import type { Plan, SectionAxis } from "./plan.ts";

/** A node of the grid outside the set, with no better one beside it. */
export interface Peak {
  readonly place: Point;
  readonly q: Vector;
  readonly margin: number;
}

const MOST_PEAKS = 24;
const ROUNDS = 400;
const DIRECTIONS = 8;
/** Turn of the directions from round to round, rad: none of them comes twice. */
const TURN = 0.3819660112501051;

/** Places inside the set and the ranges, near the peaks, different ones by more than two cells. */
export function islands(
  plan: Plan,
  peaks: readonly Peak[],
  axes: readonly SectionAxis[],
): { place: Point; q: Vector }[] {
  const cell = axes.map(({ from, to }) => (to - from) / CELLS) as unknown as Point;
  const periods = axes.map(({ coordinate }) => plan.system.periods?.[coordinate] ?? 0);
  const found: { place: Point; q: Vector }[] = [];
  const likely = [...peaks].sort((a, b) => b.margin - a.margin).slice(0, MOST_PEAKS);
  for (const peak of likely) {
    const top = climbed(plan, peak, cell);
    if (!top) continue;
    const known = found.some(({ place }) =>
      place.every((x, k) => Math.abs(lessTurns(x - top.place[k]!, periods[k]!)) < 2 * cell[k]!),
    );
    // an angle beyond its period is one within
    const beyond = axes.some(({ from, to }, k) => periods[k] === 0 && (top.place[k]! < from || top.place[k]! > to));
    if (known || beyond) continue;
    const q = Float64Array.from(top.q);
    const place = top.place.map((x, k) => {
      const back = periods[k]! > 0 ? periods[k]! * Math.floor((x - axes[k]!.from) / periods[k]!) : 0;
      q[axes[k]!.coordinate]! -= back;
      return x - back;
    }) as unknown as Point;
    found.push({ place, q });
  }
  return found;
}

/** Whether curves with their inside on the left go around a place. */
export function isInside(curves: readonly (readonly Point[])[], [x, y]: Point): boolean {
  let inside = false;
  for (const curve of curves) {
    curve.forEach(([ax, ay], k) => {
      const [bx, by] = curve[(k + 1) % curve.length]!;
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    });
  }
  return inside;
}

/** Steps to better places in turning directions, shorter when there are none; undefined where that does not lead inside. */
function climbed(plan: Plan, peak: Peak, cell: Point): { place: Point; q: Vector } | undefined {
  let [place, best] = [peak.place, { q: peak.q, margin: peak.margin }];
  let step = 0.5;
  for (let round = 0; round < ROUNDS && step > 1e-12; round++) {
    let better = false;
    for (let k = 0; k < DIRECTIONS && !better; k++) {
      const angle = round * TURN + (2 * Math.PI * k) / DIRECTIONS;
      const tried: Point = [place[0] + step * cell[0] * cos(angle), place[1] + step * cell[1] * sin(angle)];
      const rest = restAt(plan, tried, best.q);
      if (!rest || !(rest.margin > best.margin)) continue;
      [place, best, better] = [tried, rest, true];
    }
    if (best.margin > 0) return { place, q: best.q };
    step *= better ? 1.5 : 0.6;
  }
  return undefined;
}

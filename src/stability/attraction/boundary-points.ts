/**
 * Points of a boundary between "inside" and "outside" that only a judge knows, by halving: all brackets are halved together, so
 * that the judge sees many points at a time. Coordinates are parts of the axes, 0..1.
 */
import type { Point } from "../rest/polygon.ts";

/** Which of the points lie inside; expensive, so it is asked for many at once. */
export type Judge = (points: readonly Point[]) => Promise<readonly boolean[]>;

/** A point on each side of the boundary. */
export interface Bracket {
  readonly inside: Point;
  readonly outside: Point;
}

/** Work that asks which of some points lie inside, as often as it needs to. */
export type Asking<Result> = Generator<readonly Point[], Result, readonly boolean[]>;

/** Does such work with a judge that takes its time. */
export async function judged<Result>(work: Asking<Result>, judge: Judge): Promise<Result> {
  let next = work.next();
  while (!next.done) next = work.next(await judge(next.value));
  return next.value;
}

/** Does it with one that knows at once. */
export function judgedNow<Result>(work: Asking<Result>, isInside: (point: Point) => boolean): Result {
  let next = work.next();
  while (!next.done) next = work.next(next.value.map(isInside));
  return next.value;
}

/** Halves until each bracket is no longer than the tolerance of either axis; answers with the middles. */
export function* halve(brackets: readonly Bracket[], tolerance: readonly [number, number]): Asking<Point[]> {
  const state = brackets.map((bracket) => ({ ...bracket }));
  for (;;) {
    const wide = state.filter(({ inside, outside }) => isWide(inside, outside, tolerance));
    if (wide.length === 0) return state.map(({ inside, outside }) => between(inside, outside));
    const middles = wide.map(({ inside, outside }) => between(inside, outside));
    const answers = yield middles;
    wide.forEach((bracket, k) => {
      bracket[answers[k] ? "inside" : "outside"] = middles[k]!;
    });
  }
}

function isWide(a: Point, b: Point, [tx, ty]: readonly [number, number]): boolean {
  const [x, y] = between(a, b);
  const spent = (x === a[0] && y === a[1]) || (x === b[0] && y === b[1]); // no number between
  return !spent && (Math.abs(a[0] - b[0]) > tx || Math.abs(a[1] - b[1]) > ty);
}

export function between(a: Point, b: Point): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

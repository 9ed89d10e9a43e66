/**
 * Rests in the plane of two coordinates: a grid shows between which places the boundary runs, halving finds it there, and more points follow
 * where it bends. What is narrower than a cell of the grid can be missed.
 */
import { lengthOf } from "../../numeric/plain-matrix.ts";
import type { Vector } from "../../numeric/vector.ts";
import { halve, judgedNow } from "../attraction/boundary-points.ts";
import { type Curve, refined } from "../attraction/refine.ts";
import { crossedEdges } from "../attraction/triangles.ts";
import type { Point } from "../rest/polygon.ts";
import type { Peak } from "./islands.ts";
import { restAt } from "./place.ts";
import type { Plan } from "./plan.ts";

export interface Outline {
  /** Closed curves with the rests on their left, in the units of the coordinates; the edge of the range is a part of them. */
  readonly boundary: readonly (readonly Point[])[];
  readonly area: number;
  /** Whether the set goes on beyond the range. */
  readonly cut: boolean;
  /** The place of the grid that is farthest inside. */
  readonly inside?: { readonly position: readonly number[]; readonly margin: number };
  /** Nodes outside, with none beside them that is nearer to rest. */
  readonly peaks: readonly Peak[];
  /** Boxes about all places of the grid that are inside; absent where there are none. */
  readonly extent?: readonly [Point, Point];
}

/** Cells along an axis, and one more on each side that is outside. */
export const CELLS = 64;
const TOLERANCE = 1e-10;

export interface Range {
  readonly from: number;
  readonly to: number;
}

export function restOutline(plan: Plan, near: Vector, [x, y]: readonly [Range, Range]): Outline {
  const all = CELLS + 2;
  // parts of the axes with the cells beside the range; the middle of the range stays a node
  const inRange = (part: number, { from, to }: Range) => from + ((to - from) * (part * all - 1)) / CELLS;
  const place = ([u, v]: Point): Point => [inRange(u, x), inRange(v, y)];
  const beyond = ([u, v]: Point) => [u, v].some((part) => part! * all < 1 - 1e-12 || part! * all > all - 1 + 1e-12);
  const nodes = followed(plan, near, all, (i, j) => place([i / all, j / all]));
  const isInside = (point: Point): boolean => {
    if (beyond(point)) return false;
    const [i, j] = point.map((part) => Math.max(1, Math.min(all - 1, Math.round(part * all)))) as [number, number];
    const start = nodes[i * (all + 1) + j]?.q;
    const rest = start && restAt(plan, place(point), start);
    return rest !== undefined && rest.margin >= 0;
  };
  const inside = nodes.map((node) => node !== undefined && node.margin >= 0);
  const crossed = crossedEdges(all, all, inside);
  const tolerance = [TOLERANCE / (x.to - x.from), TOLERANCE / (y.to - y.from)].map((part) => Math.min(part, 1e-7)) as [
    number,
    number,
  ];
  const points = judgedNow(halve(crossed.brackets, tolerance), isInside);
  const coarse: Curve[] = crossed.curves.map(({ edges, closed }) => ({ closed, points: edges.map((e) => points[e]!) }));
  const curves = judgedNow(refined(coarse, tolerance), isInside);
  const boundary = curves.map((curve) => curve.points.map(place));
  const found = nodes.filter((node) => node !== undefined && node.margin >= 0).map((node) => node!);
  const best = found.reduce((most, node) => (!most || node.margin > most.margin ? node : most), found[0]);
  const axes = plan.axes.map(({ coordinate }) => found.map(({ q }) => q[coordinate]!));
  const ends = (values: readonly number[]): Point => [
    values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
  ];
  return {
    boundary,
    area: boundary.reduce((sum, curve) => sum + areaOf(withCorners(curve)), 0),
    cut: inside.some(
      (held, k) => held && edges(k, all).some((edge, axis) => edge && !isTurn(plan, axis, [x, y][axis]!)),
    ),
    peaks: peaksOf(nodes, all, (i, j) => place([i / all, j / all])),
    ...(best ? { inside: { position: [...best.q], margin: best.margin } } : {}),
    ...(found.length > 0 ? { extent: [ends(axes[0]!), ends(axes[1]!)] as const } : {}),
  };
}

function peaksOf(nodes: readonly (Node | undefined)[], all: number, place: (i: number, j: number) => Point): Peak[] {
  const at = (i: number, j: number) => nodes[i * (all + 1) + j];
  const peaks: Peak[] = [];
  for (let i = 1; i < all; i++) {
    for (let j = 1; j < all; j++) {
      const node = at(i, j);
      if (!node || node.margin >= 0) continue;
      const beside = [-1, 0, 1].flatMap((a) => [-1, 0, 1].map((b) => at(i + a, j + b)));
      if (beside.every((other) => !other || other.margin <= node.margin)) peaks.push({ ...node, place: place(i, j) });
    }
  }
  return peaks;
}

/** Whether a node is at an end of the range, by axis. */
function edges(k: number, all: number): boolean[] {
  return [Math.floor(k / (all + 1)), k % (all + 1)].map((i) => i === 1 || i === all - 1);
}

/** Whether a range is the whole period of its coordinate, so that nothing lies beyond. */
function isTurn({ system, axes }: Plan, axis: number, { from, to }: Range): boolean {
  const period = system.periods?.[axes[axis]!.coordinate] ?? 0;
  return period > 0 && to - from >= period * (1 - 1e-12);
}

/** With a point where the lines to both sides of a sharp turn meet: halving finds points beside a corner, not the corner. */
function withCorners(curve: readonly Point[]): Point[] {
  const n = curve.length;
  if (n < 8) return [...curve];
  return curve.flatMap((b, k) => {
    const [a, c, d] = [curve[(k + n - 1) % n]!, curve[(k + 1) % n]!, curve[(k + 2) % n]!];
    const [u, v] = [
      [b[0] - a[0], b[1] - a[1]],
      [d[0] - c[0], d[1] - c[1]],
    ] as const;
    const [chord, before, after] = [[c[0] - b[0], c[1] - b[1]] as const, lengthOf(u), lengthOf(v)];
    const cross = u[0] * v[1] - u[1] * v[0];
    if (Math.abs(cross) < SHARP * before * after) return [b];
    const along = (chord[0] * v[1] - chord[1] * v[0]) / cross; // b + along u is on the line through c and d
    const back = (chord[0] * u[1] - chord[1] * u[0]) / cross;
    const near = along >= 0 && back <= 0 && along * before < 2 * lengthOf(chord) && -back * after < 2 * lengthOf(chord);
    return near ? [b, [b[0] + along * u[0], b[1] + along * u[1]] as const] : [b];
  });
}

/** Sine of a turn that is a corner. */
const SHARP = 0.25;

/** Counted from the inside on the left. */
function areaOf(curve: readonly Point[]): number {
  const [x0, y0] = curve[0]!;
  return curve.reduce((sum, [x, y], k) => {
    const [nx, ny] = curve[(k + 1) % curve.length]!;
    return sum + ((x - x0) * (ny - y0) - (nx - x0) * (y - y0)) / 2;
  }, 0);
}

interface Node {
  readonly q: Vector;
  readonly margin: number;
}

/** The nodes within the range, by continuation from neighbor to neighbor. */
function followed(plan: Plan, near: Vector, all: number, place: (i: number, j: number) => Point): (Node | undefined)[] {
  const nodes: (Node | undefined)[] = Array((all + 1) * (all + 1)).fill(undefined);
  const seen = new Uint8Array(nodes.length);
  const index = (value: number, axis: 0 | 1) => {
    const [low, high] = axis === 0 ? [place(1, 1)[0], place(all - 1, 1)[0]] : [place(1, 1)[1], place(1, all - 1)[1]];
    return Math.max(1, Math.min(all - 1, 1 + Math.round(((value - low) / (high - low)) * (all - 2))));
  };
  const [i0, j0] = plan.axes.map(({ coordinate }, axis) => index(near[coordinate]!, axis as 0 | 1)) as [number, number];
  const queue: { i: number; j: number; near: Vector }[] = [{ i: i0, j: j0, near }];
  seen[i0 * (all + 1) + j0] = 1;
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { i, j } = next;
    const rest = restAt(plan, place(i, j), next.near);
    if (rest) nodes[i * (all + 1) + j] = rest;
    for (const [a, b] of [
      [i + 1, j],
      [i - 1, j],
      [i, j + 1],
      [i, j - 1],
    ] as const) {
      const k = a * (all + 1) + b;
      if (a < 1 || b < 1 || a > all - 1 || b > all - 1 || seen[k]) continue;
      seen[k] = 1;
      queue.push({ i: a, j: b, near: rest?.q ?? next.near });
    }
  }
  return nodes;
}

/** Convex polygons, as lists of corners in counterclockwise order. */

export type Point = readonly [number, number];
export type Polygon = readonly Point[];

export function polygonArea(polygon: Polygon): number {
  let twice = 0;
  polygon.forEach(([x, y], k) => {
    const [nextX, nextY] = polygon[(k + 1) % polygon.length]!;
    twice += x * nextY - y * nextX;
  });
  return twice / 2;
}

/** Sum of segments from low g to high g about a center: a polygon of at most twice as many corners, by sorting the segments. */
export function zonogon(center: Point, segments: readonly { g: Point; low: number; high: number }[]): Point[] {
  // each segment as start + [0, 1] edge, its edge turned into the upper half plane
  let [x, y] = center;
  const edges: Point[] = [];
  for (const { g, low, high } of segments) {
    const edge: Point = [g[0] * (high - low), g[1] * (high - low)];
    const upward = edge[1] > 0 || (edge[1] === 0 && edge[0] >= 0);
    const start = upward ? low : high;
    x += g[0] * start;
    y += g[1] * start;
    if (edge[0] !== 0 || edge[1] !== 0) edges.push(upward ? edge : [-edge[0], -edge[1]]);
  }
  edges.sort((a, b) => a[1] * b[0] - a[0] * b[1]);
  const corners: Point[] = [[x, y]];
  for (const turn of [1, -1]) {
    for (const [dx, dy] of edges) {
      x += turn * dx;
      y += turn * dy;
      corners.push([x, y]);
    }
  }
  return corners.length === 1 ? corners : tidy(corners.slice(0, -1));
}

/** Without corners on a line with, or on, their neighbors. */
function tidy(corners: readonly Point[]): Point[] {
  const size = corners.reduce(
    (most, [x, y]) => Math.max(most, Math.abs(x - corners[0]![0]), Math.abs(y - corners[0]![1])),
    0,
  );
  const distinct = corners.filter((corner, k) => {
    const before = corners[(k + corners.length - 1) % corners.length]!;
    return Math.max(Math.abs(corner[0] - before[0]), Math.abs(corner[1] - before[1])) > 1e-12 * size;
  });
  if (distinct.length === 0) return corners.slice(0, 1);
  if (distinct.length <= 2) return distinct;
  const bent = distinct.filter((corner, k) => {
    const before = distinct[(k + distinct.length - 1) % distinct.length]!;
    const after = distinct[(k + 1) % distinct.length]!;
    return Math.abs(cross(before, corner, after)) > 1e-12 * size * size;
  });
  return bent.length > 0 ? bent : ends(distinct);
}

/** The two ends of corners that all lie on one line. */
function ends(corners: readonly Point[]): Point[] {
  const sorted = [...corners].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return [sorted[0]!, sorted.at(-1)!];
}

function cross(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
}

/**
 * The polygon whose farthest point in any direction is known: every edge is pushed outward until nothing lies beyond it.
 * Undefined when there is no such point, for a set that is empty or has no end.
 */
export function supportedPolygon(support: (dx: number, dy: number) => Point | undefined): Point[] | undefined {
  const first = [support(1, 0), support(0, 1), support(-1, 0), support(0, -1)];
  if (first.some((point) => point === undefined)) return undefined;
  const corners = first as Point[];
  const size = Math.max(
    ...corners.map(([x, y]) => Math.max(Math.abs(x - corners[0]![0]), Math.abs(y - corners[0]![1]))),
  );
  for (let k = 0; k < corners.length && corners.length < 1000; ) {
    const a = corners[k]!;
    const b = corners[(k + 1) % corners.length]!;
    const normal: Point = [b[1] - a[1], a[0] - b[0]];
    const length = Math.max(Math.abs(normal[0]), Math.abs(normal[1]));
    const far = length > 1e-12 * size ? support(normal[0] / length, normal[1] / length) : undefined;
    const beyond = far ? ((far[0] - a[0]) * normal[0] + (far[1] - a[1]) * normal[1]) / length : 0;
    if (far && beyond > 1e-9 * size) corners.splice(k + 1, 0, far);
    else k++;
  }
  return tidy(corners);
}

/** The part of a convex polygon that lies inside another one. */
export function clipped(polygon: Polygon, by: Polygon): Point[] {
  let inside: Point[] = [...polygon];
  by.forEach((a, k) => {
    const b = by[(k + 1) % by.length]!;
    const depth = ([x, y]: Point) => (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
    const kept: Point[] = [];
    inside.forEach((corner, i) => {
      const next = inside[(i + 1) % inside.length]!;
      const [here, there] = [depth(corner), depth(next)];
      if (here >= 0) kept.push(corner);
      if (here < 0 !== there < 0) {
        const t = here / (here - there);
        kept.push([corner[0] + t * (next[0] - corner[0]), corner[1] + t * (next[1] - corner[1])]);
      }
    });
    inside = kept;
  });
  return inside;
}

/**
 * The boundary between the inside and outside nodes of a grid: each cell is two triangles, cut along the antidiagonal, so that there
 * is one way to join the crossed edges. Curves run with the inside on their left.
 */
import type { Point } from "../rest/polygon.ts";
import type { Bracket } from "./boundary-points.ts";

/** Crossed edges in the order of the curve, as indexes of the list of brackets. */
export interface EdgeCurve {
  readonly edges: readonly number[];
  readonly closed: boolean;
}

export interface CrossedEdges {
  readonly brackets: readonly Bracket[];
  readonly curves: readonly EdgeCurve[];
}

/** `inside[i * (up + 1) + j]`: of the node (i / across, j / up). */
export function crossedEdges(across: number, up: number, inside: readonly boolean[]): CrossedEdges {
  const node = (i: number, j: number) => i * (up + 1) + j;
  const place = (id: number): Point => [Math.floor(id / (up + 1)) / across, (id % (up + 1)) / up];
  const brackets: Bracket[] = [];
  const known = new Map<string, number>();
  const crossing = (a: number, b: number): number => {
    const [from, to] = inside[a] ? [a, b] : [b, a];
    const key = `${from}-${to}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    known.set(key, brackets.length);
    return brackets.push({ inside: place(from), outside: place(to) }) - 1;
  };
  /** From each crossed edge to the one that follows it, and whether one comes before it. */
  const next = new Map<number, number>();
  const entered = new Set<number>();
  const triangle = (...corners: readonly [number, number, number]) => {
    // Corners turn left. The curve enters through the side that leaves the inside, so that the inside is on its left.
    let enter: number | undefined;
    let leave: number | undefined;
    corners.forEach((a, k) => {
      const b = corners[(k + 1) % 3]!;
      if (inside[a] === inside[b]) return;
      if (inside[a]) enter = crossing(a, b);
      else leave = crossing(a, b);
    });
    if (enter === undefined || leave === undefined) return;
    next.set(enter, leave);
    entered.add(leave);
  };
  for (let i = 0; i < across; i++) {
    for (let j = 0; j < up; j++) {
      triangle(node(i, j), node(i + 1, j), node(i, j + 1));
      triangle(node(i + 1, j), node(i + 1, j + 1), node(i, j + 1));
    }
  }
  return { brackets, curves: joined(next, entered) };
}

/** Open curves first: they begin where none comes before. */
function joined(next: Map<number, number>, entered: ReadonlySet<number>): EdgeCurve[] {
  const curves: EdgeCurve[] = [];
  const follow = (first: number): void => {
    const edges = [first];
    let at = next.get(first);
    next.delete(first);
    while (at !== undefined && at !== first) {
      edges.push(at);
      const following = next.get(at);
      next.delete(at);
      at = following;
    }
    curves.push({ edges, closed: at === first });
  };
  for (const edge of [...next.keys()]) if (!entered.has(edge)) follow(edge);
  for (const edge of [...next.keys()]) if (next.has(edge)) follow(edge);
  return curves;
}

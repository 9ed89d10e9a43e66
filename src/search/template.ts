/**
 * The look-ahead template of parallel direct search (Dennis and Torczon 1991): all points that multidirectional search could ask
 * for in its next steps, whatever the values, so that they can be evaluated at once. A simplex has a corner p and a signed
 * size s, its vertices are p and p + s e_k; seen from its best vertex q it can be rotated (r -> 2 q - r), expanded
 * (r -> 3 q - 2 r) and contracted (r -> (q + r) / 2). All simplexes are thus copies of the first one, scaled and mirrored,
 * and all points lie on a lattice whose coordinates are dyadic fractions: exact in floating point.
 */
import type { Vector } from "../numeric/vector.ts";

/** In coordinates in which the present simplex has its best vertex at 0 and its others at the unit vectors. */
export interface TemplatePoint {
  readonly offset: Vector;
  /** The simplex that it belongs to: all n + 1 vertices, this one first. Of thousands of points one is moved to. */
  simplex(): readonly TemplateVertex[];
}

export interface TemplateVertex {
  readonly offset: Vector;
  /** Where its value is found: a template point, or -1 - k for vertex k of the present simplex. */
  readonly known: number | undefined;
}

export interface Template {
  readonly points: readonly TemplatePoint[];
  /** Factor by which the simplex shrinks when no point is better: all steps looked ahead would have been contractions. */
  readonly shrink: number;
  /** Where the values of the vertices of the simplex that was shrunk are found, the best one left out. */
  readonly shrunk: readonly (number | undefined)[];
}

interface Simplex {
  readonly corner: readonly number[];
  readonly size: number;
}

/** A simplex and which of its vertices is best. */
interface Node {
  readonly simplex: Simplex;
  readonly best: number;
}

/** The first `count` points, nearest steps first; n: dimensions. */
export function lookAhead(n: number, count: number): Template {
  const origin = Array<number>(n).fill(0);
  const points: { offset: number[]; simplex: Simplex; vertex: number }[] = [];
  const places = new Map<string, number>();
  const present: Simplex = { corner: origin, size: 1 };
  for (let k = 0; k <= n; k++) places.set(keyOf(vertexOf(present, k)), -1 - k);
  let level: Node[] = [{ simplex: present, best: 0 }];
  let complete = 0;
  while (points.length < count) {
    const moves = level.flatMap((node) => successors(node).map((move) => ({ ...move, best: node.best })));
    for (const { simplex } of moves) {
      for (let vertex = 0; vertex <= n && points.length < count; vertex++) {
        const offset = vertexOf(simplex, vertex);
        const key = keyOf(offset);
        if (places.has(key)) continue;
        places.set(key, points.length);
        points.push({ offset, simplex, vertex });
      }
    }
    if (points.length === count) break;
    complete++;
    const next = new Map<string, Node>();
    for (const { simplex, moved, best } of moves) {
      for (let vertex = 0; vertex <= n; vertex++) {
        if (moved && vertex === best) continue; // a rotation is kept when another vertex is better
        next.set(`${simplex.size}:${keyOf(simplex.corner)}:${vertex}`, { simplex, best: vertex });
      }
    }
    level = [...next.values()];
  }
  const shrink = halved(Math.max(1, complete));
  const contracted: Simplex = { corner: origin, size: shrink };
  return {
    points: points.map(({ offset, simplex, vertex }) => ({
      offset: Float64Array.from(offset),
      simplex() {
        const order = [vertex, ...Array.from({ length: n + 1 }, (_, k) => k).filter((k) => k !== vertex)];
        return order.map((k) => {
          const entries = vertexOf(simplex, k);
          return { offset: Float64Array.from(entries), known: places.get(keyOf(entries)) };
        });
      },
    })),
    shrink,
    shrunk: origin.map((_, k) => places.get(keyOf(vertexOf(contracted, k + 1)))),
  };
}

/** Rotation, expansion and contraction about the best vertex. */
function successors({ simplex, best }: Node): { simplex: Simplex; moved: boolean }[] {
  const q = vertexOf(simplex, best);
  const { corner: p, size } = simplex;
  return [
    { simplex: { corner: q.map((entry, i) => 2 * entry - p[i]!), size: -size }, moved: true },
    { simplex: { corner: q.map((entry, i) => 3 * entry - 2 * p[i]!), size: -2 * size }, moved: true },
    { simplex: { corner: q.map((entry, i) => (entry + p[i]!) / 2), size: size / 2 }, moved: false },
  ];
}

function vertexOf({ corner, size }: Simplex, k: number): number[] {
  const vertex = corner.slice();
  if (k > 0) vertex[k - 1]! += size;
  return vertex;
}

/** Makes whole numbers of most coordinates, which are quickly told. */
const FINE = 1 << 20;

function keyOf(entries: readonly number[]): string {
  let key = "";
  for (let i = 0; i < entries.length; i++) key += `${FINE * entries[i]!},`; // both zeros are 0
  return key;
}

function halved(times: number): number {
  let result = 1;
  for (let k = 0; k < times; k++) result /= 2;
  return result;
}

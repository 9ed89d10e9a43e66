/**
 * Parallel direct search (Dennis and Torczon 1991; the PDS of Glowinski and Kearsley 1995): a simplex that rotates, expands and
 * contracts by comparing values alone. Each round asks for all points of a look-ahead template at once, moves to the best of
 * them, or shrinks the simplex where none is better. Ask and tell: it evaluates nothing itself. No derivatives, no model: it is slow
 * and robust, and where a function is not smooth it may stop at a point that is no minimum; so it never claims one.
 */
import { norm, type Vector } from "../numeric/vector.ts";
import { lookAhead, type Template } from "./template.ts";

export interface DirectSearchOptions {
  readonly start: Vector;
  /** Edge of the first simplex, which is right-angled at the start; for all axes, or one for each. */
  readonly edge?: number | Vector;
  /** Points of the template: the runs of a round. 3 n look one step ahead. */
  readonly points?: number;
  /** The search ends when the longest edge is below it. */
  readonly tolerance?: number;
  /** Most evaluations; a round that would pass it is not begun. */
  readonly budget?: number;
}

/** Why a search ended. Neither says that the point is a minimum. */
export type SearchEnd = "edge-tolerance" | "budget";

/** A point that has been evaluated. */
export interface Vertex {
  /** Number of the evaluation, from 0, in the order of asking. */
  readonly id: number;
  readonly point: Vector;
  readonly value: number;
}

export interface DirectSearch {
  /** The points of the next round; the same until their values are told, none when the search has ended. */
  ask(): readonly Vector[];
  /** Values of the points asked for, in their order; what is not a number counts as infinite. */
  tell(values: ArrayLike<number>): void;
  /** Vertices of the simplex that have been evaluated, the best first. */
  stored(): readonly Vertex[];
  /** New values of `stored()`, when the function has changed: the best of them is where the search goes on. */
  rescore(values: ArrayLike<number>): void;
  best(): Vertex;
  /** Length of the longest edge. */
  edge(): number;
  /** Rounds: templates that were evaluated, without the first simplex. */
  rounds(): number;
  evaluations(): number;
  ended(): SearchEnd | undefined;
}

/** A vertex of the simplex: its position seen from the best one is kept by itself, so that tiny simplexes stay exact. */
interface Corner {
  readonly edge: Vector;
  readonly vertex: Vertex | undefined;
}

export function directSearch(options: DirectSearchOptions): DirectSearch {
  const { start, edge = 1, points = 3 * start.length, tolerance = 1e-10 } = options;
  const { budget = Number.POSITIVE_INFINITY } = options;
  const n = start.length;
  const template: Template = lookAhead(n, points);
  let best: Vertex = { id: -1, point: Float64Array.from(start), value: Number.POSITIVE_INFINITY };
  let corners: Corner[] = axes(n, edge).map((axis) => ({ edge: axis, vertex: undefined }));
  let evaluations = 0;
  let rounds = 0;
  let asked: readonly Vector[] | undefined;

  /** The best point plus a combination of the edges. */
  function place(offset: Vector): Vector {
    const point = best.point.slice();
    for (let k = 0; k < n; k++) addScaled(point, offset[k]!, corners[k]!.edge);
    return point;
  }

  function firstSimplex(): Vector[] {
    return [best.point, ...corners.map(({ edge: axis }) => sum(best.point, axis))];
  }

  function ended(): SearchEnd | undefined {
    if (longestEdge(corners) < tolerance) return "edge-tolerance";
    const next = best.id < 0 ? n + 1 : template.points.length;
    return evaluations + next > budget ? "budget" : undefined;
  }

  function tellFirst(values: readonly number[]): void {
    const vertices = firstSimplex().map((point, id) => ({ id, point, value: values[id]! }));
    best = vertices[0]!;
    corners = corners.map((corner, k) => ({ ...corner, vertex: vertices[k + 1]! }));
    settle();
  }

  /** Makes the best vertex the one that the edges start from. */
  function settle(): void {
    const values = corners.map(({ vertex }) => vertex?.value ?? Number.POSITIVE_INFINITY);
    const k = indexOfLeast(values);
    if (!(values[k]! < best.value)) return;
    const { edge: shift, vertex } = corners[k]!;
    corners = corners.map((corner, j) => {
      return j === k ? { edge: negative(shift), vertex: best } : { ...corner, edge: difference(corner.edge, shift) };
    });
    best = vertex!;
  }

  /** A vertex of the template or of the present simplex, as the template numbers them. */
  function vertexAt(place: number | undefined, values: readonly number[], first: number): Vertex | undefined {
    if (place === undefined) return undefined;
    if (place >= 0) return { id: first + place, point: asked![place]!, value: values[place]! };
    return place === -1 ? best : corners[-2 - place]!.vertex;
  }

  function move(values: readonly number[], first: number): void {
    const chosen = template.points[indexOfLeast(values)]!;
    const [own, ...others] = chosen.simplex();
    const next = others.map(({ offset, known }) => {
      const between = new Float64Array(n);
      for (let j = 0; j < n; j++) addScaled(between, offset[j]! - own!.offset[j]!, corners[j]!.edge);
      return { edge: between, vertex: vertexAt(known, values, first) };
    });
    best = vertexAt(own!.known, values, first)!;
    corners = next;
    settle();
  }

  function shrink(values: readonly number[], first: number): void {
    corners = corners.map((corner, k) => ({
      edge: corner.edge.map((x) => x * template.shrink),
      vertex: vertexAt(template.shrunk[k], values, first),
    }));
  }

  return {
    ask() {
      if (ended()) return [];
      asked ??= best.id < 0 ? firstSimplex() : template.points.map(({ offset }) => place(offset));
      return asked;
    },
    tell(given) {
      if (!asked || given.length !== asked.length) throw new Error(`not ${asked?.length ?? 0} values: ${given.length}`);
      const values = new Array<number>(given.length);
      for (let k = 0; k < values.length; k++)
        values[k] = Number.isNaN(given[k]!) ? Number.POSITIVE_INFINITY : given[k]!;
      const first = evaluations;
      evaluations += values.length;
      if (best.id < 0) tellFirst(values);
      else {
        rounds++;
        if (values[indexOfLeast(values)]! < best.value) move(values, first);
        else shrink(values, first);
      }
      asked = undefined;
    },
    stored: () => [best, ...corners.flatMap(({ vertex }) => vertex ?? [])],
    rescore(values) {
      let place = 0;
      best = { ...best, value: values[place++]! };
      corners = corners.map((corner) => {
        return corner.vertex ? { ...corner, vertex: { ...corner.vertex, value: values[place++]! } } : corner;
      });
      settle();
    },
    best: () => best,
    edge: () => longestEdge(corners),
    rounds: () => rounds,
    evaluations: () => evaluations,
    ended,
  };
}

function axes(n: number, edge: number | Vector): Vector[] {
  return Array.from({ length: n }, (_, i) => {
    const axis = new Float64Array(n);
    axis[i] = typeof edge === "number" ? edge : edge[i]!;
    return axis;
  });
}

function longestEdge(corners: readonly Corner[]): number {
  let longest = 0;
  corners.forEach(({ edge }, k) => {
    longest = Math.max(longest, norm(edge));
    for (let j = 0; j < k; j++) longest = Math.max(longest, norm(difference(edge, corners[j]!.edge)));
  });
  return longest;
}

/** The first of the least. */
function indexOfLeast(values: readonly number[]): number {
  let least = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! < values[least]!) least = i;
  return least;
}

function addScaled(into: Vector, factor: number, x: Vector): void {
  if (factor !== 0) for (let i = 0; i < into.length; i++) into[i]! += factor * x[i]!;
}

function sum(x: Vector, y: Vector): Vector {
  return x.map((entry, i) => entry + y[i]!);
}

function difference(x: Vector, y: Vector): Vector {
  return x.map((entry, i) => entry - y[i]!);
}

function negative(x: Vector): Vector {
  return x.map((entry) => -entry);
}

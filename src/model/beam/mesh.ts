/**
 * The finite elements of a beam: N elements of equal length, at each of their N + 1 nodes the place x (m) and the slope x' = dx/ds, in the
 * order x0 [y0 z0] x0' [y0' z0'] x1 ... It must not change its length: |x'| = 1 is asked at nodes and in the middles of elements, which is
 * as much as cubics can obey; 3 Gauss points an element would be too much.
 */
import { Entries } from "../../numeric/entries.ts";
import type { SparseRow } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import { cubicBends, cubicSlopes, cubics, GAUSS_POINTS, GAUSS_WEIGHTS } from "./hermite.ts";

export interface Mesh {
  readonly elements: number;
  /** Of the plane 2, of space 3. */
  readonly dimension: number;
  /** m */
  readonly length: number;
  /** Coordinates: two for each node and direction. */
  readonly size: number;
}

/** A value along the beam as a function of s, m. */
export type Along = (s: number) => number;

/** The coordinate of the place of a node along axis 0, 1, 2. */
export function positionOf({ dimension }: Mesh, node: number, axis: number): number {
  return 2 * dimension * node + axis;
}

/** The coordinate of its slope. */
export function slopeOf({ dimension }: Mesh, node: number, axis: number): number {
  return dimension * (2 * node + 1) + axis;
}

/** The first of the coordinates that an element's cubics multiply, in their order, for axis 0. */
function columnsOf(mesh: Mesh, element: number): number[] {
  return [element, element + 1].flatMap((node) => [positionOf(mesh, node, 0), slopeOf(mesh, node, 0)]);
}

/** Mass and stiffness matrices: int density x.y ds + point masses, int EI x''.y'' ds. */
export function beamMatrices(
  mesh: Mesh,
  density: Along,
  stiffness: Along,
  masses: readonly { readonly node: number; readonly mass: number }[],
): { mass: Entries; stiffness: Entries } {
  const mass = new Entries(mesh.size);
  const bending = new Entries(mesh.size);
  const h = mesh.length / mesh.elements;
  for (let e = 0; e < mesh.elements; e++) {
    const columns = columnsOf(mesh, e);
    GAUSS_POINTS.forEach((xi, k) => {
      const s = (e + xi) * h;
      const weight = GAUSS_WEIGHTS[k]! * h;
      for (let axis = 0; axis < mesh.dimension; axis++) {
        const own = columns.map((column) => column + axis);
        mass.addDyad({ columns: own, values: cubics(xi, h) }, weight * density(s));
        bending.addDyad({ columns: own, values: cubicBends(xi, h) }, weight * stiffness(s));
      }
    });
  }
  for (const { node, mass: own } of masses) {
    for (let axis = 0; axis < mesh.dimension; axis++) {
      const place = positionOf(mesh, node, axis);
      mass.add(place, place, own);
    }
  }
  return { mass, stiffness: bending };
}

/** A place on the beam where something is asked of a linear function of the coordinates, the same one for each axis. */
export interface Point {
  /** m */
  readonly s: number;
  /** Of axis 0; those of the others follow one by one. */
  readonly combination: SparseRow;
  /** Length that the point stands for, m. */
  readonly weight: number;
}

/** Where |x'| = 1 is asked, with Simpson's weights: nodes and middles in turn. */
export function lengthPoints(mesh: Mesh): Point[] {
  const { elements } = mesh;
  const h = mesh.length / elements;
  return Array.from({ length: 2 * elements + 1 }, (_, k) => {
    const s = (k * h) / 2;
    if (k % 2 === 1) {
      const combination = { columns: columnsOf(mesh, (k - 1) / 2), values: cubicSlopes(1 / 2, h) };
      return { s, combination, weight: (4 * h) / 6 };
    }
    const isEnd = k === 0 || k === 2 * elements;
    return {
      s,
      combination: { columns: [slopeOf(mesh, k / 2, 0)], values: [1] },
      weight: ((isEnd ? 1 : 2) * h) / 6,
    };
  });
}

/** Where distributed loads are taken: Gauss points, with the place as the function. */
export function loadPoints(mesh: Mesh): Point[] {
  const h = mesh.length / mesh.elements;
  return Array.from({ length: mesh.elements }, (_, e) => e).flatMap((e) =>
    GAUSS_POINTS.map((xi, k) => ({
      s: (e + xi) * h,
      combination: { columns: columnsOf(mesh, e), values: cubics(xi, h) },
      weight: GAUSS_WEIGHTS[k]! * h,
    })),
  );
}

/** Values of points' functions at q, for each axis, without allocation. */
export interface Evaluator {
  readonly count: number;
  /** Value of axis a at point i: out[i * dimension + a]. */
  at(q: Vector, out: Vector): void;
  /** out += sum over the points of their functions' derivative times value[i * dimension + a]. */
  addTransposed(value: Vector, out: Vector): void;
}

export function evaluator({ dimension }: Mesh, points: readonly Point[]): Evaluator {
  const count = points.length;
  const start = new Int32Array(count + 1);
  points.forEach(({ combination }, i) => {
    start[i + 1] = start[i]! + combination.columns.length;
  });
  const column = Int32Array.from(points.flatMap(({ combination }) => combination.columns));
  const factor = Float64Array.from(points.flatMap(({ combination }) => combination.values));
  return {
    count,
    at(q, out) {
      for (let i = 0; i < count; i++) {
        for (let a = 0; a < dimension; a++) {
          let sum = 0;
          for (let k = start[i]!; k < start[i + 1]!; k++) sum += factor[k]! * q[column[k]! + a]!;
          out[i * dimension + a] = sum;
        }
      }
    },
    addTransposed(value, out) {
      for (let i = 0; i < count; i++) {
        for (let a = 0; a < dimension; a++) {
          const own = value[i * dimension + a]!;
          if (own === 0) continue;
          for (let k = start[i]!; k < start[i + 1]!; k++) out[column[k]! + a]! += factor[k]! * own;
        }
      }
    },
  };
}

/** The place x(s) of any point, for figures: values of the cubics there. */
export function placeAt(mesh: Mesh, s: number): SparseRow {
  const h = mesh.length / mesh.elements;
  const e = Math.min(mesh.elements - 1, Math.max(0, Math.floor(s / h)));
  return { columns: columnsOf(mesh, e), values: cubics(s / h - e, h) };
}

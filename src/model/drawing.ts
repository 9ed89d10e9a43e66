/** How a machine looks: points that move with its coordinates, lines between them, and what stands around. */
import type { Vector } from "../numeric/vector.ts";

export interface Drawing {
  /** Number of points. */
  readonly points: number;
  /** out[2 j], out[2 j + 1]: x and y of point j at q, m. */
  placesAt(q: Vector, out: Vector): void;
  /** Points that are joined by straight lines, in their order. */
  readonly lines: readonly (readonly number[])[];
  /** The point that carries out the work: the end of an arm. Its path is drawn. Absent: there is none. */
  readonly tip?: number;
  /** Half planes that nothing enters, normal.(x, y) > distance, with normals of length 1. */
  readonly walls: readonly Wall[];
  /** Curves g(x, y) = 0 that something is held on. */
  readonly curves: readonly Outline[];
}

export interface Wall {
  readonly name: string;
  readonly normal: readonly [number, number];
  readonly distance: number;
}

export interface Outline {
  readonly name: string;
  /** g at (point[0], point[1]), into out[0]. */
  value(point: Vector, out: Vector): void;
}

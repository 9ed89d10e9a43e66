/**
 * The rows of a beam: friction, ends that are held, and lengths that do not change. With w_i the length that point i stands for,
 *     g_i = w_i (1 - |x'|^2)/2,   dg_i = -w_i x'.dx',
 * so that the force of the row is the tension of the beam there, N, and g_i what its part of the beam is too short by, m.
 */
import type { Matrix } from "../../numeric/matrix.ts";
import { type Rows, rowsFrom, type SparseRow } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Load } from "../load.ts";
import type { Row } from "../rows/law.ts";
import { type Evaluator, evaluator, lengthPoints, type Mesh, type Point, slopeOf } from "./mesh.ts";

/** Friction along a constant direction, or (in the plane) in the hinge of a node, on the angle of its slope. */
export type BeamFriction = { readonly row: Row } & (
  | { readonly direction: SparseRow; readonly hinge?: undefined }
  | { readonly hinge: number; readonly direction?: undefined }
);

/** A coordinate that is held. */
export interface HeldCoordinate {
  readonly row: Row;
  readonly coordinate: number;
}

export interface BeamRows {
  readonly rows: readonly Row[];
  /** Of the ways along them. */
  readonly units: readonly string[];
  /** Where lengths are kept, their functions x', and the row of each. */
  readonly points: readonly Point[];
  readonly slopes: Evaluator;
  readonly rowOf: Int32Array;
  newDirections(): Rows;
  directionsAt(q: Vector, out: Rows): void;
  turningAt(q: Vector, v: Vector, out: Vector): void;
  violationsAt(at: Vector, q: Vector, out: Vector): void;
  /** into += factor * sum of force_i times the second derivative of g_i. */
  addCurvature(force: Vector, factor: number, into: Matrix): void;
}

/** `values`: of the held coordinates, in time. `lengths`: of the points of lengthPoints: their rows, undefined where slopes are held. */
export function beamRows(
  mesh: Mesh,
  friction: readonly BeamFriction[],
  held: readonly HeldCoordinate[],
  values: Load,
  lengths: readonly (Row | undefined)[],
): BeamRows {
  const { dimension: d } = mesh;
  const first = friction.length;
  const firstLength = first + held.length;
  const all = lengthPoints(mesh);
  const points = all.filter((_, k) => lengths[k] !== undefined);
  const slopes = evaluator(mesh, points);
  const pattern = patternOf(mesh, friction, held, points);
  const place = new Float64Array(points.length * d);
  const rate = new Float64Array(points.length * d);
  const value = new Float64Array(held.length);
  const hinges = friction.flatMap(({ hinge }, row) =>
    hinge === undefined ? [] : [{ row, x: slopeOf(mesh, hinge, 0) }],
  );

  return {
    rows: [
      ...friction.map(({ row }) => row),
      ...held.map(({ row }) => row),
      ...lengths.filter((row) => row !== undefined),
    ],
    units: [
      ...friction.map(({ hinge }) => (hinge === undefined ? "m" : "rad")),
      ...held.map(({ coordinate }) => (coordinate % (2 * d) < d ? "m" : "")),
      ...points.map(() => "m"),
    ],
    points,
    slopes,
    rowOf: Int32Array.from(points, (_, i) => firstLength + i),
    newDirections: () => ({ ...pattern, value: Float64Array.from(pattern.value), version: 0 }),
    directionsAt(q, out) {
      for (let k = 0; k < hinges.length; k++) {
        const { row, x } = hinges[k]!;
        const square = q[x]! * q[x]! + q[x + 1]! * q[x + 1]!;
        const at = out.start[row]!;
        out.value[at] = -q[x + 1]! / square;
        out.value[at + 1] = q[x]! / square;
      }
      slopes.at(q, place);
      for (let i = 0; i < points.length; i++) {
        const { combination, weight } = points[i]!;
        let at = out.start[firstLength + i]!;
        for (let j = 0; j < combination.values.length; j++) {
          for (let a = 0; a < d; a++) out.value[at++] = -weight * combination.values[j]! * place[i * d + a]!;
        }
      }
      out.version++;
    },
    turningAt(q, v, out) {
      out.fill(0);
      for (let k = 0; k < hinges.length; k++) {
        const { row, x } = hinges[k]!;
        const square = q[x]! * q[x]! + q[x + 1]! * q[x + 1]!;
        const turn = q[x]! * v[x + 1]! - q[x + 1]! * v[x]!;
        const stretch = q[x]! * v[x]! + q[x + 1]! * v[x + 1]!;
        out[row] = (-2 * turn * stretch) / (square * square);
      }
      slopes.at(v, rate);
      for (let i = 0; i < points.length; i++) {
        let sum = 0;
        for (let a = 0; a < d; a++) sum += rate[i * d + a]! * rate[i * d + a]!;
        out[firstLength + i] = -points[i]!.weight * sum;
      }
    },
    violationsAt(at, q, out) {
      out.fill(0);
      values.evaluate(at, value);
      for (let k = 0; k < held.length; k++) out[first + k] = q[held[k]!.coordinate]! - value[k]!;
      slopes.at(q, place);
      for (let i = 0; i < points.length; i++) {
        let rest = 1;
        for (let a = 0; a < d; a++) rest -= place[i * d + a]! * place[i * d + a]!;
        out[firstLength + i] = (points[i]!.weight * rest) / 2;
      }
    },
    addCurvature(force, factor, into) {
      for (let i = 0; i < points.length; i++) {
        const { combination, weight } = points[i]!;
        const { columns, values: own } = combination;
        const size = -factor * weight * force[firstLength + i]!;
        for (let j = 0; j < columns.length; j++) {
          for (let k = 0; k < columns.length; k++) {
            for (let a = 0; a < d; a++) into.add(columns[j]! + a, columns[k]! + a, size * own[j]! * own[k]!);
          }
        }
      }
    },
  };
}

function patternOf(
  mesh: Mesh,
  friction: readonly BeamFriction[],
  held: readonly HeldCoordinate[],
  points: readonly Point[],
): Rows {
  const axes = Array.from({ length: mesh.dimension }, (_, a) => a);
  return rowsFrom([
    ...friction.map(({ direction, hinge }) => {
      if (direction) return direction;
      const x = slopeOf(mesh, hinge!, 0);
      return { columns: [x, x + 1], values: [0, 1] };
    }),
    ...held.map(({ coordinate }) => ({ columns: [coordinate], values: [1] })),
    ...points.map(({ combination: { columns } }) => {
      const own = columns.flatMap((column) => axes.map((a) => column + a));
      return { columns: own, values: own.map(() => 1) };
    }),
  ]);
}

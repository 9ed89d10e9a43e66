/** Loads on a beam: forces per length at its Gauss points, and torques at its ends, which turn with it. */
import type { Matrix } from "../../numeric/matrix.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Load } from "../load.ts";
import { type Evaluator, evaluator, loadPoints, type Mesh, slopeOf } from "./mesh.ts";

/** A force per length as a function of time and of the places of the points. */
export interface DistributedLoad {
  /** Whether it depends on the places. */
  readonly follows: boolean;
  readonly timed: boolean;
  readonly breakpoints: Load["breakpoints"];
  /** N/m along axis a at point i: out[i * dimension + a]; places likewise, m. */
  evaluate(at: Vector, places: Vector, out: Vector): void;
  /** Its derivative by the place along b: out[(i * dimension + a) * dimension + b], N/m^2. */
  slopes(at: Vector, places: Vector, out: Vector): void;
}

/** A torque about the end of a beam in the plane, N m. */
export interface Torque {
  readonly node: number;
  /** Of time: value in out[0]. */
  readonly value: Load;
}

/** Forces that follow the beam, N. */
export interface Following {
  /** out += they, at (t, q). */
  add(at: Vector, q: Vector, out: Vector): void;
  /** into += factor * their derivative by q. */
  addSlopes(at: Vector, q: Vector, factor: number, into: Matrix): void;
  /** How far from the diagonal these may be, beside what bends. */
  readonly reach: number;
}

/** A load that does not depend on places: forces on the coordinates as functions of time. */
export function fixedLoad(mesh: Mesh, distributed: DistributedLoad): Load {
  const points = spread(mesh, distributed);
  const none = new Float64Array(mesh.size);
  const known = new Float64Array(mesh.size);
  const constant = !distributed.timed;
  if (constant) points.add(new Float64Array(2), none, known);
  return {
    constant,
    evaluate(at, out) {
      out.fill(0);
      if (constant) out.set(known);
      else points.add(at, none, out);
    },
    expansion() {
      throw new Error("a beam's load has no series: schemes that expand the motion refuse beams");
    },
    breakpoints: distributed.breakpoints,
  };
}

/** Nothing at all. */
export function noLoad(size: number): Load {
  return {
    constant: true,
    evaluate: (_, out) => out.fill(0, 0, size),
    expansion: (order) => (_, out) => out.fill(0, 0, (order + 1) * size),
    breakpoints: () => ({ times: [], complete: true }),
  };
}

export function followingForces(
  mesh: Mesh,
  distributed: DistributedLoad | undefined,
  torques: readonly Torque[],
): Following | undefined {
  const points = distributed?.follows ? spread(mesh, distributed) : undefined;
  if (!points && torques.length === 0) return undefined;
  const value = new Float64Array(1);
  return {
    reach: points?.reach ?? 0,
    add(at, q, out) {
      points?.add(at, q, out);
      for (let k = 0; k < torques.length; k++) {
        const x = slopeOf(mesh, torques[k]!.node, 0);
        const square = q[x]! * q[x]! + q[x + 1]! * q[x + 1]!;
        torques[k]!.value.evaluate(at, value);
        out[x]! -= (value[0]! * q[x + 1]!) / square;
        out[x + 1]! += (value[0]! * q[x]!) / square;
      }
    },
    addSlopes(at, q, factor, into) {
      points?.addSlopes(at, q, factor, into);
      for (let k = 0; k < torques.length; k++) {
        const x = slopeOf(mesh, torques[k]!.node, 0);
        const c = q[x]!;
        const s = q[x + 1]!;
        const square = c * c + s * s;
        torques[k]!.value.evaluate(at, value);
        const size = (factor * value[0]!) / (square * square);
        into.add(x, x, 2 * size * c * s);
        into.add(x, x + 1, size * (s * s - c * c));
        into.add(x + 1, x, size * (s * s - c * c));
        into.add(x + 1, x + 1, -2 * size * c * s);
      }
    },
  };
}

/** The load on an axis may depend on the place along another: on all coordinates of both nodes of an element. */
const reachOf = ({ dimension }: Mesh): number => 4 * dimension - 1;

function spread(mesh: Mesh, distributed: DistributedLoad): Following {
  const { dimension: d } = mesh;
  const points = loadPoints(mesh);
  const places: Evaluator = evaluator(mesh, points);
  const place = new Float64Array(points.length * d);
  const force = new Float64Array(points.length * d);
  const slope = new Float64Array(distributed.follows ? points.length * d * d : 0);
  return {
    reach: distributed.follows ? reachOf(mesh) : 0,
    add(at, q, out) {
      if (distributed.follows) places.at(q, place);
      distributed.evaluate(at, place, force);
      for (let i = 0; i < points.length; i++) for (let a = 0; a < d; a++) force[i * d + a]! *= points[i]!.weight;
      places.addTransposed(force, out);
    },
    addSlopes(at, q, factor, into) {
      places.at(q, place);
      distributed.slopes(at, place, slope);
      for (let i = 0; i < points.length; i++) {
        const { combination, weight } = points[i]!;
        const { columns, values } = combination;
        for (let a = 0; a < d; a++) {
          for (let b = 0; b < d; b++) {
            const size = factor * weight * slope[(i * d + a) * d + b]!;
            if (size === 0) continue;
            for (let j = 0; j < columns.length; j++) {
              for (let k = 0; k < columns.length; k++) {
                into.add(columns[j]! + a, columns[k]! + b, size * values[j]! * values[k]!);
              }
            }
          }
        }
      }
    },
  };
}

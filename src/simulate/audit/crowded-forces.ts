/**
 * Forces over a step at points that crowd towards both of its ends, t = h u^6 / 2 from each, Gauss' eight points in u: beside what the three points of the
 * audit say of their mean and first moment.
 */
import { rowValues } from "../../model/rows/row-values.ts";
import type { System } from "../../model/system.ts";
import { copy, setZero, type Vector } from "../../numeric/vector.ts";
import type { Coupling } from "./coupling.ts";
import { slidingForce } from "./laws.ts";
import { WEIGHTS } from "./mean.ts";
import { newPoint, type PointForces, type Reading, referTo } from "./reading.ts";
import type { Room } from "./room.ts";
import type { SmoothForces } from "./smooth-forces.ts";

/** Gauss' points in (0, 1) below the middle, and their weights. */
const NODES = [0.019855071751231912, 0.10166676129318664, 0.2372337950418355, 0.4082826787521751];
const NODE_WEIGHTS = [0.05061426814518813, 0.11119051722668724, 0.15685332293894363, 0.1813418916891809];
/** Distances from an end as parts of the step, and their weights: u^6 / 2 and 3 u^5 times Gauss' ones. */
const PARTS = Float64Array.from([...NODES, ...NODES.map((u) => 1 - u)], (u) => (u * u * u * u * u * u) / 2);
const SHARES = Float64Array.from(
  [...NODES, ...NODES.map((u) => 1 - u)],
  (u, k) => 3 * u * u * u * u * u * NODE_WEIGHTS[k % NODES.length]!,
);

/** Fills in x, v and t at a part of a step on a path through its ends, counted from its start, or (`back`) from its end. */
export type Path = (point: PointForces, part: number, back: boolean, step: Reading) => void;

export interface CrowdedForces {
  /** What the three points lack of the smooth forces on the coordinates: mean, N, and first moment, N s^2. */
  readonly mean: Vector;
  readonly moment: Vector;
  /** And of the forces of rows that slide. */
  readonly rowMean: Vector;
  readonly rowMoment: Vector;
  integrate(step: Reading, sliding: Vector, path: Path): void;
}

export function crowdedForces(
  system: System,
  { mass, varies }: Coupling,
  smooth: SmoothForces,
  room: Room,
): CrowdedForces {
  const n = system.size;
  const m = system.rows.length;
  const [mean, moment, rowMean, rowMoment] = [room.vector(n), room.vector(n), room.vector(m), room.vector(m)];
  const point = newPoint(system, varies, room);
  const values = rowValues(system);
  const rowsVary = system.rowFunctions !== undefined || system.rowMotion !== undefined;
  const largest = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
  const work = new Float64Array(n);

  /** Adds the forces at the point with these weights. */
  function add(middle: PointForces, sliding: Vector, ofMean: number, ofMoment: number): void {
    if (point.inertia && !system.constant.mass) {
      system.massAt(point.x, point.inertia);
      point.inertia.factor();
    }
    smooth.fill(point, largest, middle);
    if (varies) referTo(mass, point, work);
    for (let k = 0; k < n; k++) {
      mean[k]! += ofMean * point.referred[k]!;
      moment[k]! += ofMoment * point.referred[k]!;
    }
    if (!rowsVary) return;
    values.update(point.at, point.x, point.v, middle);
    for (let i = 0; i < m; i++) {
      if (sliding[i] === 0) continue;
      const force = slidingForce(values, i, sliding[i]!);
      rowMean[i]! += ofMean * force;
      rowMoment[i]! += ofMoment * force;
    }
  }

  function takePlace({ x, v, at }: PointForces): void {
    copy(x, point.x);
    copy(v, point.v);
    point.at[0] = at[0]!;
  }

  function integrate(step: Reading, sliding: Vector, path: Path): void {
    const middle = step.points[1];
    const square = step.h[0]! * step.h[0]!;
    setZero(mean);
    setZero(moment);
    setZero(rowMean);
    setZero(rowMoment);
    point.at[1] = middle.at[1]!;
    for (let p = 0; p < 3; p++) {
      takePlace(step.points[p]!);
      add(middle, sliding, -WEIGHTS[p]!, ((1 - p) * square) / 12);
    }
    for (let k = 0; k < PARTS.length; k++) {
      const lever = SHARES[k]! * square * (0.5 - PARTS[k]!);
      path(point, PARTS[k]!, false, step);
      add(middle, sliding, SHARES[k]!, -lever);
      path(point, PARTS[k]!, true, step);
      add(middle, sliding, SHARES[k]!, lever);
    }
  }

  return { mean, moment, rowMean, rowMoment, integrate };
}

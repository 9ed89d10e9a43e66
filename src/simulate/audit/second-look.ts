/**
 * A second look at a step whose forces do not balance. Three points see neither a force that begins as a root (t^0.3, a limit sqrt(t)) nor one that
 * all but jumps at an end of the step (tanh(1e12 v)): its mean and first moment are read again at points that crowd towards both ends,
 * t = h u^6 / 2 from each, Gauss' eight points in u. The motion between is the cubic through the ends.
 */
import { rowValues } from "../../model/rows/row-values.ts";
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Balance } from "./balance.ts";
import type { Coupling } from "./coupling.ts";
import { slidingForce } from "./laws.ts";
import { WEIGHTS } from "./mean.ts";
import { newPoint, type PointForces, type Reading, referTo } from "./reading.ts";
import { DIGITS } from "./residuals.ts";
import type { Room } from "./room.ts";
import type { SmoothForces } from "./smooth-forces.ts";

/** Part of the largest force, or speed, that is worth a second look: a tenth of what an exact motion may be off by. */
const LOOK = 1e-7;
/** Gauss' points in (0, 1) below the middle, and their weights. */
const NODES = [0.019855071751231912, 0.10166676129318664, 0.2372337950418355, 0.4082826787521751];
const NODE_WEIGHTS = [0.05061426814518813, 0.11119051722668724, 0.15685332293894363, 0.1813418916891809];
/** Distances from an end as parts of the step, and their weights: u^6 / 2 and 3 u^5 times Gauss' ones. */
const PARTS = Float64Array.from([...NODES, ...NODES.map((u) => 1 - u)], (u) => (u * u * u * u * u * u) / 2);
const SHARES = Float64Array.from(
  [...NODES, ...NODES.map((u) => 1 - u)],
  (u, k) => 3 * u * u * u * u * u * NODE_WEIGHTS[k % NODES.length]!,
);

export interface SecondLook {
  /** What the three points lack of the smooth forces on the coordinates: mean, N, and first moment, N s^2. */
  readonly mean: Vector;
  readonly moment: Vector;
  /** And of the forces of rows that slide. */
  readonly rowMean: Vector;
  readonly rowMoment: Vector;
  /** Whether the step is off by more than round-off explains. */
  isDue(step: Reading, balance: Balance): boolean;
  read(step: Reading, sliding: Vector): void;
}

/** Whether a machine's forces may have what three points do not see. */
export function isRough({ linear, load, rowFunctions, rowMotion }: System): boolean {
  return !linear || linear.springs !== undefined || load.rooted === true || !!rowFunctions || !!rowMotion;
}

export function secondLook(system: System, { mass, varies }: Coupling, smooth: SmoothForces, room: Room): SecondLook {
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
    if (point.inertia) {
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

  /** To a part of the step on the cubic, counted from its start, or (`back`) from its end. */
  function moveTo(part: number, back: boolean, { points, h }: Reading): void {
    const from = points[back ? 2 : 0];
    const to = points[back ? 0 : 2];
    const length = back ? -h[0]! : h[0]!;
    for (let k = 0; k < n; k++) {
      const way = to.x[k]! - from.x[k]!;
      const first = length * from.v[k]!;
      const last = length * to.v[k]!;
      const square = 3 * way - 2 * first - last;
      const cube = first + last - 2 * way;
      point.x[k] = from.x[k]! + part * (first + part * (square + part * cube));
      point.v[k] = from.v[k]! + (part * (2 * square + 3 * part * cube)) / length;
    }
    point.at[0] = from.at[0]! + part * length;
  }

  function copy({ x, v, at }: PointForces): void {
    point.x.set(x);
    point.v.set(v);
    point.at[0] = at[0]!;
  }

  return {
    mean,
    moment,
    rowMean,
    rowMoment,
    isDue({ points, h, largest: most }, { residual, doubt, defect }) {
      const time = Math.abs(points[2].at[0]!);
      for (let k = 0; k < n; k++) {
        const noise = (DIGITS * time * most.force[k]!) / h[0]!;
        if (Math.abs(residual[k]!) - doubt[k]! > LOOK * most.force[k]! + noise) return true;
        const digits = (DIGITS * (most.position[k]! + time * most.velocity[k]!)) / h[0]!;
        if (Math.abs(defect[k]!) > LOOK * most.velocity[k]! + digits) return true;
      }
      return false;
    },
    read(step, sliding) {
      const middle = step.points[1];
      const square = step.h[0]! * step.h[0]!;
      mean.fill(0);
      moment.fill(0);
      rowMean.fill(0);
      rowMoment.fill(0);
      point.at[1] = middle.at[1]!;
      for (let p = 0; p < 3; p++) {
        copy(step.points[p]!);
        add(middle, sliding, -WEIGHTS[p]!, ((1 - p) * square) / 12);
      }
      for (let k = 0; k < PARTS.length; k++) {
        const lever = SHARES[k]! * square * (0.5 - PARTS[k]!);
        moveTo(PARTS[k]!, false, step);
        add(middle, sliding, SHARES[k]!, -lever);
        moveTo(PARTS[k]!, true, step);
        add(middle, sliding, SHARES[k]!, lever);
      }
    },
  };
}

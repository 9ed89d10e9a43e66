/**
 * A second look at a step whose forces do not balance. Three points see neither a force that begins as a root (t^0.3, a limit sqrt(t)) nor one that
 * all but jumps at an end of the step (tanh(1e12 v)): its mean and first moment are read again at points that crowd towards both ends. The motion between is the cubic
 * through the ends, or, if that does not balance either, what it may be near rest (near-rest.ts), to the digits of the places: what these leave open of
 * the forces is in doubt.
 */
import type { System } from "../../model/system.ts";
import { copy, setZero, type Vector } from "../../numeric/vector.ts";
import type { Balance } from "./balance.ts";
import type { Coupling } from "./coupling.ts";
import { type CrowdedForces, crowdedForces } from "./crowded-forces.ts";
import { nearRest } from "./near-rest.ts";
import { type PointForces, type Reading, wayDigits } from "./reading.ts";
import { DIGITS } from "./residuals.ts";
import type { Room } from "./room.ts";
import type { SmoothForces } from "./smooth-forces.ts";

/** Part of the largest force, or speed, that is worth a second look: a tenth of what an exact motion may be off by. */
const LOOK = 1e-7;
/** Part of a way that its digits have to be before forces are in doubt for them: a root of the speed is off by less than that. */
const BLURRED = 1e-8;

export interface SecondLook extends Omit<CrowdedForces, "integrate"> {
  /** What is not known of the forces: mean, N, and first moment, N s^2, a coordinate each. */
  readonly doubt: Vector;
  readonly doubtMoment: Vector;
  /** How many times what is worth a look, or what round-off explains, a step is off. */
  excess(step: Reading, balance: Balance): number;
  read(step: Reading, sliding: Vector): void;
  readNearRest(step: Reading, sliding: Vector): void;
}

/** Whether a machine's forces may have what three points do not see. */
export function isRough({ linear, load, rowFunctions, rowMotion }: System): boolean {
  return (
    !linear || linear.springs !== undefined || load.rooted === true || rowFunctions?.constant === false || !!rowMotion
  );
}

export function secondLook(system: System, coupling: Coupling, smooth: SmoothForces, room: Room): SecondLook {
  const n = system.size;
  const m = system.rows.length;
  const forces = crowdedForces(system, coupling, smooth, room);
  const { mean, moment, rowMean, rowMoment, integrate } = forces;
  const make = () => ({ mean: new Float64Array(n), moment: new Float64Array(n) });
  const base = { ...make(), rowMean: new Float64Array(m), rowMoment: new Float64Array(m) };
  const ofOne = make();
  const doubt = make();
  const paths = nearRest(n);
  const longer = new Float64Array(n); // of cubics: digits of the way, m

  function cubic(point: PointForces, k: number, part: number, back: boolean, { points, h }: Reading): void {
    const from = points[back ? 2 : 0];
    const to = points[back ? 0 : 2];
    const length = back ? -h[0]! : h[0]!;
    const way = to.x[k]! - from.x[k]! + (back ? -longer[k]! : longer[k]!);
    const first = length * from.v[k]!;
    const last = length * to.v[k]!;
    const square = 3 * way - 2 * first - last;
    const cube = first + last - 2 * way;
    point.x[k] = from.x[k]! + part * (first + part * (square + part * cube));
    point.v[k] = from.v[k]! + (part * (2 * square + 3 * part * cube)) / length;
  }

  function setTime({ at }: PointForces, part: number, back: boolean, { points, h }: Reading): void {
    at[0] = back ? points[2].at[0]! - part * h[0]! : points[0].at[0]! + part * h[0]!;
  }

  function alongCubics(point: PointForces, part: number, back: boolean, step: Reading): void {
    for (let k = 0; k < n; k++) cubic(point, k, part, back, step);
    setTime(point, part, back, step);
  }

  function alongPowers(point: PointForces, part: number, back: boolean, step: Reading): void {
    for (let k = 0; k < n; k++) {
      if (!paths.move(point, k, part, back, step)) cubic(point, k, part, back, step);
    }
    setTime(point, part, back, step);
  }

  /** What a way of coordinate j that is longer by this makes of the forces: the more of what it made so far. */
  function addDoubt(j: number, way: number, step: Reading, sliding: Vector): void {
    longer[j] = way;
    paths.shift(step, j, way);
    integrate(step, sliding, alongPowers);
    longer[j] = 0;
    for (let k = 0; k < n; k++) {
      mean[k] = Math.abs(mean[k]! - base.mean[k]!);
      moment[k] = Math.abs(moment[k]! - base.moment[k]!);
    }
    spread(rowMean, base.rowMean, step, mean);
    spread(rowMoment, base.rowMoment, step, moment);
    for (let k = 0; k < n; k++) {
      ofOne.mean[k] = Math.max(ofOne.mean[k]!, mean[k]!);
      ofOne.moment[k] = Math.max(ofOne.moment[k]!, moment[k]!);
    }
  }

  /** What the digits of the way of coordinate j make of them. */
  function blur(j: number, step: Reading, sliding: Vector): void {
    const { points, h } = step;
    const digits = wayDigits(step, j);
    if (digits <= BLURRED * h[0]! * Math.max(Math.abs(points[0].v[j]!), Math.abs(points[2].v[j]!))) return;
    setZero(ofOne.mean);
    setZero(ofOne.moment);
    addDoubt(j, digits, step, sliding);
    addDoubt(j, -digits, step, sliding);
    for (let k = 0; k < n; k++) {
      doubt.mean[k]! += ofOne.mean[k]!;
      doubt.moment[k]! += ofOne.moment[k]!;
    }
  }

  /** What the forces can do to coordinate k, also to one that has not moved yet, m/s^2: solving leaves digits of it. */
  function reach(k: number, force: Vector): number {
    const { start, column, value } = coupling.inverseMass;
    let sum = 0;
    for (let e = start[k]!; e < start[k + 1]!; e++) sum += Math.abs(value[e]!) * force[column[e]!]!;
    return sum;
  }

  return {
    mean,
    moment,
    rowMean,
    rowMoment,
    doubt: doubt.mean,
    doubtMoment: doubt.moment,
    excess({ points, h, largest: most }, { residual, doubt: unknown, defect, defectDoubt }) {
      const time = Math.abs(points[2].at[0]!);
      let found = 0;
      let strongest = 0; // its digits reach others through the mass, also those without a force of their own
      for (let k = 0; k < n; k++) strongest = Math.max(strongest, most.force[k]!);
      for (let k = 0; k < n; k++) {
        const noise = DIGITS * (strongest + (time * most.force[k]!) / h[0]!);
        const off = Math.abs(residual[k]!) - unknown[k]!;
        if (off > 0) found = Math.max(found, off / (LOOK * most.force[k]! + noise));
        const digits = (DIGITS * (most.position[k]! + time * most.velocity[k]!)) / h[0]!;
        const aside = Math.abs(defect[k]!) - defectDoubt[k]!;
        const least = LOOK * most.velocity[k]! + digits;
        if (aside > least) found = Math.max(found, aside / (least + DIGITS * h[0]! * reach(k, most.force)));
      }
      return found;
    },
    read(step, sliding) {
      setZero(doubt.mean);
      setZero(doubt.moment);
      integrate(step, sliding, alongCubics);
    },
    readNearRest(step, sliding) {
      setZero(doubt.mean);
      setZero(doubt.moment);
      paths.find(step);
      integrate(step, sliding, alongPowers);
      copyForces(forces, base);
      for (let j = 0; j < n; j++) blur(j, step, sliding);
      copyForces(base, forces);
    },
  };
}

function copyForces(from: Omit<CrowdedForces, "integrate">, to: Omit<CrowdedForces, "integrate">): void {
  copy(from.mean, to.mean);
  copy(from.moment, to.moment);
  copy(from.rowMean, to.rowMean);
  copy(from.rowMoment, to.rowMoment);
}

/** Adds |W| |found - base| of the rows. */
function spread(found: Vector, base: Vector, { points }: Reading, out: Vector): void {
  const { count, start, column, value } = points[1].directions;
  for (let i = 0; i < count; i++) {
    const size = Math.abs(found[i]! - base[i]!);
    for (let k = start[i]!; k < start[i + 1]!; k++) out[column[k]!]! += size * Math.abs(value[k]!);
  }
}

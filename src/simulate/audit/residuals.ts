/** The largest errors of a motion, a coordinate each, with what round-off alone can make of them taken off. */
import type { System } from "../../model/system.ts";
import { rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Balance } from "./balance.ts";
import type { Carried } from "./carried.ts";
import type { Coupling } from "./coupling.ts";
import type { Laws, PointLaws } from "./laws.ts";
import type { Reading } from "./reading.ts";
import type { Memory, Room } from "./room.ts";
import type { Tangents } from "./tangents.ts";

/** Digits that a state has lost: of velocities, places and times. */
export const DIGITS = 32 * Number.EPSILON;

/** Of its largest speed so far: what rattles may become faster than it was. */
const TO_AND_FRO = 4;

export interface Residuals {
  /** Largest residual of the equation of motion so far, N. */
  readonly balance: Vector;
  /** By how much x is not the integral of v, m/s. */
  readonly path: Vector;
  observe(step: Reading, balance: Balance, laws: Laws): void;
  /** A state at the same time as the last one, which must be the same. */
  repeat(step: Reading, position: Vector, velocity: Vector): void;
  /** Places before and after impacts, which are the same but for the way in the time that these took, s. */
  leap(step: Reading, before: Vector, after: Vector, took: Vector): void;
  /** Largest force on a coordinate, and what of it round-off alone can make, N. */
  scales(step: Reading): { readonly force: Vector; readonly noise: Vector };
  readonly kept: Memory<"noted">;
}

/** `impulses`: largest of impacts so far on each coordinate, N s; `exact`: whether x is held against the integral of v too. */
export function residuals(
  system: System,
  { mass, varies, inverseRows, inverseMass, compliance }: Coupling,
  tangents: Tangents,
  carried: Carried,
  impulses: Vector,
  exact: boolean,
  room: Room,
): Residuals {
  const n = system.size;
  const make = () => new Float64Array(n);
  const [balance, path, heft] = [room.vector(n), room.vector(n), room.vector(n)];
  const size = make();
  const joints = Int32Array.from(system.rows.flatMap(({ law }, i) => (law.joint ? [i] : [])));
  const noted = room.vector(system.rows.length); // largest force of each row so far, N

  /** heft = |M| |v| of the largest velocities, N s, and impulses that canceled; it only grows. */
  function weigh(k: number, { largest }: Reading): void {
    let sum = impulses[k]!;
    for (let j = mass.start[k]!; j < mass.start[k + 1]!; j++) {
      const column = mass.column[j]!;
      sum += Math.abs(mass.value[j]!) * (largest.velocity[column]! + carried.ofCoordinates[column]!);
    }
    heft[k] = sum;
  }

  /** Velocity that impulses would give to coordinate k if they did not cancel there: they leave its digits, m/s. */
  function struck(k: number): number {
    const { start, column, value } = inverseMass;
    let sum = 0;
    for (let e = start[k]!; e < start[k + 1]!; e++) sum += Math.abs(value[e]!) * impulses[column[e]!]!;
    return sum;
  }

  /** Digits of other places that joints bring to coordinate k: each leaves the round-off of its condition on all that it moves, m. */
  function broughtTo(k: number, { largest, points }: Reading): number {
    const { start, column, value } = points[1].directions;
    let sum = 0;
    for (let j = 0; j < joints.length; j++) {
      const i = joints[j]!;
      let terms = 0;
      let part = 0;
      for (let e = start[i]!; e < start[i + 1]!; e++) terms += Math.abs(value[e]!) * largest.position[column[e]!]!;
      for (let e = inverseRows.start[i]!; e < inverseRows.start[i + 1]!; e++) {
        if (inverseRows.column[e] === k) part = Math.abs(inverseRows.value[e]!);
      }
      if (part > 0) sum += (part * terms) / compliance[i]!;
    }
    return sum;
  }

  /** Forces of the rows count as forces on a coordinate, hard and soft ones; what was noted before has nothing new to tell. */
  function noteRows(step: Reading, { force }: Balance, { soft }: PointLaws): void {
    const { start, column, value } = step.points[1].directions;
    const most = step.largest.force;
    for (let i = 0; i < force.length; i++) {
      const size = Math.max(Math.abs(force[i]!), Math.abs(soft[i]!));
      if (!varies && size <= noted[i]!) continue;
      noted[i] = size;
      for (let k = start[i]!; k < start[i + 1]!; k++) {
        const part = Math.abs(value[k]! * size);
        if (part <= most[column[k]!]!) continue;
        most[column[k]!] = part;
        step.grown++;
      }
    }
  }

  return {
    kept: { balance, path, noted },
    balance,
    path,
    observe(step, found, laws) {
      const { residual, doubt, defect, defectDoubt } = found;
      const h = step.h[0]!;
      const time = Math.abs(step.points[2].at[0]!);
      const { force, position, velocity } = step.largest;
      noteRows(step, found, laws.points[2]);
      for (let k = 0; k < n; k++) {
        const size = Math.abs(residual[k]!) - doubt[k]!;
        // what was weighed before is at most what weighs now: mostly there is no need to weigh again
        if (size - (DIGITS * (heft[k]! + time * force[k]!)) / h > balance[k]!) {
          weigh(k, step);
          const off = size - (DIGITS * (heft[k]! + time * force[k]!)) / h;
          if (off > balance[k]!) balance[k] = off;
        }
        if (!exact) continue;
        const aside = Math.abs(defect[k]!) - defectDoubt[k]! - (DIGITS * (position[k]! + time * velocity[k]!)) / h;
        if (!(aside > path[k]!)) continue;
        const brought = joints.length > 0 ? broughtTo(k, step) / h : 0;
        const off = aside - DIGITS * (brought + (system.hasStops ? struck(k) : 0));
        if (off > path[k]!) path[k] = off;
      }
    },
    repeat(step, position, velocity) {
      const last = step.points[2];
      const { largest } = step;
      for (let k = 0; k < n; k++) {
        const jump = Math.abs(velocity[k]! - last.v[k]!) - DIGITS * largest.velocity[k]!;
        const way = Math.abs(position[k]! - last.x[k]!) - DIGITS * largest.position[k]!;
        const part = largest.way[k]! > 0 ? (Math.max(0, way) / largest.way[k]!) * largest.velocity[k]! : 0;
        path[k] = Math.max(path[k]!, jump, part);
      }
    },
    leap({ largest }, before, after, took) {
      for (let k = 0; k < n; k++) {
        const spare = DIGITS * largest.position[k]! + TO_AND_FRO * took[0]! * largest.velocity[k]!;
        const way = Math.abs(after[k]! - before[k]!) - spare;
        if (way > 0) path[k] = Math.max(path[k]!, (way / Math.max(way, largest.way[k]!)) * largest.velocity[k]!);
      }
    },
    scales(step) {
      const noise = make();
      const { largest } = step;
      for (const [matrix, sizes] of [
        [tangents.largest.stiffness, largest.position],
        [tangents.largest.damping, largest.velocity],
      ] as const) {
        rowsMultiply(matrix, sizes, size);
        for (let k = 0; k < n; k++) noise[k]! += DIGITS * size[k]!;
      }
      return { force: largest.force, noise };
    },
  };
}

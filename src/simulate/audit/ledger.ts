/** Work, dissipation and energy of a motion, from t, x, v and the laws alone; integrals by Simpson's rule over the three points. */

import { isFriction } from "../../model/rows/law.ts";
import { isSoft } from "../../model/rows/soft-force.ts";
import type { System } from "../../model/system.ts";
import { type Rows, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { State } from "../../scheme/scheme.ts";
import type { Balance } from "./balance.ts";
import type { Coupling } from "./coupling.ts";
import { type Laws, type PointLaws, slidingForce } from "./laws.ts";
import { meanOf, WEIGHTS } from "./mean.ts";
import { DAMPING, ENERGY, LOADS, type Reading } from "./reading.ts";
import type { Memory, Room } from "./room.ts";
import type { SmoothForces } from "./smooth-forces.ts";

export interface Ledger {
  /** Lost in each row so far, J. */
  readonly rowLoss: Vector;
  /** [error, scale, work, dissipation], J: largest error of energy + dissipation - work, largest of the three. */
  readonly sums: Vector;
  begin(state: State): void;
  observe(step: Reading, laws: Laws, balance: Balance): void;
  /**
   * At an impact: what kinetic energy it takes is dissipated; what it would add is an error. `hit`: 1 for stops; `impulse`: of the rows,
   * N s, with which joints that are moved from outside work on the machine.
   */
  jump(before: State, after: State, directions: Rows, hit: Vector, impulse: Vector): void;
  readonly kept: Memory<"total">;
}

/** A slip below this part of the speeds that it is made of is round-off. */
export const REST = 1e-12;

export const ERROR = 0;
export const SCALE = 1;
export const WORK = 2;
export const LOSS = 3;

export function energyLedger(
  system: System,
  { compliance }: Coupling,
  { energyInto }: SmoothForces,
  room: Room,
): Ledger {
  const { rows } = system;
  const m = rows.length;
  const rowLoss = room.vector(m);
  const stop = Int8Array.from(rows, ({ law }) => (law.stop ? 1 : 0));
  const gives = Int8Array.from(rows, ({ law }) => (law.stop || (law.joint && law.method?.type === "penalty") ? 1 : 0));
  const giving = gives.includes(1);
  const smoothed = Int8Array.from(rows, ({ law }) => (law.smoothing > 0 ? 1 : 0));
  const drives = system.rowFunctions !== undefined || system.rowMotion !== undefined;
  const plain = !rows.some(({ law }) => isSoft(law));
  const found = new Float64Array(1);
  const sums = room.vector(4);
  const total = room.vector(2); // energy at the start, lost to damping
  const friction = Int8Array.from(rows, ({ law }) => (isFriction(law) ? 1 : 0));
  const rate0 = new Float64Array(m);
  const rate1 = new Float64Array(m);
  const share = new Float64Array(m);

  /** Friction rows lose their law's force times their slip; those at rest nothing. */
  function addFriction(h: Vector, { points, largestSpeed, varying }: Laws, { sliding, unknown }: Balance): void {
    const a = points[0];
    const b = points[1];
    const c = points[2];
    const first = a.slip;
    const middle = b.slip;
    const last = c.slip;
    for (let i = 0; i < m; i++) {
      if (friction[i] === 0) continue;
      if (unknown[i] === 1) {
        const still = REST * largestSpeed[i]!;
        if (Math.abs(first[i]!) <= still && Math.abs(last[i]!) <= still) continue;
      }
      if (sliding[i] !== 0 && plain && !varying) {
        rowLoss[i]! -= h[0]! * slidingForce(c, i, sliding[i]!) * meanOf(first, middle, last, i); // one force all over the step
        continue;
      }
      // a row that friction can stop is between two states no faster than at them: what positions say beyond it is a swing about its place, as alpha has it
      const swings = unknown[i] === 1 && Math.abs(middle[i]!) > Math.max(Math.abs(first[i]!), Math.abs(last[i]!));
      const sum =
        WEIGHTS[0] * taken(a, i, first[i]!, sliding) +
        WEIGHTS[1] * taken(b, i, swings ? (first[i]! + last[i]!) / 2 : middle[i]!, sliding) +
        WEIGHTS[2] * taken(c, i, last[i]!, sliding);
      rowLoss[i]! -= h[0]! * sum;
    }
  }

  /** Power of a row's force at a point, W. */
  function taken(here: PointLaws, i: number, slip: number, sliding: Vector): number {
    if (slip === 0) return 0;
    const hard = smoothed[i] === 1 ? 0 : slidingForce(here, i, sliding[i] === 0 ? slip : sliding[i]!);
    return (hard + here.soft[i]!) * slip;
  }

  /**
   * What a row slips on works on the machine with the row's force. That of a row at rest is known by its mean and its first moment:
   * F = F0 + F1 (t - tm), so that the work is h F0 D0 + F1 int (t - tm) D.
   */
  function addDriveWork(i: number, step: Reading, { points }: Laws, balance: Balance): void {
    const h = step.h[0]!;
    const sign = balance.sliding[i]!;
    const atRest = balance.unknown[i] === 1;
    let power = 0;
    for (let p = 0; p < 3; p++) {
      const here = points[p]!;
      const hard = atRest ? balance.force[i]! : sign === 0 ? 0 : slidingForce(here, i, sign);
      power += WEIGHTS[p]! * (hard + here.soft[i]!) * here.drive[i]!;
    }
    sums[WORK]! += h * power;
    if (atRest) sums[WORK]! += (balance.moment[i]! / h) * (points[2].drive[i]! - points[0].drive[i]!);
  }

  /** Stops do work when an impact is inside the step, and what gives way stores energy. */
  function addGiven(i: number, step: Reading, { points }: Laws, { force }: Balance): void {
    if (force[i] === 0) return;
    rowLoss[i]! -= (step.h[0]! * force[i]! * (points[0].slip[i]! + points[2].slip[i]!)) / 2;
  }

  function close(energy: number): void {
    let lost = total[1]!;
    for (let i = 0; i < m; i++) lost += rowLoss[i]!;
    const work = sums[WORK]!;
    sums[LOSS] = lost;
    const error = Math.abs(energy - total[0]! + lost - work);
    if (error > sums[ERROR]!) sums[ERROR] = error;
    sums[SCALE] = Math.max(sums[SCALE]!, Math.abs(energy), Math.abs(work), Math.abs(lost));
  }

  return {
    kept: { rowLoss, sums, total },
    rowLoss,
    sums,
    begin({ position, velocity }) {
      energyInto(position, velocity, found);
      total[0] = found[0]!;
      sums[SCALE] = Math.abs(found[0]!);
    },
    observe(step, laws, balance) {
      const h = step.h[0]!;
      const a = step.points[0].power;
      const b = step.points[1].power;
      const c = step.points[2].power;
      const work = h * meanOf(a, b, c, LOADS);
      if (Number.isFinite(work)) sums[WORK]! += work; // a load may have no value inside of a step
      total[1]! += h * meanOf(a, b, c, DAMPING);
      addFriction(step.h, laws, balance);
      if (drives) for (let i = 0; i < m; i++) if (stop[i] === 0) addDriveWork(i, step, laws, balance);
      if (giving) for (let i = 0; i < m; i++) if (gives[i] === 1) addGiven(i, step, laws, balance);
      close(c[ENERGY]!);
    },
    jump(before, after, directions, hit, impulse) {
      energyInto(before.position, before.velocity, found);
      let lost = found[0]!;
      energyInto(after.position, after.velocity, found);
      lost -= found[0]!;
      rowsMultiply(directions, before.velocity, rate0);
      rowsMultiply(directions, after.velocity, rate1);
      for (let i = 0; i < m && drives; i++) {
        const work = friction[i] === 1 || stop[i] === 1 ? 0 : (impulse[i]! * (rate0[i]! + rate1[i]!)) / 2;
        sums[WORK]! += work;
        lost += work;
      }
      let all = 0;
      for (let i = 0; i < m; i++) {
        // what one stop alone takes: (s-^2 - s+^2) / (2 w M^{-1} w)
        share[i] = hit[i] === 1 ? Math.max(0, (rate0[i]! * rate0[i]! - rate1[i]! * rate1[i]!) / compliance[i]!) : 0;
        all += share[i]!;
      }
      if (!(lost > 0 && all > 0)) return;
      for (let i = 0; i < m; i++) rowLoss[i]! += (lost * share[i]!) / all;
    },
  };
}

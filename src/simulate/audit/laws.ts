/** The rows' laws at the three points of a step: slips, limits, and the forces that are known from the slip alone. */

import { isFriction } from "../../model/rows/law.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import { isSoft, smoothedAt, weakeningAt } from "../../model/rows/soft-force.ts";
import type { System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import { rowsAddTransposed } from "../../numeric/rows.ts";
import { copy, type Vector } from "../../numeric/vector.ts";
import type { Carried } from "./carried.ts";
import { meanOf } from "./mean.ts";
import { middleBlur, type PointForces, type Reading } from "./reading.ts";
import type { Room } from "./room.ts";
import { isSteep, type Lacking, softCorrection } from "./soft-mean.ts";

type Place = Pick<PointForces, "at" | "x" | "v">;

/** A slip below this is a drive or velocity that has underflowed, m/s. */
export const UNDERFLOW = 1e-150;
/** And one below this part of the speeds that it is made of is round-off: a curve that is steep at rest would make a force of it. */
export const ROUND_OFF = 4 * Number.EPSILON;

/** What a law says at a point. */
export interface PointLaws {
  /** m/s */
  readonly slip: Vector;
  readonly drive: Vector;
  /** Largest forces at rest against positive and negative slip, and forces in slip, N. */
  readonly forward: Vector;
  readonly backward: Vector;
  readonly kineticForward: Vector;
  readonly kineticBackward: Vector;
  /** Weakening, and the whole force of smoothed rows, N: known from the slip. */
  readonly soft: Vector;
}

export interface Laws {
  /** Whether limits or drives vary in time. */
  readonly varying: boolean;
  readonly points: readonly [PointLaws, PointLaws, PointLaws];
  /** Gaps of the stops at both ends of the step, m. */
  readonly gap0: Vector;
  readonly gap1: Vector;
  /** What the three points lack of the soft forces; absent without such forces. */
  readonly lacking?: Lacking;
  /** Way of what each row slips on over the step, m. */
  readonly driveTravel: Vector;
  /** Largest so far of each row: limit (N), speed of its terms (m/s). */
  readonly largestLimit: Vector;
  readonly largestSpeed: Vector;
  /** The first state. */
  begin(step: Reading): void;
  /** Reads the first state as the beginning of a step. */
  readFirst(step: Reading): void;
  /** Reads the step; adds the soft forces to its smooth ones. */
  read(step: Reading): void;
  /** Brings what is known of the last state to the third of the points as they were made. */
  settle(): void;
  readonly kept: Kept;
}

export function rowLaws(system: System, carried: Carried, room: Room): Laws {
  const { rows } = system;
  const m = rows.length;
  const values = rowValues(system);
  const varying = system.rowFunctions !== undefined || system.rowMotion !== undefined;
  const make = () => newLaws(m, room, varying);
  const points: [PointLaws, PointLaws, PointLaws] = [make(), make(), make()];
  const third = points[2];
  const gap0 = new Float64Array(m);
  const gap1 = new Float64Array(m);
  const driveTravel = new Float64Array(m);
  const largestLimit = room.vector(m);
  const largestSpeed = room.vector(m);
  const slope = new Float64Array(m);
  const anySoft = rows.some(({ law }) => isSoft(law));
  const lacking = { mean: new Float64Array(m), moment: new Float64Array(m), doubt: new Float64Array(m) };
  const blur = new Float64Array(m); // of slips in the middle of a step, m/s
  const steep = rows.map(({ law }) => law.weakening !== undefined && isSteep(law.weakening));
  const correct = softCorrection();
  const friction = Int8Array.from(rows, ({ law }) => (isFriction(law) ? 1 : 0));

  /** Drives and limits at a point: the one place that asks for them. */
  function limitsAt(laws: PointLaws, { at, x, v }: Place, deciding: Place): void {
    values.update(at, x, v, deciding);
    for (let i = 0; i < m; i++) {
      laws.drive[i] = values.drive[i]!;
      laws.forward[i] = values.forward[i]!;
      laws.backward[i] = values.backward[i]!;
      laws.kineticForward[i] = values.kineticForward[i]!;
      laws.kineticBackward[i] = values.kineticBackward[i]!;
      if (friction[i] === 0) continue;
      const limit = Math.max(values.forward[i]!, values.backward[i]!);
      if (limit > largestLimit[i]!) largestLimit[i] = limit;
    }
  }

  function softAt(laws: PointLaws): void {
    for (let i = 0; i < m; i++) {
      const { law } = rows[i]!;
      if (law.smoothing > 0) smoothedAt(law, i, laws.slip, laws, laws.soft);
      else weakeningAt(law, i, laws.slip, laws, laws.soft, slope);
    }
  }

  function fill(point: PointForces, laws: PointLaws, middle: PointForces): void {
    const isEnd = point !== middle;
    if (varying) limitsAt(laws, point, middle);
    const { start, column, value } = point.directions;
    const { v } = point;
    const { slip, drive } = laws;
    let k = 0;
    for (let i = 0; i < m; i++) {
      let sum = 0;
      let terms = 0; // speeds that a slip is made of: what is small beside them is round-off
      for (const end = start[i + 1]!; k < end; k++) {
        const part = value[k]! * v[column[k]!]!;
        sum += part;
        terms += Math.abs(part);
      }
      if (varying) {
        sum -= drive[i]!;
        terms += Math.abs(drive[i]!);
      }
      const speeds = terms + carried.ofRows[i]!;
      const rests = isEnd ? Math.abs(sum) <= ROUND_OFF * speeds : points[0].slip[i] === 0 && points[2].slip[i] === 0;
      slip[i] = rests || Math.abs(sum) < UNDERFLOW ? 0 : sum;
      if (isEnd && terms > largestSpeed[i]!) largestSpeed[i] = terms;
    }
    if (!anySoft) return;
    softAt(laws);
    rowsAddTransposed(point.directions, laws.soft, point.q);
  }

  /** What the digits of the places leave open of a slip in the middle of the step, m/s: velocities there are told by ways. */
  function blurOf(i: number, step: Reading): number {
    const { start, column, value } = step.points[1].directions;
    let sum = 0;
    for (let k = start[i]!; k < start[i + 1]!; k++) sum += Math.abs(value[k]!) * middleBlur(step, column[k]!);
    return sum;
  }

  if (!varying) {
    const nowhere = new Float64Array(system.size);
    const place = { at: new Float64Array(2), x: nowhere, v: nowhere };
    for (const laws of points) limitsAt(laws, place, place);
  }
  return {
    kept: { points, gap0, gap1, driveTravel, largestLimit, largestSpeed, lacking },
    varying,
    points,
    gap0,
    gap1,
    ...(anySoft ? { lacking } : {}),
    driveTravel,
    largestLimit,
    largestSpeed,
    begin(step) {
      if (system.hasStops) system.gapsAt(step.points[2].x, gap1);
    },
    readFirst: (step) => fill(step.points[2], points[2], step.points[1]),
    settle() {
      const last = points[2];
      if (last === third) return;
      for (const name of LAW_NAMES) copy(last[name], points[0][name]);
      points[2] = third;
      points[0] = last;
    },
    read(step) {
      const first = points[2];
      const last = points[0];
      points[0] = first;
      points[2] = last;
      const middle = step.points[1];
      if (step.again) fill(step.points[0], first, middle);
      fill(step.points[2], last, middle);
      fill(middle, points[1], middle);
      for (let i = 0; varying && i < m; i++)
        driveTravel[i] = step.h[0]! * meanOf(first.drive, points[1].drive, last.drive, i);
      for (let i = 0; anySoft && i < m; i++) {
        const { weakening } = rows[i]!.law;
        if (weakening && steep[i]) blur[i] = blurOf(i, step);
        if (weakening) correct(weakening, steep[i]!, i, first, points[1], last, blur, lacking);
      }
      if (!system.hasStops) return;
      copy(gap1, gap0);
      system.gapsAt(step.points[2].x, gap1);
    },
  };
}

/** Force of a friction row in slip of this sign, but for what is soft, N. */
export function slidingForce(
  laws: Pick<PointLaws, "kineticForward" | "kineticBackward">,
  i: number,
  sign: number,
): number {
  return sign > 0 ? -laws.kineticForward[i]! : laws.kineticBackward[i]!;
}

const LAW_NAMES = ["slip", "drive", "forward", "backward", "kineticForward", "kineticBackward", "soft"] as const;

/** What does not vary is no memory: kernels know it as it is. */
function newLaws(m: number, room: Room, varying: boolean): PointLaws {
  const limit = () => (varying ? room.vector(m) : new Float64Array(m));
  return {
    slip: room.vector(m),
    drive: limit(),
    forward: limit(),
    backward: limit(),
    kineticForward: limit(),
    kineticBackward: limit(),
    soft: room.vector(m),
  };
}

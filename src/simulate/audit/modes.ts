/** What the audit takes rows to do over a step, from their slips and gaps alone. */

import { isFriction } from "../../model/rows/law.ts";
import type { System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Balance } from "./balance.ts";
import type { Carried } from "./carried.ts";
import type { Coupling } from "./coupling.ts";
import type { Laws } from "./laws.ts";
import type { Reading } from "./reading.ts";
import { DIGITS } from "./residuals.ts";
import type { Room } from "./room.ts";
import { diagonalEntry } from "./rows-of.ts";

/** A slip below this part of the speeds that a row has seen is rest, and a gap below this part of its terms is closed. */
export const REST = 1e-9;
/** Part of what the forces would do to a slip within a step that is round-off. */
export const ROUND_OFF = 1e-14;
/** The same of stops, and of their speeds: two of them may let go and catch in turns until their speeds are this small. */
const OF_STOPS = 1e-12;
/** Of the time, its own round-off: a state is somewhere within it. */
export const OF_TIME = 4 * Number.EPSILON;

/** Of what rounding makes of a gap: places are rounded on the way too. */
const DIGITS_OF_GAP = 4;

export interface Modes {
  /** Slip below which each row is at rest, m/s. */
  readonly still: Vector;
  /** 1 for rows that are held over the step: at rest, in contact, joints. */
  readonly held: Vector;
  /** What the largest forces so far would do to the rows' rates, m/s^2. */
  readonly push: Vector;
  /** A row slides when either end does: for motions whose samples hold every event. */
  setStrict(step: Reading, laws: Laws, balance: Balance): void;
  /** A row slides when friction could stop it at neither end: for steps that may hold events. */
  setLoose(step: Reading, laws: Laws, balance: Balance): void;
  /** Gap below which a stop is closed, m. */
  closedGap(i: number, step: Reading): number;
  readonly kept: Kept;
}

export function modes(
  system: System,
  { mass, inverseRows, compliance, varies }: Coupling,
  carried: Carried,
  room: Room,
): Modes {
  const { rows } = system;
  const m = rows.length;
  const friction = Int8Array.from(rows, ({ law }) => (isFriction(law) ? 1 : 0));
  const still = room.vector(m);
  const held = room.vector(m);
  const push = room.vector(m);
  const opened = room.vector(m); // what round-off of the forces may open of a gap in a step, the largest so far, m
  const rounding = new Float64Array(m); // of the formulas of gaps, m
  let pushed = -1; // when it was derived
  const joint = Int8Array.from(rows, ({ law }) => (law.joint ? 1 : 0));
  const smoothed = Int8Array.from(rows, ({ law }) => (law.smoothing > 0 ? 1 : 0));

  /** What the largest forces would do to the rows' rates, m/s^2: derived when these have grown. */
  function readPush({ largest, grown }: Reading): void {
    if (pushed === grown && !varies) return;
    pushed = grown;
    const { start, column, value } = inverseRows;
    for (let i = 0; i < m; i++) {
      let sum = 0;
      for (let k = start[i]!; k < start[i + 1]!; k++) sum += Math.abs(value[k]!) * largest.force[column[k]!]!;
      push[i] = sum;
    }
  }

  /** A row without limits has no force, wherever it slips. */
  function isFree(i: number, { points, varying }: Laws): boolean {
    if (points[2].forward[i] !== 0 || points[2].backward[i] !== 0) return false;
    if (!varying) return true;
    const first = points[0];
    const middle = points[1];
    return first.forward[i] === 0 && first.backward[i] === 0 && middle.forward[i] === 0 && middle.backward[i] === 0;
  }

  /** Slips below which rows are at rest. */
  function setStill(step: Reading, { points, largestSpeed }: Laws): void {
    const s0 = points[0].slip;
    const s1 = points[2].slip;
    const late = OF_TIME * Math.abs(step.points[2].at[0]!);
    readPush(step);
    for (let i = 0; i < m; i++) {
      const tick = (friction[i] === 0 ? OF_STOPS : ROUND_OFF) * step.h[0]! + late;
      const speed = friction[i] === 0 && varies ? Math.max(largestSpeed[i]!, turnedSpeed(i, step)) : largestSpeed[i]!;
      const own = (friction[i] === 0 ? OF_STOPS : REST) * speed; // stops have bounces of any size
      const rest = own + DIGITS * carried.ofRows[i]!;
      still[i] = s0[i] === 0 && s1[i] === 0 ? rest : rest + tick * push[i]!;
      const way = step.h[0]! * tick * push[i]!;
      if (friction[i] === 0 && way > opened[i]!) opened[i] = way;
    }
  }

  /**
   * What the energy of the coordinates that a stop is on could make of its rate, m/s: where its direction is about to turn towards what moves,
   * digits of the direction are no part of the rates that the stop has seen.
   */
  function turnedSpeed(i: number, { largest, points }: Reading): number {
    const { start, column, value } = points[2].directions;
    let energy = 0;
    let reach = 0;
    for (let k = start[i]!; k < start[i + 1]!; k++) {
      const own = diagonalEntry(mass, column[k]!);
      const speed = largest.velocity[column[k]!]!;
      energy += own * speed * speed;
      if (value[k] !== 0) reach += Math.abs(value[k]!) / Math.sqrt(own);
    }
    return Math.sqrt(energy) * reach;
  }

  /** A stop at the place 0 has no digits of its own: what round-off of the forces that press on it moves, or of its formula, is closed yet, and so is what the tolerance of its method leaves. */
  function closedGap(i: number, { largest, points }: Reading): number {
    const { start, column, value } = points[2].directions;
    const { stop, method } = rows[i]!.law;
    let terms = Math.abs(stop!.gap);
    for (let k = start[i]!; k < start[i + 1]!; k++) terms += Math.abs(value[k]!) * largest.position[column[k]!]!;
    system.gapRoundingAt?.(points[2].x, rounding);
    return REST * terms + opened[i]! + DIGITS_OF_GAP * rounding[i]! + (method?.tolerance ?? 0);
  }

  /** Whether a stop is closed at both ends: what rounding makes of gaps takes long, so who moves is not asked. */
  function touches(i: number, step: Reading, { gap0, gap1 }: Laws): boolean {
    const closed = closedGap(i, step);
    return gap0[i]! <= closed && gap1[i]! <= closed;
  }

  return {
    kept: { still, held, push, opened },
    still,
    held,
    push,
    closedGap,
    setStrict(step, laws, { sliding, unknown }) {
      const first = laws.points[0].slip;
      const last = laws.points[2].slip;
      setStill(step, laws);
      for (let i = 0; i < m; i++) {
        sliding[i] = 0;
        unknown[i] = joint[i]!; // smoothed rows, joints and rows without limits are what they are
        held[i] = joint[i]!;
        if (joint[i] === 1 || smoothed[i] === 1 || (friction[i] === 1 && isFree(i, laws))) continue;
        const s0 = first[i]!;
        const s1 = last[i]!;
        const rest = still[i]!;
        if (friction[i] === 0) {
          unknown[i] = Math.max(Math.abs(s0), Math.abs(s1)) <= rest && touches(i, step, laws) ? 1 : 0;
          held[i] = unknown[i]!;
          continue;
        }
        const forwards = s0 > rest || s1 > rest;
        const backwards = s0 < -rest || s1 < -rest;
        // a motion that passes zero has a state there: without one it is taken to slide as it does faster, which does not balance
        sliding[i] = forwards && backwards ? Math.sign(s0 + s1) : forwards ? 1 : backwards ? -1 : 0;
        unknown[i] = sliding[i] === 0 ? 1 : 0;
        held[i] = forwards || backwards ? 0 : 1;
      }
    },
    setLoose(step, laws, { sliding, unknown }) {
      const h = step.h[0]!;
      const first = laws.points[0].slip;
      const last = laws.points[2].slip;
      const { forward, backward } = laws.points[1];
      setStill(step, laws);
      for (let i = 0; i < m; i++) {
        sliding[i] = 0;
        unknown[i] = joint[i]!;
        held[i] = joint[i]!;
        if (joint[i] === 1 || smoothed[i] === 1 || (friction[i] === 1 && isFree(i, laws))) continue;
        const s0 = first[i]!;
        const s1 = last[i]!;
        if (friction[i] === 0) {
          // also at the middle of the step as time stepping sees it, and right after it: at its end alpha begins to push
          const ahead = Math.min(laws.gap0[i]! + (h / 2) * s0, laws.gap1[i]! + h * s1);
          const closed = ahead > 0 ? closedGap(i, step) : 0;
          const open = ahead > 0 && laws.gap0[i]! > closed && laws.gap1[i]! > closed;
          unknown[i] = open ? 0 : 1;
          continue;
        }
        const reach = h * Math.max(forward[i]!, backward[i]!) * compliance[i]!;
        sliding[i] = s0 > reach && s1 > reach ? 1 : s0 < -reach && s1 < -reach ? -1 : 0;
        unknown[i] = sliding[i] === 0 ? 1 : 0;
      }
    },
  };
}

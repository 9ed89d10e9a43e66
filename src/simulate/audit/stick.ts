/** Rows at rest stay where they are: how far they moved, how fast, and for how long. */

import { isHard } from "../../model/rows/constraint-method.ts";
import { isFriction } from "../../model/rows/law.ts";
import type { System } from "../../model/system.ts";
import { rowsMultiply } from "../../numeric/rows.ts";
import { copy, setZero, type Vector } from "../../numeric/vector.ts";
import type { State } from "../../scheme/scheme.ts";
import type { Balance } from "./balance.ts";
import type { Coupling } from "./coupling.ts";
import { driveTravel } from "./drive-travel.ts";
import type { Laws } from "./laws.ts";
import { meanOf } from "./mean.ts";
import type { Modes } from "./modes.ts";
import type { Reading } from "./reading.ts";
import type { Memory, Room } from "./room.ts";

/** A force this near to its limit (relative) may be slipping: time stepping blurs it where slip begins. */
export const MARGIN = 1e-3;
/** The same of the smoothed law, whose force nears its limit slowly. */
const SMOOTHED_MARGIN = 0.1;
/** Stuck steps before a row is held to it; in the first ones a scheme may still be bringing it to rest. */
export const SETTLING = 3;
/** Ways below this part of a row's place are round-off. */
export const ROUND_OFF = 1e-13;
/** Of the terms of a place and of its way so far. */
export const NOISE = 16 * Number.EPSILON;

type StickMemory =
  | "place0"
  | "place1"
  | "place2"
  | "reference"
  | "strayed"
  | "steps"
  | "atLimit"
  | "wasAtLimit"
  | "travel"
  | "bent"
  | "wasBent";

export interface StickCheck {
  readonly stuckTime: Vector;
  /** Largest way within one stick interval, m, and what is allowed of it. */
  readonly drift: Vector;
  readonly allowed: Vector;
  /** Slip of a held row, or its way in a step over the step, beyond what is rest, m/s. */
  readonly defect: Vector;
  /** Largest speed of a stuck row, m/s. */
  readonly speed: Vector;
  /** Time stuck yet moving, s. */
  readonly creep: Vector;
  /** What of it has reported forces at their limits, s. */
  readonly flutter: Vector;
  /** Where each row is on what it slips on, in size of its terms, m. */
  readonly terms: Vector;
  begin(step: Reading): void;
  /** Of motions whose samples hold every event: a row that does not slide is at rest. */
  observeStrict(step: Reading, laws: Laws): void;
  /** Of steps that may hold events: a row whose force is inside its limits is stuck. `uncertain`: what its force may be off by, N. */
  observeLoose(state: State, step: Reading, laws: Laws, balance: Balance, uncertain: Vector): void;
  jump(): void;
  readonly kept: Memory<StickMemory>;
}

/** `exact`: the motion is said to be: places of steps are off by what steps are off by, and are the sums of slips where directions or masses vary. */
export function stickCheck(
  system: System,
  modes: Modes,
  { compliance, varies }: Coupling,
  exact: boolean,
  room: Room,
): StickCheck {
  const { rows } = system;
  const m = rows.length;
  // joints that give way by their method are no rows at rest: what they give way by is told of joints
  const sticks = Int8Array.from(rows, ({ law }) => (law.stop || (law.joint && !isHard(law.method)) ? 0 : 1));
  const friction = Int8Array.from(rows, ({ law }) => (isFriction(law) ? 1 : 0));
  const make = () => room.vector(m);
  const [stuckTime, drift, allowed, defect] = [make(), make(), make(), make()];
  const [speed, creep, flutter, terms] = [make(), make(), make(), make()];
  const travel = make(); // of what each row slips on
  const smoothed = Int8Array.from(rows, ({ law }) => (law.smoothing > 0 ? 1 : 0));
  const place0 = make(); // two steps back, one step back, now
  const place1 = make();
  const place2 = make();
  const reference = make();
  const strayed = make(); // way since then that the slips explain, m
  const steps = make();
  const bent = make(); // the bend of the drive over the step times its length, m: now, and one step back
  const wasBent = make();
  const atLimit = make(); // whether the force reported is
  const wasAtLimit = make();
  const travels = driveTravel(system);
  const placed = exact && system.waysAt !== undefined; // by ways
  const summed = exact ? !system.constant.directions && !placed : varies;
  const [ways, rounding] = [new Float64Array(m), new Float64Array(m)];

  /** Where the rows are at the end of the step; along directions that are no gradients by the ways of their slips. */
  function follow({ points, h }: Reading, laws: Laws): void {
    const { x, directions } = points[2];
    const { start, column, value } = directions;
    const { driveTravel } = laws;
    const first = laws.points[0];
    const middle = laws.points[1];
    const last = laws.points[2];
    if (placed) readWays(x);
    let k = 0;
    for (let i = 0; i < m; i++) {
      place0[i] = place1[i]!;
      place1[i] = place2[i]!;
      travel[i]! += driveTravel[i]!;
      let place = -travel[i]!;
      let size = Math.abs(travel[i]!);
      for (const end = start[i + 1]!; k < end; k++) {
        const part = value[k]! * x[column[k]!]!;
        place += part;
        size += Math.abs(part);
      }
      if (placed) {
        place = ways[i]! - travel[i]!;
        size += rounding[i]! / NOISE;
      } else if (summed) place = place1[i]! + h[0]! * meanOf(first.slip, middle.slip, last.slip, i);
      place2[i] = place;
      if (size > terms[i]!) terms[i] = size;
    }
  }

  function readWays(x: Vector): void {
    system.waysAt!(x, ways);
    system.wayRoundingAt?.(x, rounding);
  }

  /** Places beside held rows that seem to move on what they slip on: where more of its way is known. */
  function followCloser(step: Reading, laws: Laws): void {
    const time = Math.abs(step.points[2].at[0]!);
    let any = false;
    for (let i = 0; i < m && !any; i++) {
      if (friction[i] === 0 || modes.held[i] === 0 || !bends(i, laws)) continue;
      any = Math.abs(place2[i]! - place1[i]!) > NOISE * (terms[i]! + time * laws.largestSpeed[i]!);
    }
    if (!any) return;
    travels.read(step, laws);
    for (let i = 0; i < m; i++) {
      travel[i]! += travels.lacking[i]!;
      place2[i]! -= travels.lacking[i]!;
    }
  }

  function bends(i: number, { points }: Laws): boolean {
    return points[0].drive[i]! + points[2].drive[i]! !== 2 * points[1].drive[i]!;
  }

  /** Whether the mean force of a row lies inside its limits by more than it may be off by. */
  function inside(i: number, { points }: Laws, { force, unknown }: Balance, uncertain: Vector): boolean {
    if (friction[i] === 0) return true;
    const blurred = smoothed[i] === 1;
    if (!blurred && unknown[i] === 0) return false;
    const { forward, backward, kineticForward, kineticBackward, soft } = points[1];
    const found = blurred ? soft[i]! : force[i]!;
    const part = 1 - (blurred ? SMOOTHED_MARGIN : MARGIN);
    const off = blurred ? 0 : uncertain[i]!;
    // of a jump law only what lies inside the kinetic forces, which the row may also have while it slips
    return (
      found > off - Math.min(forward[i]!, kineticForward[i]!) * part &&
      found < Math.min(backward[i]!, kineticBackward[i]!) * part - off
    );
  }

  function slow(i: number, { h }: Reading, { points }: Laws): boolean {
    if (friction[i] === 0 || smoothed[i] === 1) return true;
    const { forward, backward } = points[1];
    const reach = h[0]! * Math.max(forward[i]!, backward[i]!) * compliance[i]!;
    return Math.abs(points[0].slip[i]!) <= reach && Math.abs(points[2].slip[i]!) <= reach;
  }

  /** What rules of integration differ by: of a way on a drive that varies, or along a direction that turns, m. */
  function bend(i: number, { h, points }: Reading, laws: Laws): void {
    wasBent[i] = bent[i]!;
    let size = Math.abs(laws.points[0].drive[i]! - 2 * laws.points[1].drive[i]! + laws.points[2].drive[i]!);
    const { start, column } = points[1].directions;
    for (let k = start[i]!; varies && k < start[i + 1]!; k++) {
      const turn = points[2].directions.value[k]! - points[0].directions.value[k]!;
      size += Math.abs(turn * (points[2].v[column[k]!]! - points[0].v[column[k]!]!));
    }
    bent[i] = h[0]! * size;
  }

  function noteReported(i: number, { force, limit }: State): void {
    wasAtLimit[i] = atLimit[i]!;
    atLimit[i] = friction[i] === 1 && Math.abs(force[i]!) >= (1 - MARGIN) * limit[i]! ? 1 : 0;
  }

  function noteDrift(i: number, extra: number): void {
    const way = Math.max(Math.abs(place2[i]! - reference[i]!), Math.abs(place1[i]! - reference[i]!));
    if (way <= drift[i]!) return;
    drift[i] = way;
    allowed[i] = extra;
  }

  return {
    kept: {
      ...{ stuckTime, drift, allowed, defect, speed, creep, flutter, terms, travel, place0, place1, place2 },
      ...{ reference, strayed, steps, bent, wasBent, atLimit, wasAtLimit },
    },
    stuckTime,
    drift,
    allowed,
    defect,
    speed,
    creep,
    flutter,
    terms,
    begin({ points }) {
      if (placed) system.waysAt!(points[2].x, place2);
      else rowsMultiply(points[2].directions, points[2].x, place2);
      copy(place2, place1);
    },
    observeStrict(step, laws) {
      const h = step.h[0]!;
      const time = step.points[2].at[0]!;
      follow(step, laws);
      if (laws.varying) followCloser(step, laws);
      for (let i = 0; i < m; i++) {
        if (sticks[i] === 0) continue;
        // one that gets slower or faster, however slowly, is about to come to rest or has left it
        const change = Math.abs(laws.points[2].slip[i]! - laws.points[0].slip[i]!);
        if (modes.held[i] === 0 || (friction[i] === 1 && change > ROUND_OFF * laws.largestSpeed[i]!)) {
          steps[i] = 0;
          continue;
        }
        const arrives = steps[i] === 0; // the state in which it does so is one of slip yet, to round-off
        if (arrives) {
          reference[i] = place1[i]!;
          strayed[i] = 0;
        }
        steps[i]!++;
        stuckTime[i]! += h;
        const slip = Math.max(Math.abs(laws.points[0].slip[i]!), Math.abs(laws.points[2].slip[i]!));
        const stuckSlip = arrives ? Math.abs(laws.points[2].slip[i]!) : slip;
        if (stuckSlip > speed[i]!) speed[i] = stuckSlip;
        const between = varies ? Math.abs(laws.points[1].slip[i]!) : 0;
        strayed[i]! += h * Math.max(slip, between); // no further than that, though a slip below `still` is rest
        const noise = NOISE * (terms[i]! + Math.abs(time) * laws.largestSpeed[i]!);
        noteDrift(i, strayed[i]! + noise);
        const hidden = Math.max(slip, (Math.abs(place2[i]! - place1[i]!) - noise) / h) - modes.still[i]!;
        if (hidden > defect[i]!) defect[i] = hidden;
      }
    },
    observeLoose(state, step, laws, balance, uncertain) {
      const h = step.h[0]!;
      const last = laws.points[2].slip;
      const bends = laws.varying || varies;
      follow(step, laws);
      for (let i = 0; i < m; i++) {
        noteReported(i, state);
        if (bends) bend(i, step, laws);
        if (sticks[i] === 0) continue;
        if (!inside(i, laws, balance, uncertain) || !slow(i, step, laws)) {
          steps[i] = 0;
          continue;
        }
        steps[i]!++;
        stuckTime[i]! += h;
        if (steps[i]! < SETTLING) continue;
        if (steps[i] === SETTLING) reference[i] = place1[i]!;
        const slip = Math.abs(last[i]!);
        // a row that has not moved for two steps has nothing new to tell
        if (slip === 0 && place2[i] === place1[i] && place1[i] === place0[i] && steps[i]! > SETTLING) continue;
        if (slip > speed[i]!) speed[i] = slip;
        noteDrift(i, 0);
        // over two steps: a position that only alternates does not creep
        const carried = bent[i]! + wasBent[i]!;
        if (Math.abs(place2[i]! - place0[i]!) <= ROUND_OFF * terms[i]! + h * modes.still[i]! + carried) continue;
        creep[i]! += h;
        if (atLimit[i] === 1 || wasAtLimit[i] === 1) flutter[i]! += h;
      }
    },
    jump() {
      setZero(steps);
    },
  };
}

/**
 * The reported forces of the rows at the end of a step, against the laws and the equation of motion there: a row that slides has the
 * force of its law, an open stop none, and one that is held has the force that keeps its acceleration that of its drive,
 *     w . M^{-1} (q + W F) = drive',
 * unless it is at its bound and about to leave. Where a formula may jump, the forces may be those of either side.
 */

import { driveRates } from "../../model/rows/drive-rates.ts";
import { isFriction } from "../../model/rows/law.ts";
import type { System } from "../../model/system.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import { copy, setZero, type Vector } from "../../numeric/vector.ts";
import type { State } from "../../scheme/scheme.ts";
import type { Balance } from "./balance.ts";
import type { Coupling } from "./coupling.ts";
import { type Laws, type PointLaws, slidingForce } from "./laws.ts";
import type { Modes } from "./modes.ts";
import type { Point, Reading } from "./reading.ts";
import type { Memory, Room } from "./room.ts";
import { NOISE, type StickCheck } from "./stick.ts";

/** A force this near to its bound (relative to the largest) may be at it. */
export const AT_BOUND = 1e-6;
/**
 * A slip that begins and ends within a step, both times at zero, has this part of what the acceleration at its end makes of the step as its mean: the
 * acceleration passes zero between, along a line where the step is short.
 */
export const MEAN_SLIP = 1 / 6;
/** Error of a state that no step has been held against. */
const UNSEEN = Number.POSITIVE_INFINITY;

type Forces = Pick<State, "force" | "limit">;

export interface MultiplierCheck {
  /** Largest error of each reported force so far, N. */
  readonly error: Vector;
  /** Largest force that was reported of each stop while it was open, N: nothing is solved for there, so no digit of it is round-off. */
  readonly ofOpen: Vector;
  /** Largest reported force, or limit, of each row so far, N. */
  readonly largest: Vector;
  /** Largest reported force itself, N. */
  readonly used: Vector;
  /** The first state. */
  begin(state: State): void;
  /** A state at the same time as the last one: its forces are the same, or those of the step to come. */
  repeat(state: State): void;
  /** Looks at the state at the end of a step that has been balanced. */
  observe(state: State, step: Reading, laws: Laws, balance: Balance): void;
  /** Nothing more is to be learned of the last state: the motion jumps, or ends. */
  close(): void;
  readonly kept: Memory<"found" | "foundOpen"> & { readonly last: Forces; waits: boolean; repeats: boolean };
}

export function multiplierCheck(
  system: System,
  modes: Modes,
  { terms }: Pick<StickCheck, "terms">,
  { inverseRows, moments, compliance, varies }: Coupling,
  room: Room,
): MultiplierCheck {
  const m = system.rows.length;
  const { rows } = system;
  const error = room.vector(m);
  const now = new Float64Array(m);
  const found = room.vector(m); // of the last state
  const ofOpen = room.vector(m);
  const nowOpen = new Float64Array(m);
  const foundOpen = room.vector(m);
  const last: Forces = { force: room.vector(m), limit: room.vector(m) };
  let waits = false; // the last state may have the forces of the step to come
  const other: Forces = { force: room.vector(m), limit: room.vector(m) }; // of another state at its time
  const apart = room.vector(m); // by how much they differ, N
  let repeats = false; // there is one
  const largest = room.vector(m);
  const used = room.vector(m);
  const acceleration = new Float64Array(m); // filled in where one is asked for
  const ofForces = new Float64Array(m);
  const rate = new Float64Array(system.size);
  const friction = Int8Array.from(rows, ({ law }) => (isFriction(law) ? 1 : 0));
  const smoothed = Int8Array.from(rows, ({ law }) => (law.smoothing > 0 ? 1 : 0));
  const hard = new Float64Array(m);
  const drives = driveRates(system);

  /** Whether what rows slip on changes its speed. */
  function drivesVary({ points }: Laws): boolean {
    for (let i = 0; i < m; i++) {
      const drive = points[1].drive[i];
      if (points[0].drive[i] !== drive || points[2].drive[i] !== drive) return true;
    }
    return false;
  }

  /** Whether a row is held, or may be from the point on: forces of the others are known without an acceleration. */
  function accelerationsCount({ slip }: PointLaws, { sliding }: Balance): boolean {
    for (let i = 0; i < m; i++) {
      if (modes.held[i] === 1) return true;
      if (sliding[i] !== 0 && Math.abs(slip[i]!) <= modes.still[i]!) return true;
    }
    return false;
  }

  /** Rates of the slips on drives at rest, by the smooth and the reported forces, m/s^2. */
  function accelerations(state: Forces, { points }: Reading, point: Point): void {
    for (let i = 0; i < m; i++) hard[i] = smoothed[i] === 1 ? 0 : state.force[i]!; // theirs are in q
    if (!varies) {
      rowsMultiply(inverseRows, points[point].q, acceleration);
      rowsMultiply(moments.matrix, hard, ofForces);
      for (let i = 0; i < m; i++) acceleration[i]! += ofForces[i]!;
      return;
    }
    const { q, x, v, inertia, directions } = points[point];
    copy(q, rate);
    rowsAddTransposed(directions, hard, rate);
    inertia!.solve(rate);
    rowsMultiply(directions, rate, acceleration);
    system.turningAt(x, v, ofForces);
    for (let i = 0; i < m; i++) acceleration[i]! += ofForces[i]!;
  }

  /** Takes off the accelerations of what rows slip on. */
  function subtractDrives({ points }: Reading, laws: Laws, point: Point): void {
    if (!laws.varying || !drivesVary(laws)) return;
    const { at, x, v } = points[point];
    drives.update(at, x, v, points[1]);
    for (let i = 0; i < m; i++) if (!rows[i]!.law.stop) acceleration[i]! -= drives.rate[i]!;
  }

  /** Whether a row that hardly moves has the force of its slip all the same, or of the slip with which it comes or goes. */
  function slides(i: number, force: number, here: PointLaws, { points }: Laws): boolean {
    return slidesAs(i, force, here, points[0].slip[i]!) || slidesAs(i, force, here, points[2].slip[i]!);
  }

  function slidesAs(i: number, force: number, here: PointLaws, slip: number): boolean {
    if (rows[i]!.law.stop) return force === 0 && slip !== 0; // a bounce of any size
    if (friction[i] === 0 || slip === 0) return false;
    return Math.abs(force - slidingForce(here, i, slip)) <= AT_BOUND * largest[i]!;
  }

  /**
   * Whether a row comes to rest just here, with the force of a slip that cannot be seen, neither by its speed nor by its way: between a reversal and rest it may
   * last for so short a time that its sense is none of the digits of either end.
   */
  function comesToRest(i: number, force: number, here: PointLaws, { h, points }: Reading, laws: Laws): boolean {
    const rate = acceleration[i]!;
    if (friction[i] === 0) return false;
    const noise = NOISE * (terms[i]! + Math.abs(points[2].at[0]!) * laws.largestSpeed[i]!);
    if (MEAN_SLIP * h[0]! * Math.abs(rate) > modes.still[i]! + noise / h[0]!) return false;
    return slidesAs(i, force, here, -rate);
  }

  /** Whether the acceleration leads a row away from the bound at which its force is. */
  function leaves(i: number, force: number, laws: PointLaws): boolean {
    const near = AT_BOUND * largest[i]!;
    const forwards = acceleration[i]! > 0;
    if (rows[i]!.law.stop) return forwards && force <= near;
    if (friction[i] === 0) return false;
    const size = forwards ? -force : force;
    const limit = forwards ? laws.forward[i]! : laws.backward[i]!;
    const kinetic = forwards ? laws.kineticForward[i]! : laws.kineticBackward[i]!;
    return size >= limit - near || Math.abs(size - kinetic) <= near;
  }

  /** By how much a force leaves its limits, N. */
  function outside(i: number, force: number, laws: PointLaws): number {
    return Math.max(0, force - laws.backward[i]!, -force - laws.forward[i]!);
  }

  function noteError(i: number, size: number): void {
    if (size > now[i]!) now[i] = size;
  }

  /** Fills `now` with the errors of a state at one end of a step. */
  function check(state: Forces, step: Reading, laws: Laws, balance: Balance, point: Point): void {
    const here = laws.points[point];
    setZero(now);
    setZero(nowOpen);
    if (accelerationsCount(here, balance)) {
      accelerations(state, step, point);
      subtractDrives(step, laws, point);
    }
    for (let i = 0; i < m; i++) {
      const force = state.force[i]!;
      const size = friction[i] === 1 ? Math.max(here.forward[i]!, here.backward[i]!) : Math.abs(force);
      if (size > largest[i]!) largest[i] = size;
      if (Math.abs(force) > used[i]!) used[i] = Math.abs(force);
      if (friction[i] === 1) noteError(i, Math.abs(state.limit[i]! - here.forward[i]!));
      if (point === 0 && friction[i] === 1) noteError(i, outside(i, force, here)); // at the others box.ts looks
      if (modes.held[i] === 1) {
        if (!leaves(i, force, here) && !slides(i, force, here, laws) && !comesToRest(i, force, here, step, laws))
          noteError(i, Math.abs(acceleration[i]!) / compliance[i]!);
      } else if (balance.unknown[i] === 1) noteError(i, outside(i, force, here));
      else if (smoothed[i] === 1) noteError(i, Math.abs(force - here.soft[i]!));
      else if (rows[i]!.law.stop) nowOpen[i] = Math.abs(force);
      else if (balance.sliding[i] === 0) noteError(i, Math.abs(force));
      else {
        const ofLaw = Math.abs(force - slidingForce(here, i, balance.sliding[i]!));
        const rests = Math.abs(here.slip[i]!) <= modes.still[i]!; // at an end of the step: held from there on, or turning
        if (!rests) noteError(i, ofLaw);
        else if (!leaves(i, force, here)) noteError(i, Math.min(ofLaw, Math.abs(acceleration[i]!) / compliance[i]!));
      }
    }
  }

  const slidesAnyhow = (i: number, force: number, here: PointLaws) =>
    slidesAs(i, force, here, 1) || slidesAs(i, force, here, -1);

  /** Of two states at one time the later one, at the start of the step to come: rows may have slipped for no time before it, with the forces of that. */
  function noteOther(step: Reading, laws: Laws, balance: Balance): void {
    const here = laws.points[0];
    repeats = false;
    check(other, step, laws, balance, 0);
    for (let i = 0; i < m; i++) {
      if (slidesAnyhow(i, other.force[i]!, here)) continue;
      error[i] = Math.max(error[i]!, Math.min(now[i]!, apart[i]!));
      ofOpen[i] = Math.max(ofOpen[i]!, Math.min(nowOpen[i]!, apart[i]!));
    }
  }

  /** Errors that hold whatever comes. */
  function note(): void {
    for (let i = 0; i < m && waits; i++) {
      if (found[i]! > error[i]! && found[i]! < UNSEEN) error[i] = found[i]!;
      if (foundOpen[i]! > ofOpen[i]!) ofOpen[i] = foundOpen[i]!;
    }
    waits = false;
  }

  function keep(state: State): void {
    copy(state.force, last.force);
    copy(state.limit, last.limit);
    waits = true;
  }

  return {
    kept: {
      ...{ error, ofOpen, largest, used, found, foundOpen, last, other, apart },
      get repeats() {
        return repeats;
      },
      set repeats(saved) {
        repeats = saved;
      },
      get waits() {
        return waits;
      },
      set waits(saved) {
        waits = saved;
      },
    },
    error,
    ofOpen,
    largest,
    used,
    begin(state) {
      found.fill(UNSEEN);
      keep(state);
    },
    repeat({ force, limit }) {
      for (let i = 0; i < m; i++) {
        const wider = limit[i] === last.limit[i] ? 0 : Math.abs(limit[i]! - last.limit[i]!); // also where there is none
        apart[i] = waits ? Math.max(wider, Math.abs(force[i]! - last.force[i]!)) : UNSEEN;
      }
      copy(force, other.force);
      copy(limit, other.limit);
      repeats = true;
    },
    observe(state, step, laws, balance) {
      const repeated = repeats;
      if (repeated) noteOther(step, laws, balance);
      if (waits && step.again) {
        check(last, step, laws, balance, 0);
        for (let i = 0; i < m; i++) {
          // the first state's forces may be those of a slip that ends at once
          if (repeated && found[i] === UNSEEN && slidesAnyhow(i, last.force[i]!, laws.points[0])) continue;
          if (now[i]! + nowOpen[i]! >= found[i]! + foundOpen[i]!) continue;
          found[i] = now[i]!;
          foundOpen[i] = nowOpen[i]!;
        }
      }
      note();
      check(state, step, laws, balance, 2);
      copy(now, found);
      copy(nowOpen, foundOpen);
      keep(state);
    },
    close() {
      repeats = false;
      note();
    },
  };
}

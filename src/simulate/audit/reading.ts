/**
 * A step as the audit reads it: three points, both ends and the middle of the cubic through x and v at the ends, and at each of
 * them the smooth forces (smooth-forces.ts) and, where they change with the place, mass and directions.
 */
import type { System } from "../../model/system.ts";
import { restore, type Saved, save } from "../../numeric/kept.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import { type Rows, rowsMultiply } from "../../numeric/rows.ts";
import { copy, type Vector } from "../../numeric/vector.ts";
import type { State } from "../../scheme/scheme.ts";
import type { Coupling } from "./coupling.ts";
import type { Memory, Room } from "./room.ts";
import { diagonalOf } from "./rows-of.ts";
import type { SmoothForces } from "./smooth-forces.ts";

/** Differences of places below this part of them are round-off. */
export const ROUND_OFF = 8 * Number.EPSILON;

/** How a way beside the mean of the velocities at the ends tells the velocity in the middle. */
const BOW = 1.5;

/** Start, middle, end. */
export type Point = 0 | 1 | 2;

/** What is known of a point of a step. */
export interface PointForces {
  readonly x: Vector;
  readonly v: Vector;
  /** Smooth forces on the coordinates, N. */
  readonly q: Vector;
  /** The forces that would do to the mass of the middle what q does to that of the point, N; q itself where the mass is constant. */
  readonly referred: Vector;
  /** Time, and the middle of the step as the side from which formulas are seen. */
  readonly at: Vector;
  /** Power of the loads, and what damping takes, W; kinetic and elastic energy, J. */
  readonly power: Vector;
  /** Of the rows, at x. */
  readonly directions: Rows;
  /** M(x), factored; absent where mass and directions are constant. */
  readonly inertia?: Matrix;
}

export const LOADS = 0;
export const DAMPING = 1;
export const ENERGY = 2;

export interface Reading {
  /** Start, middle and end; where a step begins as the last one ended, they change places. */
  readonly points: readonly [PointForces, PointForces, PointForces];
  /** Length of the step, s, in a typed array: as an argument it would be boxed. */
  readonly h: Vector;
  /** M (v1 - v0), N s. */
  readonly momentum: Vector;
  /** M (h (v0 + v1)/2 - (x1 - x0)), N s^2: the first moment of the accelerations about the middle. Filled where it is asked for. */
  readonly moment: Vector;
  /** Whether the step begins where a formula may jump, or after a jump of the motion. */
  readonly fresh: boolean;
  /** Whether forces and laws are read anew there: then, and where they may decide by the motion. */
  readonly again: boolean;
  /** Largest of each so far: |x|, |v|, |x - x(0)|, and of the single forces on a coordinate. */
  readonly largest: {
    readonly position: Vector;
    readonly velocity: Vector;
    readonly way: Vector;
    readonly force: Vector;
  };
  /** How often `largest.force` has grown: what is derived from it holds until then. */
  grown: number;
  /** The first state. */
  begin(state: State): void;
  /** Goes on to the next state. */
  advance(state: State): void;
  /** Brings the coupling to the step, and fills in what is referred to it: after all smooth forces are there. */
  refer(): void;
  /** Velocities jump where the last step ended. */
  jumpTo(state: State): void;
  /** Steps from the last state on that begin where nothing jumps are ordinary: those whose middle is before this time. */
  ordinaryUntil(): number;
  /** Reads the forces at the very first state for a step to a time, which is ordinary then; whether it did: not where one has been taken, or something may jump. */
  readFirst(time: number): boolean;
  /** Brings the last state to the third of the points as they were made. */
  settle(): void;
  readonly kept: Memory<"first">;
}

/** `moments`: whether they are asked for; `breaksWithin`: times at which something may jump. */
export function reading(
  system: System,
  end: number,
  coupling: Coupling,
  smooth: SmoothForces,
  moments: boolean,
  room: Room,
  breaksWithin: (from: number, to: number) => { readonly times: readonly number[]; readonly complete: boolean },
): Reading {
  const n = system.size;
  const { mass, varies } = coupling;
  const diagonal = diagonalOf(mass);
  const change = new Float64Array(n);
  const first = room.vector(n);
  const h = room.vector(1);
  const momentum = room.vector(n);
  const moment = room.vector(n);
  const make = () => newPoint(system, varies, room);
  const points: [PointForces, PointForces, PointForces] = [make(), make(), make()];
  const third = points[2];
  const largest = {
    position: room.vector(n),
    velocity: room.vector(n),
    way: room.vector(n),
    force: room.vector(n),
  };
  const decides = system.forcesDecide === true || system.rowMotion?.decides === true;
  const jumps = { times: new Float64Array(0), next: 0, complete: true };
  const status = { fresh: true, jumped: true, first: false };

  /** Formulas decide as in the middle of the step: where they change, a step ends. */
  function fill(point: PointForces, middle: PointForces): void {
    if (smooth.fill(point, largest.force, middle)) read.grown++;
  }

  /** Mass and directions at a point. */
  function locate({ x, directions, inertia }: PointForces): void {
    if (!inertia) return;
    if (!system.constant.mass) {
      system.massAt(x, inertia);
      inertia.factor();
    }
    system.directionsAt(x, directions);
  }

  /** Takes x, v and t of a state. */
  function take(point: PointForces, { time, position, velocity }: State): void {
    const { position: places, velocity: speeds, way: ways } = largest;
    for (let k = 0; k < n; k++) {
      const x = position[k]!;
      const v = velocity[k]!;
      point.x[k] = x;
      point.v[k] = v;
      const way = Math.abs(x - first[k]!);
      if (Math.abs(x) > places[k]!) places[k] = Math.abs(x);
      if (Math.abs(v) > speeds[k]!) speeds[k] = Math.abs(v);
      if (way > ways[k]!) ways[k] = way;
    }
    point.at[0] = time;
    locate(point);
  }

  /** The cubic's middle, and what momentum and place change by. */
  function readMiddle(start: PointForces, middle: PointForces, stop: PointForces): void {
    const length = h[0]!;
    const time = stop.at[0]!;
    for (let k = 0; k < n; k++) {
      const x0 = start.x[k]!;
      const x1 = stop.x[k]!;
      const dx = x1 - x0;
      const dv = stop.v[k]! - start.v[k]!;
      change[k] = dv;
      middle.x[k] = x0 + dx / 2 - (length / 8) * dv;
      const mean = (start.v[k]! + stop.v[k]!) / 2;
      const bow = BOW * (dx / length - mean);
      const digits = Math.abs(x1) + Math.abs(x0) + Math.abs(time * mean);
      middle.v[k] = Math.abs(bow) * length > ROUND_OFF * digits ? mean + bow : mean;
    }
    locate(middle);
  }

  /** out = M change */
  function weigh(out: Vector): void {
    if (!diagonal) rowsMultiply(mass, change, out);
    else for (let k = 0; k < n; k++) out[k] = diagonal[k]! * change[k]!;
  }

  /** Whether a formula may jump at the start of the step, to round-off; passes those times. */
  function passJumps({ at }: PointForces): boolean {
    if (!jumps.complete) return true;
    let passed = false;
    while (jumps.next < jumps.times.length && jumps.times[jumps.next]! <= at[1]!) {
      jumps.next++;
      passed = true;
    }
    return passed;
  }

  /** In their present order. */
  const memory = () => points.map(({ x, v, q, at, power }) => ({ x, v, q, at, power }));
  /** The points, and the times at which something may jump, which are those of the whole run. Mass and directions follow from the places: in this order. */
  const placed = {
    save: () => ({ points: save(memory()), jumps: { ...jumps, times: jumps.times.slice() } }),
    restore(saved: Saved) {
      const found = saved as unknown as { points: Saved; jumps: typeof jumps };
      restore(memory(), found.points);
      Object.assign(jumps, found.jumps);
      for (const point of points) locate(point);
    },
  };

  const read: Reading = {
    kept: { first, h, momentum, moment, largest, status, placed },
    points,
    h,
    momentum,
    moment,
    get fresh() {
      return status.fresh;
    },
    get again() {
      return status.fresh || decides;
    },
    largest,
    grown: 0,
    begin(state) {
      const { times, complete } = breaksWithin(state.time, end);
      jumps.times = Float64Array.from(times);
      jumps.complete = complete;
      copy(state.position, first);
      take(points[2], state);
      status.jumped = true;
      status.first = true;
    },
    advance(state) {
      const start = points[2];
      const middle = points[1];
      const stop = points[0];
      points[0] = start;
      points[2] = stop;
      h[0] = state.time - start.at[0]!;
      take(stop, state);
      readMiddle(start, middle, stop);
      const side = start.at[0]! + h[0]! / 2;
      start.at[1] = side;
      middle.at[0] = side;
      middle.at[1] = side;
      stop.at[1] = side;
      status.fresh = passJumps(start) || status.jumped;
      status.jumped = false;
      status.first = false;
      if (status.fresh || decides) fill(start, middle);
      fill(middle, middle);
      fill(stop, middle);
    },
    refer() {
      const start = points[0];
      const middle = points[1];
      const stop = points[2];
      if (varies) {
        coupling.update(middle);
        referTo(mass, start, change);
        referTo(mass, stop, change);
        copy(middle.q, middle.referred);
        for (let k = 0; k < n; k++) change[k] = stop.v[k]! - start.v[k]!;
      }
      weigh(momentum);
      if (!moments) return;
      for (let k = 0; k < n; k++) {
        change[k] = (h[0]! / 2) * (start.v[k]! + stop.v[k]!) - (stop.x[k]! - start.x[k]!);
      }
      weigh(moment);
    },
    ordinaryUntil() {
      if (!jumps.complete || status.jumped || decides) return Number.NEGATIVE_INFINITY;
      return jumps.times[jumps.next] ?? Number.POSITIVE_INFINITY;
    },
    readFirst(time) {
      const last = points[2];
      if (!status.first) return false;
      status.first = false;
      last.at[1] = last.at[0]! + (time - last.at[0]!) / 2;
      if (decides || !jumps.complete || jumps.times[jumps.next]! <= last.at[1]!) return false;
      fill(last, points[1]);
      status.jumped = false;
      return true;
    },
    settle() {
      const last = points[2];
      if (last === third) return;
      const free = points[0];
      for (const name of ["x", "v", "q", "at", "power"] as const) copy(last[name], free[name]);
      points[0] = last;
      points[2] = free;
    },
    jumpTo(state) {
      const stop = points[2];
      copy(state.position, stop.x);
      copy(state.velocity, stop.v);
      status.jumped = true;
      status.first = false;
    },
  };
  return read;
}

/** What the way of coordinate k over a step is not known by, m: digits of its places, and of the time. */
export function wayDigits({ points }: Reading, k: number): number {
  const start = points[0];
  const stop = points[2];
  const mean = (start.v[k]! + stop.v[k]!) / 2;
  return ROUND_OFF * (Math.abs(stop.x[k]!) + Math.abs(start.x[k]!) + Math.abs(stop.at[0]! * mean));
}

/** By how much that may change its velocity in the middle, m/s. */
export function middleBlur(step: Reading, k: number): number {
  return (BOW * wayDigits(step, k)) / step.h[0]!;
}

/** The forces on a point's mass as forces on that of the middle. */
export function referTo(mass: Rows, { q, referred, inertia }: PointForces, work: Vector): void {
  copy(q, work);
  inertia!.solve(work);
  rowsMultiply(mass, work, referred);
}

/** One that is constant is there from the beginning. */
function inertiaAt(system: System, x: Vector): Matrix {
  const inertia = system.matrix();
  if (!system.constant.mass) return inertia;
  system.massAt(x, inertia);
  inertia.factor();
  return inertia;
}

export function newPoint(system: System, varies: boolean, room: Room): PointForces {
  const n = system.size;
  const q = room.vector(n);
  const x = room.vector(n);
  return {
    x,
    v: room.vector(n),
    q,
    referred: varies ? room.vector(n) : q,
    at: room.vector(2),
    power: room.vector(3),
    directions: system.newDirections(),
    ...(varies ? { inertia: inertiaAt(system, x) } : {}),
  };
}

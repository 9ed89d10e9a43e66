/**
 * A step as the audit reads it: three points, both ends and the middle of the cubic through x and v at the ends, and at each of
 * them the smooth forces q = f - K x - D v - springs - what commands exceed their limits by. The equation of motion stands here a
 * second time on purpose: the schemes have their own.
 */
import { controllerValues } from "../../model/control/controllers.ts";
import { springForces } from "../../model/linear/springs.ts";
import { breakpointsOf, linearOf, type System } from "../../model/system.ts";
import { Entries } from "../../numeric/entries.ts";
import type { Kept, Saved } from "../../numeric/kept.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import { type Rows, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { State } from "../../scheme/scheme.ts";

/** Differences of places below this part of them are round-off. */
const ROUND_OFF = 8 * Number.EPSILON;

/** Start, middle, end. */
export type Point = 0 | 1 | 2;

/** What is known of a point of a step. */
export interface PointForces {
  readonly x: Vector;
  readonly v: Vector;
  /** Smooth forces on the coordinates, N. */
  readonly q: Vector;
  /** Time, and the middle of the step as the side from which formulas are seen. */
  readonly at: Vector;
  /** Power of the loads, and what damping takes, W. */
  readonly power: Vector;
}

export const LOADS = 0;
export const DAMPING = 1;

export interface Reading {
  /** Start, middle and end; where a step begins as the last one ended, they change places. */
  readonly points: readonly [PointForces, PointForces, PointForces];
  /** Length of the step, s, in a typed array: as an argument it would be boxed. */
  readonly h: Vector;
  /** M (v1 - v0), N s. */
  readonly momentum: Vector;
  /** M (h (v0 + v1)/2 - (x1 - x0)), N s^2: the first moment of the accelerations about the middle. */
  readonly moment: Vector;
  /** Whether the step begins where a formula may jump, or after a jump of the motion. */
  readonly fresh: boolean;
  /** Largest of each so far: |x|, |v|, |x - x(0)|, and of the single forces on a coordinate. */
  readonly largest: {
    readonly position: Vector;
    readonly velocity: Vector;
    readonly way: Vector;
    readonly force: Vector;
  };
  readonly mass: Rows;
  /** The first state. */
  begin(state: State): void;
  /** Goes on to the next state. */
  advance(state: State): void;
  /** Velocities jump where the last step ended. */
  jumpTo(state: State): void;
  readonly kept: Kept;
}

/** The non-zero entries of a matrix. */
export function sparse(matrix: Matrix): Rows {
  const entries = new Entries(matrix.size);
  for (let i = 0; i < matrix.size; i++) {
    for (let j = matrix.firstIn(i); j < matrix.lastIn(i); j++) entries.add(i, j, matrix.at(i, j));
  }
  return entries.rows();
}

export function reading(system: System, end: number): Reading {
  const linear = linearOf(system);
  const n = system.size;
  const { visible } = system;
  const mass = sparse(linear.mass);
  const damping = sparse(linear.damping);
  const stiffness = sparse(linear.stiffness);
  const circulation = circulatoryPart(system);
  const springs = springForces(linear.springs);
  const commands = controllerValues(system.controllers);
  const product = new Float64Array(n);
  const change = new Float64Array(n);
  const first = new Float64Array(n);
  const h = new Float64Array(1);
  const momentum = new Float64Array(n);
  const moment = new Float64Array(n);
  const points: [PointForces, PointForces, PointForces] = [newPoint(n), newPoint(n), newPoint(n)];
  const largest = {
    position: new Float64Array(n),
    velocity: new Float64Array(n),
    way: new Float64Array(n),
    force: new Float64Array(n),
  };
  const jumps = { times: new Float64Array(0), next: 0, complete: true };
  const status = { fresh: true, jumped: true };

  /** q, and the power of loads and damping, at a point. */
  function fill(point: PointForces): void {
    const { x, v, q, at, power } = point;
    system.load.evaluate(at, q);
    if (commands.limited) {
      commands.update(at, x, v);
      commands.subtractExcess(1, q);
    }
    noteForce(q);
    let work = 0;
    for (let k = 0; k < visible; k++) work += q[k]! * v[k]!;
    if (circulation) {
      rowsMultiply(circulation, x, product);
      for (let k = 0; k < visible; k++) work -= product[k]! * v[k]!;
    }
    power[LOADS] = work;
    power[DAMPING] = 0;
    if (system.damped) {
      rowsMultiply(damping, v, product);
      noteForce(product);
      let lost = 0;
      for (let k = 0; k < visible; k++) lost += product[k]! * v[k]!;
      power[DAMPING] = lost;
      for (let k = 0; k < n; k++) q[k]! -= product[k]!;
    }
    rowsMultiply(stiffness, x, product);
    if (linear.springs) springs.add(x, product);
    noteForce(product);
    for (let k = 0; k < n; k++) q[k]! -= product[k]!;
  }

  function noteForce(part: Vector): void {
    const { force } = largest;
    for (let k = 0; k < n; k++) {
      const size = Math.abs(part[k]!);
      if (size > force[k]!) force[k] = size;
    }
  }

  function noteMotion({ x, v }: PointForces): void {
    for (let k = 0; k < n; k++) {
      const place = Math.abs(x[k]!);
      const speed = Math.abs(v[k]!);
      const way = Math.abs(x[k]! - first[k]!);
      if (place > largest.position[k]!) largest.position[k] = place;
      if (speed > largest.velocity[k]!) largest.velocity[k] = speed;
      if (way > largest.way[k]!) largest.way[k] = way;
    }
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

  /** The times are those of the whole run, from its first state on. */
  const breaks = {
    save: () => ({ times: jumps.times.slice(), next: jumps.next, complete: jumps.complete }),
    restore(saved: Saved) {
      Object.assign(jumps, saved);
    },
  };

  return {
    kept: { points, first, h, momentum, moment, largest, status, breaks },
    points,
    h,
    momentum,
    moment,
    get fresh() {
      return status.fresh;
    },
    largest,
    mass,
    begin(state) {
      const { times, complete } = breakpointsOf(system, state.time, end);
      jumps.times = Float64Array.from(times);
      jumps.complete = complete;
      const stop = points[2];
      stop.x.set(state.position);
      stop.v.set(state.velocity);
      stop.at[0] = state.time;
      first.set(state.position);
      noteMotion(stop);
      status.jumped = true;
    },
    advance(state) {
      const { position, velocity } = state;
      const start = points[2];
      const middle = points[1];
      const stop = points[0];
      points[0] = start;
      points[2] = stop;
      h[0] = state.time - start.at[0]!;
      const length = h[0]!;
      for (let k = 0; k < n; k++) {
        const dx = position[k]! - start.x[k]!;
        const dv = velocity[k]! - start.v[k]!;
        change[k] = dv;
        stop.x[k] = position[k]!;
        stop.v[k] = velocity[k]!;
        middle.x[k] = start.x[k]! + dx / 2 - (length / 8) * dv;
        const mean = (start.v[k]! + velocity[k]!) / 2;
        const bow = 1.5 * (dx / length - mean);
        const digits = Math.abs(position[k]!) + Math.abs(start.x[k]!) + Math.abs(state.time * mean);
        middle.v[k] = Math.abs(bow) * length > ROUND_OFF * digits ? mean + bow : mean;
      }
      stop.at[0] = state.time;
      const side = start.at[0]! + length / 2;
      start.at[1] = side;
      middle.at[0] = side;
      middle.at[1] = side;
      stop.at[1] = side;
      status.fresh = passJumps(start) || status.jumped;
      status.jumped = false;
      if (status.fresh) fill(start);
      fill(middle);
      fill(stop);
      noteMotion(stop);
      rowsMultiply(mass, change, momentum);
      for (let k = 0; k < n; k++) {
        change[k] = (length / 2) * (start.v[k]! + stop.v[k]!) - (stop.x[k]! - start.x[k]!);
      }
      rowsMultiply(mass, change, moment);
    },
    jumpTo(state) {
      const stop = points[2];
      stop.x.set(state.position);
      stop.v.set(state.velocity);
      status.jumped = true;
    },
  };
}

function newPoint(n: number): PointForces {
  return {
    x: new Float64Array(n),
    v: new Float64Array(n),
    q: new Float64Array(n),
    at: new Float64Array(2),
    power: new Float64Array(2),
  };
}

/** What of the stiffness stores no energy (its skew part, feedback) but does work on the machine; absent when all of it does. */
function circulatoryPart(system: System): Rows | undefined {
  const { size, visible } = system;
  const { stiffness, energyStiffness: stored } = linearOf(system);
  const rest = new Entries(size);
  for (let i = 0; i < visible; i++) {
    for (let j = stiffness.firstIn(i); j < stiffness.lastIn(i); j++) {
      rest.add(i, j, stiffness.at(i, j) - (stored.at(i, j) + stored.at(j, i)) / 2);
      const isSeen = i >= stiffness.firstIn(j) && i < stiffness.lastIn(j);
      if (!isSeen && j < visible) rest.add(j, i, -stored.at(i, j) / 2); // where the row of the other side has nothing
    }
  }
  const rows = rest.rows();
  return rows.value.length > 0 ? rows : undefined;
}

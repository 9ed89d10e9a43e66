/**
 * What a mode makes of a state: accelerations, rates of the other states, and the forces of the rows that are held. A mode says of
 * each friction row whether it sticks, slips forward or backward or is free, which piece of its weakening it is on, of each stop
 * whether it is closed, and of each controller whether it is at a limit.
 */
import { inverse } from "../dense.ts";
import { margin } from "./distribution.ts";
import { dot, type FrictionRow, type Machine, pieceAt, type Signal } from "./machine.ts";

export interface Mode {
  /** 0 sticks, 1 and -1 slip, 2: no force but the smooth one (limit 0, or smoothed). */
  readonly rows: readonly number[];
  readonly pieces: readonly number[];
  readonly closed: readonly boolean[];
  readonly sides: readonly number[];
}

/** Functions of time on one segment between breaks. */
export interface Segment {
  readonly force: ((t: number) => number)[];
  readonly rows: {
    readonly limit: (t: number) => number;
    readonly backward: (t: number) => number;
    readonly forwardSlip: (t: number) => number;
    readonly backwardSlip: (t: number) => number;
    readonly drive: (t: number) => number;
    readonly driveRate: (t: number) => number;
  }[];
  readonly states: ((t: number) => number)[];
  readonly references: { readonly at: (t: number) => number; readonly rate: (t: number) => number }[];
}

export function segmentAt(machine: Machine, middle: number): Segment {
  const at = (signal: Signal) => pieceAt(signal, middle).at;
  return {
    force: machine.force.map(at),
    rows: machine.friction.map((row) => ({
      limit: at(row.limit),
      backward: at(row.backward),
      forwardSlip: at(row.kinetic?.forward ?? row.limit),
      backwardSlip: at(row.kinetic?.backward ?? row.backward),
      drive: row.drive ? at(row.drive) : () => 0,
      driveRate: row.drive ? pieceAt(row.drive, middle).rate : () => 0,
    })),
    states: machine.states.map(({ signal }) => at(signal)),
    references: machine.pids.map(({ reference }) => pieceAt(reference, middle)),
  };
}

interface Layout {
  readonly n: number;
  readonly states: number;
  readonly integrals: number;
  readonly gaps: number;
  readonly size: number;
  /** The inverse of the mass. */
  readonly lightness: number[][];
}

const layouts = new WeakMap<Machine, Layout>();

/** y = positions, velocities, states, integrals of the controllers, gaps of the stops. */
export function layout(machine: Machine): Layout {
  const known = layouts.get(machine);
  if (known) return known;
  const n = machine.mass.length;
  const states = 2 * n;
  const integrals = states + machine.states.length;
  const gaps = integrals + machine.pids.length;
  const size = gaps + machine.stops.length;
  const made = { n, states, integrals, gaps, size, lightness: inverse(machine.mass) };
  layouts.set(machine, made);
  return made;
}

export function slipOf(machine: Machine, segment: Segment, row: number, t: number, y: Float64Array): number {
  const { direction } = machine.friction[row]!;
  return dot(direction, y, direction.length) - segment.rows[row]!.drive(t);
}

export function commandOf(machine: Machine, segment: Segment, pid: number, t: number, y: Float64Array): number {
  const { n, integrals } = layout(machine);
  const { direction, kp, ki, kd } = machine.pids[pid]!;
  const { at, rate } = segment.references[pid]!;
  const error = at(t) - dot(direction, y);
  const errorRate = kd === 0 ? 0 : rate(t) - dot(direction, y, n);
  return kp * error + ki * y[integrals + pid]! + kd * errorRate;
}

export interface Response {
  rate(t: number, y: Float64Array, out: Float64Array): void;
  /** How far the held rows and closed stops are from what they can bear, N; negative: they cannot. Infinite when nothing is held. */
  margin(t: number, y: Float64Array): number;
  /** How much held rows that depend on each other contradict each other, m/s^2. */
  contradiction(t: number): number;
}

interface Held {
  readonly direction: readonly number[];
  readonly rate: (t: number) => number;
  readonly lower: (t: number) => number;
  readonly upper: (t: number) => number;
}

export function respond(machine: Machine, segment: Segment, mode: Mode): Response {
  const { n, states, integrals, gaps, lightness } = layout(machine);
  const held = heldRows(machine, segment, mode);
  const { kept, weights, solve } = independent(held, lightness);
  const load = new Float64Array(n);
  const bare = new Float64Array(n);
  const acceleration = new Float64Array(n);
  const forces = new Float64Array(kept.length);
  const wanted = new Float64Array(kept.length);

  function push(direction: readonly number[], amount: number): void {
    for (let i = 0; i < n; i++) load[i]! += direction[i]! * amount;
  }

  function solveAt(t: number, y: Float64Array): void {
    for (let i = 0; i < n; i++) {
      load[i] = segment.force[i]!(t) - dot(machine.damping[i]!, y, n) - dot(machine.stiffness[i]!, y);
      for (let k = 0; k < machine.states.length; k++) load[i]! += machine.stateForces[i]![k]! * y[states + k]!;
    }
    for (const { direction, slope } of machine.springs) push(direction, -slope(dot(direction, y)));
    for (let k = 0; k < machine.friction.length; k++) {
      const row = machine.friction[k]!;
      const slip = slipOf(machine, segment, k, t, y);
      push(row.direction, -row.viscous * slip + slipForce(row, segment, k, mode, t, slip));
    }
    for (let k = 0; k < machine.pids.length; k++) {
      push(machine.pids[k]!.direction, controlOf(machine, segment, mode, k, t, y));
    }
    for (let i = 0; i < n; i++) bare[i] = dot(lightness[i]!, load);
    for (let i = 0; i < kept.length; i++) {
      const row = held[kept[i]!]!;
      wanted[i] = row.rate(t) - dot(row.direction, bare);
    }
    for (let i = 0; i < kept.length; i++) {
      forces[i] = dot(solve[i]!, wanted);
      push(held[kept[i]!]!.direction, forces[i]!);
    }
    for (let i = 0; i < n; i++) acceleration[i] = kept.length === 0 ? bare[i]! : dot(lightness[i]!, load);
  }

  return {
    rate(t, y, out) {
      solveAt(t, y);
      for (let i = 0; i < n; i++) {
        out[i] = y[n + i]!;
        out[n + i] = acceleration[i]!;
      }
      machine.states.forEach((state, k) => {
        const own = dot(state.states, y, states) + segment.states[k]!(t);
        out[states + k] = dot(state.position, y) + dot(state.velocity, y, n) + own;
      });
      machine.pids.forEach(({ direction, ki, tracking }, k) => {
        const excess = commandOf(machine, segment, k, t, y) - controlOf(machine, segment, mode, k, t, y);
        const error = segment.references[k]!.at(t) - dot(direction, y);
        out[integrals + k] = error - (ki === 0 ? 0 : excess / (ki * tracking));
      });
      machine.stops.forEach(({ direction }, k) => {
        out[gaps + k] = mode.closed[k] ? 0 : -dot(direction, y, n);
      });
    },
    margin(t, y) {
      if (held.length === 0) return Number.POSITIVE_INFINITY;
      solveAt(t, y);
      const boxes = held.map(({ lower, upper }) => ({ lower: lower(t), upper: upper(t) }));
      return margin(kept, weights, forces, boxes);
    },
    contradiction(t) {
      const rates = held.map(({ rate }) => rate(t));
      return held.reduce((most, _, k) => {
        const follows = kept.reduce((sum, other, i) => sum + weights[k]![i]! * rates[other]!, 0);
        return Math.max(most, Math.abs(rates[k]! - follows));
      }, 0);
    },
  };
}

/** Friction rows that stick, then joints, then closed stops, whose force pushes against their direction. */
function heldRows(machine: Machine, segment: Segment, mode: Mode): Held[] {
  const free = () => Number.POSITIVE_INFINITY;
  const rows = machine.friction.flatMap(({ direction }, k) => {
    const { limit, backward, driveRate } = segment.rows[k]!;
    return mode.rows[k] === 0 ? [{ direction, rate: driveRate, lower: (t: number) => -limit(t), upper: backward }] : [];
  });
  const joints = machine.joints.map((direction) => ({ direction, rate: () => 0, lower: () => -free(), upper: free }));
  const stops = machine.stops.flatMap(({ direction }, k) =>
    mode.closed[k] ? [{ direction: direction.map((entry) => -entry), rate: () => 0, lower: () => 0, upper: free }] : [],
  );
  return [...joints, ...rows, ...stops];
}

/** Rows that are independent, and every row as a combination (weights) of them. */
function independent(held: readonly Held[], lightness: readonly number[][]) {
  const kept: number[] = [];
  let solve: number[][] = [];
  const product = (i: number, j: number) =>
    dot(
      held[i]!.direction,
      lightness.map((row) => dot(row, held[j]!.direction)),
    );
  const express = (k: number) => {
    const along = kept.map((other) => product(other, k));
    return solve.map((row) => dot(row, along));
  };
  for (let k = 0; k < held.length; k++) {
    const weights = express(k);
    const rest = product(k, k) - kept.reduce((sum, other, i) => sum + weights[i]! * product(other, k), 0);
    if (rest < 1e-9 * product(k, k)) continue;
    kept.push(k);
    solve = inverse(kept.map((i) => kept.map((j) => product(i, j))));
  }
  const weights = held.map((_, k) => (kept.includes(k) ? kept.map((other) => (other === k ? 1 : 0)) : express(k)));
  return { kept, weights, solve };
}

function slipForce(row: FrictionRow, segment: Segment, k: number, mode: Mode, t: number, slip: number): number {
  const { limit, forwardSlip, backwardSlip } = segment.rows[k]!;
  const sign = mode.rows[k]!;
  if (row.smoothing !== undefined) return (-limit(t) * slip) / Math.hypot(row.smoothing, slip);
  if (sign === 0 || sign === 2) return 0;
  const gamma = row.weakening ? row.weakening.pieces[mode.pieces[k]!]!(sign * slip) : 0;
  return -sign * (sign > 0 ? forwardSlip(t) : backwardSlip(t)) * (1 - gamma);
}

function controlOf(machine: Machine, segment: Segment, mode: Mode, pid: number, t: number, y: Float64Array): number {
  const { limit } = machine.pids[pid]!;
  const side = mode.sides[pid]!;
  return side > 0 ? limit[1] : side < 0 ? limit[0] : commandOf(machine, segment, pid, t, y);
}

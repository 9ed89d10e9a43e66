/**
 * A machine for the oracle of this folder, written from the equations of the problem file alone: numbers, and functions of time in
 * smooth pieces. No formula is parsed and nothing of the product is used.
 */
import type { Matrix } from "../dense.ts";

/** One smooth piece; `at` and `rate` may be asked a little beyond both of its ends. */
export interface Piece {
  readonly from: number;
  readonly at: (t: number) => number;
  readonly rate: (t: number) => number;
}

/** The first piece begins at minus infinity. */
export type Signal = readonly Piece[];

/** gamma of the speed |s|, in pieces between its kinks: one piece more than kinks. */
export interface Weakening {
  readonly kinks: readonly number[];
  readonly pieces: readonly ((speed: number) => number)[];
}

export interface FrictionRow {
  readonly direction: readonly number[];
  /** Largest forces at rest against positive and negative slip, N; never negative. */
  readonly limit: Signal;
  readonly backward: Signal;
  /** Forces in slip, N, not above those at rest; absent: the same as at rest. */
  readonly kinetic?: { readonly forward: Signal; readonly backward: Signal };
  readonly drive?: Signal;
  readonly viscous: number;
  readonly weakening?: Weakening;
  /** eta of s / sqrt(eta^2 + s^2), m/s: such a row never sticks. */
  readonly smoothing?: number;
}

export interface Stop {
  readonly direction: readonly number[];
  readonly gap: number;
  readonly restitution: number;
}

/** A force -w slope(w.x). */
export interface Spring {
  readonly direction: readonly number[];
  readonly slope: (length: number) => number;
}

/** z' = x.position + v.velocity + z.states + signal. */
export interface FirstOrderState {
  readonly position: readonly number[];
  readonly velocity: readonly number[];
  readonly states: readonly number[];
  readonly signal: Signal;
  readonly initial: number;
}

export interface Pid {
  /** of minus to. */
  readonly direction: readonly number[];
  readonly reference: Signal;
  readonly kp: number;
  readonly ki: number;
  readonly kd: number;
  readonly limit: readonly [number, number];
  /** s; infinite: no anti-windup. */
  readonly tracking: number;
}

export interface Machine {
  readonly mass: Matrix;
  readonly damping: Matrix;
  readonly stiffness: Matrix;
  readonly force: readonly Signal[];
  readonly springs: readonly Spring[];
  readonly states: readonly FirstOrderState[];
  /** Forces on the coordinates: states times these columns. */
  readonly stateForces: Matrix;
  readonly pids: readonly Pid[];
  readonly friction: readonly FrictionRow[];
  readonly joints: readonly (readonly number[])[];
  readonly stops: readonly Stop[];
  readonly position: readonly number[];
  readonly velocity: readonly number[];
  readonly start: number;
  readonly end: number;
}

export const still: Signal = [{ from: Number.NEGATIVE_INFINITY, at: () => 0, rate: () => 0 }];

export function pieceAt(signal: Signal, t: number): Piece {
  let found = signal[0]!;
  for (const piece of signal) if (piece.from <= t) found = piece;
  return found;
}

/** s: breaks this near to each other are one, found twice with different round-off. */
const INSTANT = 1e-12;

/** All times at which some piece of some signal ends, between start and end, and the end. */
export function segments(machine: Machine): number[] {
  const rows = machine.friction.flatMap((row) => [
    row.limit,
    row.backward,
    ...(row.kinetic ? [row.kinetic.forward, row.kinetic.backward] : []),
    ...(row.drive ? [row.drive] : []),
  ]);
  const others = [machine.states.map(({ signal }) => signal), machine.pids.map(({ reference }) => reference)].flat();
  const times = [...machine.force, ...rows, ...others].flatMap((signal) => signal.map(({ from }) => from));
  const inside = times.filter((time) => time > machine.start + INSTANT && time < machine.end - INSTANT);
  const sorted = [...new Set([...inside, machine.end])].sort((a, b) => a - b);
  return sorted.filter((time, k) => k === 0 || time > sorted[k - 1]! + INSTANT);
}

/** a.b, b from an index on. */
export function dot(a: readonly number[], b: ArrayLike<number>, from = 0): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[from + i]!;
  return sum;
}

/**
 * Functions of time and of the motion, y(t, q, v), as systems take them from whoever knows formulas: forces, limits, drives. They
 * are smooth but where a switch function changes its sign.
 */
import type { Sight } from "../numeric/sight.ts";
import type { Vector } from "../numeric/vector.ts";
import type { Load } from "./load.ts";

export interface MotionFunctions {
  readonly count: number;
  /** Whether they depend on time by themselves, not only by the motion. */
  readonly timed?: boolean;
  /** Whether they decide by the motion: they may bend or jump in it. */
  readonly decides?: boolean;
  /** Values at the time and side `at`, each decision as q and v make it, or as another place does. */
  evaluate(at: Vector, q: Vector, v: Vector, out: Vector, deciding?: Deciding): void;
  /** The derivative of function i by q_j and v_j, at byPosition[i * size + j] and byVelocity[i * size + j]. */
  slopes(at: Vector, q: Vector, v: Vector, byPosition: Vector, byVelocity: Vector): void;
  /** Taylor coefficients along a motion, for one user. */
  expansion(order: number): MotionExpansion;
  /** out[i]: what rounding, of q and v too, may make of function i at (at, q, v). */
  rounding(at: Vector, q: Vector, v: Vector, out: Vector): void;
  /** What may be missed of them between two places, for one user. Absent: nothing; a series shows all that they do. */
  hiding?(): Hiding | undefined;
  /** Times in the open interval where a function (or a derivative of it) may jump by itself. */
  readonly breakpoints: Load["breakpoints"];
}

/** Bounds of functions over boxes of time and motion. */
export interface Hiding {
  /** Another expansion begins: sizes of the functions are found anew. least[i]: what is nothing of function i. */
  begin(least?: Vector): void;
  /** Over the box around (at, q, v) that reaches so far from there, to either side. */
  look(at: Vector, q: Vector, v: Vector, reach: Reach): Sight;
}

export interface Reach {
  /** Of time in time[0], s. */
  readonly time: Vector;
  readonly q: Vector;
  readonly v: Vector;
}

/** A place on the side of all decisions that is meant, where the one of the values may lie between two. */
export interface Deciding {
  readonly x: Vector;
  readonly v: Vector;
}

export interface MotionExpansion {
  /** Coefficient k of function i at value[k * count + i]. */
  readonly value: Vector;
  /** Absent: the functions are smooth in q and v. */
  readonly switches?: Switches;
  /** A series begins at the time and side `at`. */
  begin(at: Vector): void;
  /** Fills in coefficient k, from the motion's x_0 ... x_{k+1} (of coordinate i at x[k * size + i]); k = 0, 1, 2 ... in turn. */
  next(k: number, x: Vector): void;
  /** The derivatives by q and v along such a motion, on the same sides of all switches. Absent: there are none. */
  slopes?(): SlopeExpansion;
}

/** Derivatives of functions as series, those that are not zero everywhere. */
export interface SlopeExpansion {
  readonly count: number;
  /** Of derivative l: the function, the coordinate, and 1 where it is by that one's velocity. */
  readonly of: Int32Array;
  readonly by: Int32Array;
  readonly byRate: Int8Array;
  /** Coefficient k of derivative l at value[k * count + l]. */
  readonly value: Vector;
  /** As of MotionExpansion. */
  begin(at: Vector): void;
  next(k: number, x: Vector): void;
}

/** Functions of the motion whose signs decide between formulas. A series keeps to one piece, whose signs are chosen from outside. */
export interface Switches {
  readonly count: number;
  /** +1 or -1 each, set by the user of the series before it begins; the guard is side * value >= 0. 0: the motion rests at its zero. */
  readonly side: Int8Array;
  /** Time by which the motion is looked at ahead for the side of a root's base, s: set where a function is zero at the start, else 0. */
  readonly ahead: Vector;
  /** Coefficient k of switch function l at value[k * count + l]; filled in with the coefficients of what it decides on. */
  readonly value: Vector;
  /** Their values at (t, q, v), to choose the sides by. */
  evaluate(at: Vector, q: Vector, v: Vector, out: Vector): void;
  /** Their derivatives by q and v along such a motion, on the same sides. */
  slopes(): SlopeExpansion;
}

/** Coefficient k of derivative l times the change dx of what it is by: what that makes of its function. */
export function slopeChange(
  { count, by, byRate, value }: SlopeExpansion,
  l: number,
  k: number,
  dx: Vector,
  size: number,
): number {
  const rate = byRate[l]!;
  let sum = 0;
  for (let j = 0; j <= k; j++) {
    const slope = value[j * count + l]!;
    if (slope === 0) continue;
    const change = dx[(k - j + rate) * size + by[l]!]!;
    sum += slope * (rate === 1 ? (k - j + 1) * change : change);
  }
  return sum;
}

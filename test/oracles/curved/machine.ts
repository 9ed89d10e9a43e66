/** Machines of the second oracle: a mass that changes, rows along formulas, all written down from Lagrange's equations. */
import type { Formula } from "./formula.ts";

export interface CurvedMachine {
  readonly size: number;
  /** Symmetric, entries by q. */
  readonly mass: readonly (readonly Formula[])[];
  readonly potential: Formula;
  /** Force of coordinate i: push sin(pace t) - linear v - square v |v|. */
  readonly forces: readonly { push: number; pace: number; linear: number; square: number }[];
  readonly friction: readonly {
    /** The slip is the rate of this, less the drive. */
    readonly along: Formula;
    /** At rest, N: a formula that stays positive; in slip that times `kinetic`. */
    readonly limit: Formula;
    readonly kinetic: number;
    readonly drive: number;
  }[];
  readonly stops: readonly { readonly distance: Formula; readonly restitution: number }[];
  readonly joints: readonly Formula[];
}

/** -1 or +1: slips; 0: sticks. Stops: closed or not. */
export interface CurvedMode {
  readonly rows: readonly number[];
  readonly closed: readonly boolean[];
}

/** What the equation of motion is made of at a state. */
export interface Terms {
  readonly mass: number[][];
  /** All forces but those of rows, N. */
  readonly force: number[];
  /** Of friction rows, stops and joints in turn: w, and (dw/dt).v */
  readonly directions: { readonly w: readonly number[]; readonly turning: number }[];
  readonly limits: number[];
  readonly gaps: number[];
}

export function termsOf(machine: CurvedMachine, t: number, q: readonly number[], v: readonly number[]): Terms {
  const entries = machine.mass.map((row) => row.map((entry) => entry.at(q)));
  const slope = machine.potential.at(q).slope;
  const force = machine.forces.map(({ push, pace, linear, square }, i) => {
    let sum = push * Math.sin(pace * t) - linear * v[i]! - square * v[i]! * Math.abs(v[i]!) - slope[i]!;
    for (let j = 0; j < v.length; j++) {
      for (let k = 0; k < v.length; k++) {
        sum -= (entries[i]![j]!.slope[k]! - entries[j]![k]!.slope[i]! / 2) * v[j]! * v[k]!;
      }
    }
    return sum;
  });
  const along = [
    ...machine.friction.map((row) => row.along),
    ...machine.stops.map((stop) => stop.distance),
    ...machine.joints,
  ].map((formula) => formula.at(q));
  return {
    mass: entries.map((row) => row.map(({ value }) => value)),
    force,
    directions: along.map(({ slope: w, bend }) => ({
      w,
      turning: bend.reduce((sum, row, i) => sum + row.reduce((part, entry, j) => part + entry * v[i]! * v[j]!, 0), 0),
    })),
    limits: machine.friction.map(({ limit }) => limit.at(q).value),
    gaps: machine.stops.map(({ distance }) => distance.at(q).value),
  };
}

export const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, entry, i) => sum + entry * b[i]!, 0);

/** Gaussian elimination with full pivoting; undefined where the matrix is singular. */
export function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] | undefined {
  const n = right.length;
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  const order = right.map((_, i) => i);
  const largest = Math.max(...matrix.flat().map(Math.abs));
  for (let k = 0; k < n; k++) {
    let [pi, pj] = [k, k];
    for (let i = k; i < n; i++) {
      for (let j = k; j < n; j++) if (Math.abs(rows[i]![j]!) > Math.abs(rows[pi]![pj]!)) [pi, pj] = [i, j];
    }
    if (!(Math.abs(rows[pi]![pj]!) > 1e-11 * largest)) return undefined;
    [rows[k], rows[pi]] = [rows[pi]!, rows[k]!];
    for (const row of rows) [row[k], row[pj]] = [row[pj]!, row[k]!];
    [order[k], order[pj]] = [order[pj]!, order[k]!];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = rows[i]![k]! / rows[k]![k]!;
      for (let j = k; j <= n; j++) rows[i]![j]! -= factor * rows[k]![j]!;
    }
  }
  const out = right.map(() => 0);
  for (let k = 0; k < n; k++) out[order[k]!] = rows[k]![n]! / rows[k]![k]!;
  return out;
}

export interface Response {
  readonly acceleration: number[];
  /** Of friction rows, stops and joints in turn, N. */
  readonly forces: number[];
  /** Rate of each row's slip, m/s^2. */
  readonly rates: number[];
}

/** Accelerations and forces in a mode, with what holds kept at rest; undefined where that is not unique. */
export function respond(machine: CurvedMachine, { rows, closed }: CurvedMode, terms: Terms): Response | undefined {
  const n = machine.size;
  const f = machine.friction.length;
  const { mass, force, directions, limits } = terms;
  const given = machine.friction.map(({ kinetic }, i) => -rows[i]! * limits[i]! * kinetic);
  const holds = directions.flatMap((_, i) => {
    if (i < f) return rows[i] === 0 ? [i] : [];
    return i >= f + closed.length || closed[i - f] ? [i] : [];
  });
  const total = force.map((entry, k) => entry + given.reduce((sum, part, i) => sum + part * directions[i]!.w[k]!, 0));
  const matrix = [
    ...mass.map((row, k) => [...row, ...holds.map((i) => -directions[i]!.w[k]!)]),
    ...holds.map((i) => [...directions[i]!.w, ...holds.map(() => 0)]),
  ];
  const solution = solve(matrix, [...total, ...holds.map((i) => -directions[i]!.turning)]);
  if (!solution) return undefined;
  const acceleration = solution.slice(0, n);
  const forces = directions.map((_, i) => {
    const at = holds.indexOf(i);
    return at >= 0 ? solution[n + at]! : i < f ? given[i]! : 0;
  });
  const rates = directions.map(({ w, turning }) => dot(w, acceleration) + turning);
  return { acceleration, forces, rates };
}

/** The memory of a kernel: the present expansion, what the kernel is asked and answers, and the numbers of the machine. */
import { RowValue } from "../../../model/system.ts";
import type { Rows } from "../../../numeric/rows.ts";

/** Weakening by the law of Stribeck with the exponent 1 or 2, or others; none. */
export type CurveKind = "none" | "stribeck1" | "stribeck2" | "hyperbolic" | "smooth";

/** What the code is made for. */
export interface Shape {
  /** Coordinates, and rows. */
  readonly n: number;
  readonly m: number;
  readonly order: number;
  readonly damped: boolean;
  /** Rows rub on something that moves: their slip is not what moves alone. */
  readonly driven: boolean;
  /** Drives and limits change in time: their coefficients are asked for at each expansion. */
  readonly varies: boolean;
  /** Bit i: row i breaks loose with another force than that which held it. */
  readonly jumps: number;
  /** Bit i: row i never lets go; it pushes one way only, while a gap is closed. */
  readonly joints: number;
  readonly stops: number;
  /** Of the weakening of each row. */
  readonly curves: readonly CurveKind[];
  /** The load changes in time: its coefficients are asked for at each expansion. */
  readonly loaded: boolean;
  /** Which coordinates each row is on. */
  readonly directions: Pick<Rows, "start" | "column">;
  /** Coordinates of the parts that nothing connects. */
  readonly parts: readonly (readonly number[])[];
}

/** Sets of stuck rows whose operators are kept. */
export const SLOTS = 16;
/** Events that are noted before they must be taken. */
export const EVENTS = 64;
/** Bernstein coefficients of a guard, and halvings of the interval that it is looked at on. */
export const TERMS = 24;
export const DEPTH = 44;
/** Coefficients by which a series is measured: the first ones, and two of the last. */
export const LOW = 9;

/** Rows, of which a set is the bits of a whole number; and coordinates. */
export const MOST = 32;
export const MOST_COORDINATES = 128;

export type Layout = ReturnType<typeof layoutOf>;
export type FixedPlaces = Readonly<Record<keyof typeof FIXED, number>>;

/** Doubles of what lies at the same place whatever the machine is, so that code which needs nothing else depends on none (fixed-code.ts). */
const FIXED = {
  /** Whole numbers: how many rows there are, the places of `slip` and `force`, and the bytes from row to row of these. */
  extents: 2,
  best: 1,
  factor: 1,
  shift: 1,
  scratch: 2,
  roots: 4 * LOW,
  sizes: LOW + 2,
  lower: MOST,
  upper: MOST,
  /** Sizes of what slips (of stops: gaps) are summed from; and of the guard that is tested. */
  grains: MOST,
  grain: 1,
  /** A gap of a stop, or a distance from a bound, along the motion. */
  way: TERMS + 4,
  powers: TERMS + 2,
  fewer: TERMS + 2,
  guard: TERMS + 2,
  table: TERMS * TERMS,
  stack: (DEPTH + 2) * TERMS,
  low: DEPTH + 2,
  size2: DEPTH + 2,
  zero: 1,
  spare: TERMS + 2,
  notes: 2 * EVENTS,
  tags: SLOTS,
  used: 1,
  /** From here on it is a run's. */
  at: 2,
  length: 1,
  natural: 1,
  stop: 1,
  breakTime: 1,
  next: 1,
  span: 1,
  shortest: 1,
  /** Whole numbers: the row of the event ahead and whether it is clear, what was done, what is wanted. */
  event: 1,
  clear: 1,
  expansions: 1,
  decisions: 1,
  noted: 1,
  wanted: 1,
  /** Where it was when it came back; and which bound of a force was reached: the way that the row slips then. */
  stage: 1,
  side: 1,
  /** A byte each. */
  mode: MOST / 8,
  lead: MOST / 8,
  trial: MOST / 8,
};

/** Doubles become their places, one after the other; the bytes of all. */
function place(rooms: Record<string, number>): number {
  let end = 0;
  for (const name in rooms) {
    const doubles = rooms[name]!;
    rooms[name] = end;
    end += 16 * Math.ceil(doubles / 2);
  }
  return end;
}

/** Of any machine. */
export function fixedPlaces(): FixedPlaces {
  const places = { ...FIXED };
  place(places);
  return places;
}

/** Places in bytes. */
export function layoutOf({ n, m, order, directions, curves, stops, varies }: Shape) {
  const curved = curves.every((kind) => kind === "none") ? 0 : m;
  const [across, along] = [even(n), even(m)];
  const operators = 8 * (4 * n * across + n * along + (varies ? m * (2 * across + along) : across));
  const width = order + 1;
  const ofRows = varies ? m : 0;
  const places = {
    ...FIXED,
    position: n + 1,
    velocity: n + 1,
    ahead: n + 1,
    speed: n + 1,
    x: (width + 1) * n + 2,
    load: (width + 1) * n + 2,
    slip: m * width + TERMS,
    force: m * width + TERMS,
    soft: m * width,
    /** Coefficients of drives and limits, and whether drives change. */
    rows: width * RowValue.count * ofRows,
    moves: 1,
    /** From here on it is the machine's, or scratch. */
    stiffness: n * across,
    damping: n * across,
    values: directions.column.length,
    weight: n,
    floor: n,
    /** Forces of rows that slip, and what they slip on, m/s. */
    pushBack: m,
    pushOn: m,
    drive: m,
    /** Gaps of stops at zero, and at the start of the expansion, m. */
    gaps: stops ? m : 0,
    open: stops ? m : 0,
    /** Forces of rows that slip, and rates of drives, of one coefficient; gammas of curves. */
    pushNow: ofRows,
    rates: ofRows,
    gamma: varies ? curved * width : 0,
    /** Of curves: largest part of the limit that is given back, speed, and series on the way; an argument and what becomes of it; 2^(k/64). */
    share: m,
    paces: m,
    argument: 1,
    powersOfTwo: curved ? 128 : 0,
    ratio: curved * width,
    power: curved * width,
    fallen: curved * width,
    residual: n + 2,
    acceleration: n + 2,
    sliding: n + 2,
    size: n + 2,
    reach: n + 2,
    held: m + 2,
    doubt: m + 2,
    push: m,
    moving: m,
    levels: 3 * width,
    slots: (SLOTS * operators) / 8,
  };
  const end = place(places);
  /** Of pairs: the doubles of a vector over the coordinates, and over the rows. */
  return Object.assign(places, { across, along, width, operators, end });
}

/**
 * Parts of the operators of a set of stuck rows: accelerations that forces, stiffness and damping make, velocities without slip (a part of those that were, and one by drives), held
 * forces. Where drives change `carried` has a column a row; so have the accelerations and the held forces that their rates make.
 */
export function operatorPlaces({ n, m }: Shape, { across, along }: Layout) {
  const matrix = 8 * n * across;
  const hold = 4 * matrix;
  const carried = hold + 8 * n * along;
  const follow = carried + 8 * m * across;
  return {
    ...{ respond: 0, stiffen: matrix, dampen: 2 * matrix, project: 3 * matrix },
    ...{ hold, carried, follow, pull: follow + 8 * m * across },
  };
}

const even = (count: number) => 2 * Math.ceil(count / 2);

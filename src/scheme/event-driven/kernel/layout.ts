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

export type Layout = ReturnType<typeof layoutOf>;

/** Places in bytes. */
export function layoutOf({ n, m, order, directions, curves, stops, varies }: Shape) {
  const curved = curves.every((kind) => kind === "none") ? 0 : m;
  let end = 0;
  const room = (doubles: number): number => {
    const start = end;
    end += 16 * Math.ceil(doubles / 2);
    return start;
  };
  const [across, along] = [even(n), even(m)];
  const operators = 8 * (4 * n * across + n * along + (varies ? m * (2 * across + along) : across));
  const width = order + 1;
  const ofRows = varies ? m : 0;
  return {
    /** Of pairs: the doubles of a vector over the coordinates, and over the rows. */
    ...{ across, along, width },
    ...{ at: room(2), length: room(1), natural: room(1), stop: room(1), breakTime: room(1), next: room(1) },
    ...{ span: room(1), shortest: room(1), best: room(1), factor: room(1), shift: room(1), scratch: room(2) },
    /** Whole numbers: the row of the event ahead and whether it is clear, what was done, what is wanted. */
    ...{ event: room(1), clear: room(1), expansions: room(1), decisions: room(1), noted: room(1), wanted: room(1) },
    /** Where it was when it came back; and which bound of a force was reached: the way that the row slips then. */
    ...{ stage: room(1), side: room(1) },
    ...{ position: room(n + 1), velocity: room(n + 1), ahead: room(n + 1), speed: room(n + 1) },
    ...{ x: room((width + 1) * n + 2), load: room((width + 1) * n + 2), slip: room(m * width + TERMS) },
    ...{ force: room(m * width + TERMS), soft: room(m * width), mode: room(m), lead: room(m), trial: room(m) },
    /** Coefficients of drives and limits, and whether drives change. */
    ...{ rows: room(width * RowValue.count * ofRows), moves: room(1) },
    ...{ stiffness: room(n * across), damping: room(n * across), values: room(directions.column.length) },
    ...{ lower: room(m), upper: room(m), weight: room(n), floor: room(n) },
    /** Forces of rows that slip, and what they slip on, m/s. */
    ...{ pushBack: room(m), pushOn: room(m), drive: room(m) },
    /** Sizes of what slips (of stops: gaps) are summed from; and of the guard that is tested. */
    ...{ grains: room(m), grain: room(1) },
    /** Gaps of stops at zero, and at the start of the expansion, m; one of them along the motion. */
    ...{ gaps: room(stops ? m : 0), open: room(stops ? m : 0), way: room(stops || varies ? TERMS + 4 : 0) },
    /** Forces of rows that slip, and rates of drives, of one coefficient; gammas of curves. */
    ...{ pushNow: room(ofRows), rates: room(ofRows), gamma: room(varies ? curved * width : 0) },
    /** Of curves: largest part of the limit that is given back, speed, and series on the way; an argument and what becomes of it; 2^(k/64). */
    ...{ share: room(m), paces: room(m), argument: room(1), powersOfTwo: room(curved ? 128 : 0) },
    ...{ ratio: room(curved * width), power: room(curved * width), fallen: room(curved * width) },
    ...{ residual: room(n + 2), acceleration: room(n + 2), sliding: room(n + 2), size: room(n + 2) },
    ...{ reach: room(n + 2), held: room(m + 2), doubt: room(m + 2), push: room(m), moving: room(m) },
    ...{ levels: room(3 * width), roots: room(4 * LOW), sizes: room(LOW + 2) },
    ...{ powers: room(TERMS + 2), fewer: room(TERMS + 2), guard: room(TERMS + 2), table: room(TERMS * TERMS) },
    ...{
      stack: room((DEPTH + 2) * TERMS),
      low: room(DEPTH + 2),
      size2: room(DEPTH + 2),
      zero: room(1),
      spare: room(TERMS + 2),
    },
    ...{ notes: room(2 * EVENTS), tags: room(SLOTS), used: room(1) },
    operators,
    slots: room((SLOTS * operators) / 8),
    end,
  };
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

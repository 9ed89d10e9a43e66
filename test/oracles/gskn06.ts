/**
 * Closed forms of the five test problems of Glowinski, Shiau, Kuo and Nasser (2006), as corrected. At a jump the later piece
 * counts. The multiplier is the papers' lambda: +1 in forward slip.
 */
export { tp4 } from "./gskn06-tp4.ts";

export interface ExactMotion {
  readonly dimension: number;
  readonly start: number;
  readonly end: number;
  /** Times at which acceleration or multiplier jumps, s. */
  readonly jumps: readonly number[];
  readonly position: (time: number) => number[];
  readonly velocity: (time: number) => number[];
  readonly acceleration: (time: number) => number[];
  readonly multiplier: (time: number) => number[];
}

type Curve = (time: number) => number;

/** One coordinate, by pieces between the jumps. */
interface Coordinate {
  readonly position: readonly Curve[];
  readonly velocity: readonly Curve[];
  readonly acceleration: readonly Curve[];
  readonly multiplier: readonly Curve[];
}

function assemble(
  start: number,
  end: number,
  jumps: readonly number[],
  coordinates: readonly Coordinate[],
): ExactMotion {
  const value = (quantity: keyof Coordinate) => (time: number) => {
    const piece = jumps.filter((jump) => time >= jump).length;
    return coordinates.map((coordinate) => coordinate[quantity][piece]!(time));
  };
  return {
    dimension: coordinates.length,
    start,
    end,
    jumps,
    position: value("position"),
    velocity: value("velocity"),
    acceleration: value("acceleration"),
    multiplier: value("multiplier"),
  };
}

const constant = (value: number) => () => value;
const zero = constant(0);
const one = constant(1);
const minusOne = constant(-1);
const pi = Math.PI;

/** Velocity (sin 2 pi t)^+; the paper's unknown w is this velocity. */
export const tp1: ExactMotion = assemble(
  0,
  2,
  [0.5, 1, 1.5],
  [
    {
      position: [0, 1].flatMap((swings) => [
        (t: number) => (2 * swings + 1 - Math.cos(2 * pi * t)) / (2 * pi),
        constant((swings + 1) / pi),
      ]),
      velocity: twice((t) => Math.sin(2 * pi * t), zero),
      acceleration: twice((t) => 2 * pi * Math.cos(2 * pi * t), zero),
      multiplier: twice(one, zero),
    },
  ],
);

/** Position ((sin 2 pi t)^+)^2. */
export const tp2: ExactMotion = assemble(
  1,
  3,
  [1.25, 1.5, 2, 2.25, 2.5],
  [
    {
      position: twice(sineSquared, sineSquared, zero),
      velocity: twice(sineSquaredRate, sineSquaredRate, zero),
      acceleration: twice(sineSquaredSecondRate, sineSquaredSecondRate, zero),
      multiplier: twice(one, minusOne, constant(-1 / 2)),
    },
  ],
);

function twice(...pieces: Curve[]): Curve[] {
  return [...pieces, ...pieces];
}

function sineSquared(t: number): number {
  return Math.sin(2 * pi * t) ** 2;
}

function sineSquaredRate(t: number): number {
  return 2 * pi * Math.sin(4 * pi * t);
}

function sineSquaredSecondRate(t: number): number {
  return 8 * pi ** 2 * Math.cos(4 * pi * t);
}

const polynomialFirst: Coordinate = {
  position: [
    (t) => t - t ** 2 / 2,
    constant(1 / 2),
    (t) => (4 / 3) * t ** 3 - 10 * t ** 2 + 24 * t - 109 / 6,
    constant(-1 / 6),
  ],
  velocity: [(t) => 1 - t, zero, (t) => 4 * (t - 3) * (t - 2), zero],
  acceleration: [minusOne, zero, (t) => 8 * t - 20, zero],
  multiplier: [one, (t) => t - 3 / 2, minusOne, constant(-1 / 2)],
};

const polynomialSecond: Coordinate = {
  position: lateStart((t) => -(t ** 3) / 3 + 3 * t ** 2 - 8 * t + 20 / 3),
  velocity: lateStart((t) => 1 - (t - 3) ** 2),
  acceleration: lateStart((t) => -2 * (t - 3)),
  multiplier: [(t) => 1 - t, (t) => 1 - t, one, one],
};

function lateStart(moving: Curve): Curve[] {
  return [zero, zero, moving, moving];
}

/** Two coordinates; the same motion belongs to the problem with weakening whose force makes up for it. */
export const tp3: ExactMotion = assemble(0, 4, [1, 2, 3], [polynomialFirst, polynomialSecond]);

/** Three coordinates. What the paper prints as x is the velocity. */
export const tp5: ExactMotion = assemble(
  0,
  4,
  [1, 2, 3],
  [
    polynomialFirst,
    polynomialSecond,
    {
      position: [
        (t) => -t,
        (t) => t ** 2 / 2 - 2 * t + 1 / 2,
        constant(-3 / 2),
        (t) => -(t ** 3) / 3 + 4 * t ** 2 - 15 * t + 33 / 2,
      ],
      velocity: [minusOne, (t) => t - 2, zero, (t) => 1 - (t - 4) ** 2],
      acceleration: [zero, one, zero, (t) => -2 * (t - 4)],
      multiplier: [minusOne, minusOne, (t) => 5 - 2 * t, one],
    },
  ],
);

/** Quadrature rules on [0, 1], with both ends as points without weight. */

export interface Rule {
  readonly points: readonly number[];
  readonly weights: readonly number[];
  /** Those of a rule of lower order within it: both agree where the integral is known; absent: they are not compared. */
  readonly coarse?: readonly number[];
}

const mirrored = (half: readonly number[], sign: number): number[] => [
  ...half,
  ...half
    .slice(0, -1)
    .map((x) => sign * x)
    .reverse(),
];

/** Gauss and Kronrod, 7 and 15 points. */
const KRONROD = [
  0.9914553711208126, 0.9491079123427585, 0.8648644233597691, 0.7415311855993945, 0.5860872354676911,
  0.4058451513773972, 0.20778495500789848, 0,
];
const KRONROD_WEIGHTS = [
  0.022935322010529224, 0.06309209262997856, 0.10479001032225019, 0.14065325971552592, 0.1690047266392679,
  0.19035057806478542, 0.20443294007529889, 0.20948214108472782,
];
const GAUSS_WEIGHTS = [0, 0.1294849661688697, 0, 0.27970539148927664, 0, 0.3818300505051189, 0, 0.4179591836734694];

const unit = (x: number): number => (1 - x) / 2;
const half = (w: number): number => w / 2;

export const gaussKronrod: Rule = {
  points: [0, ...mirrored(KRONROD, -1).map(unit), 1],
  weights: [0, ...mirrored(KRONROD_WEIGHTS, 1).map(half), 0],
  coarse: [0, ...mirrored(GAUSS_WEIGHTS, 1).map(half), 0],
};

const REACH = Math.sqrt(0.15);

/** Gauss, 3 points: exact for the fifth degree. */
export const gauss: Rule = {
  points: [0, 0.5 - REACH, 0.5, 0.5 + REACH, 1],
  weights: [0, 5 / 18, 8 / 18, 5 / 18, 0],
};

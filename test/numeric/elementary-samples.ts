import { oracle } from "./elementary-oracle.ts";

/** Seeded arguments for the elementary functions, the same in every engine: integer operations and exact scalings only. */
export type Name = keyof typeof oracle;
export const names = Object.keys(oracle) as Name[];

type Words = () => number;
export type Sampler = (next: Words) => number;

/** Seeded 32-bit integers (mulberry32). */
export function seededWords(seed: number): Words {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
}

const view = new DataView(new ArrayBuffer(8));

/** A random sign and significand, the exponent uniform in [low, high]. */
export const sized =
  (low: number, high: number): Sampler =>
  (next) => {
    const field = low + (next() % (high - low + 1)) + 1023;
    view.setUint32(0, ((next() & 0x800fffff) | (field << 20)) >>> 0);
    view.setUint32(4, next());
    return view.getFloat64(0);
  };
export const uniform =
  (low: number, high: number): Sampler =>
  (next) =>
    low + ((high - low) * (next() + next() / 4294967296)) / 4294967296;
export const positive =
  (sampler: Sampler): Sampler =>
  (next) =>
    Math.abs(sampler(next));
/** center + d with d of the exponents [low, high]. */
export const near = (center: number, low: number, high: number): Sampler => {
  const offset = sized(low, high);
  return (next) => center + offset(next);
};
/** The doubles next to multiples of pi/2. */
const nearHalfPi = (most: number): Sampler => {
  const multiple = uniform(1, most);
  return (next) => Math.floor(multiple(next)) * (Math.PI / 2);
};

const angles = [
  sized(-30, -1),
  uniform(-7, 7),
  uniform(-1000, 1000),
  uniform(-1.65e6, 1.65e6),
  sized(20, 60),
  sized(60, 1023),
  nearHalfPi(10),
  nearHalfPi(1e6),
  nearHalfPi(2 ** 52),
];
const cosines = [
  sized(-60, -1),
  uniform(-1, 1),
  uniform(-0.52, 0.52),
  near(1 - 2 ** -8, -52, -9),
  near(-1 + 2 ** -20, -52, -21),
];

export const ranges: Record<Name, Sampler[]> = {
  exp: [uniform(-1, 1), sized(-60, 6), uniform(-745.2, -708), uniform(-708, 709.7), near(709.78, -20, -9)],
  log: [positive(sized(-1022, 1023)), uniform(0.5, 2), near(1, -52, -5), uniform(0.98, 1.02), uniform(0, 1e-307)],
  sin: angles,
  cos: angles,
  tan: angles,
  asin: cosines,
  acos: cosines,
  atan: [sized(-60, -1), uniform(-1.1, 1.1), uniform(-40, 40), uniform(1, 2), sized(0, 61)],
  sinh: [sized(-60, -1), uniform(-1, 1), uniform(0.34, 0.4), uniform(-25, 25), sized(4, 8), near(710.475, -20, -10)],
  cosh: [sized(-60, -1), uniform(-1, 1), uniform(-25, 25), sized(4, 8), near(710.475, -20, -10)],
  tanh: [sized(-90, -1), uniform(-0.4, 0.4), uniform(0.34, 0.6), uniform(-3, 3), uniform(3, 22.5)],
};

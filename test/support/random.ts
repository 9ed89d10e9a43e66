import fc from "fast-check";

/** Seeded random numbers (mulberry32), so that a failing case can be found again by its seed. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  between(low: number, high: number): number;
  /** Whole number in [low, high]. */
  whole(low: number, high: number): number;
  chance(share: number): boolean;
  /** Standard normal, near enough: the sum of twelve uniform numbers. */
  normal(): number;
  /** 10^u with u uniform. */
  decade(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
}

export function seeded(seed: number): Random {
  let state = seed | 0;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  }
  const between = (low: number, high: number) => low + (high - low) * next();
  const whole = (low: number, high: number) => low + Math.floor((high - low + 1) * next());
  return {
    next,
    between,
    whole,
    chance: (share) => next() < share,
    normal: () => Array.from({ length: 12 }, next).reduce((sum, u) => sum + u, -6),
    decade: (low, high) => 10 ** between(low, high),
    pick: (from) => from[whole(0, from.length - 1)]!,
  };
}

export const list = <T>(length: number, value: (i: number) => T): T[] => Array.from({ length }, (_, i) => value(i));

/** Symmetric with the given eigenvalues: a diagonal turned by random Householder reflections. */
export function withSpectrum(random: Random, eigenvalues: readonly number[]): number[][] {
  const n = eigenvalues.length;
  let matrix = eigenvalues.map((value, i) => list(n, (j) => (i === j ? value : 0)));
  for (let k = 0; k < 3; k++) {
    const w = list(n, () => random.normal());
    const square = w.reduce((sum, entry) => sum + entry * entry, 0);
    const reflect = (row: readonly number[]) => {
      const along = (2 * row.reduce((sum, entry, i) => sum + entry * w[i]!, 0)) / square;
      return row.map((entry, i) => entry - along * w[i]!);
    };
    const half = matrix.map(reflect);
    matrix = half[0]!.map((_, j) => reflect(half.map((row) => row[j]!)));
  }
  return matrix.map((row, i) => row.map((entry, j) => (entry + matrix[j]![i]!) / 2));
}

/** Evenly spread numbers for properties: fc.double spreads over the exponents, and takes nearly all numbers near zero. */
export function uniform(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 1e9 }).map((k) => min + (max - min) * (k / 1e9));
}

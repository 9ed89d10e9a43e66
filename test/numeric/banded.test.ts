import fc from "fast-check";
import { expect, test } from "vitest";
import { Banded } from "../../src/numeric/banded.ts";
import { symmetricEigenvalues } from "../../src/numeric/eigenvalues.ts";
import { Entries } from "../../src/numeric/entries.ts";
import { lanczosExtremes, lanczosRadius } from "../../src/numeric/lanczos.ts";
import { Dense, type Matrix } from "../../src/numeric/matrix.ts";
import { isPositiveDefinite } from "../../src/numeric/positive-definite.ts";
import { list, type Random, seeded } from "../support/random.ts";

interface Both {
  readonly n: number;
  readonly dense: Dense;
  readonly banded: Banded;
  readonly random: Random;
}

/** The same random entries in both; `diagonal` makes it dominant, and some entries of the band are zero. */
function both(seed: number, diagonal = 0): Both {
  const random = seeded(seed);
  const n = random.whole(1, 25);
  const hollow = diagonal === 0 && seed % 4 === 0 ? random.whole(0, n - 1) : -1; // a column without entries
  const band = { below: random.whole(0, 4), above: random.whole(0, 4) };
  const dense = new Dense(n);
  const banded = new Banded(n, band);
  for (let i = 0; i < n; i++) {
    for (let j = Math.max(0, i - band.below); j < Math.min(n, i + band.above + 1); j++) {
      const value = (random.chance(0.2) && i !== j ? 0 : random.normal()) + (i === j ? diagonal : 0);
      if (j === hollow) continue;
      dense.add(i, j, value);
      banded.add(i, j, value);
    }
  }
  return { n, dense, banded, random };
}

const all = (matrix: Matrix) => list(matrix.size ** 2, (k) => matrix.at(Math.floor(k / matrix.size), k % matrix.size));
/** Whether an entry below the diagonal is larger, once rows and columns are scaled by it: the pivot is then another row. */
function isExchanged(matrix: Matrix, i: number): boolean {
  if (i + 1 >= matrix.size) return false;
  const scale = (k: number) => Math.sqrt(Math.abs(matrix.at(k, k)) || 1);
  return i === 0 && Math.abs(matrix.at(1, 0)) / (scale(0) * scale(1)) > 4;
}

const seeds = fc.integer({ min: 1, max: 1e6 });
const vector = ({ n, random }: Both) => Float64Array.from(list(n, () => random.normal()));

test("entries and products are those of the dense matrix to the last bit", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const pair = both(seed);
      const { n, dense, banded } = pair;
      expect(all(banded)).toEqual(all(dense));
      const x = vector(pair);
      const [one, other] = [new Float64Array(n).fill(0.5), new Float64Array(n).fill(0.5)];
      dense.multiplyAdd(x, one);
      banded.multiplyAdd(x, other);
      expect(other).toEqual(one);
      dense.multiply(x, one);
      banded.multiply(x, other);
      expect(other).toEqual(one);
      const sums = [new Dense(n), new Banded(n, banded.band), new Banded(n, { below: 4, above: 4 })];
      for (const sum of sums) {
        banded.addTo(sum, -0.7);
        banded.addTo(sum, 0.2);
      }
      expect(all(sums[1]!)).toEqual(all(sums[0]!));
      expect(all(sums[2]!)).toEqual(all(sums[0]!));
    }),
  );
});

test("without row exchanges solutions have the same digits", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const pair = both(seed, 40);
      const x = vector(pair);
      const y = Float64Array.from(x);
      expect([pair.dense.factor(), pair.banded.factor()]).toEqual([true, true]);
      pair.dense.solve(x);
      pair.banded.solve(y);
      expect(y).toEqual(x);
    }),
  );
});

test("row exchanges change no digit either, and both say what is singular", () => {
  let singular = 0;
  let exchanged = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const pair = both(seed);
    const { n, dense, banded } = pair;
    const b = vector(pair);
    const x = Float64Array.from(b);
    const sound = dense.factor();
    expect(banded.factor(), `seed ${seed}`).toBe(sound);
    if (!sound) {
      singular++;
      continue;
    }
    banded.solve(x);
    const back = new Float64Array(n);
    banded.multiply(x, back);
    const size = Math.max(...x.map(Math.abs), ...b.map(Math.abs));
    const off = Math.max(...back.map((value, i) => Math.abs(value - b[i]!)));
    expect(off, `seed ${seed}`).toBeLessThan(1e-12 * size);
    const y = Float64Array.from(b);
    dense.solve(y);
    expect(x, `seed ${seed}`).toEqual(y);
    if (list(n, (i) => i).some((i) => isExchanged(dense, i))) exchanged++;
  }
  expect(singular).toBeGreaterThan(10);
  expect(exchanged).toBeGreaterThan(10);
});

test("a solve within a range gives the whole solution, and does not leave the blocks that the range touches", () => {
  let narrow = 0;
  for (let seed = 1; seed <= 200; seed++) {
    const random = seeded(seed);
    const n = random.whole(2, 40);
    const matrix = new Banded(n, { below: 2, above: 1 });
    for (let i = 0; i < n; i++) {
      matrix.add(i, i, 3 + random.next());
      if (i > 1 && random.chance(0.3)) matrix.add(i, i - 2, random.normal());
      if (i > 0 && random.chance(0.3)) matrix.add(i - 1, i, random.normal());
    }
    expect(matrix.factor()).toBe(true);
    const whole = new Float64Array(n);
    const from = random.whole(0, n - 1);
    const range = Int32Array.of(from, random.whole(from + 1, n));
    for (let i = range[0]!; i < range[1]!; i++) whole[i] = random.normal();
    const part = Float64Array.from(whole);
    matrix.solve(whole);
    matrix.solveWithin(part, range);
    expect(part, `seed ${seed}`).toEqual(whole);
    expect(whole.every((value, i) => value === 0 || (i >= range[0]! && i < range[1]!))).toBe(true);
    if (range[1]! - range[0]! < n) narrow++;
  }
  expect(narrow).toBeGreaterThan(100);
});

test("storage grows with n, and an entry outside of the band is refused", () => {
  const stored = (n: number) => new Banded(n, { below: 2, above: 1 }).stored;
  expect(stored(1000)).toBe(1000 * (4 + 6));
  expect(stored(500) * 2).toBe(stored(1000));
  const matrix = new Banded(5, { below: 1, above: 0 });
  matrix.add(0, 4, 0);
  expect(() => matrix.add(0, 1, 1)).toThrow("outside of the band");
});

/** Random symmetric entries in a band, and M with a dominant diagonal. */
function symmetric(seed: number): { n: number; K: number[][]; M: number[][] } {
  const random = seeded(seed);
  const n = random.whole(2, 25);
  const square = (diagonal: number) => {
    const rows = list(n, (i) => i).map(() => list(n, () => 0));
    for (let i = 0; i < n; i++) {
      for (let j = Math.max(0, i - 2); j <= i; j++) rows[i]![j] = rows[j]![i] = random.normal();
      rows[i]![i]! += diagonal;
    }
    return rows;
  };
  return { n, K: square(0), M: square(6 + random.next()) };
}

test("Lanczos' iteration finds the largest eigenvalue in size", () => {
  for (let seed = 1; seed <= 100; seed++) {
    const { n, K } = symmetric(seed);
    const matrix = Dense.from(K);
    const copy = (x: Float64Array, out: Float64Array) => out.set(x);
    const found = lanczosRadius(
      n,
      (x, out) => matrix.multiply(x, out),
      () => {},
      copy,
    );
    const all = symmetricEigenvalues(Float64Array.from(K.flat()), n);
    expect(found, `seed ${seed}`).toBeCloseTo(Math.max(-all[0]!, all.at(-1)!), 9);
  }
  const n = 400; // a chain: its extreme is known, and near others
  const chain = new Banded(n, { below: 1, above: 1 });
  for (let i = 0; i < n; i++) chain.add(i, i, i % (n - 1) === 0 ? 1 : 2);
  for (let i = 1; i < n; i++)
    for (const [a, b] of [
      [i, i - 1],
      [i - 1, i],
    ] as const)
      chain.add(a, b, -1);
  const mass = (x: Float64Array, out: Float64Array) => {
    for (let i = 0; i < n; i++) out[i] = 4 * x[i]!;
  };
  const divide = (x: Float64Array) => {
    for (let i = 0; i < n; i++) x[i]! /= 4;
  };
  const exact = (2 + 2 * Math.cos(Math.PI / n)) / 4;
  const found = lanczosRadius(n, (x, out) => chain.multiply(x, out), divide, mass);
  expect(Math.abs(found / exact - 1)).toBeLessThan(1e-5);
});

test("Lanczos' iteration finds both ends of a positive semidefinite matrix, zeros left out", () => {
  for (let seed = 1; seed <= 50; seed++) {
    const { n, M } = symmetric(seed);
    const weight = (i: number) => (i % 4 === 1 ? 0 : 1 + (i % 3));
    const scaled = M.map((row, i) => row.map((entry, j) => weight(i) * entry * weight(j)));
    const matrix = Dense.from(scaled);
    const all = symmetricEigenvalues(Float64Array.from(scaled.flat()), n);
    const least = all.find((value) => value > 1e-12 * all.at(-1)!)!;
    if (all[0]! < -1e-9) continue;
    const found = lanczosExtremes(n, (x, out) => matrix.multiply(x, out));
    expect(found.largest / all.at(-1)!, `seed ${seed}`).toBeCloseTo(1, 9);
    expect(found.smallest / least, `seed ${seed}`).toBeCloseTo(1, 6);
  }
  expect(lanczosExtremes(3, (_, out) => out.fill(0))).toEqual({ smallest: 0, largest: 0 });
});

test("positive definite is what has positive eigenvalues only", () => {
  const told = [0, 0];
  for (let seed = 1; seed <= 300; seed++) {
    const { n, K } = symmetric(seed);
    const shifted = K.map((row, i) => row.map((entry, j) => entry + (i === j ? 3.5 : 0)));
    const least = symmetricEigenvalues(Float64Array.from(shifted.flat()), n)[0]!;
    if (Math.abs(least) < 1e-9) continue;
    expect(isPositiveDefinite(Entries.from(shifted)), `seed ${seed}`).toBe(least > 0);
    told[least > 0 ? 1 : 0]!++;
  }
  expect(Math.min(...told)).toBeGreaterThan(50);
});

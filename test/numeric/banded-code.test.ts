import fc from "fast-check";
import { expect, test } from "vitest";
import { Banded, landing } from "../../src/numeric/banded.ts";
import { bandedCode } from "../../src/numeric/banded-code.ts";
import { list, seeded } from "../support/random.ts";

const seeds = fc.integer({ min: 1, max: 1e6 });

/** A random band with zeros, rows to exchange, units that differ, and sometimes a column without entries. */
function entriesOf(seed: number) {
  const random = seeded(seed);
  const n = random.whole(1, 40);
  const band = { below: random.whole(0, 9), above: random.whole(0, 9) };
  const hollow = random.chance(0.1) ? random.whole(0, n - 1) : -1;
  const units = list(n, () => 10 ** random.whole(-6, 6));
  const found: [number, number, number][] = [];
  for (let i = 0; i < n; i++) {
    for (let j = Math.max(0, i - band.below); j < Math.min(n, i + band.above + 1); j++) {
      if (j === hollow || (i !== j && random.chance(0.2))) continue;
      found.push([i, j, units[i]! * units[j]! * random.normal() * (random.chance(0.1) ? 100 : 1)]);
    }
  }
  return { n, band, found, x: Float64Array.from(list(n, () => random.normal())) };
}

function fill(matrix: Banded, entries: readonly (readonly [number, number, number])[]): void {
  matrix.clear();
  for (const [i, j, value] of entries) matrix.add(i, j, value);
}

test("code factors as the plain matrix does, to the last bit, and says the same of singular ones", () => {
  let exchanged = 0;
  let singular = 0;
  fc.assert(
    fc.property(seeds, (seed) => {
      const { n, band, found, x } = entriesOf(seed);
      const plain = new Banded(n, band);
      fill(plain, found);
      const code = bandedCode(n, plain.band)!;
      const { entries, factors } = plain as unknown as { entries: Float64Array; factors: typeof code };
      const sound = plain.factor(1e-14);
      code.scale.set(factors.scale);
      expect(code.factor(entries, 1e-14)).toBe(sound);
      if (!sound) {
        singular++;
        return;
      }
      expect(code.factors).toEqual(factors.factors);
      expect(code.pivots).toEqual(factors.pivots);
      expect(code.reach).toEqual(factors.reach);
      if (code.pivots.some((pivot, k) => pivot !== k)) exchanged++;
      const solved = x.slice();
      plain.solve(solved);
      expect(solved.every(Number.isFinite)).toBe(true);
    }),
    { numRuns: 300 },
  );
  expect(exchanged).toBeGreaterThan(50);
  expect(singular).toBeGreaterThan(5);
});

test("a matrix that is factored often has the digits of one that is factored once", () => {
  fc.assert(
    fc.property(seeds, seeds, (seed, other) => {
      const { n, band, found, x } = entriesOf(seed);
      const [once, often] = [new Banded(n, band), new Banded(n, band)];
      const random = seeded(other);
      for (let k = 0; k < 6; k++) {
        fill(
          often,
          found.map(([i, j, value]) => [i, j, value * random.normal()] as const),
        );
        often.factor();
      }
      fill(once, found);
      fill(often, found);
      expect(often.factor()).toBe(once.factor());
      if (!once.factor()) return;
      const [one, two] = [x.slice(), x.slice()];
      once.solve(one);
      often.solve(two);
      expect(two).toEqual(one);
      once.multiply(x, one);
      often.multiply(x, two);
      expect(two).toEqual(one);
    }),
    { numRuns: 200 },
  );
});

test("the factors follow every change of the entries, and the threshold", () => {
  const matrix = new Banded(40, { below: 6, above: 6 });
  for (let i = 0; i < 40; i++) matrix.add(i, i, 4);
  const other = new Banded(40, { below: 6, above: 6 });
  for (let i = 0; i < 40; i++) other.add(i, i, 1);
  const solved = () => {
    const x = new Float64Array(40).fill(1);
    matrix.factor();
    matrix.solve(x);
    return x[7];
  };
  for (let k = 0; k < 5; k++) {
    matrix.scaleBy(Float64Array.of(2));
    expect(solved()).toBe(1 / (4 * 2 ** (k + 1)));
  }
  other.addTo(matrix, 128);
  expect(solved()).toBe(1 / 256);
  matrix.add(7, 7, 256);
  expect(solved()).toBe(1 / 512);
  matrix.addAt(matrix.placeOf(7, 7), 512);
  expect(solved()).toBe(1 / 1024);
  const units = new Float64Array(40).fill(2);
  const places = Int32Array.from({ length: 40 }, (_, k) => k);
  matrix.addScaled(other, units, landing(other, matrix, places));
  expect(solved()).toBe(1 / 1028);
  expect(matrix.factor(2)).toBe(false);
  expect(matrix.factor()).toBe(true);
  matrix.clear();
  expect(matrix.factor()).toBe(false);
});

test("sizes of the terms of a product", () => {
  const matrix = new Banded(3, { below: 1, above: 1 });
  matrix.add(0, 0, -2);
  matrix.add(0, 1, 3);
  matrix.add(2, 1, -5);
  const out = Float64Array.of(1, 0, 10);
  matrix.addTerms(Float64Array.of(1, -2, 7), out);
  expect([...out]).toEqual([9, 0, 20]);
});

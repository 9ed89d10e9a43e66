import { describe, expect, test } from "vitest";
import { cholesky, spectralRadius, symmetricEigenvalues } from "../../src/numeric/eigenvalues.ts";
import { inverse, type Matrix, multiply } from "../oracles/dense.ts";
import { list, seeded, withSpectrum } from "../support/random.ts";

const flat = (rows: Matrix) => Float64Array.from(rows.flat());
const product = (a: Matrix, b: Matrix): number[][] =>
  a.map((row) =>
    b[0]!.map(
      (_, j) =>
        multiply(
          [row],
          b.map((other) => other[j]!),
        )[0]!,
    ),
  );

describe("symmetricEigenvalues", () => {
  test("finds constructed spectra in ascending order", () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = seeded(seed);
      const n = random.whole(1, 16);
      const values = list(n, () => random.pick([-1, 1]) * random.decade(-2, 2)).sort((a, b) => a - b);
      const largest = Math.max(...values.map(Math.abs));
      symmetricEigenvalues(flat(withSpectrum(random, values)), n).forEach((value, i) => {
        expect(Math.abs(value - values[i]!), `seed ${seed}`).toBeLessThan(1e-14 * n * largest);
      });
    }
  });

  test("copes with repeated, zero and wide ones", () => {
    const random = seeded(4);
    for (const values of [
      [3, 3, 3, 3],
      [0, 0, 1, 2],
      [0, 0, 0],
      [1e-9, 1, 1e6],
    ]) {
      const found = symmetricEigenvalues(flat(withSpectrum(random, values)), values.length);
      found.forEach((value, i) => {
        expect(Math.abs(value - values[i]!)).toBeLessThanOrEqual(1e-14 * Math.max(...values));
      });
    }
  });

  test("leaves its argument, and takes nothing", () => {
    const given = Float64Array.of(2, 1, 1, 2);
    expect([...symmetricEigenvalues(given, 2)].map((value) => Number(value.toFixed(12)))).toEqual([1, 3]);
    expect([...given]).toEqual([2, 1, 1, 2]);
    expect(symmetricEigenvalues(new Float64Array(0), 0)).toHaveLength(0);
  });

  test("knows the chain of springs: 2 - 2 cos(k pi/(n + 1))", () => {
    const n = 20;
    const chain = list(n * n, (k) => {
      const distance = Math.abs(Math.floor(k / n) - (k % n));
      return distance === 0 ? 2 : distance === 1 ? -1 : 0;
    });
    symmetricEigenvalues(Float64Array.from(chain), n).forEach((value, k) => {
      expect(value).toBeCloseTo(2 - 2 * Math.cos(((k + 1) * Math.PI) / (n + 1)), 13);
    });
  });
});

describe("spectralRadius", () => {
  const relative = (rows: Matrix, expected: number) => Math.abs(spectralRadius(flat(rows), rows.length) / expected - 1);

  test("of real spectra, also when the largest is negative or repeated", () => {
    const random = seeded(1);
    for (const values of [
      [1, 2, -7],
      [5, 5, 1],
      [1e-8, 1e-9],
      [3e150, 1],
      [-4, 4],
    ]) {
      expect(relative(withSpectrum(random, values), Math.max(...values.map(Math.abs)))).toBeLessThan(1e-13);
    }
  });

  test("of complex pairs", () => {
    expect(
      relative(
        [
          [0, -2],
          [2, 0],
        ],
        2,
      ),
    ).toBeLessThan(1e-13);
    expect(
      relative(
        [
          [0.6, -0.8],
          [0.8, 0.6],
        ],
        1,
      ),
    ).toBeLessThan(1e-13);
    expect(
      relative(
        [
          [1, -3, 0],
          [3, 1, 0],
          [0, 0, 3],
        ],
        Math.sqrt(10),
      ),
    ).toBeLessThan(1e-13);
  });

  test("of matrices far from symmetric", () => {
    const change = [
      [1, 5, 2],
      [0, 1, 7],
      [3, 0, 1],
    ];
    const rows = product(
      product(change, [
        [4, 0, 0],
        [0, -3, 0],
        [0, 0, 0.5],
      ]),
      inverse(change),
    );
    expect(relative(rows, 4)).toBeLessThan(1e-11);
  });

  test("of defective matrices", () => {
    expect(
      relative(
        [
          [1, 1],
          [0, 1],
        ],
        1,
      ),
    ).toBeLessThan(1e-12);
    expect(
      relative(
        [
          [2, 1000],
          [0, 2],
        ],
        2,
      ),
    ).toBeLessThan(1e-12);
    const block = list(10, (i) => i).map((i) => list(10, (j) => (j === i ? 0.5 : j === i + 1 ? 1 : 0)));
    expect(relative(block, 0.5)).toBeLessThan(1e-12);
  });

  test("is zero for nilpotent matrices", () => {
    expect(spectralRadius(Float64Array.of(0, 1, 0, 0), 2)).toBe(0);
    expect(spectralRadius(Float64Array.of(0, 1, 5, 0, 0, 3, 0, 0, 0), 3)).toBe(0);
    expect(spectralRadius(Float64Array.of(2, -4, 1, -2), 2)).toBe(0);
    expect(spectralRadius(new Float64Array(9), 3)).toBe(0);
  });
});

describe("cholesky", () => {
  test("gives the factor of a positive definite matrix", () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = seeded(seed);
      const n = random.whole(1, 12);
      const rows = withSpectrum(
        random,
        list(n, () => random.decade(-5, 5)),
      );
      const factor = cholesky(flat(rows), n)!;
      const lower = list(n, (i) => i).map((i) => [...factor.subarray(i * n, (i + 1) * n)]);
      const back = product(
        lower,
        lower.map((_, j) => lower.map((row) => row[j]!)),
      );
      back.flat().forEach((entry, k) => {
        expect(Math.abs(entry - rows.flat()[k]!)).toBeLessThan(1e-14 * n * Math.max(...rows.flat().map(Math.abs)));
      });
      expect(lower.every((row, i) => row[i]! > 0 && row.slice(i + 1).every((entry) => entry === 0))).toBe(true);
    }
  });

  test.each([
    {
      name: "indefinite",
      rows: [
        [1, 2],
        [2, 1],
      ],
    },
    {
      name: "semidefinite",
      rows: [
        [1, 2],
        [2, 4],
      ],
    },
    {
      name: "semidefinite to round-off",
      rows: [
        [0.1, 0.3],
        [0.3, 0.9],
      ],
    },
    { name: "zero", rows: [[0]] },
    { name: "negative", rows: [[-1]] },
    { name: "no number", rows: [[Number.NaN]] },
  ])("refuses a matrix that is $name", ({ rows }) => {
    expect(cholesky(flat(rows), rows.length)).toBeUndefined();
  });

  test("refuses random spectra with one eigenvalue below zero", () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = seeded(seed);
      const n = random.whole(2, 10);
      const values = list(n, (i) => (i === 0 ? -1e-3 : random.decade(-2, 2)));
      expect(cholesky(flat(withSpectrum(random, values)), n), `seed ${seed}`).toBeUndefined();
    }
  });

  test("accepts masses of very different size", () => {
    expect(cholesky(Float64Array.of(1e-9, 0, 0, 1e9), 2)).toBeDefined();
  });
});

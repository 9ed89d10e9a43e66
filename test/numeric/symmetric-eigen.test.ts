import { describe, expect, test } from "vitest";
import { inner, lengthOf, times } from "../../src/numeric/plain-matrix.ts";
import { splitSpace } from "../../src/numeric/subspace.ts";
import { pencilEigen, symmetricEigen } from "../../src/numeric/symmetric-eigen.ts";
import { list, seeded, withSpectrum } from "../support/random.ts";

describe("symmetricEigen", () => {
  test("gives orthonormal vectors with A u = lambda u, ascending, of constructed spectra", () => {
    for (let seed = 1; seed <= 50; seed++) {
      const random = seeded(seed);
      const n = random.whole(1, 12);
      const spectrum = list(n, () => (random.chance(0.3) ? 1 : random.between(-3, 3))).sort((a, b) => a - b);
      const matrix = withSpectrum(random, spectrum);
      const pairs = symmetricEigen(matrix);
      pairs.forEach(({ value, vector }, i) => {
        expect(Math.abs(value - spectrum[i]!)).toBeLessThan(1e-13 * n);
        times(matrix, vector).forEach((entry, k) => {
          expect(Math.abs(entry - value * vector[k]!)).toBeLessThan(1e-13 * n);
        });
        pairs.forEach((other, j) => {
          expect(Math.abs(inner(vector, other.vector) - (i === j ? 1 : 0))).toBeLessThan(1e-13);
        });
      });
    }
  });
});

describe("pencilEigen", () => {
  test("gives A u = lambda M u with u orthonormal in M", () => {
    for (let seed = 1; seed <= 50; seed++) {
      const random = seeded(seed);
      const n = random.whole(1, 10);
      const matrix = withSpectrum(
        random,
        list(n, () => random.between(-2, 2)),
      );
      const mass = withSpectrum(
        random,
        list(n, () => random.decade(-1, 1)),
      );
      const pairs = pencilEigen(matrix, mass)!;
      pairs.forEach(({ value, vector }, i) => {
        const [left, right] = [times(matrix, vector), times(mass, vector)];
        left.forEach((entry, k) => {
          expect(Math.abs(entry - value * right[k]!)).toBeLessThan(1e-11);
        });
        pairs.forEach((other, j) => {
          expect(Math.abs(inner(other.vector, right) - (i === j ? 1 : 0))).toBeLessThan(1e-12);
        });
      });
    }
  });

  test("knows a mass that is none", () => {
    expect(pencilEigen([[1]], [[0]])).toBeUndefined();
  });
});

describe("splitSpace", () => {
  test("spans what is given and nothing else, with an orthonormal rest", () => {
    for (let seed = 1; seed <= 50; seed++) {
      const random = seeded(seed);
      const n = random.whole(1, 8);
      const rank = random.whole(0, n);
      const basis = list(rank, () => 0).map(() => list(n, () => random.between(-1, 1)));
      // more vectors than their span needs
      const vectors = list(rank + 2, () => 0).map(() => {
        const weights = list(rank, () => random.between(-2, 2));
        return list(n, (k) => basis.reduce((sum, row, i) => sum + weights[i]! * row[k]!, 0));
      });
      const { span, rest, independent } = splitSpace(vectors, n);
      expect([span.length, rest.length, independent.length]).toEqual([rank, n - rank, rank]);
      for (const unit of [...span, ...rest]) expect(Math.abs(lengthOf(unit) - 1)).toBeLessThan(1e-13);
      for (const free of rest) {
        for (const vector of [...vectors, ...span]) expect(Math.abs(inner(free, vector))).toBeLessThan(1e-10);
      }
    }
  });
});

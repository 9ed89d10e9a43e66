import { expect, test } from "vitest";
import { singularValues } from "../../src/numeric/svd.ts";
import { list, seeded } from "../support/random.ts";

const dot = (x: ArrayLike<number>, y: ArrayLike<number>) => Array.from(x).reduce((sum, a, i) => sum + a * y[i]!, 0);

test("any shape and rank is put together again from orthonormal vectors", () => {
  for (let seed = 0; seed < 60; seed++) {
    const random = seeded(seed);
    const rows = random.whole(1, 6);
    const columns = random.whole(1, 6);
    const matrix = list(rows, () => 0).map(() => Float64Array.from(list(columns, () => random.normal())));
    if (random.chance(0.4) && rows > 1) matrix[1]!.set(matrix[0]!); // dependent rows
    if (random.chance(0.2)) matrix[0]!.fill(0);
    const { values, left, right } = singularValues(matrix);
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) {
        const entry = values.reduce((sum, value, k) => sum + left[k]![i]! * value * right[k]![j]!, 0);
        expect(Math.abs(entry - matrix[i]![j]!)).toBeLessThan(1e-13);
      }
    }
    for (let a = 0; a < rows; a++) {
      for (let b = 0; b <= a; b++) expect(Math.abs(dot(left[a]!, left[b]!) - (a === b ? 1 : 0))).toBeLessThan(1e-13);
      if (a > 0) expect(values[a]!).toBeLessThanOrEqual(values[a - 1]!);
    }
    const rank = values.filter((value) => value > 1e-12).length;
    for (let a = 0; a < rank; a++) {
      for (let b = 0; b < a; b++) expect(Math.abs(dot(right[a]!, right[b]!))).toBeLessThan(1e-12);
    }
    expect(rank).toBeLessThanOrEqual(Math.min(rows, columns));
  }
});

test("small singular values keep their digits", () => {
  const { values } = singularValues([Float64Array.of(1, 0), Float64Array.of(0, 1e-14)]);
  expect(Array.from(values)).toEqual([1, 1e-14]);
});

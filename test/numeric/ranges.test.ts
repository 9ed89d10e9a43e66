import { expect, it } from "vitest";
import { luFactor, luSolve } from "../../src/numeric/lu.ts";
import { Dense } from "../../src/numeric/matrix.ts";
import { findRanges, newRanges } from "../../src/numeric/ranges.ts";
import { list, seeded } from "../support/random.ts";

it("finds the columns between which the entries of a row are", () => {
  const ranges = newRanges(4);
  const a = Float64Array.of(0, 2, 0, 3, 0, 9, 0, 0, 0, 0, 0, 0, 7, 0, 0, Number.NaN);
  findRanges(a, 4, 4, 4, ranges);
  expect([[...ranges.first], [...ranges.last]]).toEqual([
    [1, 1, 0, 0],
    [4, 2, 0, 4],
  ]);
  findRanges(a, 2, 3, 4, ranges); // the leading block only
  expect([...ranges.last.subarray(0, 2)]).toEqual([2, 2]);
});

it("changes no digit of products and solves, however the matrix was filled", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = seeded(seed);
    const n = random.whole(1, 9);
    const share = random.pick([0.1, 0.3, 1]);
    const rows = list(n, (i) => i).map((i) =>
      list(n, (j) => (i === j ? 3 : random.chance(share) ? random.normal() : 0)),
    );
    const given = Dense.from(rows);
    const filled = new Dense(n);
    filled.add(0, n - 1, 5); // cleared below: its range must go too
    filled.clear();
    given.addTo(filled, 0.5);
    for (let i = 0; i < n; i++) for (let j = n - 1; j >= 0; j--) filled.add(i, j, 0.5 * rows[i]![j]!);
    const x = Float64Array.from(list(n, () => random.normal()));
    const product = rows.map((row) => row.reduce((sum, entry, j) => sum + entry * x[j]!, 0));
    const factors = Float64Array.from(rows.flat());
    const pivots = new Int32Array(n);
    luFactor(factors, n, n, pivots);
    const solution = Float64Array.from(x);
    luSolve(factors, n, n, pivots, solution);
    for (const matrix of [given, filled]) {
      const out = new Float64Array(n);
      matrix.multiply(x, out);
      expect([...out], `seed ${seed}`).toEqual(product);
      matrix.multiplyAdd(x, out);
      expect([...out]).toEqual(product.map((value) => 2 * value));
      expect(matrix.factor()).toBe(true);
      out.set(x);
      matrix.solve(out);
      expect([...out], `seed ${seed}`).toEqual([...solution]);
    }
  }
});

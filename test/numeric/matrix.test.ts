import { describe, expect, test } from "vitest";
import { luFactor, luSolve } from "../../src/numeric/lu.ts";
import { Dense } from "../../src/numeric/matrix.ts";
import { multiply } from "../oracles/dense.ts";
import { list, type Random, seeded, withSpectrum } from "../support/random.ts";

const square = (random: Random, n: number) => list(n, (i) => i).map(() => list(n, () => random.normal()));

function solve(rows: number[][], right: readonly number[]): Float64Array {
  const matrix = Dense.from(rows);
  expect(matrix.factor()).toBe(true);
  const x = Float64Array.from(right);
  matrix.solve(x);
  return x;
}

describe("factor and solve", () => {
  test("give back the solution of random systems", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = seeded(seed);
      const n = random.whole(1, 30);
      const rows = square(random, n);
      const right = list(n, () => random.normal());
      const x = solve(rows, right);
      // backward error: partial pivoting grows little on random matrices
      const size = Math.max(...rows.flat().map(Math.abs)) * Math.max(...x.map(Math.abs)) * n;
      multiply(rows, [...x]).forEach((value, i) => {
        expect(Math.abs(value - right[i]!), `seed ${seed}`).toBeLessThan(1e-14 * size);
      });
    }
  });

  test("are accurate to the condition number", () => {
    const random = seeded(8);
    const rows = withSpectrum(random, [1, 10, 100, 1e4]);
    const expected = [1, -2, 3, -4];
    solve(rows, multiply(rows, expected)).forEach((value, i) => {
      expect(Math.abs(value - expected[i]!)).toBeLessThan(1e-11);
    });
  });

  test("pivot where the diagonal is zero or small", () => {
    const cycle = [
      [0, 0, 2],
      [3, 0, 0],
      [0, 4, 0],
    ];
    expect([...solve(cycle, [2, 3, 4])]).toEqual([1, 1, 1]);
    const small = [
      [1e-17, 1],
      [1, 1],
    ];
    expect([...solve(small, [1, 2])]).toEqual([1, 1]);
  });

  test.each([
    { name: "zero", rows: [[0]] },
    {
      name: "equal rows",
      rows: [
        [1, 2],
        [1, 2],
      ],
    },
    {
      name: "dependent columns",
      rows: [
        [1, 2, 3],
        [4, 5, 9],
        [7, 9, 16],
      ],
    },
    {
      name: "dependent to round-off",
      rows: [
        [0.1, 0.3],
        [0.7, 2.1],
      ],
    },
    {
      name: "no numbers",
      rows: [
        [Number.NaN, 1],
        [1, 1],
      ],
    },
  ])("refuse a singular matrix: $name", ({ rows }) => {
    expect(Dense.from(rows).factor()).toBe(false);
  });

  test("use the entries of the last factorization", () => {
    const matrix = Dense.from([[4]]);
    matrix.factor();
    matrix.add(0, 0, 4);
    const x = Float64Array.of(8);
    matrix.solve(x);
    expect(x[0]).toBe(2);
    matrix.factor();
    matrix.solve(x);
    expect(x[0]).toBe(0.25);
  });
});

test("luFactor takes the leading block of a wider array and leaves the rest", () => {
  const a = Float64Array.of(0, 2, 77, 4, 0, 77, 77, 77, 77);
  const pivots = new Int32Array(3);
  expect(luFactor(a, 2, 3, pivots)).toBe(true);
  const x = Float64Array.of(6, 8, 77);
  luSolve(a, 2, 3, pivots, x);
  expect([...x]).toEqual([2, 3, 77]);
  expect([a[2], a[5], ...a.subarray(6)]).toEqual([77, 77, 77, 77, 77]);
});

test("luFactor's threshold is relative to the largest entry", () => {
  const diagonal = () => Float64Array.of(1e6, 0, 0, 1e-5);
  expect(luFactor(diagonal(), 2, 2, new Int32Array(2), 1e-12)).toBe(true);
  expect(luFactor(diagonal(), 2, 2, new Int32Array(2), 1e-10)).toBe(false);
});

describe("Dense", () => {
  const rows = [
    [1, 2],
    [3, 4],
  ];

  test("multiplies, into and onto a vector", () => {
    const matrix = Dense.from(rows);
    const out = Float64Array.of(9, 9);
    matrix.multiply(Float64Array.of(1, -1), out);
    expect([...out]).toEqual([-1, -1]);
    matrix.multiplyAdd(Float64Array.of(1, 1), out);
    expect([...out]).toEqual([2, 6]);
  });

  test("adds entries and matrices, and clears", () => {
    const matrix = Dense.from(rows);
    const sum = Dense.from([
      [1, 0],
      [0, 1],
    ]);
    matrix.addTo(sum, 0.5);
    matrix.addTo(sum, 0);
    sum.add(1, 0, 10);
    expect([sum.at(0, 0), sum.at(0, 1), sum.at(1, 0), sum.at(1, 1)]).toEqual([1.5, 1, 11.5, 3]);
    expect([...matrix.entries]).toEqual([1, 2, 3, 4]);
    sum.clear();
    expect([...sum.entries]).toEqual([0, 0, 0, 0]);
  });
});

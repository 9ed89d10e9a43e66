import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rootFinder } from "../../src/numeric/polynomial.ts";
import { cases } from "../support/torture.ts";

const ORDER = 24;
const finder = rootFinder(ORDER);

/** Coefficients of factor * product of (1 - x / r). */
function withRoots(roots: readonly number[], factor = 1): Float64Array {
  let c = [factor];
  for (const r of roots) c = [...c, 0].map((value, k) => value - (k > 0 ? c[k - 1]! / r : 0));
  return Float64Array.from(c);
}

/** Coefficients of a product. */
function product(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: a.length + b.length - 1 }, (_, k) =>
    a.reduce((sum, value, i) => sum + value * (b[k - i] ?? 0), 0),
  );
}

function firstRoot(c: Float64Array, h: number): number | undefined {
  return finder.find(c, 0, c.length - 1, Float64Array.of(h)) ? finder.root[0]! : undefined;
}

/** Sorted, and far enough from each other that they are well-conditioned. */
const separateRoots = fc
  .array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 })
  .map((list) => [...new Set(list)].sort((a, b) => a - b).map((n) => n / 20));

describe("the first crossing", () => {
  it("of a product of linear factors is its smallest root", () => {
    const property = fc.property(separateRoots, fc.double({ min: 0.01, max: 4, noNaN: true }), (roots, h) => {
      fc.pre(Math.abs(roots[0]! - h) > 1e-9);
      const found = firstRoot(withRoots(roots, 3), h);
      if (roots[0]! < h) expect(Math.abs(found! - roots[0]!)).toBeLessThan(1e-11);
      else expect(found).toBeUndefined();
    });
    fc.assert(property, { numRuns: cases(1000, 3000), seed: 1 });
  });

  it("is not hidden by negative roots and pairs of complex ones", () => {
    const pair = fc.record({
      a: fc.double({ min: -2, max: 2, noNaN: true }),
      b: fc.double({ min: 0.2, max: 2, noNaN: true }),
    });
    const property = fc.property(separateRoots, fc.array(pair, { maxLength: 4 }), (roots, pairs) => {
      let c = [...withRoots([...roots, -0.7])];
      for (const { a, b } of pairs) {
        const square = [a * a + b * b, -2 * a, 1].map((value) => value / (a * a + b * b)); // |x - (a + i b)|^2
        c = product(c, square);
      }
      expect(Math.abs(firstRoot(Float64Array.from(c), 3.5)! - roots[0]!)).toBeLessThan(1e-8);
    });
    fc.assert(property, { numRuns: cases(400, 1000), seed: 2 });
  });

  it("keeps its relative accuracy close to zero", () => {
    for (const root of [1e-3, 1e-6, 1e-9, 1e-12]) {
      expect(Math.abs(firstRoot(withRoots([root, 2]), 10)! / root - 1)).toBeLessThan(1e-14);
    }
  });

  it("of a series of an analytic function is that of the function", () => {
    const cosine = Float64Array.from({ length: ORDER + 1 }, (_, k) => (k % 2 ? 0 : (-1) ** (k / 2) / factorial(k)));
    expect(firstRoot(cosine, 3)).toBeCloseTo(Math.PI / 2, 14);
    expect(firstRoot(cosine, 1.5)).toBeUndefined();
  });

  it("of a triple root is found to the cube root of round-off, and p is zero there", () => {
    const found = firstRoot(withRoots([1, 1, 1]), 2)!;
    expect(Math.abs(found - 1)).toBeLessThan(1e-4);
  });

  it("of a cluster is one of it", () => {
    const roots = [1, 1 + 1e-7, 1 + 3e-7];
    expect(Math.abs(firstRoot(withRoots(roots), 2)! - 1)).toBeLessThan(1e-4);
  });

  it("starts behind the coefficients that it is told to leave out", () => {
    const c = Float64Array.from([-1e-17, 1e-19, ...withRoots([0.5])]);
    expect(finder.find(c, 2, 1, Float64Array.of(1))).toBe(true);
    expect(finder.root[0]).toBeCloseTo(0.5, 15);
  });
});

const factorial = (k: number): number => (k < 2 ? 1 : k * factorial(k - 1));

describe("no crossing", () => {
  it("where a double root only touches zero", () => {
    const touch = fc.double({ min: 0.05, max: 1.9, noNaN: true });
    const property = fc.property(touch, fc.constantFrom(1, 2, 3), (root, power) => {
      expect(firstRoot(withRoots(Array(2 * power).fill(root)), 2)).toBeUndefined();
    });
    fc.assert(property, { numRuns: 500, seed: 3 });
  });

  it("but the crossing behind a touched zero is found", () => {
    expect(Math.abs(firstRoot(withRoots([0.5, 0.5, 1.2]), 2)! - 1.2)).toBeLessThan(1e-7);
  });

  it("of a positive polynomial, however it swings", () => {
    const swings = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 10 });
    const property = fc.property(swings, (a) => {
      // a(x)^2 + 1e-6
      const c = new Float64Array(2 * a.length - 1);
      c.set(product(a, a));
      c[0]! += 1e-6;
      expect(firstRoot(c, 1)).toBeUndefined();
    });
    fc.assert(property, { numRuns: cases(400, 1000), seed: 4 });
  });

  it("of constants", () => {
    expect(firstRoot(Float64Array.of(1), 5)).toBeUndefined();
    expect(firstRoot(Float64Array.of(1, 0, 0), 5)).toBeUndefined();
  });
});

it("costs few evaluations", () => {
  const before = finder.evaluations[0]!;
  for (let k = 1; k <= 100; k++) firstRoot(withRoots([k / 100, 1.5, 2.5, -1]), 3);
  expect((finder.evaluations[0]! - before) / 100).toBeLessThan(20);
});

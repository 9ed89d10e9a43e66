import { expect, test } from "vitest";
import { dot, isFiniteVector, maxNorm, norm } from "../../src/numeric/vector.ts";

test("norms and products", () => {
  expect(norm(Float64Array.of(3, -4))).toBe(5);
  expect(maxNorm(Float64Array.of(3, -4, 1))).toBe(4);
  expect(dot(Float64Array.of(1, 2, 3), Float64Array.of(4, -5, 6))).toBe(12);
  expect([norm(new Float64Array(0)), maxNorm(new Float64Array(0))]).toEqual([0, 0]);
});

test("what is no number is seen", () => {
  expect(maxNorm(Float64Array.of(1, Number.NaN, 0))).toBeNaN();
  expect(isFiniteVector(Float64Array.of(1, Number.NaN))).toBe(false);
  expect(isFiniteVector(Float64Array.of(1, Number.POSITIVE_INFINITY))).toBe(false);
  expect(isFiniteVector(Float64Array.of(1, -2))).toBe(true);
});

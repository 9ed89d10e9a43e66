/** The penalty functions against the paper's formulas, worked out by hand. */
import { expect, test } from "vitest";
import { penalty } from "../../src/control/penalty.ts";

const attempt = (effort: number, position: number[], velocity: number[] = []) => ({
  effort,
  position: Float64Array.from(position),
  velocity: Float64Array.from(velocity),
});

test("P (3.1) is effort plus weighted Euclidean distances", () => {
  const { score, follow } = penalty({ penalty: "P", update: "constant", rho: 100, cap: 1e6 });
  expect(score(attempt(7, [3, 4], [0.6, 0.8]))).toBeCloseTo(7 + 100 * 5 + 100 * 1, 12);
  expect(score(undefined)).toBe(Number.POSITIVE_INFINITY);
  expect(follow(attempt(1, [3, 4]))).toBe(false);
});

test("dynamic parameters grow by the largest deviation up to their cap, (3.2) and (3.3)", () => {
  const { score, follow } = penalty({ penalty: "P", update: "dynamic", rho: 10, cap: 15 });
  expect(follow(attempt(0, [3, -4], [0, 0.5]))).toBe(true);
  expect(score(attempt(0, [1, 0], [0, 0]))).toBeCloseTo(14, 12);
  expect(score(attempt(0, [0, 0], [1, 0]))).toBeCloseTo(10.5, 12);
  follow(attempt(0, [4, 0], [0, 0]));
  expect(score(attempt(0, [1, 0], [0, 0]))).toBe(15);
  expect(follow(attempt(0, [0, 0], [0, 0]))).toBe(false);
});

test("Pi (3.4) takes the norm of (3.7) from the best of the last simplex", () => {
  const make = () => penalty({ penalty: "Pi", update: "constant", rho: 100, cap: 1e6 });
  const probe = attempt(500, [0.3, -0.4], [1.2]); // dearer than the reference, so Z = 0
  const far = make();
  expect(far.follow(attempt(0, [2, 0], [0]))).toBe(true);
  expect(far.score(probe)).toBeCloseTo(500 + 100 * 1.2, 10); // G_2 = 2: maximum norm
  const middle = make();
  middle.follow(attempt(0, [1.5, 0], [0]));
  expect(middle.score(probe)).toBeCloseTo(500 + 100 * 1.3, 10); // Euclidean
  const near = make();
  near.follow(attempt(0, [1, 0], [0]));
  expect(near.score(probe)).toBeCloseTo(500 + 100 * 1.9, 10); // sum
});

test("Z (3.5) takes back the gain of effort of runs that are no nearer than the reference", () => {
  const { score, follow } = penalty({ penalty: "Pi", update: "constant", rho: 100, cap: 1e6 });
  follow(attempt(50, [0.5]));
  // half as near, 30 cheaper: min(0.5 / 1, 1) * (50 - 20)
  expect(score(attempt(20, [1]))).toBeCloseTo(20 + 100 + 0.5 * 30, 12);
  // nearer: all of it
  expect(score(attempt(20, [0.1]))).toBeCloseTo(20 + 10 + 30, 12);
  // at the target, where 10^-8 stands for the distance
  expect(score(attempt(20, [0]))).toBeCloseTo(20 + 30, 12);
});

test("the parameter of Pi is the mean of the two of P, (3.8)", () => {
  const { score, follow } = penalty({ penalty: "Pi", update: "dynamic", rho: 10, cap: 1e6 });
  follow(attempt(0, [0.5], [0.25])); // 10.5 and 10.25
  expect(score(attempt(1, [1], [0]))).toBeCloseTo(1 + 10.375, 12);
});

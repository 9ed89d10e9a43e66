/** Steps against their optimality conditions, and against points around them. */
import { expect, test } from "vitest";
import { newtonStep } from "../../src/control/newton-step.ts";
import { list, seeded, withSpectrum } from "../support/random.ts";

const dot = (x: ArrayLike<number>, y: ArrayLike<number>) => Array.from(x).reduce((sum, a, i) => sum + a * y[i]!, 0);

function randomProblem(seed: number, bounded: boolean) {
  const random = seeded(seed);
  const n = random.whole(1, 6);
  const targets = random.whole(1, 4);
  const vector = (length: number, size = 1) => Float64Array.from(list(length, () => size * random.normal()));
  const spectrum = list(n, () => random.between(0.5, 3));
  const tangent = Array.from({ length: targets }, () => vector(n));
  if (random.chance(0.3)) tangent[0]!.fill(0);
  return {
    tangent,
    residual: vector(targets),
    gradient: vector(n, 2),
    hessian: Float64Array.from(withSpectrum(random, spectrum).flat()),
    low: Float64Array.from(list(n, () => (bounded ? -random.between(0, 0.6) : Number.NEGATIVE_INFINITY))),
    high: Float64Array.from(list(n, () => (bounded ? random.between(0, 0.6) : Number.POSITIVE_INFINITY))),
  };
}

type Problem = ReturnType<typeof randomProblem>;

const leftOver = ({ tangent, residual }: Problem, d: ArrayLike<number>) =>
  Math.hypot(...tangent.map((row, k) => residual[k]! + dot(row, d)));
const cost = ({ gradient, hessian }: Problem, d: ArrayLike<number>) => {
  const n = d.length;
  const product = list(n, (i) => dot(hessian.subarray(i * n, (i + 1) * n), d));
  return dot(gradient, d) + dot(product, d) / 2;
};

test.each([false, true])("no other change comes nearer, nor meets the target for less (bounds: %s)", (bounded) => {
  for (let seed = 0; seed < 150; seed++) {
    const problem = randomProblem(seed, bounded);
    const { change, left, held } = newtonStep(problem);
    const { low, high } = problem;
    expect(left).toBeCloseTo(leftOver(problem, change), 10);
    for (let i = 0; i < change.length; i++) {
      expect(change[i]!).toBeGreaterThanOrEqual(low[i]! - 1e-9);
      expect(change[i]!).toBeLessThanOrEqual(high[i]! + 1e-9);
      if (held[i] !== 0) expect(change[i]!).toBeCloseTo(held[i]! < 0 ? low[i]! : high[i]!, 9);
    }
    const random = seeded(1000 + seed);
    let nearest = Number.POSITIVE_INFINITY; // one look at the least: a look at each of 75,000 takes nearly half of the time
    for (let k = 0; k < 200; k++) {
      const size = random.decade(-3, 0);
      const other = change.map((x, i) => Math.min(high[i]!, Math.max(low[i]!, x + size * random.normal())));
      nearest = Math.min(nearest, leftOver(problem, other));
    }
    expect(nearest).toBeGreaterThan(left - 1e-7);
    if (left > 1e-9) continue;
    // where the target can be met, nothing costs less
    const penalized = (d: ArrayLike<number>) => 1e7 * leftOver(problem, d) ** 2 + cost(problem, d);
    let cheapest = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 50; k++) {
      const size = random.decade(-2, 0);
      const other = change.map((x, i) => Math.min(high[i]!, Math.max(low[i]!, x + size * random.normal())));
      cheapest = Math.min(cheapest, penalized(other));
    }
    expect(cheapest).toBeGreaterThan(penalized(change) - 1e-3);
  }
});

test("multipliers close the optimality conditions where nothing is held", () => {
  for (let seed = 0; seed < 60; seed++) {
    const problem = randomProblem(seed, false);
    const { change, multipliers } = newtonStep(problem);
    const n = change.length;
    for (let i = 0; i < n; i++) {
      const pull = problem.tangent.reduce((sum, row, k) => sum + row[i]! * multipliers[k]!, 0);
      const slope = problem.gradient[i]! + dot(problem.hessian.subarray(i * n, (i + 1) * n), change) + pull;
      expect(Math.abs(slope)).toBeLessThan(1e-8);
    }
  }
});

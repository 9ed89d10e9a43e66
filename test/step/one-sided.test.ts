import { expect, test } from "vitest";
import { activeSet } from "../../src/step/solvers/active-set.ts";
import { newStats } from "../../src/step/step.ts";
import { seeded } from "../support/random.ts";
import { cases } from "../support/torture.ts";
import { slipsOf, slipTerms } from "./optimality.ts";
import { randomProblem, toStep } from "./random-step.ts";

/** What the rows of a machine are: friction, a stop, a joint, a given force. */
const intervals = {
  friction: [-2, 2],
  asymmetric: [-1, 0.25],
  stop: [0, Number.POSITIVE_INFINITY],
  joint: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  given: [0.7, 0.7],
} as const;

test("solves stops, joints and given forces among friction rows", () => {
  const kinds = Object.keys(intervals) as (keyof typeof intervals)[];
  for (let seed = 1; seed <= cases(300, 1000); seed++) {
    const random = seeded(seed);
    const size = random.whole(1, 8);
    const style = random.pick(["unit", "sparse"] as const);
    const problem = randomProblem(random, { size, count: random.whole(1, size), condition: 2, natural: true, style });
    const step = toStep(problem);
    const rows = problem.limits.map(() => intervals[random.pick(kinds)]);
    step.lower.set(rows.map(([low]) => low));
    step.upper.set(rows.map(([, high]) => high));
    const dz = new Float64Array(size);
    const force = new Float64Array(rows.length);
    expect(activeSet().prepare(step).solve(dz, force, newStats()), `seed ${seed}`).toBe("solved");
    const slips = slipsOf(problem, dz);
    const terms = slipTerms(problem, force);
    rows.forEach(([low, high], i) => {
      expect(force[i], `seed ${seed}`).toBeGreaterThanOrEqual(low);
      expect(force[i], `seed ${seed}`).toBeLessThanOrEqual(high);
      const slack = 1e-12 * terms[i]!;
      if (force[i]! < high) expect(slips[i], `seed ${seed}`).toBeGreaterThanOrEqual(-slack);
      if (force[i]! > low) expect(slips[i], `seed ${seed}`).toBeLessThanOrEqual(slack);
    });
  }
});

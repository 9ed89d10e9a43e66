import { expect, test } from "vitest";
import { activeSet } from "../../src/step/solvers/active-set.ts";
import { gaussSeidel } from "../../src/step/solvers/gauss-seidel.ts";
import { seeded } from "../support/random.ts";
import { cases } from "../support/torture.ts";
import { violation } from "./optimality.ts";
import { randomKind, randomProblem } from "./random-step.ts";
import { solved } from "./solved.ts";

test("is exact and direct", () => {
  expect(gaussSeidel()).toMatchObject({ name: "gauss-seidel", exact: true, direct: true });
});

test("solves random problems to its tolerance, redundant rows included", () => {
  let passes = 0;
  let tooSlow = 0;
  for (let seed = 1; seed <= cases(300, 1000); seed++) {
    const random = seeded(seed);
    const problem = randomProblem(random, { ...randomKind(random, 10), condition: 1 });
    const { status, dz, force, stats } = solved(gaussSeidel(), problem);
    passes += stats.iterations;
    if (status === "not-converged") {
      tooSlow++;
      continue;
    }
    expect(violation(problem, dz, force), `seed ${seed}`).toBeLessThan(3e-13);
  }
  // dense directions that are nearly dependent
  expect(tooSlow).toBeLessThan(10);
  expect(passes / 1000).toBeLessThan(300);
});

test("finds the sets of active-set where no row is near a tie", () => {
  let compared = 0;
  for (let seed = 1; seed <= cases(100, 300); seed++) {
    const random = seeded(seed);
    const problem = randomProblem(random, { size: 8, count: 6, condition: 1, natural: true, style: "sparse" });
    const exact = solved(activeSet(), problem);
    const result = solved(gaussSeidel(), problem);
    const inside = (force: number, i: number) => Math.abs(force / problem.limits[i]!);
    if (exact.force.some((force, i) => inside(force, i) < 1 && inside(force, i) > 0.999)) continue;
    expect(result.set).toEqual(exact.set);
    compared++;
  }
  expect(compared).toBeGreaterThan(cases(80, 250));
});

test("takes one pass, and one to see it, when rows do not couple", () => {
  const problem = {
    tangent: [
      [2, 0, 0],
      [0, 3, 0],
      [0, 0, 5],
    ],
    directions: [
      [0, 1, 0],
      [4, 0, 0],
    ],
    limits: [1, 1],
    smoothing: [0, 0],
    residual: [0.1, 5, 7],
    slip: [0, 0],
    redundant: [],
  };
  const { stats, set, dz } = solved(gaussSeidel(), problem);
  expect(stats.iterations).toBe(2);
  expect([...set]).toEqual([1, 0]);
  expect(dz[1]).toBeCloseTo(-4 / 3, 14);
});

test("says when its passes do not suffice", () => {
  const random = seeded(3);
  const problem = randomProblem(random, { size: 8, count: 8, condition: 4, style: "dense" });
  expect(solved(gaussSeidel({ passes: 3 }), problem).status).toBe("not-converged");
});

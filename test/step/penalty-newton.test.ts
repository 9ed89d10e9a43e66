import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { activeSet } from "../../src/step/solvers/active-set.ts";
import { penaltyNewton } from "../../src/step/solvers/penalty-newton.ts";
import { seeded, uniform } from "../support/random.ts";
import { cases } from "../support/torture.ts";
import { violation } from "./optimality.ts";
import { type Problem, randomKind, randomProblem, toStep } from "./random-step.ts";
import { solved } from "./solved.ts";

const options = { epsilon: 1e-4, project: true, tolerance: 1e-10 };

describe("with the projection", () => {
  test("is exact", () => {
    expect(penaltyNewton(options)).toMatchObject({ name: "penalty-newton", exact: true, direct: true });
  });

  // some rows slip or stick only under the extra friction of the penalty
  test.each([1e-2, 1e-4, 1e-8])("solves random problems of independent rows exactly, epsilon %s", (epsilon) => {
    let iterations = 0;
    for (let seed = 1; seed <= cases(150, 400); seed++) {
      const random = seeded(seed);
      const size = random.whole(1, 8);
      const kind = { ...randomKind(random), size, count: random.whole(1, size), redundant: false, condition: 2 };
      const problem = randomProblem(random, kind);
      const result = solved(penaltyNewton({ ...options, epsilon }), problem);
      expect(result.status, `seed ${seed}`).toBe("solved");
      expect(violation(problem, result.dz, result.force), `seed ${seed}`).toBeLessThan(1e-12);
      iterations += result.stats.iterations;
    }
    expect(iterations / 400).toBeLessThan(40);
  });

  test("finds the sets of active-set", () => {
    for (let seed = 1; seed <= cases(80, 200); seed++) {
      const random = seeded(seed);
      const problem = randomProblem(random, { size: 6, count: 4, condition: 1, natural: true, wild: true });
      const exact = solved(activeSet(), problem);
      expect(solved(penaltyNewton(options), problem).set).toEqual(exact.set);
    }
  });
});

describe("as printed", () => {
  const printed = penaltyNewton({ ...options, project: false });

  test("solves another law, and says so", () => expect(printed).toMatchObject({ exact: false, direct: false }));

  test("leaves |mu| = 1 + sqrt(epsilon c |s|) in slip", () => {
    fc.assert(
      fc.property(
        uniform(0.1, 10),
        uniform(0.1, 10),
        uniform(1.5, 20),
        uniform(-6, -2).map((power) => 10 ** power),
        fc.constantFrom(-1, 1),
        (inertia, limit, excess, epsilon, sign) => {
          const load = sign * limit * excess;
          const problem = oneRow({ inertia, limit, load });
          const { dz, force, set } = solved(penaltyNewton({ epsilon, project: false, tolerance: 1e-13 }), problem);
          expect(Math.sign(dz[0]!)).toBe(sign);
          expect(-force[0]! / limit).toBeCloseTo(sign * (1 + Math.sqrt(epsilon * limit * Math.abs(dz[0]!))), 10);
          expect(inertia * dz[0]!).toBeCloseTo(load + force[0]!, 10);
          expect(set[0]).toBe(-sign);
        },
      ),
    );
  });

  test("is exact in stick", () => {
    const { dz, force, set } = solved(printed, oneRow({ inertia: 3, limit: 2, load: 1.9 }));
    expect(force[0]).toBeCloseTo(-1.9, 12);
    expect(Math.abs(dz[0]!)).toBeLessThan(1e-12);
    expect(set[0]).toBe(0);
  });
});

test("refuses dependent rows and rows under (5) with a remedy", () => {
  const single = oneRow({ inertia: 1, limit: 1, load: 2 });
  const twice: Problem = { ...single, directions: [[1], [2]], limits: [1, 1], smoothing: [0, 0], slip: [0, 0] };
  const refusal = (problem: Problem) => penaltyNewton(options).refuses(toStep(problem));
  expect(refusal(single)).toBeUndefined();
  expect(refusal(twice)).toBe("penalty-newton needs independent rows, or (73) is singular; take active-set");
  expect(refusal({ ...twice, limits: [1, 0] })).toBeUndefined();
  expect(refusal({ ...single, smoothing: [0.1] })).toContain("exact law; take active-set");
});

function oneRow({ inertia, limit, load }: { inertia: number; limit: number; load: number }): Problem {
  return {
    tangent: [[inertia]],
    directions: [[1]],
    limits: [limit],
    smoothing: [0],
    residual: [-load],
    slip: [0],
    redundant: [],
  };
}

import { describe, expect, test } from "vitest";
import { activeSet } from "../../src/step/solvers/active-set.ts";
import { gaussSeidel } from "../../src/step/solvers/gauss-seidel.ts";
import { seeded } from "../support/random.ts";
import { slipsOf, slipTerms, violation } from "./optimality.ts";
import { type Problem, randomProblem } from "./random-step.ts";
import { type Solved, solved } from "./solved.ts";

/**
 * Distance of a row from the graph of (5): the smaller of the errors in force (relative to the limit) at the slip, and in
 * slip (relative to its terms) at the force. For tiny eta the graph is steep and no slip in double precision gives the force.
 */
function lawError(problem: Problem, { dz, force }: Solved, row: number): number {
  const eta = problem.smoothing[row]!;
  const limit = problem.limits[row]!;
  const slip = slipsOf(problem, dz)[row]!;
  const lambda = limit > 0 ? -force[row]! / limit : 0;
  const inForce = Math.abs(lambda - (limit > 0 ? slip / Math.sqrt(eta * eta + slip * slip) : 0));
  const slipOfForce = (eta * lambda) / Math.sqrt((1 - lambda) * (1 + lambda));
  return Math.min(inForce, Math.abs(slip - slipOfForce) / slipTerms(problem, force)[row]!);
}

function smoothedProblem(seed: number, etas: readonly number[], hard = 0): Problem {
  const random = seeded(seed);
  const size = random.whole(1, 8);
  const kind = {
    size,
    count: random.whole(1, size),
    condition: 1,
    natural: random.chance(0.5),
    zeroLimits: random.chance(0.2),
  };
  const problem = randomProblem(random, { ...kind, style: random.pick(["unit", "sparse"]) });
  return { ...problem, smoothing: problem.limits.map(() => (random.chance(hard) ? 0 : random.pick(etas))) };
}

describe.each([activeSet(), gaussSeidel()])("$name", (solver) => {
  test.each([
    { name: "tiny eta", etas: [1e-12, 1e-9] },
    { name: "eta like the slips", etas: [1e-3, 1e-1, 10] },
    { name: "huge eta", etas: [1e3, 1e6, 1e12] },
  ])("puts coupled rows on the law (5), $name", ({ etas }) => {
    for (let seed = 1; seed <= 150; seed++) {
      const problem = smoothedProblem(seed, etas);
      const result = solved(solver, problem);
      expect(result.status, `seed ${seed}`).toBe("solved");
      for (const row of problem.limits.keys())
        expect(lawError(problem, result, row), `seed ${seed}`).toBeLessThan(1e-12);
    }
  });

  test("mixes them with hard rows", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const problem = smoothedProblem(seed, [1e-6, 1e-2, 1, 100], 0.5);
      const result = solved(solver, problem);
      expect(result.status, `seed ${seed}`).toBe("solved");
      for (const [row, eta] of problem.smoothing.entries()) {
        if (eta > 0) expect(lawError(problem, result, row), `seed ${seed}`).toBeLessThan(1e-12);
      }
      // given the forces of the smoothed rows, the hard ones are right
      const isHard = (_: unknown, i: number) => problem.smoothing[i] === 0;
      const given = problem.directions.flatMap((w, i) =>
        isHard(w, i) ? [] : [w.map((entry) => entry * result.force[i]!)],
      );
      const residual = given.reduce((sum, push) => sum.map((value, k) => value - push[k]!), problem.residual);
      const rest = {
        ...problem,
        residual,
        directions: problem.directions.filter(isHard),
        limits: problem.limits.filter(isHard),
        slip: problem.slip.filter(isHard),
      };
      expect(violation(rest, result.dz, result.force.filter(isHard)), `seed ${seed}`).toBeLessThan(1e-11);
    }
  });

  test("tends to the hard solution as eta goes to zero", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const problem = smoothedProblem(seed, [0]);
      const hard = solved(activeSet(), problem);
      const distances = [1e-2, 1e-4, 1e-6, 1e-8].map((eta) => {
        const unit = Math.max(...slipTerms(problem, hard.force));
        const { dz } = solved(solver, { ...problem, smoothing: problem.limits.map(() => eta * unit) });
        return Math.max(...dz.map((value, k) => Math.abs(value - hard.dz[k]!))) / unit;
      });
      expect(distances.at(-1), `seed ${seed}`).toBeLessThan(1e-4);
      expect(distances.at(-1)!, `seed ${seed}`).toBeLessThanOrEqual(1e-2 * distances[0]! + 1e-10);
    }
  });
});

test("creeps at eta q / sqrt(1 - q^2) under q times its limit", () => {
  for (const [eta, q] of [
    [1e-6, 0.5],
    [0.1, 0.99],
    [1e-3, 1e-4],
  ] as const) {
    const creep = (eta * q) / Math.sqrt(1 - q * q);
    const problem: Problem = {
      tangent: [[3]],
      directions: [[1]],
      limits: [2],
      smoothing: [eta],
      residual: [-2 * q],
      slip: [creep],
      redundant: [],
    };
    const { dz } = solved(activeSet(), problem);
    expect(Math.abs(dz[0]!)).toBeLessThan(1e-15);
  }
});

import { describe, expect, test } from "vitest";
import { activeSet } from "../../src/step/solvers/active-set.ts";
import { gaussSeidel } from "../../src/step/solvers/gauss-seidel.ts";
import { penaltyNewton } from "../../src/step/solvers/penalty-newton.ts";
import { regularized, uzawa } from "../../src/step/solvers/uzawa.ts";
import { newStats, type Solver, type Step } from "../../src/step/step.ts";
import { list, seeded } from "../support/random.ts";
import { type Problem, randomProblem, toStep } from "./random-step.ts";

const fixedPoint = { called: "r", tolerance: 1e-8, start: "previous" } as const;
const solvers: Solver[] = [
  activeSet(),
  gaussSeidel(),
  penaltyNewton({ epsilon: 1e-4, project: true, tolerance: 1e-10 }),
  penaltyNewton({ epsilon: 1e-4, project: false, tolerance: 1e-10 }),
  uzawa(fixedPoint),
  uzawa({ ...fixedPoint, start: "zero" }),
  regularized({ ...fixedPoint, epsilon: 0.003 }),
];

interface Case {
  readonly residual: number[];
  readonly slip: number[];
  readonly start: number[];
}

/** One tangent and W, several right sides: what a solver sees from step to step. */
function cases(seed: number, redundant: boolean, style: "unit" | "sparse"): { problem: Problem; each: Case[] } {
  const random = seeded(seed);
  const problem = randomProblem(random, {
    size: 6,
    count: 5,
    condition: 0.5,
    style,
    natural: true,
    redundant,
  });
  const each = list(6, () => random.decade(-1, 0.5)).map((factor) => ({
    residual: problem.residual.map((value) => factor * value * random.normal()),
    slip: problem.slip.map((value) => value * factor),
    start: problem.limits.map((limit) => limit * Math.max(-1, Math.min(1, random.normal()))),
  }));
  return { problem, each };
}

function solver(step: Step, of: Solver) {
  const prepared = of.prepare(step);
  return ({ residual, slip, start }: Case) => {
    step.residual.set(residual);
    step.slip.set(slip);
    const dz = new Float64Array(step.size).fill(7);
    const force = Float64Array.from(start);
    const stats = newStats();
    const status = prepared.solve(dz, force, stats);
    return { status, dz: [...dz], force: [...force], set: [...prepared.set], stats };
  };
}

describe.each(solvers.map((each) => ({ name: `${each.name}, exact: ${each.exact}`, each })))("$name", ({ each }) => {
  const direct = each.name === "active-set" || each.name === "gauss-seidel";

  test.each(direct ? [false, true] : [false])(
    "a solve leaves nothing behind that changes a digit (redundant rows: %s)",
    (withRedundant) => {
      for (let seed = 1; seed <= (direct ? 25 : 6); seed++) {
        const { problem, each: given } = cases(seed, withRedundant, direct ? "sparse" : "unit");
        const fresh = given.map((one) => solver(toStep(problem), each)(one));
        expect(fresh.every(({ status }) => status === "solved")).toBe(true);
        const used = solver(toStep(problem), each);
        for (let round = 0; round < 2; round++) {
          expect(given.map(used), `seed ${seed}`).toEqual(fresh);
          expect(given.toReversed().map(used), `seed ${seed}`).toEqual(fresh.toReversed());
        }
      }
    },
  );

  test("follows a changed tangent", () => {
    const { problem, each: given } = cases(3, false, "unit");
    const stiff = { ...problem, tangent: problem.tangent.map((row) => row.map((entry) => 3 * entry)) };
    const step = toStep(problem);
    const used = solver(step, each);
    given.map(used);
    step.tangent.clear();
    stiff.tangent.forEach((row, i) => {
      row.forEach((entry, j) => {
        step.tangent.add(i, j, entry);
      });
    });
    step.version++;
    expect(given.map(used)).toEqual(given.map((one) => solver(toStep(stiff), each)(one)));
  });

  test("says singular when the tangent is", () => {
    const { problem, each: given } = cases(4, false, "unit");
    const flat = { ...problem, tangent: problem.tangent.map((row) => row.map(() => 1)) };
    expect(solver(toStep(flat), each)(given[0]!).status).toBe("singular");
  });
});

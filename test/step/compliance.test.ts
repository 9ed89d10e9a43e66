/** Compliance against rigid rows with one coordinate more: a spring of stiffness 1/E between the row and the machine. */
import { expect, it } from "vitest";
import { Dense } from "../../src/numeric/matrix.ts";
import { rowsFrom } from "../../src/numeric/rows.ts";
import { activeSet } from "../../src/step/solvers/active-set.ts";
import { gaussSeidel } from "../../src/step/solvers/gauss-seidel.ts";
import { uzawa } from "../../src/step/solvers/uzawa.ts";
import { newStats, type Solver, type Step } from "../../src/step/step.ts";
import { stepTangent } from "../../src/step/step-tangent.ts";
import { seeded } from "../support/random.ts";
import { type Problem, randomKind, randomProblem, toStep } from "./random-step.ts";

/** The same problem with a coordinate y_i more for each row: y_i / E_i = F_i, slip + y_i. */
function enlarged(problem: Problem, E: readonly number[]): Step {
  const m = E.length;
  const zeros = E.map(() => 0);
  const unit = (i: number) => E.map((_, j) => (i === j ? 1 : 0));
  const tangent = [
    ...problem.tangent.map((row) => [...row, ...zeros]),
    ...E.map((entry, i) => [...problem.tangent.map(() => 0), ...unit(i).map((one) => one / entry)]),
  ];
  const rows = rowsFrom(problem.directions.map((row, i) => [...row, ...unit(i)]));
  const size = tangent.length;
  const step = toStep(problem);
  const residual = Float64Array.of(...problem.residual, ...zeros);
  return {
    ...step,
    size,
    start: new Float64Array(size),
    residual,
    tangent: Dense.from(tangent),
    slipRows: rows,
    directions: rows,
    count: m,
  };
}

const largestDifference = (one: Float64Array, other: Float64Array) =>
  Math.max(...one.map((entry, i) => Math.abs(entry - other[i]!)));

function solve(solver: Solver, step: Step) {
  const dz = new Float64Array(step.size);
  const force = new Float64Array(step.count);
  const prepared = solver.prepare(step);
  expect(prepared.solve(dz, force, newStats())).toBe("solved");
  return { dz, force, set: prepared.set };
}

const problems = Array.from({ length: 200 }, (_, seed) => {
  const random = seeded(seed + 1);
  const problem = randomProblem(random, { ...randomKind(random, 8), condition: 1, wild: false });
  return { problem, E: problem.limits.map(() => random.decade(-1, 1) / problem.tangent[0]![0]!) };
}).filter(({ problem }) => problem.smoothing.every((eta) => eta === 0));

function compliant(problem: Problem, E: readonly number[]): Step {
  const step = toStep(problem);
  step.compliance.set(E);
  return step;
}

it("is a spring behind the row, for every solver", () => {
  const fixedPoint = uzawa({ called: "rho", tolerance: 1e-10, start: "previous" });
  for (const { problem, E } of problems) {
    const exact = solve(activeSet(), enlarged(problem, E));
    const scale = Math.max(...problem.limits, 1e-300);
    for (const solver of [activeSet(), gaussSeidel()]) {
      const { force, set } = solve(solver, compliant(problem, E));
      expect(largestDifference(force, exact.force)).toBeLessThan(1e-9 * scale);
      expect(set.filter((_, i) => problem.limits[i]! > 0)).toEqual(exact.set.filter((_, i) => problem.limits[i]! > 0));
    }
  }
  const { problem, E } = problems[0]!;
  const { force } = solve(fixedPoint, compliant(problem, E));
  expect(largestDifference(force, solve(activeSet(), compliant(problem, E)).force)).toBeLessThan(1e-6);
});

it("makes dependent rows unique", () => {
  const { problem } = problems.find(({ problem }) => problem.redundant.length > 0)!;
  const stats = newStats();
  const step = compliant(
    problem,
    problem.limits.map(() => 1),
  );
  activeSet().prepare(step).solve(new Float64Array(step.size), new Float64Array(step.count), stats);
  expect(stats.nonUnique).toBe(0);
});

it("is seen by the derivative of a step", () => {
  for (const { problem, E } of problems.slice(0, 50)) {
    const { set } = solve(activeSet(), compliant(problem, E));
    const n = problem.tangent.length;
    const residual = Float64Array.from({ length: n }, (_, i) => Math.sin(i + 1));
    const slip = Float64Array.from(E, (_, i) => Math.cos(i + 1));
    const found = new Float64Array(n);
    stepTangent(compliant(problem, E)).solve(set, residual, slip, found);
    const exact = new Float64Array(n + E.length);
    stepTangent(enlarged(problem, E)).solve(set, Float64Array.of(...residual, ...E.map(() => 0)), slip, exact);
    const size = Math.max(...exact.map(Math.abs));
    expect(largestDifference(found, exact.subarray(0, n))).toBeLessThan(1e-9 * size);
  }
});

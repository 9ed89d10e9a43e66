/** The tridiagonal box solver against the general banded one, against the conditions of the step problem, and what it costs. */
import { expect, test } from "vitest";
import { Banded } from "../../src/numeric/banded.ts";
import { bandedActiveSet } from "../../src/step/solvers/banded-active-set.ts";
import { tridiagonalBox } from "../../src/step/solvers/tridiagonal-box.ts";
import { newStats, type Step, type StepSolver } from "../../src/step/step.ts";
import { list, type Random, seeded } from "../support/random.ts";
import { cases } from "../support/torture.ts";
import { violation } from "./optimality.ts";
import { type Problem, toStep } from "./random-step.ts";

/** A string: neighbors coupled, a row on nearly every coordinate, in the order of the coordinates or not. */
function stringProblem(random: Random, n: number, shuffled: boolean): Problem {
  const tangent = list(n, (i) => i).map(() => list(n, () => 0));
  const stiff = random.decade(-1, 1);
  const positive = random.chance(0.3); // as of a consistent mass
  for (let i = 0; i < n; i++) tangent[i]![i] = random.decade(-0.2, 0.2) + 2 * stiff;
  for (let i = 1; i < n; i++) tangent[i]![i - 1] = tangent[i - 1]![i] = positive ? stiff / 2 : -stiff;
  const held = list(n, (i) => i).filter(() => !shuffled || random.chance(0.8));
  if (shuffled) held.reverse();
  const directions = held.map((i) => list(n, (j) => (j === i ? (shuffled ? random.pick([1, -2]) : 1) : 0)));
  const limits = held.map(() => (random.chance(0.05) ? 0 : random.decade(-1, 0)));
  return {
    tangent,
    directions,
    limits,
    smoothing: limits.map(() => 0),
    residual: list(n, (i) => Math.sin((i / n) * 9 * random.next()) + 0.3 * random.normal()),
    slip: held.map(() => (random.chance(0.7) ? 0 : random.normal())),
    redundant: [],
  };
}

function banded(problem: Problem): Step {
  const n = problem.tangent.length;
  const tangent = new Banded(n, { below: 1, above: 1 });
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) tangent.add(i, j, problem.tangent[i]![j]!);
  return { ...toStep(problem), tangent };
}

const never = (): StepSolver => {
  throw new Error("the matrix is positive definite");
};

function solve(step: Step, prepared: StepSolver, start?: Float64Array) {
  const dz = new Float64Array(step.size);
  const force = start ? Float64Array.from(start) : new Float64Array(step.count);
  const stats = newStats();
  const status = prepared.solve(dz, force, stats);
  return { dz, force, status, stats, set: Int8Array.from(prepared.set) };
}

const COUNT = cases(80, 200);

test.each([false, true])(`${COUNT} strings are solved as by the banded solver; rows shuffled: %s`, (shuffled) => {
  let stuck = 0;
  let slipping = 0;
  for (let seed = 1; seed <= COUNT; seed++) {
    const random = seeded(seed);
    const problem = stringProblem(random, random.whole(24, 40), shuffled);
    const step = banded(problem);
    const one = solve(step, tridiagonalBox(step, never)!);
    const other = solve(step, bandedActiveSet(step)!);
    expect(one.status, `seed ${seed}`).toBe("solved");
    expect(Array.from(one.set), `seed ${seed}`).toEqual(Array.from(other.set));
    const size = Math.max(...other.dz.map(Math.abs), 1e-3);
    one.dz.forEach((value, i) => {
      expect(Math.abs(value - other.dz[i]!), `seed ${seed}`).toBeLessThan(1e-11 * size);
    });
    expect(violation(problem, one.dz, one.force), `seed ${seed}`).toBeLessThan(1e-10);
    stuck += one.set.filter((side) => side === 0).length;
    slipping += one.set.filter((side) => side !== 0).length;
  }
  expect(stuck).toBeGreaterThan(500);
  expect(slipping).toBeGreaterThan(500);
});

test("a change of the set costs the rows about it, and gives the digits of whole sweeps", () => {
  const n = 4000;
  const tangent = new Banded(n, { below: 1, above: 1 });
  for (let i = 0; i < n; i++) {
    tangent.add(i, i, 1.5);
    if (i > 0) tangent.add(i, i - 1, -0.25);
    if (i < n - 1) tangent.add(i, i + 1, -0.25);
  }
  const one = {
    start: Int32Array.from({ length: n + 1 }, (_, i) => i),
    column: Int32Array.from({ length: n }, (_, i) => i),
  };
  const rows = { ...one, count: n, value: new Float64Array(n).fill(1), version: 0 };
  const vector = (value: number) => new Float64Array(n).fill(value);
  const step: Step = {
    ...{ size: n, count: n, lower: vector(-1), upper: vector(1), smoothing: vector(0), compliance: vector(0) },
    ...{
      start: vector(0),
      residual: vector(0),
      slip: vector(0),
      tangent,
      slipRows: rows,
      directions: rows,
      duration: 1,
      version: 0,
    },
  };
  const push = (middle: number) => {
    for (let i = 0; i < n; i++) step.residual[i] = -2 * Math.exp(-(((i - middle) / 300) ** 2));
  };
  push(2000);
  const prepared = tridiagonalBox(step, never)!;
  const first = solve(step, prepared);
  push(2003);
  const before = prepared.touched[0]!;
  const next = solve(step, prepared, first.force);
  const beyond = prepared.touched[0]! - before - 2 * n; // besides the two sweeps of every solve
  expect(next.stats.iterations).toBeLessThan(12);
  expect(beyond).toBeGreaterThan(0);
  expect(beyond).toBeLessThan(1500);
  const fresh = solve(step, tridiagonalBox(step, never)!, first.force);
  expect(Array.from(next.dz)).toEqual(Array.from(fresh.dz));
  expect(Array.from(next.force)).toEqual(Array.from(fresh.force));
});

test("matrices that are not positive definite are left to the general solver", () => {
  const problem = stringProblem(seeded(7), 20, false);
  for (let i = 0; i < 20; i++) problem.tangent[i]![i] = -1;
  const step = banded(problem);
  let asked = 0;
  const prepared = tridiagonalBox(step, () => {
    asked++;
    return bandedActiveSet(step)!;
  })!;
  solve(step, prepared);
  expect(asked).toBe(1);
});

test("rows on several coordinates, two rows on one, and compliant rows are of another kind", () => {
  const problem = stringProblem(seeded(3), 20, false);
  const direction = problem.directions[0]!;
  const twice = { ...problem, directions: [...problem.directions, direction], limits: [...problem.limits, 1] };
  const more = { ...twice, smoothing: [...problem.smoothing, 0], slip: [...problem.slip, 0] };
  expect(tridiagonalBox(banded(more), never)).toBeUndefined();
  const soft = banded(problem);
  soft.compliance[3] = 1;
  expect(tridiagonalBox(soft, never)).toBeUndefined();
});

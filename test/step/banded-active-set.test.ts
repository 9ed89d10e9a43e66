/** The banded saddle-point active set against the condensed one and against the conditions of the step problem. */
import { expect, test } from "vitest";
import { Banded } from "../../src/numeric/banded.ts";
import { activeSet } from "../../src/step/solvers/active-set.ts";
import { bandedActiveSet } from "../../src/step/solvers/banded-active-set.ts";
import { newStats, type Step } from "../../src/step/step.ts";
import { combine, multiply } from "../oracles/dense.ts";
import { list, type Random, seeded } from "../support/random.ts";
import { cases } from "../support/torture.ts";
import { violation } from "./optimality.ts";
import { type Problem, toStep, transposed } from "./random-step.ts";

/** A chain with neighbors coupled in A; rows on single coordinates and between neighbors. */
function chainProblem(random: Random, redundant: boolean): Problem {
  const n = random.whole(16, 30);
  const coupled = random.chance(0.7);
  const tangent = list(n, (i) => i).map(() => list(n, () => 0));
  for (let i = 0; i < n; i++) tangent[i]![i] = random.decade(-1, 2);
  for (let i = 1; coupled && i < n; i++) {
    const k = random.decade(-1, 2);
    tangent[i]![i]! += k;
    tangent[i - 1]![i - 1]! += k;
    tangent[i]![i - 1]! -= k;
    tangent[i - 1]![i]! -= k;
  }
  const directions: number[][] = [];
  for (let i = 0; i < n; i++) {
    if (random.chance(0.7)) directions.push(list(n, (j) => (j === i ? random.pick([1, -2]) : 0)));
    const between = redundant || directions.length === 0 || directions.at(-1)![i] === 0;
    if (i > 0 && between && random.chance(0.4)) {
      directions.push(list(n, (j) => (j === i ? 1 : j === i - 1 ? -1 : 0)));
    }
    if (redundant && random.chance(0.2)) directions.push([...(directions.at(-1) ?? list(n, (j) => (j === i ? 1 : 0)))]);
  }
  if (directions.length === 0) directions.push(list(n, (j) => (j === 0 ? 1 : 0)));
  const limits = directions.map(() => (random.chance(0.1) ? 0 : random.decade(-1, 1)));
  const velocity = list(n, () => (random.chance(0.5) ? 0 : random.normal()));
  const pushed = transposed(
    directions,
    limits.map((limit) => limit * 1.5 * random.normal()),
    n,
  );
  const residual = combine(
    pushed,
    0.1,
    list(n, () => random.normal()),
  );
  return {
    tangent,
    directions,
    limits,
    smoothing: limits.map(() => 0),
    residual,
    slip: multiply(directions, velocity),
    redundant: [],
  };
}

function banded(problem: Problem): Step {
  const n = problem.tangent.length;
  const tangent = new Banded(n, { below: 1, above: 1 });
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) tangent.add(i, j, problem.tangent[i]![j]!);
  return { ...toStep(problem), tangent };
}

function solve(step: Step, prepared = activeSet().prepare(step)) {
  const dz = new Float64Array(step.size);
  const force = new Float64Array(step.count);
  const stats = newStats();
  const status = prepared.solve(dz, force, stats);
  return { dz, force, status, stats, set: prepared.set };
}

const CHAINS = cases(120, 300);

test(`${CHAINS} chains are solved to round-off, with the sets of the condensed solver`, () => {
  let stuck = 0;
  let slipping = 0;
  for (let seed = 1; seed <= CHAINS; seed++) {
    const problem = chainProblem(seeded(seed), false);
    const step = banded(problem);
    const own = bandedActiveSet(step);
    expect(own, `seed ${seed}`).toBeDefined();
    const { dz, force, status, set } = solve(step, own);
    expect(status, `seed ${seed}`).toBe("solved");
    expect(violation(problem, dz, force), `seed ${seed}`).toBeLessThan(1e-11);
    const other = solve(toStep(problem));
    const size = Math.max(...other.dz.map(Math.abs), 1e-300);
    if (other.stats.nonUnique === 0) {
      const limits = problem.limits.map((limit, i) => (limit > 0 ? set[i] : 0));
      expect(limits, `seed ${seed}`).toEqual(problem.limits.map((limit, i) => (limit > 0 ? other.set[i] : 0)));
    }
    const off = Math.max(...dz.map((value, k) => Math.abs(value - other.dz[k]!)));
    expect(off, `seed ${seed}`).toBeLessThan(1e-10 * size);
    for (const side of set) {
      if (side === 0) stuck++;
      else slipping++;
    }
  }
  expect(Math.min(stuck, slipping)).toBeGreaterThan(2.6 * CHAINS);
});

test("rows that depend on each other share their force in one of many ways, which is told", () => {
  let told = 0;
  for (let seed = 1; seed <= cases(60, 150); seed++) {
    const problem = chainProblem(seeded(seed), true);
    const step = banded(problem);
    const own = bandedActiveSet(step);
    if (!own) continue;
    const { dz, force, status, stats } = solve(step, own);
    expect(status, `seed ${seed}`).toBe("solved");
    expect(violation(problem, dz, force), `seed ${seed}`).toBeLessThan(1e-10);
    told += stats.nonUnique;
  }
  expect(told).toBeGreaterThan(cases(20, 50));
});

test("compliance gives way: the slip of a held row is -E F", () => {
  const problem = { ...chainProblem(seeded(5), false) };
  const step = banded(problem);
  step.compliance.fill(0.3);
  const { dz, force, set } = solve(step, bandedActiveSet(step));
  const slips = combine(problem.slip, 1, multiply(problem.directions, [...dz]));
  const held = [...set.keys()].filter((i) => set[i] === 0 && problem.limits[i]! > 0);
  expect(held.length).toBeGreaterThan(0);
  for (const i of held) expect(slips[i]! + 0.3 * force[i]!).toBeCloseTo(0, 12);
});

test("a row over all coordinates has no band, and the condensed solver takes it", () => {
  const problem = chainProblem(seeded(3), false);
  problem.directions[0]!.fill(1);
  const step = banded(problem);
  expect(bandedActiveSet(step)).toBeUndefined();
  const { dz, force } = solve(step);
  expect(violation(problem, dz, force)).toBeLessThan(1e-11);
});

import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { activeSet } from "../../src/step/solvers/active-set.ts";
import { condense } from "../../src/step/solvers/condensed.ts";
import { newStats } from "../../src/step/step.ts";
import { combine, inverse, multiply } from "../oracles/dense.ts";
import { list, type Random, seeded, uniform, withSpectrum } from "../support/random.ts";
import { cases } from "../support/torture.ts";
import { areIndependent, searchSets, slipsOf, slipTerms, violation } from "./optimality.ts";
import { type Problem, randomKind, randomProblem, toStep } from "./random-step.ts";
import { type Solved, solved } from "./solved.ts";

/** Whether the rows with friction that are left without slip depend on each other. */
function restDependent(problem: Problem, { dz, force }: Solved): boolean {
  const slips = slipsOf(problem, dz);
  const terms = slipTerms(problem, force);
  const resting = problem.limits.flatMap((limit, i) =>
    limit > 0 && Math.abs(slips[i]!) < 1e-12 * terms[i]! ? [i] : [],
  );
  const solve = inverse(problem.tangent);
  const columns = resting.map((i) => multiply(solve, problem.directions[i]!));
  const G = resting.map((i) => columns.map((column) => multiply([problem.directions[i]!], column)[0]!));
  return !areIndependent(G);
}

const COUNT = cases(1000, 10_000);

describe.each([
  [`${COUNT} random problems`, false],
  [`${COUNT} random problems of steps that repeat`, true],
])("%s", (_, repeats) => {
  const total = { independent: newStats(), redundant: newStats() };
  let notSolved = 0;
  let worst = 0;
  let expected = 0;
  let counted = 0;
  let differing = 0;
  let inverted = 0;
  const rows = { stuck: 0, slipping: 0, tied: 0 };

  beforeAll(() => {
    for (let seed = 1; seed <= COUNT; seed++) {
      const random = seeded(seed);
      const problem = randomProblem(random, randomKind(random));
      const result = solved(activeSet(), problem, undefined, repeats);
      const box = condense(toStep(problem, repeats));
      if (box.load() && box.inverse) inverted++;
      if (result.status !== "solved") notSolved++;
      worst = Math.max(worst, violation(problem, result.dz, result.force));
      const stats = problem.redundant.length > 0 ? total.redundant : total.independent;
      stats.solves++;
      stats.iterations += result.stats.iterations;
      if (problem.redundant.length > 0 || result.stats.nonUnique > 0) {
        const dependent = restDependent(problem, result) ? 1 : 0;
        expected += dependent;
        counted += result.stats.nonUnique;
        if (dependent !== result.stats.nonUnique) differing++;
      }
      result.set.forEach((side, i) => {
        if (problem.limits[i] === 0) return;
        if (side !== 0) rows.slipping++;
        else if (Math.abs(result.force[i]!) === problem.limits[i]) rows.tied++;
        else rows.stuck++;
      });
    }
  }, 60_000);

  test("are multiplied by inverses where these are conditioned well", () => {
    expect(inverted).toBeGreaterThanOrEqual(repeats ? 0.9 * COUNT : 0);
    expect(inverted).toBeLessThanOrEqual(repeats ? 0.999 * COUNT : 0);
  });

  test("are all solved", () => expect(notSolved).toBe(0));

  test("leave a residual below 1e-10", () => expect(worst).toBeLessThan(1e-10));

  test("hold stick, slip and ties", () => {
    expect(rows.stuck).toBeGreaterThan(COUNT);
    expect(rows.slipping).toBeGreaterThan(COUNT);
    expect(rows.tied).toBeGreaterThan(COUNT / 10);
  });

  test("count the ones whose multipliers are not unique", () => {
    expect(expected).toBeGreaterThan(COUNT / 10);
    // near-dependent rows are a matter of tolerance
    expect(differing).toBeLessThan(0.01 * expected);
    expect(Math.abs(counted - expected)).toBeLessThan(0.01 * expected);
  });

  test("take few linear solves from a cold start", () => {
    expect(total.independent.iterations / total.independent.solves).toBeLessThan(2.7);
    expect(total.redundant.iterations / total.redundant.solves).toBeLessThan(7);
  });
});

test("agrees with a search through all sets", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = seeded(seed);
    const kind = { ...randomKind(random, 5), condition: 2 };
    const problem = randomProblem(random, kind);
    const { dz, force, stats } = solved(activeSet(), problem);
    const found = searchSets(problem);
    const size = Math.max(...slipTerms(problem, force), ...found.dz.map(Math.abs));
    for (const [k, value] of found.dz.entries())
      expect(Math.abs(dz[k]! - value), `seed ${seed}`).toBeLessThanOrEqual(1e-9 * size);
    if (stats.nonUnique > 0) continue;
    for (const [i, value] of found.force.entries()) {
      expect(Math.abs(force[i]! - value), `seed ${seed}`).toBeLessThanOrEqual(1e-6 * Math.max(...problem.limits));
    }
  }
});

describe("one row", () => {
  const magnitude = uniform(-3, 3).map((power) => 10 ** power);
  const signed = fc.tuple(magnitude, fc.constantFrom(-1, 0, 1)).map(([size, sign]) => sign * size);

  test("is the closed form (53)", () => {
    fc.assert(
      fc.property(magnitude, magnitude, signed, signed, (inertia, limit, load, slip) => {
        const problem = oneRow({ inertia, limit, load, slip });
        const { dz, force, stats } = solved(activeSet(), problem);
        // a v = a s + f + F: F is what stops the row, cut at the limit
        const stopping = -(inertia * slip + load);
        const expected = Math.abs(stopping) <= limit ? stopping : Math.sign(stopping) * limit;
        const size = Math.abs(inertia * slip) + Math.abs(load) + limit;
        expect(Math.abs(force[0]! - expected)).toBeLessThanOrEqual(1e-15 * size);
        expect(Math.abs(inertia * dz[0]! - load - force[0]!)).toBeLessThanOrEqual(1e-15 * size);
        expect(stats.iterations).toBe(1);
      }),
    );
  });

  test("exactly at its limit is stuck", () => {
    fc.assert(
      fc.property(magnitude, magnitude, fc.constantFrom(-1, 1), (inertia, limit, sign) => {
        const { force, set } = solved(activeSet(), oneRow({ inertia, limit, load: sign * limit, slip: 0 }));
        expect(set[0]).toBe(0);
        expect(force[0]).toBeCloseTo(-sign * limit, 12);
      }),
    );
  });

  test("without friction takes no force", () => {
    const { dz, force } = solved(activeSet(), oneRow({ inertia: 2, limit: 0, load: 3, slip: -5 }));
    expect(Math.abs(force[0]!)).toBe(0);
    expect(dz[0]).toBe(1.5);
  });
});

test("rows that share a load are stuck also where one is at its limit", () => {
  const twice = {
    ...oneRow({ inertia: 1, limit: 1, load: 5, slip: 0 }),
    directions: [[1], [1]],
    limits: [1, 10],
    smoothing: [0, 0],
    slip: [0, 0],
  };
  for (const start of [
    [0, 0],
    [-1, -4],
  ]) {
    const { dz, force, set, stats } = solved(activeSet(), twice, start);
    expect([...set]).toEqual([0, 0]);
    expect(force[0]! + force[1]!).toBeCloseTo(-5, 12);
    expect(Math.abs(dz[0]!)).toBeLessThan(1e-12);
    expect(stats.nonUnique).toBe(1);
  }
});

test("keeps the previous forces where they are not unique", () => {
  const twice = {
    ...oneRow({ inertia: 1, limit: 3, load: 4, slip: 0 }),
    directions: [[1], [1]],
    limits: [3, 3],
    smoothing: [0, 0],
    slip: [0, 0],
  };
  const { force } = solved(activeSet(), twice, [-2.5, -1.5]);
  expect(force[0]).toBeCloseTo(-2.5, 6);
  expect(force[1]).toBeCloseTo(-1.5, 6);
});

test("a warm start takes about one linear solve a step", () => {
  const independent = newStats();
  const redundant = newStats();
  for (let seed = 1; seed <= 60; seed++) {
    const random = seeded(seed);
    const size = random.whole(2, 8);
    drive(random, size, random.whole(1, size), independent, false);
    drive(random, size, size, redundant, true);
  }
  expect(independent.iterations / independent.solves).toBeLessThan(1.15);
  expect(redundant.iterations / redundant.solves).toBeLessThan(1.5);
  expect(redundant.nonUnique).toBeGreaterThan(500);
});

function oneRow({
  inertia,
  limit,
  load,
  slip,
}: {
  inertia: number;
  limit: number;
  load: number;
  slip: number;
}): Problem {
  return {
    tangent: [[inertia]],
    directions: [[1]],
    limits: [limit],
    smoothing: [0],
    residual: [-load],
    slip: [slip],
    redundant: [],
  };
}

/** 200 steps of 0.01 s of masses on springs under a slowly turning load, each step problem from the forces of the last. */
function drive(
  random: Random,
  size: number,
  count: number,
  stats: ReturnType<typeof newStats>,
  redundant: boolean,
): void {
  const start = randomProblem(random, { size, count, redundant, condition: 0 });
  const mass = withSpectrum(
    random,
    list(size, () => random.between(1, 10)),
  );
  const stiffness = withSpectrum(
    random,
    list(size, () => random.between(1, 50)),
  );
  const step = toStep({ ...start, tangent: mass.map((row) => row.map((entry) => entry / 0.01)) });
  const solver = activeSet().prepare(step);
  const amplitude = list(size, () => random.decade(0, 1.3));
  const phase = list(size, () => random.between(0, 6));
  const dz = new Float64Array(size);
  const force = new Float64Array(count);
  let position = list(size, () => random.normal());
  let velocity = list(size, () => random.normal());
  for (let n = 0; n < 200; n++) {
    const load = amplitude.map((a, k) => a * Math.sin(0.03 * n + phase[k]!));
    step.residual.set(combine(multiply(stiffness, position), -1, load));
    step.slip.set(multiply(start.directions, velocity));
    expect(solver.solve(dz, force, stats)).toBe("solved");
    velocity = combine(velocity, 1, Array.from(dz));
    position = combine(position, 0.01, velocity);
  }
}

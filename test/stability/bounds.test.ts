import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inner, times } from "../../src/numeric/plain-matrix.ts";
import { exactBound } from "../../src/stability/rest/exact-bound.ts";
import { frictionSpan } from "../../src/stability/rest/friction-span.ts";
import type { FrictionMachine } from "../../src/stability/rest/machine.ts";
import { leastLoad } from "../../src/stability/rest/paper-bounds.ts";
import { analyzeRest } from "../../src/stability/rest/rest-analysis.ts";
import { list, type Random, seeded } from "../support/random.ts";
import { cases } from "../support/torture.ts";
import { machine, randomMachine, twoMasses } from "./machines.ts";

/** Kinetic energy at which a velocity along u gains as much as it loses; infinite when it never does. */
function gainEnergy({ mass, damping, rows }: FrictionMachine, u: readonly number[]): number {
  const gain = -inner(u, times(damping, u));
  const loss = rows.reduce(
    (sum, { direction, kineticForward }) => sum + kineticForward * Math.abs(inner(direction, u)),
    0,
  );
  return gain > 0 ? (((loss / gain) * loss) / gain) * (inner(u, times(mass, u)) / 2) : Number.POSITIVE_INFINITY;
}

/** The least of many random directions, half of them near the best one so far. */
function sampled(of: FrictionMachine, random: Random, count: number): number {
  const n = of.mass.length;
  let best = Number.POSITIVE_INFINITY;
  let where = list(n, () => random.normal());
  for (let k = 0; k < count; k++) {
    const width = random.decade(-6, 0);
    const near = k % 2 === 1 && Number.isFinite(best);
    const u = list(n, (i) => (near ? where[i]! + width * random.normal() : random.normal()));
    const energy = gainEnergy(of, u);
    if (energy < best) [best, where] = [energy, u.map((entry) => entry / Math.max(...u.map(Math.abs)))];
  }
  return best;
}

const near = (value: number, wanted: number, digits: number) => Math.abs(value / wanted - 1) < digits;

describe("two masses", () => {
  test("rho is 16 J by all three bounds, (27) a quarter of it", () => {
    const { rho, printed } = analyzeRest(twoMasses(0.5));
    for (const value of [rho.paper, rho.weighted]) expect(near(value, 16, 1e-12)).toBe(true);
    // from below, never above
    expect(rho.exact).toBeLessThan(16);
    expect(rho.exact).toBeGreaterThan(16 * (1 - 2e-11));
    expect(near(printed!.rho!, 4, 1e-14)).toBe(true);
  });

  test.each([
    [0.25, 4],
    [0.4, 8.163265306],
    [0.5, 16],
    [0.6, 44.44444444],
    [0.7, 400],
  ])("at d1 = %f it is %f = 1/(0.75 - d1)^2", (d1, wanted) => {
    const { rho } = analyzeRest(twoMasses(d1));
    for (const value of [rho.paper, rho.weighted, rho.exact]) expect(near(value, wanted, 1e-8)).toBe(true);
  });

  test("at d1 = -0.1 the three differ: 0.34602, 1.10803, 1.38408", () => {
    const { rho, gap } = analyzeRest(twoMasses(-0.1));
    expect(near(rho.paper, 0.34602, 1e-5)).toBe(true);
    expect(near(rho.weighted, 1.10803, 1e-5)).toBe(true);
    expect(near(rho.exact, 1.38408, 1e-5)).toBe(true);
    expect(gap).toBeLessThan(1e-8);
  });

  test("from d1 = 0.75 on there is no bound", () => {
    for (const d1 of [0.75, 0.8]) expect(analyzeRest(twoMasses(d1)).rho.exact).toBe(Number.POSITIVE_INFINITY);
  });

  test("a row less: (7) has nothing, the exact bound what a scan over all angles finds", () => {
    const of = twoMasses(0.5, [[1, 0]]);
    const { rho } = analyzeRest(of);
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 400_000; k++) {
      const angle = (Math.PI * k) / 400_000;
      least = Math.min(least, gainEnergy(of, [Math.cos(angle), Math.sin(angle)]));
    }
    expect([rho.paper, rho.weighted]).toEqual([0, 0]);
    expect(near(rho.exact, least, 1e-8)).toBe(true);
  });
});

test("rho by (7) <= weighted <= exact <= every sampled velocity that gains, and the gap is as told", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const random = seeded(seed);
      const n = random.whole(2, 6);
      const of = randomMachine(random, n, random.whole(1, n + 1), random.whole(1, Math.min(3, n)));
      const { rho, freeDamped, gap, friction } = analyzeRest(of);
      if (!freeDamped) return;
      expect(rho.paper).toBeLessThanOrEqual(rho.weighted * (1 + 1e-9));
      expect(rho.weighted).toBeLessThanOrEqual(rho.exact);
      const best = sampled(of, random, 4000);
      expect(rho.exact).toBeLessThanOrEqual(best * (1 + 1e-12));
      expect(gap).toBeLessThan(1e-6);
      // the bound is not idle: this velocity gains
      const { velocity } = exactBound(of, friction);
      expect(gainEnergy(of, velocity!)).toBeLessThanOrEqual(rho.exact * (1 + 1e-6));
    }),
    { numRuns: cases(20, 60) },
  );
});

test("what is not symmetric in C does no work: the bound is that of the symmetric part", () => {
  const random = seeded(11);
  const of = randomMachine(random, 4, 4, 2);
  const damping = of.damping.map((row, i) => row.map((entry, j) => entry + (i < j ? 0.7 : i > j ? -0.7 : 0)));
  expect(near(analyzeRest({ ...of, damping }).rho.exact, analyzeRest(of).rho.exact, 1e-8)).toBe(true);
});

test("twenty masses and two negative directions: within 1e-8 in less than 2000 boxes", () => {
  for (const seed of [1, 2, 3]) {
    const random = seeded(seed);
    const of = randomMachine(random, 20, 20, 2);
    const { rho, above, cells, velocity } = exactBound(of, frictionSpan(of));
    expect(1 - rho / above).toBeLessThan(1e-8);
    expect(near(gainEnergy(of, velocity!), above, 1e-9)).toBe(true);
    expect(cells).toBeLessThan(2000);
    expect(rho).toBeLessThanOrEqual(sampled(of, random, 3000));
  }
});

test("rows that depend on each other share the load: the linear program against rows put together", () => {
  // two equal rows of limits 1 and 2 are one of limit 3
  const damping = [
    [-0.2, 0.1],
    [0.1, -0.3],
  ];
  const stiffness = [
    [2, 0],
    [0, 1],
  ];
  const split = machine({
    damping,
    stiffness,
    directions: [
      [1, 0],
      [1, 0],
      [0, 1],
    ],
    limits: [1, 2, 1.5],
  });
  const joined = machine({
    damping,
    stiffness,
    directions: [
      [1, 0],
      [0, 1],
    ],
    limits: [3, 1.5],
  });
  const [a, b] = [analyzeRest(split).rho, analyzeRest(joined).rho];
  for (const key of ["paper", "weighted", "exact"] as const) expect(near(a[key], b[key], 1e-8), key).toBe(true);
  expect(leastLoad(frictionSpan(split), [3, 0])).toBeCloseTo(1, 12);
});

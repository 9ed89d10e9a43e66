import { describe, expect, test } from "vitest";
import { Dense } from "../../src/numeric/matrix.ts";
import { rowsFrom } from "../../src/numeric/rows.ts";
import { activeSet } from "../../src/step/solvers/active-set.ts";
import { regularized, type UzawaOptions, uzawa } from "../../src/step/solvers/uzawa.ts";
import { newStats, type Step } from "../../src/step/step.ts";
import { list, seeded } from "../support/random.ts";
import { slipsOf } from "./optimality.ts";
import { type Problem, randomProblem, toStep } from "./random-step.ts";
import { solved } from "./solved.ts";

const options: UzawaOptions = { called: "rho", tolerance: 1e-13, start: "previous" };

/** Few rows of alike limits on single coordinates: C G C is well conditioned, as the fixed point needs. */
function tame(seed: number): Problem {
  const random = seeded(seed);
  const count = random.whole(1, 5);
  const problem = randomProblem(random, { size: 6, count, condition: 0.7, natural: true, style: "unit" });
  return { ...problem, limits: list(count, () => random.between(1, 2)) };
}

describe.each(["r", "rho"] as const)("automatic %s", (called) => {
  test.each(["zero", "previous"] as const)("from %s agrees with active-set", (start) => {
    for (let seed = 1; seed <= 200; seed++) {
      const problem = tame(seed);
      const exact = solved(activeSet(), problem);
      const result = solved(
        uzawa({ ...options, called, start }),
        problem,
        problem.limits.map((limit) => limit / 2),
      );
      expect(result.status).toBe("solved");
      const size = 1 + Math.max(...exact.dz.map(Math.abs));
      result.dz.forEach((value, k) => {
        expect(Math.abs(value - exact.dz[k]!), `seed ${seed}`).toBeLessThan(1e-10 * size);
      });
    }
  });
});

test("the best rate takes fewer passes than half the bound", () => {
  const passes = { r: 0, rho: 0 };
  for (let seed = 1; seed <= 200; seed++) {
    for (const called of ["r", "rho"] as const) {
      passes[called] += solved(uzawa({ ...options, called, start: "zero" }), tame(seed)).stats.iterations;
    }
  }
  expect(passes.rho).toBeLessThan(0.8 * passes.r);
});

test.each(["r", "rho"] as const)(
  "the automatic %s converges with redundant rows and rows without friction",
  (called) => {
    for (let seed = 1; seed <= 50; seed++) {
      const { tangent, directions, limits, residual, slip } = tame(seed);
      const problem: Problem = {
        tangent,
        directions: [...directions, directions[0]!, directions.at(-1)!],
        limits: [...limits, 1.5, 0],
        smoothing: [...limits, 0, 0].map(() => 0),
        residual,
        slip: [...slip, slip[0]!, slip.at(-1)!],
        redundant: [limits.length, limits.length + 1],
      };
      const exact = solved(activeSet(), problem);
      const { status, dz } = solved(uzawa({ ...options, called }), problem);
      expect(status, `seed ${seed}`).toBe("solved");
      const size = 1 + Math.max(...exact.dz.map(Math.abs));
      dz.forEach((value, k) => {
        expect(Math.abs(value - exact.dz[k]!), `seed ${seed}`).toBeLessThan(1e-10 * size);
      });
    }
  },
);

/** Test problem 1 of paper 1 at rest under a load that friction carries: A = (M + dt^2/4 K)/dt^2, slip dz/(2 dt). */
function tp1(): Step {
  const dt = 0.0125;
  const mass = [4, 5, 6];
  const tangent = mass.map((m, i) => list(3, (j) => (i === j ? m / dt ** 2 : 0) + 1 / (i + j + 1) / 4));
  const rows = rowsFrom(list(3, (i) => i).map((i) => list(3, (j) => (i === j ? 1 : 0))));
  const problem = { tangent, directions: [[1], [1], [1]], limits: [10, 10, 10], smoothing: [0, 0, 0] };
  const step = toStep({ ...problem, residual: [3, -4, 6], slip: [0, 0, 0], redundant: [] });
  return { ...step, directions: rows, slipRows: { ...rows, value: rows.value.map((w) => w / (2 * dt)) }, duration: dt };
}

function passesOf(step: Step, given: Partial<UzawaOptions>): number {
  const stats = newStats();
  expect(
    uzawa({ ...options, ...given })
      .prepare(step)
      .solve(new Float64Array(3), new Float64Array(3), stats),
  ).toBe("solved");
  return stats.iterations;
}

describe("paper 1's test problem 1", () => {
  // masses 4, 5, 6: r = 2/(delta dt) contracts by 1 - 4/6, the best rate by (6 - 4)/(6 + 4)
  test.each([
    { called: "r", factor: 1 / 3 },
    { called: "rho", factor: 1 / 5 },
  ] as const)("contracts by $factor a pass with the automatic $called", ({ called, factor }) => {
    const coarse = passesOf(tp1(), { called, tolerance: 1e-4 });
    const fine = passesOf(tp1(), { called, tolerance: 1e-14 });
    const measured = 1e-10 ** (1 / (fine - coarse));
    expect(Math.abs(measured - factor)).toBeLessThan(0.1 * factor);
  });

  test("regularized with epsilon = dt^(6/5) contracts by 0.235 a pass with the automatic r", () => {
    const dt = 0.0125;
    const passes = (tolerance: number) => {
      const stats = newStats();
      const solver = regularized({ called: "r", tolerance, start: "previous", epsilon: dt ** 1.2 });
      expect(solver.prepare(tp1()).solve(new Float64Array(3), new Float64Array(3), stats)).toBe("solved");
      return stats.iterations;
    };
    const measured = 1e-10 ** (1 / (passes(1e-14) - passes(1e-4)));
    expect(Math.abs(measured - 0.235)).toBeLessThan(0.1 * 0.235);
  });

  test("has the printed bound 4/(delta dt)", () => {
    const bound = 4 / (24.999756 * 0.0125);
    const refusal = uzawa({ ...options, called: "r", rate: 13 }).refuses(tp1());
    expect(refusal).toBe(`invalid r; not in (0, ${bound.toPrecision(6)}): 13. Leave r out to have it chosen`);
  });
});

describe("a given rate", () => {
  /** Two rows with eigenvalues of C G C exactly 1 and 4, so that the bound is exactly 1/2. */
  const exact: Problem = {
    tangent: [
      [1, 0],
      [0, 1],
    ],
    directions: [
      [1, 0],
      [0, 1],
    ],
    limits: [1, 2],
    smoothing: [0, 0],
    residual: [0.5, -1.5],
    slip: [0, 0],
    redundant: [],
  };
  const refusal = (rate: number) => uzawa({ ...options, rate }).refuses(toStep(exact));

  test("at or above the bound is refused with the bound", () => {
    expect(refusal(0.5)).toBe("invalid rho; not in (0, 0.500000): 0.5. Leave rho out to have it chosen");
    expect(refusal(0.7)).toContain("not in (0, 0.500000): 0.7");
  });

  test("at or below zero, or no number, is refused", () => {
    for (const rate of [0, -0.1, Number.NaN]) expect(refusal(rate)).toContain(`not in (0, 0.500000): ${rate}`);
  });

  test("just below the bound is accepted and converges", () => {
    const rate = 0.5 * (1 - 1e-3);
    expect(refusal(0.5 * (1 - 1e-15))).toBeUndefined();
    expect(refusal(rate)).toBeUndefined();
    const { status, dz, stats } = solved(uzawa({ ...options, rate, tolerance: 1e-12 }), exact);
    expect(status).toBe("solved");
    expect(Math.max(...dz.map(Math.abs))).toBeLessThan(1e-9);
    expect(stats.iterations).toBeGreaterThan(1000);
  });

  test("above the bound would not converge", () => {
    expect(solved(uzawa({ ...options, rate: 0.51 }), exact).status).toBe("not-converged");
  });
});

describe("regularized", () => {
  test("declares that its law is another one", () => {
    expect(uzawa(options)).toMatchObject({ exact: true, direct: false });
    expect(regularized({ ...options, epsilon: 1e-3 })).toMatchObject({
      name: "regularized",
      exact: false,
      direct: false,
    });
  });

  test("tends to uzawa as its memory goes to zero", () => {
    for (let seed = 1; seed <= 50; seed++) {
      const problem = tame(seed);
      const start = problem.limits.map((limit) => -limit / 3);
      const hard = solved(uzawa(options), problem, start).dz;
      const distance = (epsilon: number) => {
        const { dz } = solved(regularized({ ...options, epsilon }), problem, start);
        return Math.max(...dz.map((value, k) => Math.abs(value - hard[k]!))) / (1 + Math.max(...hard.map(Math.abs)));
      };
      expect(distance(1e-6)).toBeLessThan(1e-2);
      expect(distance(1e-12)).toBeLessThan(1e-8);
    }
  });

  test("solves (1.18)", () => {
    const problem = tame(7);
    const rate = 1e-3;
    const epsilon = 0.004;
    const before = problem.limits.map((limit) => limit / 4);
    const { dz, force } = solved(regularized({ ...options, rate, epsilon }), problem, before);
    const slips = slipsOf(problem, dz);
    problem.limits.forEach((limit, i) => {
      const lambda = -force[i]! / limit;
      const left = (epsilon * (lambda + before[i]! / limit)) / 0.01 + lambda;
      const right = Math.max(-1, Math.min(1, lambda + rate * limit * slips[i]!));
      expect(left).toBeCloseTo(right, 8);
    });
  });
});

test("rows under (5) are refused", () => {
  const smooth = { ...tame(1), smoothing: tame(1).limits.map(() => 0.1) };
  expect(uzawa(options).refuses(toStep(smooth))).toBe("uzawa needs rows under the exact law; take active-set");
  expect(regularized({ ...options, epsilon: 1 }).refuses(toStep(smooth))).toContain("regularized needs rows");
});

test("needs no rate without friction", () => {
  const free = { ...tame(2), limits: tame(2).limits.map(() => 0) };
  const { status, dz } = solved(uzawa(options), free);
  expect(status).toBe("solved");
  const tangent = Dense.from(free.tangent);
  tangent.factor();
  const expected = Float64Array.from(free.residual, (value) => -value);
  tangent.solve(expected);
  expect(dz).toEqual(expected);
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { compileRaw } from "../support/run.ts";
import { cases } from "../support/torture.ts";

const M = [
  [2, 1],
  [1, 3],
];
const K = [
  [5, -2],
  [-2, 4],
];
/** Largest eigenvalue of M^{-1} K, from its trace and determinant: M^{-1} = [[3, -1], [-1, 2]] / 5. */
const nu = (() => {
  const [a, b, c, d] = [(3 * 5 + 2) / 5, (3 * -2 - 4) / 5, (-5 - 4) / 5, (2 + 8) / 5];
  return (a + d) / 2 + Math.sqrt(((a - d) / 2) ** 2 + b * c);
})();

function problem(scheme: Record<string, unknown>, step: number, end = 500 * step) {
  return {
    stickslip: 1,
    system: { type: "linear", mass: M, stiffness: K },
    initial: { position: [1, -0.5], velocity: [0.3, 1] },
    time: { end, step },
    scheme,
  };
}

function form(matrix: readonly (readonly number[])[], u: readonly number[]): number {
  return matrix.reduce((sum, row, i) => sum + u[i]! * row.reduce((inner, entry, j) => inner + entry * u[j]!, 0), 0);
}

/** (19) at every midpoint, from positions alone: with M_alpha = M + dt^2 (alpha - 1/4) A, (18). */
function discreteEnergies(alpha: number, step: number): number[] {
  const { trajectory, outcome } = simulate(compileRaw(problem({ type: "alpha", alpha }, step)));
  expect(outcome.status).toBe("done");
  const inertia = M.map((row, i) => row.map((entry, j) => entry + step ** 2 * (alpha - 0.25) * K[i]![j]!));
  const { position, time } = trajectory;
  return Array.from({ length: time.length - 1 }, (_, n) => {
    const rate = position.map((x) => (x[n + 1]! - x[n]!) / step);
    const mean = position.map((x) => (x[n + 1]! + x[n]!) / 2);
    return (form(inertia, rate) + form(K, mean)) / 2;
  });
}

function spread(energies: readonly number[]): number {
  return (Math.max(...energies) - Math.min(...energies)) / Math.max(...energies.map(Math.abs));
}

describe("the energy (19) of alpha without friction and force", () => {
  it("is constant for any alpha in [0, 1/2] and any step below the bound", () => {
    const shares = fc.double({ min: 0.01, max: 0.95, noNaN: true });
    const property = fc.property(fc.double({ min: 0, max: 0.5, noNaN: true }), shares, (alpha, share) => {
      const bound = alpha < 0.25 ? Math.min(3, 1 / Math.sqrt((0.25 - alpha) * nu)) : 3;
      expect(spread(discreteEnergies(alpha, share * bound))).toBeLessThan(1e-10);
    });
    fc.assert(property, { numRuns: cases(25, 60) });
  });

  it("is not constant for another energy: the test can fail", () => {
    const step = 0.5;
    const { trajectory } = simulate(compileRaw(problem({ type: "alpha", alpha: 0 }, step)));
    expect(spread([...trajectory.energy])).toBeGreaterThan(1e-3);
  });
});

/** Scheme, its bound on the step (s). */
const bounded: [Record<string, unknown>, number][] = [
  [{ type: "alpha", alpha: 0 }, 2 / Math.sqrt(nu)],
  [{ type: "alpha", alpha: 0.2 }, 1 / Math.sqrt(0.05 * nu)],
  [{ type: "splitting", alpha: 0, Q: 3 }, 6 / Math.sqrt(nu)],
  [{ type: "strang", alpha: 0.1, Q: 2 }, 2 / Math.sqrt(0.15 * nu)],
  [{ type: "balanced" }, 2 / Math.sqrt(nu)],
];

describe.each(bounded)("%j", (scheme, bound) => {
  it("refuses a step above its stability bound, and names the bound", () => {
    const { faults } = compile(problem(scheme, bound * 1.001));
    expect(faults).toHaveLength(1);
    const { path, message } = faults![0]!;
    const parts = Number(scheme.Q ?? 1);
    expect(path).toBe("time.step");
    expect(message).toContain(`not below its stability bound ${(bound / parts).toPrecision(6)} s`);
    expect(message).toContain("Take a smaller step");
  });

  it("takes a step just below, and stays bounded", () => {
    const { outcome, trajectory } = simulate(compileRaw(problem(scheme, bound * 0.999, 2000)));
    expect(outcome.status).toBe("done");
    expect(Math.max(...trajectory.position[0]!.map(Math.abs))).toBeLessThan(200);
  });
});

it.each([0.25, 0.5])("alpha with %f takes any step", (alpha) => {
  expect(compile(problem({ type: "alpha", alpha }, 50)).faults).toBeUndefined();
});

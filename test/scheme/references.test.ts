/** Runs against references that no scheme had a part in: the mode-switching oracle, the integrator, and claims of the papers. */
import { describe, expect, it } from "vitest";
import { simulate } from "../../src/simulate/simulate.ts";
import { integrate } from "../oracles/integrate.ts";
import { follow } from "../oracles/mode-switching.ts";
import { loadProblem } from "../oracles/problem-file.ts";
import { endOfProblem, loadSimulation, runProblem } from "../support/run.ts";

const balanced = { scheme: { type: "balanced" } };

function distance(actual: Iterable<number>, wanted: readonly number[]): number {
  return Math.max(...Array.from(actual, (value, i) => Math.abs(value - wanted[i]!)));
}

describe("gskn06-tp3-same-force, which has no closed form", () => {
  const known = [-0.342766325668687, 1.59051706298842];
  const errorIn = (steps: number) => {
    const outcome = endOfProblem("gskn06-tp3-same-force", { ...balanced, time: { step: 4 / steps } });
    return distance(outcome.state.position, known);
  };

  it("ends where the event-driven reference ends", () => {
    const coarse = Math.max(...[1000, 1190, 1410, 1680].map(errorIn));
    const fine = Math.max(...[8000, 9510, 11300, 13450].map(errorIn));
    expect(fine).toBeLessThan(1e-4);
    expect(fine).toBeLessThan(coarse / 5);
  });
});

describe("slow-spring", () => {
  const { trajectory, audit } = runProblem("slow-spring", balanced);
  const slips = trajectory.events.filter(({ kind }) => kind === "slip").map(({ time }) => time);

  it("slips and sticks in turn, with the known period", () => {
    expect(trajectory.events.map(({ kind }) => kind)).toEqual(Array(4).fill(["slip", "stick"]).flat());
    expect(slips[0]).toBeCloseTo(3.924, 2);
    for (let k = 1; k < slips.length; k++)
      expect(Math.abs(slips[k]! - slips[k - 1]! - 4.0792599385)).toBeLessThan(0.004);
  });

  it("advances by the same distance in each cycle", () => {
    expect(trajectory.position[0]!.at(-1)! / 4).toBeCloseTo(0.20396299692, 4);
    expect(audit.stickSpeed).toBe(0);
  });
});

/** Events that f does not announce fall inside steps, so only order 1 may be expected. */
it.each([
  ["gearbox", 8.5, 2e-4],
  ["two-masses", 4, 2e-3],
  ["coulomb-oscillator", 25, 5e-4],
  ["chain-20", 1.5, 2e-3],
])("%s follows the mode-switching oracle", (file, end, tolerance) => {
  const problem = loadProblem(file);
  const { moments } = follow(problem.system, problem.initial, [end / 2, end]);
  for (const { time, position } of moments) {
    const errorAt = (step: number) =>
      distance(endOfProblem(file, { ...balanced, time: { end: time, step } }).state.position, position);
    const coarse = errorAt(problem.step);
    expect(coarse).toBeLessThan(tolerance);
    expect(errorAt(problem.step / 10)).toBeLessThan(Math.max(coarse / 2, tolerance / 10));
  }
});

describe("the approximation (5)", () => {
  const end = 5;
  /** x'' + x + c x' / sqrt(eta^2 + x'^2) = 0 from x = 1.25. */
  const smoothedEnd = (eta: number) =>
    integrate((_, [x, v]) => [v!, -x! - (0.1 * v!) / Math.hypot(eta, v!)], 0, [1.25, 0], end, { maxStep: 0.05 }).state;
  const runTo = (weakening: Record<string, unknown> | undefined, step: number) => {
    const friction = [{ name: "floor", on: 0, limit: "c", ...(weakening ? { weakening } : {}) }];
    const changes = { ...balanced, system: { friction }, time: { end, step } };
    const { state } = endOfProblem("coulomb-oscillator", changes);
    return [state.position[0]!, state.velocity[0]!];
  };

  /** Its force is taken at the new velocity, so it costs `balanced` an order. */
  it.each([0.1, 0.01])("with eta = %f follows its own equation, with order 1", (eta) => {
    const exact = smoothedEnd(eta);
    const [coarse, fine] = [0.002, 0.0005].map((step) => distance(runTo({ shape: "smoothed", eta }, step), exact));
    expect(fine).toBeLessThan(1e-4);
    expect(Math.log2(coarse! / fine!) / 2).toBeGreaterThan(0.9);
  });

  it("tends to the exact law as eta goes to zero, in position and velocity", () => {
    const limit = runTo(undefined, 0.002);
    const distances = [0.1, 0.02, 0.004].map((eta) => distance(runTo({ shape: "smoothed", eta }, 0.002), limit));
    expect(distances[1]).toBeLessThan(distances[0]! / 3);
    expect(distances[2]).toBeLessThan(distances[1]! / 3);
    expect(distances[2]).toBeLessThan(1e-3);
  });
});

/** |W^p| <= |W^0| + |M^-1| (2 sqrt(d) |C| + |f|) (t - t0), for the friction motion alone: splitting without stiffness. */
describe("the bound (35)", () => {
  it.each([1, 10, 100])("holds on gskn06-tp4 with P = %i", (P) => {
    const changes = { scheme: { type: "splitting", P, Q: 1 }, time: { step: 0.05 } };
    const fastest = 1 * (2 * Math.sqrt(3) * 10 + 20 * Math.sqrt(3));
    let slack = Number.POSITIVE_INFINITY;
    const watch = {
      step({ time, velocity }: { time: number; velocity: Float64Array }) {
        slack = Math.min(slack, Math.sqrt(3) + fastest * time - Math.hypot(...velocity));
      },
    };
    simulate(loadSimulation("gskn06-tp4", changes), { sinks: [watch] });
    expect(slack).toBeGreaterThanOrEqual(-1e-12);
  });
});

describe("section 6.4: no more than 4 Newton iterations", () => {
  const rounds = (end: number) => {
    const solver = { type: "penalty-newton", epsilon: 1e-4, project: false, tolerance: 1e-6 };
    const changes = { solver, scheme: { type: "splitting" }, time: { step: 0.008, end } };
    const { stats } = endOfProblem("gskn06-tp5", changes);
    return { iterations: stats.iterations, solves: stats.solves };
  };

  it("holds while masses keep sliding or stay held, and not where one comes to rest", () => {
    const early = rounds(0.24);
    expect(early.iterations / early.solves).toBeLessThan(4);
    const [until, since] = [rounds(1.04), rounds(1.96)];
    expect((since.iterations - until.iterations) / (since.solves - until.solves)).toBeGreaterThan(6);
  });
});

describe("section 5.5: more than a hundred sweeps of Uzawa are not uncommon", () => {
  const sweeps = (rho?: number) => {
    const solver = { type: "uzawa", tolerance: 1e-8, start: "zero", ...(rho === undefined ? {} : { rho }) };
    const changes = { solver, scheme: { type: "splitting" }, time: { step: 0.01 } };
    const outcome = endOfProblem("gskn06-tp5", changes);
    expect(outcome.status).toBe("done");
    return outcome.stats.iterations / outcome.stats.solves;
  };
  /** rho = 2 / (tau1 (beta_min + beta_max)), beta the eigenvalues of C M^-1 C. */
  const tau1 = 0.001;

  it("holds only for a badly chosen rho", () => {
    expect(sweeps()).toBeLessThan(30);
    expect(sweeps(0.003 / tau1)).toBeGreaterThan(100);
  });
});

import { describe, expect, it } from "vitest";
import { alphaEnd } from "./alpha-step.ts";
import { combine, inverse, multiply } from "./dense.ts";
import { tp1, tp2, tp2Springs } from "./gk95.ts";
import { follow } from "./mode-switching.ts";
import { loadProblem } from "./problem-file.ts";

function expectClose(actual: readonly number[], wanted: readonly number[], tolerance: number) {
  expect(actual).toHaveLength(wanted.length);
  const distance = Math.max(...actual.map((value, i) => Math.abs(value - wanted[i]!)));
  expect(distance, `${actual} against ${wanted}`).toBeLessThan(tolerance);
}

describe("gk95-tp1", () => {
  const problem = loadProblem("gk95-tp1");

  it("has the six events and the rest position of the reference", () => {
    const { events, moments } = follow(problem.system, problem.initial, [problem.end]);
    const timesOf = (kind: string) =>
      [0, 1, 2].map((row) => events.find((event) => event.row === row && event.kind === kind)!.time);
    expect(events).toHaveLength(6);
    expectClose(timesOf("reversal"), tp1.continuous.reversals, 2e-13);
    expectClose(timesOf("stick"), tp1.continuous.sticks, 2e-13);
    expectClose(moments[0]!.position, tp1.continuous.position, 1e-13);
    expectClose(moments[0]!.velocity, tp1.continuous.velocity, 1e-15);
  });

  it("has the discrete end position of the paper's scheme", () => {
    expectClose(alphaEnd(problem), tp1.discrete.position, 3e-12);
  });

  it("reaches its target under the optimal controls", () => {
    const { continuous, discrete, target } = tp1.optimum;
    const steered = (control: readonly number[]) => ({
      ...problem,
      system: { ...problem.system, force: (t: number) => combine(problem.system.force(t), 1, control) },
    });
    const exact = steered(continuous.control);
    expectClose(follow(exact.system, exact.initial, [exact.end]).moments[0]!.position, target, 1e-8);
    expectClose(alphaEnd(steered(discrete.control)), target, 1e-7);
    for (const { control, objective } of [continuous, discrete])
      expect((tp1.end * control.reduce((sum, value) => sum + value ** 2, 0)) / 3).toBeCloseTo(objective, 5);
  });
});

describe.each([
  ["gk95-tp2", tp2],
  ["gk95-tp2-springs", tp2Springs],
])("%s", (file, reference) => {
  const problem = loadProblem(file);

  it("ends where the references say", () => {
    const { moments } = follow(problem.system, problem.initial, [problem.end]);
    expectClose(moments[0]!.position, reference.continuous.position, 1e-11);
    expectClose(alphaEnd(problem), reference.discrete.position, 3e-11);
  });

  it("comes to rest before the end", () => {
    const { events, moments } = follow(problem.system, problem.initial, [problem.end]);
    expect(events.at(-1)!.kind).toBe("stick");
    expectClose(moments[0]!.velocity, [0, 0, 0], 1e-15);
  });
});

it.each([
  ["gk95-tp1", tp1],
  ["gk95-tp2", tp2],
])("%s has the largest eigenvalue delta", (file, reference) => {
  const { system, step } = loadProblem(file);
  const solve = inverse(system.mass.map((row, i) => combine(row, step ** 2 / 4, system.stiffness[i]!)));
  let direction = [1, 1, 1];
  let delta = 0;
  for (let iteration = 0; iteration < 2000; iteration++) {
    const image = multiply(
      solve,
      direction.map((value, i) => value * system.rows[i]!.limit ** 2),
    );
    delta = Math.hypot(...image);
    direction = image.map((value) => value / delta);
  }
  expect(delta).toBeCloseTo(reference.delta, 6);
});

/** Loads that a Taylor series at the start does not tell, or does not have. */
import { describe, expect, it } from "vitest";
import { ORDER } from "../../../src/scheme/event-driven/general.ts";
import { integrate } from "../../oracles/integrate.ts";
import { distance, run } from "./machine.ts";

const free = (force: string, end: number, step = end / 100) =>
  run({ system: { mass: [1], force: [force] }, time: { end, step } });

describe("forces without a series at the start", () => {
  it.each([
    ["sqrt(t)", (t: number) => (2 / 3) * t ** 1.5],
    ["t^1.5", (t: number) => (2 / 5) * t ** 2.5],
    ["t^0.1", (t: number) => t ** 1.1 / 1.1],
    ["log(t + 1)", (t: number) => (t + 1) * Math.log(t + 1) - t],
    ["t^2*sqrt(t)", (t: number) => (2 / 7) * t ** 3.5],
  ])("%s", (force, velocity) => {
    const { outcome } = free(force, 2);
    expect(outcome.status).toBe("done");
    expect(distance(outcome.state.velocity, [velocity(2)])).toBeLessThan(3e-11);
    expect(outcome.stats.iterations / (ORDER - 1)).toBeLessThan(400);
  });

  it("a root of zero inside the run", () => {
    const { outcome } = free("sqrt(abs(t - 1))", 2);
    expect(outcome.status).toBe("done");
    expect(distance(outcome.state.velocity, [4 / 3])).toBeLessThan(1e-10);
  });
});

describe("forces whose series is zero, or has gaps", () => {
  it.each([
    ["100*exp(-((t - 1)/0.01)^2)", Math.sqrt(Math.PI)],
    ["100*exp(-((t - 1.503)/0.02)^2)", 2 * Math.sqrt(Math.PI)],
    ["sin(t) + 100*exp(-((t - 1.2)/0.02)^2)", 1 - Math.cos(2) + 2 * Math.sqrt(Math.PI)],
  ])("the pulse %s is not overlooked", (force, velocity) => {
    const { outcome } = free(force, 2);
    expect(distance(outcome.state.velocity, [velocity])).toBeLessThan(1e-10);
  });

  it.each(["exp(-t^4)", "1/(1 + t^6)", "cos(t^3)", "exp(-t^12)", "exp(-t^30)", "tanh(t^5)"])("%s", (force) => {
    const f = new Function(
      "t",
      `return ${force
        .replace(/(exp|cos|tanh)/, "Math.$1")
        .replace("-t^", "-1*t^")
        .replaceAll("^", "**")}`,
    );
    const { state } = integrate((t) => [f(t)], 0, [0], 3, { maxStep: 0.05 });
    expect(distance(free(force, 3).outcome.state.velocity, state)).toBeLessThan(1e-10);
  });

  it("a pulse lets a stuck mass go", () => {
    const { trajectory } = run({
      system: { mass: [1], force: ["100*exp(-((t - 1)/0.01)^2)"], friction: [{ on: 0, limit: 50 }] },
      time: { end: 2, step: 0.01 },
    });
    expect(trajectory.events.map(({ kind }) => kind)).toEqual(["slip", "stick"]);
    expect(Math.abs(trajectory.events[0]!.time - (1 - 0.01 * Math.sqrt(Math.log(2))))).toBeLessThan(1e-12);
  });

  it("the multiplier of a stuck row is exact while a load fades that only it feels", () => {
    const { trajectory, audit } = run({
      system: { mass: [1], force: ["9*exp(-10*t)"], friction: [{ on: 0, limit: 10 }] },
      time: { end: 5, step: 0.1 },
    });
    expect(
      distance(
        trajectory.multiplier[0]!,
        [...trajectory.time].map((t) => 0.9 * Math.exp(-10 * t)),
      ),
    ).toBeLessThan(1e-12);
    expect(audit.boxResidual).toBe(0);
  });
});

describe("fast loads end in bounded time", () => {
  it("sin(1e6 t) is integrated", () => {
    const { outcome } = free("1e6*sin(1e6*t)", 0.01);
    expect(outcome.status).toBe("done");
    expect(distance(outcome.state.velocity, [1 - Math.cos(1e4)])).toBeLessThan(1e-9);
  });

  it("sin(1e13 t) is refused by name, with the time reached", () => {
    const { outcome } = free("sin(1e13*t)", 1);
    expect(outcome.status).toBe("too-many-expansions");
    expect(outcome.message).toContain("t = 0 s");
  });
});

it("a force that ends its domain inside the run is reported", () => {
  const { outcome } = free("sqrt(1 - t)", 2);
  expect(outcome.status).toBe("undefined-force");
  expect(outcome.state.time).toBeLessThan(1.02);
});

/** References of controllers: what is refused, each with a remedy that works. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";

type Data = Record<string, unknown>;

const soft = { name: "soft", rate: "(r(t) - soft)/0.1" };

function faultsOf(pid: Data, signal: Data = {}, sections: Data = {}): string[] {
  const { faults } = compile({
    stickslip: 1,
    signals: { r: { times: [0, 1, 2], values: [0, 1, 1], ...signal } },
    system: { type: "linear", mass: [1], states: [soft] },
    feedback: [{ type: "pid", of: 0, kp: 3, ki: 2, kd: 2, reference: "r(t)", ...pid }],
    time: { end: 2, step: 0.1 },
    ...sections,
  });
  return (faults ?? []).map(({ path, message }) => `${path}: ${message}`);
}

const filter = (name: string) =>
  `filter it through a state, as states: [{ name: soft, rate: "(${name} - soft)/0.1" }] and reference: soft`;
const shock = "of the reference jumps, and its derivative would be a shock";

describe("a derivative of a reference", () => {
  it("is there for samples joined by lines", () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ limit: [-1, 1], reference: "2*r(t)^2 + sin(t)" })).toEqual([]);
  });

  it("is refused for samples that are held, and the remedies work", () => {
    const hold = { interpolation: "hold" };
    expect(faultsOf({}, hold)).toEqual([
      `feedback[0].kd: invalid kd; the signal r(t) ${shock}: at 1 s. Take interpolation: linear, or ${filter("r(t)")}`,
    ]);
    expect(faultsOf({ reference: "soft" }, hold)).toEqual([]);
    expect(faultsOf({ kd: 0 }, hold)).toEqual([]);
  });

  it("is refused where the run goes on after the samples, and the remedies work", () => {
    const time = { end: 3, step: 0.1 };
    expect(faultsOf({}, {}, { time })).toEqual([
      `feedback[0].kd: invalid kd; the signal r(t) ${shock}: at 2 s. Take outside: hold, or ${filter("r(t)")}`,
    ]);
    expect(faultsOf({}, { outside: "hold" }, { time })).toEqual([]);
    expect(faultsOf({}, { values: [1, 1, 0] }, { time })).toEqual([]); // the jump at the start is before the run
  });

  it("is refused for formulas that jump, and a state helps", () => {
    expect(faultsOf({ reference: "t > 1 ? r(t) : 0" })).toEqual([
      `feedback[0].kd: invalid kd; the reference can jump, and its derivative would be a shock. Write a ramp with min and max, or ${filter("...")}`,
    ]);
    const system = { type: "linear", mass: [1], states: [{ name: "soft", rate: "((t > 1 ? 1 : 0) - soft)/0.1" }] };
    expect(faultsOf({ reference: "soft" }, {}, { system })).toEqual([]);
  });

  it("is there for pieces of time that meet, and refused for those that do not", () => {
    expect(faultsOf({ reference: "piecewise(t, [1, 1.5], t, 2 - t, 0.5)" })).toEqual([]);
    expect(faultsOf({ reference: "t < 0.3 ? 0 : t - 0.3" })).toEqual([]);
    expect(faultsOf({ reference: "(t - 1)*(t > 1)" })).toEqual([]);
    for (const reference of ["piecewise(t, [1], t, 2*t)", "(t > 1)*3", "sign(t - 1)"]) {
      expect(faultsOf({ reference })[0], reference).toContain("the reference can jump");
    }
  });

  it("is refused for the integral of a controller that saturates", () => {
    const outer = { type: "pid", name: "outer", of: 0, ki: 1, limit: [-1, 1], tracking: 1 };
    const inner = { type: "pid", name: "inner", of: 0, kp: 1, kd: 1, reference: "outer" };
    expect(faultsOf({}, {}, { feedback: [outer, inner] })).toEqual([
      "feedback[1].kd: invalid kd; the reference has the integral of a controller with a limit, whose rate is not affine: outer. Filter it through a state of its own, or take antiWindup: none there",
    ]);
    expect(faultsOf({}, {}, { feedback: [outer, { ...inner, kd: 0 }] })).toEqual([]);
    const { tracking: _, ...bare } = outer;
    expect(faultsOf({}, {}, { feedback: [{ ...bare, antiWindup: "none" }, inner] })).toEqual([]);
    const states = [{ name: "own", rate: "(outer - own)/0.1" }];
    const system = { type: "linear", mass: [1], states };
    expect(faultsOf({}, {}, { system, feedback: [outer, { ...inner, reference: "own" }] })).toEqual([]);
  });
});

it.each([
  ["soft^2", "soft"],
  ["t*soft", "soft"],
  ["abs(soft - 1)", "soft"],
  ["r(t)*pid1", "pid1"],
])("a reference %s is not affine", (reference, name) => {
  expect(faultsOf({ reference })).toEqual([
    `feedback[0].reference: invalid formula; not affine in ${name} with a constant coefficient: "${reference}". A reference is a formula of t and signals plus constants times states`,
  ]);
});

it("positions and velocities are none of a reference", () => {
  expect(faultsOf({ reference: "x(0)" })[0]).toContain("feedback[0].reference: invalid formula; unknown symbol x,");
});

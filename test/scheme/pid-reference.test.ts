/** Controllers that track measured references and states: against closed forms, formulas and loops written by hand. */
import { describe, expect, it } from "vitest";
import { simulate } from "../../src/simulate/simulate.ts";
import { compileRaw, runProblem } from "../support/run.ts";
import { distance, kinds, times } from "./event-driven/machine.ts";

type Data = Record<string, unknown>;

const SCHEMES = ["event-driven", "balanced", "alpha"];

function problem(feedback: Data[], system: Data = {}, sections: Data = {}): Data {
  return {
    stickslip: 1,
    system: { type: "linear", mass: [1], ...system },
    feedback,
    time: { end: 4, step: 0.02 },
    ...sections,
  };
}

const run = (feedback: Data[], system: Data, sections: Data) =>
  simulate(compileRaw(problem(feedback, system, sections)));

/** Motions, outputs and events of two runs, apart by at most this. */
function apart(a: ReturnType<typeof simulate>, b: ReturnType<typeof simulate>): number {
  expect(kinds(a)).toEqual(kinds(b));
  const columns = ({ trajectory }: typeof a) => [
    ...trajectory.outputs.flatMap(({ values }) => [...values]),
    ...trajectory.position.flatMap((values) => [...values]),
    ...times({ trajectory }),
  ];
  return distance(columns(a), columns(b));
}

describe("a critically damped loop on a tabulated ramp", () => {
  const signals = { r: { times: [0, 2, 5], values: [0, 3, 3], outside: "hold" } };
  const pid = { type: "pid", name: "c", of: 0, reference: "r(t)", kp: 4, kd: 4 };
  const outputs = { miss: "error(c)", r: "reference(c)", u: "command(c)" };

  it("misses it by 1.5 t exp(-2 t), and a level by what is left", () => {
    const { trajectory } = run([pid], {}, { signals, outputs });
    const miss = trajectory.outputs[0]!.values;
    // e'' + 4 e' + 4 e = 0 on each piece; at the kink e' loses the slope
    const left = 3 * Math.exp(-4);
    const rate = 1.5 * (1 - 4) * Math.exp(-4) - 1.5;
    const wanted = Array.from(trajectory.time, (t) =>
      t <= 2 ? 1.5 * t * Math.exp(-2 * t) : (left + (rate + 2 * left) * (t - 2)) * Math.exp(-2 * (t - 2)),
    );
    expect(distance(miss, wanted)).toBeLessThan(1e-12);
    expect(trajectory.events).toEqual([]);
  });

  it("commands kp e + kd e'", () => {
    const { trajectory } = run([pid], {}, { signals, outputs: { u: "command(c)", v: "v(0)", miss: "error(c)" } });
    const [u, v, miss] = trajectory.outputs.map(({ values }) => values);
    const late = trajectory.time.findIndex((t) => t > 2);
    expect(late).toBeGreaterThan(50);
    const slope = (t: number) => (t <= 2 ? 1.5 : 0);
    const wanted = Array.from(trajectory.time, (t, i) => 4 * miss![i]! + 4 * (slope(t) - v![i]!));
    expect(distance(u!, wanted)).toBeLessThan(1e-12);
  });
});

describe.each(SCHEMES)("a limited loop with friction, with %s", (type) => {
  const system = { friction: [{ name: "guide", on: 0, limit: 0.4, kinetic: 0.3 }] };
  const pid = { type: "pid", name: "c", of: 0, kp: 20, ki: 15, kd: 5, limit: [-3, 3], tracking: 0.4 };
  const outputs = { miss: "error(c)", r: "reference(c)", u: "command(c)", force: "control(c)", z: "c" };
  const signals = { r: { times: [0, 1, 2.5, 4], values: [0, 2, -0.25, -0.25], outside: "hold" } };
  // at its kinks the formula takes the slope after them, as a table does
  const ramp = "2*min(1, t) - 1.5*max(min(2.5, t) - 1, 0)";
  const sections = { signals, outputs, scheme: { type } };

  it.each([
    ["r(t)", ramp],
    ["sin(r(t)) + r(t)^2/4 - t*r(t)", `sin(${ramp}) + (${ramp})^2/4 - t*(${ramp})`],
    ["min(abs(r(t)), 1.2)", `min(abs(${ramp}), 1.2)`],
  ])("follows %s as the formula of the ramps", (measured, formula) => {
    const [table, plain] = [measured, formula].map((reference) => run([{ ...pid, reference }], system, sections));
    expect(apart(table!, plain!)).toBeLessThan(1e-12);
    expect(kinds(table!).filter((kind) => kind.startsWith("saturate")).length).toBeGreaterThan(0);
  });

  it("knows nothing of what a table that ends with the run says of the time after", () => {
    const [ends, goesOn] = [0, "hold"].map((outside) =>
      run([{ ...pid, reference: "r(t)" }], system, { ...sections, signals: { r: { ...signals.r, outside } } }),
    );
    expect(kinds(ends!)).toEqual(kinds(goesOn!));
  });
});

describe.each(SCHEMES)("a reference through a state, with %s", (type) => {
  const friction = [{ name: "guide", on: 0, limit: 0.4, kinetic: 0.3 }];
  const signals = { h: { times: [0, 0.7, 1.9], values: [1, -1, 0.5], interpolation: "hold", outside: "hold" } };
  const sections = { signals, scheme: { type } };
  const soft = { name: "soft", rate: "(h(t) - soft)/0.2 + 0.1*v(0) - 0.3*x(0)" };

  it("is the loop written by hand", () => {
    const pid = { type: "pid", name: "c", of: 0, reference: "1.5*soft + 0.1*t", kp: 9, ki: 4, kd: 3 };
    const reference = "(1.5*soft + 0.1*t)";
    const rate = "(1.5*((h(t) - soft)/0.2 + 0.1*v(0) - 0.3*x(0)) + 0.1)";
    const command = `9*(${reference} - x(0)) + 4*c + 3*(${rate} - v(0))`;
    const byPid = run(
      [pid],
      { friction, states: [soft] },
      {
        ...sections,
        outputs: { r: "reference(c)", miss: "error(c)", u: "command(c)", force: "control(c)", z: "c" },
      },
    );
    const byHand = run(
      [],
      { friction, states: [soft, { name: "c", rate: `${reference} - x(0)` }], force: [command] },
      {
        ...sections,
        outputs: { r: reference, miss: `${reference} - x(0)`, u: command, force: command, z: "c" },
      },
    );
    // at a jump of h the outputs of formulas of signals and of commands both show the past
    expect(apart(byPid, byHand)).toBeLessThan(1e-11);
    expect(byPid.trajectory.events.length).toBeGreaterThan(2);
  });

  it("may be the integral of another controller", () => {
    const outer = { type: "pid", name: "outer", of: 0, reference: 1, ki: 2 };
    const inner = { type: "pid", name: "inner", of: 1, reference: "0.5*outer", kp: 8, ki: 3, kd: 2 };
    const cascade = { mass: [1, 2], springs: [{ between: [0, 1], stiffness: 5 }], friction };
    const command = "8*(0.5*outer - x(1)) + 3*inner + 2*(0.5*(1 - x(0)) - v(1))";
    const states = [
      { name: "outer", rate: "1 - x(0)" },
      { name: "inner", rate: "0.5*outer - x(1)" },
    ];
    const outputs = { a: "outer", b: "inner" };
    for (const order of [
      [inner, outer],
      [outer, inner],
    ]) {
      const byPid = run(order, cascade, { outputs, scheme: { type } });
      const byHand = run([], { ...cascade, states, force: ["2*outer", command] }, { outputs, scheme: { type } });
      expect(apart(byPid, byHand)).toBeLessThan(1e-11);
    }
  });
});

it("a limited loop on a state is the one on the state's closed form", () => {
  const friction = [{ name: "guide", on: 0, limit: 0.4 }];
  const pid = { type: "pid", name: "c", of: 0, kp: 30, ki: 25, kd: 2, limit: [-3, 3] };
  const outputs = { r: "reference(c)", miss: "error(c)", u: "command(c)", force: "control(c)", z: "c" };
  const states = [{ name: "soft", rate: "(2 - soft)/0.2" }];
  const through = run([{ ...pid, reference: "soft" }], { friction, states }, { outputs });
  const closed = run([{ ...pid, reference: "2*(1 - exp(-t/0.2))" }], { friction }, { outputs });
  expect(apart(through, closed)).toBeLessThan(1e-10);
  expect(kinds(through).filter((kind) => kind.endsWith(" c")).length).toBeGreaterThan(2);
  expect(through.audit.energyError).toBeLessThan(1e-10 * through.audit.energyScale);
  expect(through.audit.balanceResidual).toBeLessThan(1e-7);
});

it("in the gallery a filter of the profile halves the saturations and the largest error", () => {
  const pid = { type: "pid", name: "motor", of: "stage", kp: 100, ki: 60, kd: 18, limit: [-8, 8], tracking: 0.2 };
  const plain = runProblem("stage-pid-measured");
  const filtered = runProblem("stage-pid-measured", { feedback: [{ ...pid, reference: "soft" }] });
  expect([plain.measures.saturations, filtered.measures.saturations]).toEqual([6, 3]);
  expect(plain.measures.worst!).toBeCloseTo(0.254, 3);
  expect(filtered.measures.worst!).toBeCloseTo(0.105, 3);
});

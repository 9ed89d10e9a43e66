/** Small hostile files, each with the behavior that is documented. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";
import { finiteJson } from "../../src/results/json.ts";
import { resultData } from "../../src/results/simulate.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { rawFault } from "../support/faults.ts";
import { compileRaw } from "../support/run.ts";

function faultsOf(raw: unknown): string[] {
  return (compile(raw).faults ?? []).map(({ path, message }) => `${path}: ${message}`);
}

describe("a typo is told with its place and what was meant", () => {
  it.each([
    ["spring-typo", 'system.springs[0].stifness: unknown key "stifness"; did you mean stiffness?'],
    ["damper-typo", 'system.dampers[0].dampng: unknown key "dampng"; did you mean damping?'],
    ["coordinate-typo", 'system.coordinates[0].nam: unknown key "nam"; did you mean name?'],
    ["state-typo", 'system.states[0].rat: unknown key "rat"; did you mean rate?'],
    ["feedback-typo", "feedback: invalid feedback; not a list:"],
    ["null-parameter", "parameters.k: invalid k; not a number, a constant formula or { value, from, to }: null"],
  ])("%s", (file, fault) => {
    expect(faultsOf(rawFault(`hostile/${file}`)).join("\n")).toContain(fault);
  });
});

describe("what a damaged entry leaves behind is never used", () => {
  const system = { type: "linear", mass: [1] };
  const time = { end: 1, step: 0.1 };

  it.each<[string, Record<string, unknown>, string]>([
    ["a parameter", { parameters: { k: null }, system: { ...system, mass: ["k - 1"] } }, "parameters.k"],
    ["one made of it", { parameters: { k: null, l: "k - 1" }, system: { ...system, mass: ["l"] } }, "parameters.k"],
    ["a signal", { signals: { s: 3 }, system: { ...system, friction: [{ on: 0, limit: "1/s(t)" }] } }, "signals.s"],
    ["a coordinate", { system: { ...system, coordinates: [{ nam: "a" }], force: ["-x(a)"] } }, "system.coordinates[0]"],
    ["a state", { system: { ...system, states: [{ name: "z", rat: "-z" }], force: ["z"] } }, "system.states[0]"],
    ["a controller", { system, feedback: [{ type: "pid", off: 0 }], outputs: { u: "command(pid1)" } }, "feedback[0]"],
    [
      "a row",
      { system: { ...system, friction: [{ name: "floor", on: 0 }] }, outputs: { f: "force(floor)" } },
      "system.friction[0]",
    ],
    [
      "the mass",
      { system: { type: "linear", mass: 3, friction: [{ on: 0, limit: 1 }] }, outputs: { f: "x(0)" } },
      "system.mass",
    ],
    ["a misspelled section", { parametrs: { k: 2 }, system: { ...system, mass: ["k"] } }, "parametrs"],
    ["the start", { system: { ...system, force: ["log(t)"] }, time: { start: [], end: 2, step: 0.1 } }, "time.start"],
  ])("%s", (_, problem, path) => {
    const faults = faultsOf({ stickslip: 1, time, ...problem });
    expect(faults.length).toBeGreaterThan(0);
    for (const fault of faults) expect(fault.slice(0, path.length)).toBe(path);
  });

  it("faults elsewhere are told beside it", () => {
    const friction = [
      { on: 0, limt: 1 },
      { on: 5, limit: 1 },
      { on: 0, limit: "sn(t)" },
    ];
    const faults = faultsOf({ stickslip: 1, system: { ...system, friction }, time: { end: -1, step: 0.1 } });
    expect(faults.map((fault) => fault.split(": ")[0])).toEqual([
      ...["system.friction[0].limit", "system.friction[0].limt", "time.end"],
      ...["system.friction[1].on", "system.friction[2].limit"],
    ]);
  });
});

it("__proto__ is refused, not dropped", () => {
  const raw = JSON.parse('{"stickslip": 1, "parameters": {"__proto__": 3}, "system": {"type": "linear", "mass": [1]}}');
  expect(faultsOf(raw)).toEqual([
    'parameters.__proto__: invalid key; "__proto__" is no name for data. Take another one',
  ]);
});

describe("what is no number at the start is refused with its key", () => {
  it.each([
    [
      "backward-pole",
      "system.friction[0].backward: invalid backward; not a finite number at the start, t = 0: Infinity",
    ],
    ["drive-pole", "system.friction[0].drive: invalid drive; not a finite number at the start, t = 0: Infinity"],
    ["kinetic-nan", "system.friction[0].kinetic: invalid kinetic; not a finite number at the start, t = 0: NaN"],
    ["force-huge", "system.force: invalid force; not below 1e+100 in size at the start, t = 0: 1e+300"],
    ["potential-sqrt", "system.springs[0].potential: invalid potential; it has no finite value or slope at the start"],
  ])("%s", (file, fault) => {
    expect(faultsOf(rawFault(`hostile/${file}`)).join("\n")).toContain(fault);
  });
});

describe("runs end with finite numbers and a status that names key and time", () => {
  it.each([
    ["backward-negative", "done", /reached its end/],
    ["backward-sine", "done", /reached its end/],
    ["limit-neg", "done", /reached its end/],
    ["hertz", "undefined-force", /The potential of springs\[0\] has no finite value at t = 0\.5 s or right after it/],
    ["kinetic-root", "undefined-force", /The kinetic of lambda1 has no finite value at t = 0\.177245385 s/],
  ])("%s", (file, status, message) => {
    const simulation = compileRaw(rawFault(`hostile/${file}`));
    const result = simulate(simulation);
    expect(result.outcome).toMatchObject({ status });
    expect(result.outcome.message).toMatch(message);
    expect(finiteJson(resultData(simulation, result, 0))).toContain('"position"');
  });

  it.each(["event-driven", "balanced", "alpha", "splitting", "strang"])("under %s alike", (type) => {
    const friction = [{ name: "floor", on: 0, limit: 0.5, kinetic: "0.3*sqrt(0.5 - t)" }];
    const system = { type: "linear", mass: [1], force: ["2*sin(7*t)"], friction };
    const raw = { stickslip: 1, system, time: { end: 1, step: 0.01 }, scheme: { type } };
    const { outcome } = simulate(compileRaw(raw));
    expect(outcome.status).toBe("undefined-force");
    expect(outcome.message).toContain("The kinetic of floor has no finite value at t = 0.5 s");
  });

  it("a drive without a series is given up after a bounded number of expansions", () => {
    const { outcome } = simulate(compileRaw(rawFault("hostile/huge-limit")));
    expect(outcome.stats.iterations).toBeLessThan(100_000);
    expect(outcome.state.position.every(Number.isFinite)).toBe(true);
  });
});

it("a limit below 0 counts as 0, and row and time are told", () => {
  const { warnings } = compileRaw(rawFault("hostile/backward-sine"));
  // 0.5 sin(7 t) is below 0 from pi/7 on
  expect(warnings).toEqual(["system.friction[0].backward is below 0 at t = 0.448799 s; it counts as 0 there."]);
});

it("an output that is no number is null, and told with its time", () => {
  const outputs = { root: "sqrt(0.55 - t)", fine: "t" };
  const measures = { most: { max: "log(t - 2)" }, last: { final: "t" } };
  const raw = { stickslip: 1, system: { type: "linear", mass: [1] }, outputs, measures, time: { end: 1, step: 0.1 } };
  const { outcome, outputs: found, measures: measured, warnings } = simulate(compileRaw(raw));
  expect(outcome.status).toBe("done");
  expect(found).toEqual({ root: null, fine: 1 });
  expect(measured).toEqual({ most: null, last: 1 });
  expect(warnings).toEqual([
    "The output root has no finite value at t = 0.6 s: it is left out there.",
    "The measure most is null: its formula has no finite value at some time, or is never looked at.",
  ]);
});

/** Limits of controllers: what is refused, and what formulas and measures may ask of them. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { compileRaw } from "../support/run.ts";

type Data = Record<string, unknown>;

/** A mass under a PID controller. */
function problem(pid: Data, sections: Data = {}): Data {
  return {
    stickslip: 1,
    system: { type: "linear", mass: [1] },
    feedback: [{ type: "pid", of: 0, kp: 4, ki: 2, kd: 1, ...pid }],
    time: { end: 1, step: 0.1 },
    ...sections,
  };
}

function faultsOf(pid: Data, sections: Data = {}): string[] {
  return (compile(problem(pid, sections)).faults ?? []).map(({ path, message }) => `${path}: ${message}`);
}

const refused: [string, Data, string][] = [
  [
    "low above high",
    { limit: [3, -3] },
    "feedback[0].limit: invalid limit; low is not below high: [3, -3]. Write the smaller one first",
  ],
  [
    "an empty range",
    { limit: [1, "2 - 1"] },
    "feedback[0].limit: invalid limit; low is not below high: [1, 1]. Write the smaller one first",
  ],
  ["one number", { limit: [5] }, "feedback[0].limit: invalid limit; not two numbers: [5]. Write limit: [low, high]"],
  [
    "an infinite limit",
    { limit: [-1, "1/0"] },
    'feedback[0].limit[1]: invalid formula; constant is not a finite number; value: 1 / 0, column 2: "1/0"',
  ],
  ["a limit of time", { limit: [-1, "t"] }, 'feedback[0].limit[1]: invalid formula; unknown symbol t, column 1: "t"'],
  ["no list", { limit: 5 }, "feedback[0].limit: invalid limit; not a list: 5. Put it in [ ]"],
  ["no tracking time", { limit: [-1, 1], tracking: 0 }, "feedback[0].tracking: invalid tracking; not above 0: 0"],
  [
    "tracking without an integral",
    { limit: [-1, 1], ki: 0, tracking: 1 },
    "feedback[0].tracking: invalid tracking; ki is 0, so that nothing winds up: 1. Leave it out",
  ],
  [
    "no tracking time, though switched off",
    { limit: [-1, 1], antiWindup: "none", tracking: -1 },
    "feedback[0].tracking: invalid tracking; not above 0: -1",
  ],
  [
    "tracking without a limit",
    { tracking: 1 },
    "feedback[0].tracking: invalid tracking; the controller has no limit. Give it limit: [low, high]",
  ],
  [
    "anti-windup without a limit",
    { antiWindup: "none" },
    "feedback[0].antiWindup: invalid antiWindup; the controller has no limit. Give it limit: [low, high]",
  ],
  [
    "gains that suggest no tracking time",
    { limit: [-1, 1], kp: 0, kd: 0 },
    "feedback[0].tracking: invalid tracking; missing, and the gains give none: kp 0, ki 2, kd 0. Give it in s, or antiWindup: none",
  ],
];

describe("refused, with a remedy", () => {
  it.each(refused)("%s", (_, pid, fault) => {
    expect(faultsOf(pid)).toEqual([fault]);
  });

  it("all faults of a controller at once", () => {
    const faults = faultsOf({ of: 7, reference: "t < 1/2 ? 0 : 1", limit: [3, -3] });
    expect(faults.map((fault) => fault.split(":", 1)[0])).toEqual([
      "feedback[0].of",
      "feedback[0].kd",
      "feedback[0].limit",
    ]);
  });

  it("two controllers of one name, without integrals too", () => {
    const pid = { type: "pid", of: 0, name: "motor", kp: 1 };
    expect(faultsOf({}, { feedback: [pid, pid] })).toEqual([
      'feedback[1].name: invalid name; another controller has it already: "motor". Take another one',
    ]);
  });

  it.each(["splitting", "strang"])("the scheme %s", (type) => {
    expect(faultsOf({ limit: [-1, 1] }, { scheme: { type } })).toEqual([
      `scheme: ${type} cannot treat controllers with a limit. Take event-driven, balanced or alpha, or leave the limit out`,
    ]);
    expect(faultsOf({}, { scheme: { type } })).toEqual([]);
  });

  it.each(["balanced", "alpha"])("a step of %s beyond twice the tracking time", (type) => {
    expect(faultsOf({ limit: [-1, 1], tracking: 0.05 }, { scheme: { type } })).toEqual([
      `time.step: invalid step for ${type}; not below 0.100000 s, twice the tracking time of pid1: 0.1. Take a smaller step or a longer tracking`,
    ]);
    expect(faultsOf({ limit: [-1, 1], tracking: 0.051 }, { scheme: { type } })).toEqual([]);
  });

  it("events of a controller that is not there", () => {
    const measures = { late: { first: "saturate", row: "motr" } };
    expect(faultsOf({ name: "motor", limit: [-1, 1] }, { measures })).toEqual([
      'measures.late.row: unknown controller "motr"; did you mean motor?',
    ]);
  });

  it("a faulty controller does not make its signals unknown", () => {
    expect(faultsOf({ limit: [1, 0] }, { outputs: { u: "control(pid1)", integral: "pid1" } })).toHaveLength(1);
  });
});

describe("accepted", () => {
  it.each([
    ["no anti-windup", { limit: [-1, 1], antiWindup: "none" }],
    ["a pure integral with a tracking time", { limit: [-1, 1], kp: 0, kd: 0, tracking: 2 }],
    ["limits on one side of zero", { limit: [0, 5] }],
    ["no integral", { limit: [-1, 1], ki: 0 }],
  ])("%s", (_, pid) => {
    expect(faultsOf(pid)).toEqual([]);
  });

  it.each([
    [{ kp: 4, ki: 2, kd: 0.5 }, 0.5],
    [{ kp: 4, ki: 2, kd: 0 }, 2],
  ])("gains %o give the tracking time %f s by default", (gains, tracking) => {
    const [usual, given] = [{}, { tracking }].map((more) =>
      simulate(compileRaw(problem({ ...gains, reference: 3, limit: [-1, 1], ...more }))),
    );
    expect(usual!.outcome.state.velocity).toEqual(given!.outcome.state.velocity);
  });
});

it("a tracking time beside antiWindup: none is left unused, with a warning", () => {
  const pid = { reference: 3, limit: [-1, 1], antiWindup: "none" };
  const [bare, beside] = [{}, { tracking: 1 }].map((more) => simulate(compileRaw(problem({ ...pid, ...more }))));
  expect(beside!.outcome.state.velocity).toEqual(bare!.outcome.state.velocity);
  expect(beside!.warnings).toEqual(["feedback[0].tracking is not used: antiWindup is none."]);
  expect(bare!.warnings).toEqual([]);
});

it("signals of controllers in outputs and measures, by name and by index", () => {
  const raw = problem(
    { name: "motor", reference: "1 + t", limit: [-1, 2] },
    {
      outputs: {
        r: "reference(motor)",
        y: "measured(0)",
        miss: "error(motor)",
        u: "command(motor)",
        force: "control(motor)",
      },
      measures: {
        most: { max: "control(motor)" },
        least: { min: "command(motor)" },
        leaves: { first: "unsaturate", row: "motor" },
        times: { count: "saturate" },
        work: { mean: "control(motor)*v(0)" },
      },
      time: { end: 3, step: 0.1 },
    },
  );
  const { outputs, measures, outcome, audit } = simulate(compileRaw(raw));
  const { position, velocity } = outcome.state;
  const error = 4 - position[0]!;
  expect(outputs.r).toBe(4);
  expect(outputs.y).toBe(position[0]);
  expect(outputs.miss).toBe(error);
  expect(outputs.u).toBeCloseTo(4 * error + 2 * velocity[1]! + 1 * (1 - velocity[0]!), 12);
  expect(outputs.force).toBe(Math.min(2, Math.max(-1, outputs.u!)));
  expect(measures.most).toBe(2);
  expect(measures.leaves).toBeGreaterThan(0);
  expect(measures.least).toBeLessThan(2);
  // nothing else does work on the mass
  expect(Math.abs(3 * measures.work! - velocity[0]! ** 2 / 2)).toBeLessThan(1e-8);
  expect(audit.energyError).toBeLessThan(1e-10 * audit.energyScale);
});

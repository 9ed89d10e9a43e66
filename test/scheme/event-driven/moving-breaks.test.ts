/** Derivatives by the times at which formulas jump or bend: of loads, limits, drives (of rows that stick too), references, signals and controls. */
import { describe, expect, it } from "vitest";
import { eventDriven } from "../../../src/scheme/event-driven/event-driven.ts";
import type { Simulation } from "../../../src/simulate/run/simulation.ts";
import { seeded } from "../../support/random.ts";
import { cases } from "../../support/torture.ts";
import { compareDerivatives } from "./derivative-oracle.ts";
import { movingArm, movingLinear, movingMechanism } from "./moving-machines.ts";

const general = (simulation: Simulation): Simulation => ({ ...simulation, scheme: eventDriven({ general: true }) });
const both = [
  ["by the kernel", (simulation: Simulation) => simulation],
  ["in general", general],
] as const;

const block = (row: object, more: { parameters?: object; system?: object; rest?: object } = {}) => ({
  stickslip: 1,
  parameters: { t1: 0.7, ...more.parameters },
  system: { type: "linear", mass: [1], friction: [{ on: 0, limit: 3, ...row }], ...more.system },
  time: { end: 1.5, step: 0.1 },
  ...more.rest,
});

describe.each(both)("%s", (_, by) => {
  it.each<[string, object, number, number]>([
    // the mass moves with the belt, or is caught by it: x = integral of the drive but for what is lost in slip
    ["a kink in a decision", block({ drive: "t < t1 ? 0.2*t : 0.2*t + 0.5*(t - t1)" }), -0.4, -0.5],
    ["a kink of max", block({ drive: "0.2*t + 0.5*max(0, t - t1)" }), -0.4, -0.5],
    ["a jump", block({ drive: "t < t1 ? 0.2 : 0.5" }), -0.3, 0],
    ["a jump that the row does not catch up with", block({ limit: 0.3, drive: "t < t1 ? 0.2 : 0.9" }), -0.24, -0.3],
    ["a limit that drops", block({ limit: "t < t1 ? 3 : 0.5" }, { system: { force: [1] } }), -0.4, -0.5],
    ["and a jump law", block({ limit: "t < t1 ? 3 : 0.9", kinetic: 0.4 }, { system: { force: [1] } }), -0.48, -0.6],
  ])("%s", (_name, raw, position, velocity) => {
    const [{ derivative, kinks }] = compareDerivatives(raw, ["parameters.t1"], by) as [
      ReturnType<typeof compareDerivatives>[number],
    ];
    expect(kinks).toEqual([]);
    expect(derivative[0]).toBeCloseTo(position, 8);
    expect(derivative[1]).toBeCloseTo(velocity, 8);
  });

  const pair = {
    type: "linear",
    mass: [1, 1.3],
    stiffness: [
      [3, -1],
      [-1, 2],
    ],
  };
  const chain = [
    { on: 0, limit: 9, drive: "0.5*max(0, t - t1)" },
    { direction: [1, -1], limit: 7, drive: "0.3*abs(t - t1)" },
  ];
  const follower = { on: 0, limit: 9, drive: "0.2*t + 0.5*max(0, x(1) + 0.3*t - d)" };
  const start = { initial: { position: [0, -0.2], velocity: [0, 1] } };
  const samples = { times: [0, 0.6, 1, 2], values: [0, 0.1, 0.5, 0.6] };
  const held = { times: [0, 0.5, 2], values: [1, 3, 1], interpolation: "hold" };
  it.each<[string, object, string[]]>([
    ["two rows that stick in a chain", block({}, { system: { ...pair, friction: chain } }), ["parameters.t1"]],
    [
      "a drive that bends with the motion",
      block({}, { parameters: { d: 0.2 }, system: { ...pair, friction: [follower] }, rest: start }),
      ["parameters.d", "initial.position[1]"],
    ],
    [
      "dependent rows on one drive",
      block({}, { system: { friction: [3, 1].map((limit) => ({ on: 0, limit, drive: "0.5*max(0, t - t1)" })) } }),
      ["parameters.t1"],
    ],
    ["a wave", block({ limit: 9, drive: "0.5*abs(sin(w*t))" }, { parameters: { w: 5 } }), ["parameters.w"]],
    [
      "a reference",
      block({}, { rest: { feedback: [{ type: "pid", of: 0, reference: "max(0, t - t1)", kp: 9, ki: 1, kd: 4 }] } }),
      ["parameters.t1"],
    ],
    [
      "samples of signals",
      block(
        {},
        {
          system: { ...pair, force: [0, "q(t)"], friction: [{ on: 0, limit: 9, drive: "s(t)" }] },
          rest: { signals: { s: samples, q: held } },
        },
      ),
      ["signals.s.times[1]", "signals.s.times[2]", "signals.s.values[1]", "signals.q.times[1]"],
    ],
    [
      "times of a control",
      block(
        { limit: 0.2 },
        {
          rest: {
            control: { value: { times: [0, 0.6, 1], values: [[1], [3], [-2]] }, target: { position: [0] } },
          },
        },
      ),
      ["control.value.times[1]", "control.value.times[2]"],
    ],
  ])("%s", (_name, raw, paths) => {
    for (const { path, off, size } of compareDerivatives(raw, paths, by)) {
      expect(off, path).toBeLessThan(1e-7);
      expect(size, path).toBeGreaterThan(1e-3);
    }
  });

  it("a drive that jumps to the velocity of the row takes what a start has changed", () => {
    const raw = block({ drive: "t < t1 ? 0 : 1", limit: "t < t1 ? 0 : 3" }, { rest: { initial: { velocity: [1] } } });
    const [one] = compareDerivatives(raw, ["initial.velocity[0]"], by);
    expect(one!.kinks).toEqual([]);
    expect(one!.derivative[0]).toBeCloseTo(0.7, 9);
    expect(one!.derivative[1]).toBeCloseTo(0, 9);
  });

  const pushed = (force: string, parameters: object) =>
    block({ limit: 0.2 }, { parameters, system: { force: [force] } });
  it.each<[string, object, number]>([
    ["on the start", pushed("t < t1 ? 0 : 2", { t1: 0 }), 0],
    ["on the end", pushed("t < t1 ? 0.1 : 2", { t1: 1.5 }), 1.5],
    ["of a drive on the end", block({ drive: "0.5*max(0, t - t1)" }, { parameters: { t1: 1.5 } }), 1.5],
    ["beside another", pushed("(t < t1 ? 1 : 2) * (t < t2 ? 1 : 3)", { t2: 0.7 }), 0.7],
    ["that takes another back", pushed("1 + (t < t1 ? 0 : 1) - (t < t2 ? 0 : 1)", { t2: 0.7 }), 0.7],
  ])("says that a jump %s has no derivative", (_name, raw, time) => {
    const [one] = compareDerivatives(raw, ["parameters.t1"], by);
    expect(one!.kinks.map((kink) => [kink.derivative, kink.time])).toEqual([["none", time]]);
    expect(one!.kinks[0]!.reason).toContain("jumps or kinks in time");
  });

  it("but a kink on the start has one, of a load and of a drive", () => {
    const ramp = block({ limit: 0.2 }, { parameters: { t1: 0 }, system: { force: ["1 + max(0, t - t1)"] } });
    const belt = block({ drive: "0.5*max(0, t - t1)" }, { parameters: { t1: 0 } });
    for (const [raw, position, velocity] of [
      [ramp, -1.125, -1.5],
      [belt, -0.75, -0.5],
    ] as const) {
      const [one] = compareDerivatives(raw, ["parameters.t1"], by);
      expect(one!.kinks).toEqual([]);
      expect(one!.derivative[0]).toBeCloseTo(position, 9);
      expect(one!.derivative[1]).toBeCloseTo(velocity, 9);
    }
  });

  it("nor a drive that begins with the number", () => {
    const raw = block({ drive: "A*max(0, t - t1)" }, { parameters: { A: 0 } });
    expect(compareDerivatives(raw, ["parameters.A"], by)[0]!.kinks.map(({ derivative }) => derivative)).toEqual([
      "none",
    ]);
  });
});

it.each([
  ["linear machines", movingLinear, 81],
  ["mechanisms", movingMechanism, 82],
  ["arms", movingArm, 83],
] as const)("random %s", (name, machine, seed) => {
  const random = seeded(seed);
  let compared = 0;
  for (let k = 0; k < cases(6, 200); k++) {
    const { raw, paths } = machine(random);
    for (const { path, off, kinks, size } of compareDerivatives(raw, paths)) {
      if (off === undefined || kinks.length > 0) continue;
      if (size > 1e-6) compared++;
      expect(off, `${name} ${k}, ${path}`).toBeLessThan(1e-6);
    }
  }
  expect(compared).toBeGreaterThan(cases(3, 150));
});

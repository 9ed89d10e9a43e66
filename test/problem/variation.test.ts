import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileOrThrow } from "../../src/problem/compile/compile.ts";
import { applyOverrides } from "../../src/problem/paths/overrides.ts";
import { variation } from "../../src/problem/paths/variation.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import { simulate } from "../../src/simulate/simulate.ts";

const machine = {
  stickslip: 1,
  name: "two masses",
  parameters: { k: { value: 2, from: 0, to: 5 }, c: 0.4, x0: "c/4" },
  system: {
    type: "linear",
    coordinates: [{ name: "cart" }, { name: "arm" }],
    mass: [1, "3/2"],
    springs: [{ between: ["cart", "arm"], stiffness: "k" }],
    force: ["sin(3*t)", 0],
    friction: [
      { name: "floor", on: "cart", limit: "c" },
      { name: "rail", on: "arm", limit: 0.3 },
    ],
    stops: [{ on: "arm", gap: 2 }],
    input: [[1], [0.5]],
  },
  initial: { position: ["x0", 0.5] },
  time: { end: 3, step: 0.05 },
};

/** All that a run gives, to the last bit. */
function digits(simulation: Simulation): unknown {
  const { outcome, trajectory } = simulate(simulation);
  return { status: outcome.status, stats: outcome.stats, state: outcome.state, trajectory };
}

/** The values set in the file, as --set does it. */
function recompiled(raw: unknown, paths: readonly string[], values: readonly number[]): Simulation {
  const set = paths.map((path, i) => ({ path, value: String(values[i]) }));
  return compileOrThrow(applyOverrides(raw, set).raw).simulation;
}

const LIVE = ["initial.position[0]", "initial.velocity[1]", "control.value[0]"];
const number = fc.double({ min: -1.5, max: 1.5, noNaN: true }).map((value) => value + 0); // no -0: its text is 0

describe.each(["event-driven", "balanced", "alpha"])("with %s", (type) => {
  const { stops, ...free } = machine.system; // alpha cannot treat stops
  const raw = {
    ...machine,
    system: type === "alpha" ? free : { ...free, stops },
    initial: { position: [0.1, 0.5], velocity: [0, 0] },
    control: { value: [0] },
    scheme: { type },
  };

  test("live values give the digits of a file with these values, one run after the other", () => {
    const varied = variation(raw, LIVE);
    expect(varied.live).toBe(true);
    const row = fc.tuple(number, number, fc.oneof(number, fc.constant(0)));
    fc.assert(
      fc.property(row, (values) => {
        const { simulation } = varied.at(Float64Array.from(values));
        expect(digits(simulation!)).toEqual(digits(recompiled(raw, LIVE, values)));
      }),
      { numRuns: 15 },
    );
  });

  test("so do values that are compiled, mixed with live ones", () => {
    const paths = ["parameters.k", "initial.position[0]", "system.friction[1].limit"];
    const varied = variation(raw, paths);
    expect(varied.live).toBe(false);
    for (const values of [
      [1, 0.2, 2],
      [1, 0.3, 2], // compiled once for both
      [3, 0.3, 1],
    ]) {
      const { simulation } = varied.at(Float64Array.from(values));
      expect(digits(simulation!)).toEqual(digits(recompiled(raw, paths, values)));
    }
  });
});

test("what a file leaves out, or writes as a formula, can be varied too", () => {
  const paths = ["initial.velocity[0]", "control.value[0]", "initial.position[0]", "parameters.k", "system.mass[1]"];
  const { values, at } = variation(machine, [...paths, "time.start"]);
  expect(values).toEqual([0, 0, 0.1, 2, 1.5, 0]);
  const { simulation } = at(Float64Array.of(1, 2, 3, 4, 5, 6e-3));
  expect(simulation!.initial.velocity).toEqual(Float64Array.of(1, 0));
  expect(simulation!.initial.position).toEqual(Float64Array.of(3, 0.5));
  expect(simulation!.control!.values).toEqual(Float64Array.of(2));
  expect(simulation!.system.linear!.mass.at(1, 1)).toBe(5);
  expect(simulation!.system.linear!.stiffness.at(0, 0)).toBe(4);
  expect(simulation!.grid.start).toBe(6e-3);
});

test("what stands beside a live value in its list follows the parameters", () => {
  const { stops: _, ...system } = machine.system;
  const raw = {
    ...machine,
    parameters: { ...machine.parameters, p: 0.2 },
    system: { ...system, input: [["p"], [0.5]] },
    initial: { position: ["p", "x0 - p"], velocity: ["p^2", 1] },
    control: { value: ["c*p"] },
  };
  const paths = ["parameters.p", "parameters.c", "initial.position[1]", "initial.velocity[1]"];
  const { at } = variation(raw, paths);
  fc.assert(
    fc.property(number, fc.double({ min: 0.1, max: 1, noNaN: true }), number, number, (...values) => {
      const { simulation } = at(Float64Array.from(values));
      expect(digits(simulation!)).toEqual(digits(recompiled(raw, paths, values)));
    }),
    { numRuns: 15 },
  );
});

test("a start by a formula follows the parameters beside live values", () => {
  const string = {
    stickslip: 1,
    parameters: { K: 4 },
    system: { type: "string", length: 1, tension: 1, density: 1, elements: 8, friction: 0.5 },
    initial: { position: "K*x*(1 - x)/2" },
    time: { end: 0.5, step: 0.02 },
  };
  const { at } = variation(string, ["parameters.K", "initial.position[2]", "initial.velocity[0]"]);
  for (const K of [4, 6, 9]) {
    const { position } = compileOrThrow({ ...string, parameters: { K } }).simulation.initial;
    const { initial } = at(Float64Array.of(K, 0.25, 1)).simulation!;
    expect([...initial.position]).toEqual([...position.with(2, 0.25)]);
    expect([...initial.velocity]).toEqual([1, 0, 0, 0, 0, 0, 0]);
  }
});

test("a stop that moves is checked against the position of the row, not of the file", () => {
  const { at } = variation(machine, ["system.stops[0].gap", "initial.position[1]"]);
  expect(at(Float64Array.of(0.2, 0.1)).faults).toBeUndefined();
  expect(at(Float64Array.of(0.2, 0.3)).faults).toHaveLength(1);
  expect(at(Float64Array.of(0.2, 0.1)).faults).toBeUndefined();
});

describe("values are refused as the file's would be", () => {
  const faults = (paths: string[], values: number[]) => variation(machine, paths).at(Float64Array.from(values)).faults;

  test("beyond a stop", () => {
    expect(faults(["initial.position[1]"], [2.5])).toEqual([
      {
        path: "initial.position",
        message:
          "invalid position; beyond the stop stop1 by 0.5 m. Start on its free side (with initial.position[1] = 2.5)",
      },
    ]);
  });

  test("against a joint", () => {
    const joined = { ...machine, system: { ...machine.system, joints: [{ name: "gear", between: ["cart", "arm"] }] } };
    const found = variation(joined, ["initial.velocity[0]"]).at(Float64Array.of(1)).faults;
    expect(found?.[0]?.message).toMatch(
      /breaks the joint gear, whose rate is -1\..*\(with initial.velocity\[0\] = 1\)/,
    );
  });

  test("out of range, here and where a parameter leads", () => {
    expect(faults(["system.friction[1].limit"], [-1])).toEqual([
      { path: "system.friction[1].limit", message: "invalid limit; below 0: -1" },
    ]);
    expect(faults(["parameters.c"], [-1])).toEqual([
      { path: "system.friction[0].limit", message: 'invalid limit; below 0: "c" = -1 (with parameters.c = -1)' },
    ]);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])("%d", (value) => {
    for (const path of ["initial.position[0]", "parameters.k"]) {
      expect(faults([path], [value])).toEqual([{ path, message: `invalid value; not a finite number: ${value}` }]);
    }
  });

  test("too large for a finite force or energy", () => {
    expect(faults(["control.value[0]"], [1e308])?.[0]?.message).toMatch(
      /not below 1e\+100 in size at the start, t = 0: 1e\+308/,
    );
    expect(faults(["initial.velocity[0]"], [1e200])?.[0]?.message).toMatch(/its energy is not a finite number/);
  });
});

test.each([
  ["parameters.q", /unknown path; did you mean parameters.k\?/],
  ["parameter.k", /unknown path; did you mean parameters.k\?/],
  ["system.friction[0].limti", /unknown path; did you mean system.friction\[1\].limit\?/],
  ["system.friction[7].limit", /unknown path; did you mean system.friction\[1\].limit\?/],
  ["initial.position[2]", /unknown path; did you mean initial.position\[0\]\?/],
  ["control.value[1]", /unknown path; did you mean control.value\[0\]\?/],
  [
    "something.else.entirely",
    /the file has no such number: something.else.entirely. It has parameters.k, parameters.c/,
  ],
  ["system.mass", /a list, not a number: system.mass. Name an entry, as system.mass\[0\]/],
  ["system.friction[0]", /Name a key of it: name, on, limit/],
  ["system.force[0]", /not a number: "sin\(3\*t\)". Put a parameter into it and vary that/],
  ["system.friction[0].name", /not a number: "floor"/],
  ["__proto__.x", /expected keys and indexes/],
  ["system..mass", /expected keys and indexes/],
  ["constructor", /unknown path/],
])("%s is refused before any run", (path, message) => {
  expect(() => variation(machine, [path])).toThrow(message);
});

test("all wrong paths at once, and none twice", () => {
  expect(() => variation(machine, ["parameters.z1", "system.mass"])).toThrow(/parameters.z1: .*\nsystem.mass: /);
  expect(() => variation(machine, ["parameters.k", "parameters.k.value"])).toThrow("varied twice: parameters.k.value");
});

test("a name that looks like a parameter is not a number", () => {
  const named = { ...machine, parameters: { ...machine.parameters, floor: 3 } };
  expect(() => variation(named, ["system.friction[0].name"])).toThrow(/system.friction\[0\].name: .*not a text: 3/);
});

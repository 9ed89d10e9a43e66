/** Faults of mechanisms: each one names its place and what to do. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";
import { variation } from "../../src/problem/paths/variation.ts";

type Data = Record<string, unknown>;

const pair = {
  type: "mechanism",
  coordinates: [{ name: "a" }, { name: "b" }],
  kinetic: "v(a)^2/2 + v(b)^2",
  potential: "x(a)^2",
};

function faultsOf(system: Data, sections: Data = {}): string[] {
  const raw = { stickslip: 1, system: { ...pair, ...system }, time: { end: 1, step: 0.1 }, ...sections };
  return (compile(raw).faults ?? []).map(({ path, message }) => `${path}: ${message}`);
}

const dry = "Dry friction is a row: use friction: [{ on: ..., limit: ... }], which sticks; sign(v) would only chatter";

const cases: [string, Data, string][] = [
  ["a coordinate without mass", { kinetic: "v(a)^2" }, "b has no mass"],
  ["a cubic kinetic energy", { kinetic: "v(a)^3 + v(b)^2" }, "not quadratic in v: the mass of a depends on v(a)"],
  ["a part without v", { kinetic: "(v(a) + x(b))^2 + v(b)^2" }, "not zero at rest"],
  ["a part linear in v", { kinetic: "v(a)^2 + v(b)^2 + x(b)*v(a)" }, "a part that is linear in v(a)"],
  ["time in the kinetic energy", { kinetic: "t*v(a)^2 + v(b)^2" }, "unknown symbol t"],
  ["a kink in the mass", { kinetic: "abs(x(a))*v(a)^2 + v(b)^2" }, "not smooth"],
  ["a negative mass", { kinetic: "-v(a)^2/2 + v(b)^2" }, "that of a is -1"],
  ["masses that cancel", { kinetic: "(v(a) + v(b))^2" }, "a combination of coordinates has none"],
  ["a mass that is zero at the start", { kinetic: "x(a)^2*v(a)^2 + v(b)^2" }, "that of a is 0"],
  [
    "dry friction as a force",
    { force: { a: "-0.3*sign(v(a))" } },
    `jumps where v(a) changes its sign: "-0.3*sign(v(a))". ${dry}`,
  ],
  ["the same by a choice", { force: { b: "v(a) > v(b) ? 1 : -2" } }, dry],
  ["a force on nobody", { force: { c: 1 } }, 'unknown coordinate "c"'],
  ["too few forces", { force: ["1"] }, "not 2 formulas, one for each coordinate: 1 given"],
  ["a row nowhere", { friction: [{ limit: 1 }] }, "needs exactly one of on, direction, along: none given"],
  ["a way that is none", { friction: [{ along: "3", limit: 1 }] }, "does not depend on any x()"],
  ["a limit by a velocity", { friction: [{ on: "a", limit: "1 + v(a)" }] }, "depends on a velocity"],
  ["a joint that turns with t", { joints: [{ zero: "x(a)*cos(t) - x(b)" }] }, "its direction depends on t"],
  ["a joint with a kink", { joints: [{ zero: "abs(x(a)) - x(b)" }] }, "not smooth"],
  ["a joint twice told", { joints: [{ zero: "x(a)", on: "a" }] }, "either zero or a direction"],
  ["a stop without a place", { stops: [{ restitution: 0.5 }] }, "needs distance, or gap with on or direction"],
  ["a start off its joint", { joints: [{ name: "rod", zero: "x(a)^2 + x(b) - 1" }] }, "off the joint rod by -1"],
  ["a start behind its wall", { stops: [{ name: "wall", distance: "x(a) - 2" }] }, "beyond the stop wall by 2 m"],
  [
    "joints that conflict",
    { joints: [{ zero: "x(a) + x(b)" }, { zero: "x(a) + x(b) - 1" }] },
    "off the joint joint2 by -1",
  ],
  ["a period below 0", { coordinates: [{ name: "a", period: -1 }, { name: "b" }] }, "invalid period; not above 0: -1"],
  ["a drawing of half a line", { draw: [{ segment: ["x(a)", 0] }] }, "system.draw[0].segment"],
];

describe("is refused", () => {
  it.each(cases)("%s", (_, system, message) => {
    const faults = faultsOf(system);
    expect(faults.join("\n")).toContain(message);
    expect(faults.join("\n")).not.toContain("not understood");
  });
});

it.each([
  "-v(a)*abs(v(a))",
  "-sign(v(a))*v(a)^2",
  "max(-1, min(1, -3*v(a)))",
  "x(a) > 0 ? -1 : 1",
  "-tanh(v(a)/0.01)",
  "sign(x(a))*abs(v(b))",
])("a force with kinks in velocities, or jumps in positions, is none of them: %s", (force) => {
  expect(faultsOf({ force: { a: force } })).toEqual([]);
});

it("joints that conflict have no start to be projected to", () => {
  const joints = [{ zero: "x(a) + x(b)" }, { zero: "x(a) + x(b) - 1" }];
  expect(faultsOf({ joints }, { initial: { project: true } }).join()).toContain("They may conflict");
});

it("linear refuses other forces, and names the type that takes them", () => {
  const raw = { stickslip: 1, system: { type: "linear", mass: [1], force: ["-x(0)^3"] }, time: { end: 1, step: 0.1 } };
  expect(compile(raw).faults?.[0]?.message).toContain("type: mechanism");
});

it("joints that conflict in their rates alone are told once, with no word of --project", () => {
  const joints = [
    { name: "c", zero: "x(a) - t" },
    { name: "d", zero: "x(a) + t" },
  ];
  const faults = faultsOf({ joints }, { initial: { project: true } });
  expect(faults).toEqual([
    "initial.velocity: invalid velocity; none keeps to all of c, d: these joints conflict. Look at their formulas, or leave one out",
  ]);
});

describe("a start that moves a joint which holds one coordinate alone", () => {
  const raw = {
    stickslip: 1,
    system: {
      ...{ type: "mechanism", coordinates: [{ name: "a" }, { name: "b" }], joints: [{ name: "J", zero: "x(a)" }] },
      ...{ kinetic: "v(a)^2 + v(a)*v(b) + v(b)^2", potential: "x(b)^2" },
    },
    initial: { position: [0, 1], velocity: [0.5, 1], project: true },
    time: { end: 1, step: 0.1 },
  };
  const after = (kept: number) => kept + 0.5 / 2; // the momentum of b, v(a) + 2 v(b)

  it("is projected, not refused for the round-off that is left", () => {
    const { simulation, faults } = compile(raw);
    expect(faults).toBeUndefined();
    const [a, b] = simulation!.initial.velocity as unknown as [number, number];
    expect(Math.abs(a)).toBeLessThan(1e-20);
    expect(b).toBeCloseTo(after(1), 14);
  });

  it("is projected anew where a sweep varies it", () => {
    const varied = variation(raw, ["initial.velocity[1]"]);
    expect(varied.values).toEqual([1]);
    for (const value of [1, 2, -3]) {
      const { simulation, faults } = varied.at(Float64Array.of(value));
      expect(faults).toBeUndefined();
      expect(simulation!.initial.velocity[1]).toBeCloseTo(after(value), 14);
    }
  });
});

it("a projected start holds its joints, in position and velocity", () => {
  const raw = {
    stickslip: 1,
    system: { ...pair, joints: [{ zero: "x(a)^2 + x(b)^2 - 1" }, { zero: "x(a) - x(b) - sin(t)" }] },
    initial: { position: [0.9, 0.8], velocity: [1, 0], project: true },
    time: { end: 1, step: 0.1 },
  };
  const { simulation, faults } = compile(raw);
  expect(faults).toBeUndefined();
  const [a, b] = simulation!.initial.position as unknown as [number, number];
  const [va, vb] = simulation!.initial.velocity as unknown as [number, number];
  expect(Math.abs(a * a + b * b - 1)).toBeLessThan(1e-14);
  expect(Math.abs(a - b)).toBeLessThan(1e-14);
  expect(Math.abs(a * va + b * vb)).toBeLessThan(1e-14);
  expect(Math.abs(va - vb - 1)).toBeLessThan(1e-14);
  expect(simulation!.warnings.join()).toContain("The start was projected");
});

/** Faults of rows, joints, springs, states and feedback: each one names its place and what to do. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";

type Data = Record<string, unknown>;

const linear = { type: "linear", coordinates: [{ name: "motor" }, { name: "load" }], mass: [1, 2] };

/** "path: message" of every fault of two named masses with a system changed and sections added. */
function faultsOf(system: Data, sections: Data = {}): string[] {
  const raw = { stickslip: 1, system: { ...linear, ...system }, time: { end: 1, step: 0.1 }, ...sections };
  return (compile(raw).faults ?? []).map(({ path, message }) => `${path}: ${message}`);
}

const row = (keys: Data) => ({ friction: [{ on: "motor", limit: 1, ...keys }] });
const table = (speed: number[], ratio: number[]) => row({ weakening: { shape: "table", speed, ratio } });
const smoothed = { shape: "smoothed", eta: 0.1 };
const motor = "system.friction[0]";

const rows: [string, Data, string][] = [
  ["kinetic below 0", row({ kinetic: -1 }), `${motor}.kinetic: invalid kinetic; below 0: -1`],
  [
    "kinetic and backward with a limit that varies",
    row({ limit: "t", kinetic: "t/2", backward: "2*t" }),
    `${motor}.kinetic: invalid kinetic; with backward and a limit that varies it says nothing of negative slip. Give kineticBackward too`,
  ],
  [
    "smoothed and kinetic",
    row({ kinetic: 0.5, weakening: smoothed }),
    `${motor}: invalid row; a smoothed row has one limit only. Leave kinetic and backward out`,
  ],
  [
    "smoothed and backward",
    row({ backward: 0.5, weakening: smoothed }),
    `${motor}: invalid row; a smoothed row has one limit only. Leave kinetic and backward out`,
  ],
  ["a negative backward", row({ backward: -1 }), `${motor}.backward: invalid backward; below 0: -1`],
  ["a negative viscous", row({ viscous: -1 }), `${motor}.viscous: invalid viscous; below 0: -1`],
  [
    "a drive that depends on the motion",
    row({ drive: "v(load)" }),
    `${motor}.drive: invalid drive; depends on a velocity: "v(load)". What moves is a coordinate`,
  ],
  [
    "a viscous row on a drive that bends with the place",
    row({ drive: "x(load)^2", viscous: 1 }),
    `${motor}.viscous: invalid viscous; with a drive that is not affine in positions it is not linear: "x(load)^2". Take type: mechanism`,
  ],
  [
    "a hyperbola below 0",
    row({ weakening: { shape: "hyperbolic", beta: 1.1, speed: 1 } }),
    `${motor}.weakening.beta: invalid beta; above 1: 1.1`,
  ],
  [
    "a table of two lengths",
    table([0, 1], [1]),
    `${motor}.weakening.ratio: invalid ratio; not 2 numbers, one for each speed: 1 given`,
  ],
  [
    "a table that does not increase",
    table([0, 1, 1], [1, 1, 1]),
    `${motor}.weakening.speed: invalid speed; the first must be 0 and the others increase: 0, 1, 1`,
  ],
  [
    "a table that starts late",
    table([0.1, 1], [1, 0.5]),
    `${motor}.weakening.speed: invalid speed; the first must be 0 and the others increase: 0.1, 1`,
  ],
  [
    "a table with another limit",
    table([0, 1], [0.9, 0.5]),
    `${motor}.weakening.ratio: invalid ratio; the first must be 1, friction at rest is the limit: 0.9`,
  ],
  [
    "a table that drives",
    table([0, 1], [1, -0.5]),
    `${motor}.weakening.ratio: invalid ratio; below 0: -0.5. Friction would drive the motion`,
  ],
  ["a row on nobody", row({ on: "motro" }), `${motor}.on: unknown coordinate "motro"; did you mean motor?`],
];

const places: [string, Data, string][] = [
  [
    "a joint with nobody",
    { joints: [{ direction: { motr: 1, load: -2 } }] },
    'system.joints[0].direction.motr: unknown coordinate "motr"; did you mean motor?',
  ],
  ["a joint nowhere", { joints: [{}] }, "system.joints[0]: invalid place; needs exactly one of"],
  [
    "a spring to nobody",
    { springs: [{ between: ["motor", "laod"], stiffness: 1 }] },
    'system.springs[0].between[1]: unknown coordinate "laod"; did you mean load?',
  ],
  [
    "a damper to itself",
    { dampers: [{ between: ["load", "load"], damping: 1 }] },
    "system.dampers[0].between: invalid between; joins a coordinate with itself: load",
  ],
  [
    "two coordinates of one name",
    { coordinates: [{ name: "a" }, { name: "a" }] },
    "system.coordinates[1].name: invalid name; another coordinate has it: a",
  ],
  [
    "too few names",
    { coordinates: [{ name: "a" }] },
    "system.coordinates: invalid coordinates; not 2, one for each mass: 1 given",
  ],
  [
    "two states of one name",
    {
      states: [
        { name: "z", rate: 1 },
        { name: "z", rate: 2 },
      ],
    },
    "system.states[1].name: invalid name; a parameter, coordinate or state has it already",
  ],
];

it.each([...rows, ...places])("%s", (_, system, wanted) => {
  const found = faultsOf(system);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(wanted);
});

it("a joint that the initial velocity breaks", () => {
  const gear = { joints: [{ name: "gear", direction: { motor: 1, load: -2 } }] };
  expect(faultsOf(gear, { initial: { velocity: [1, 0] } })).toEqual([
    "initial.velocity: invalid velocity; breaks the joint gear, whose rate is 1. Start with w.v = 0",
  ]);
  expect(faultsOf(gear, { initial: { velocity: [1, 0.5] } })).toEqual([]);
});

describe("a force that is not affine is refused with a remedy", () => {
  const states = [{ name: "z", rate: "1 - z" }];
  it.each([
    ["sign(v(motor))", "v(motor)"],
    ["1 - sign(x(motor) + 2*x(load))", "x(motor)"],
    ["abs(x(load))", "x(load)"],
    ["z*x(load)", "z"],
    ["z^2", "z"],
    ["x(motor) > 1 ? 1 : 2", "x(motor)"],
    ["piecewise(v(load), [0], 1, 2)", "v(load)"],
    ["max(x(motor), 0)", "x(motor)"],
    ["tanh(v(1))", "v(1)"],
    ["t*v(motor)", "v(motor)"],
  ])("%s", (formula, name) => {
    const message = `invalid formula; not affine in ${name} with a constant coefficient: "${formula}". Dry friction is a row of friction:, a limit of the motion one of stops:; type: mechanism takes other forces`;
    expect(faultsOf({ states, force: [formula, 0] })).toEqual([`system.force[0]: ${message}`]);
    expect(faultsOf({ states: [...states, { name: "y", rate: formula }] })).toEqual([
      `system.states[1].rate: ${message}`,
    ]);
  });

  it("but jumps and products of time are not", () => {
    const force = ["sign(sin(t))*2 + (t > 0.5 ? t^2 : 0) - 2*x(motor) + (v(load) - 3*z)/4", 0];
    expect(faultsOf({ states, force })).toEqual([]);
  });

  it("an unknown coordinate comes with the nearest one", () => {
    expect(faultsOf({ force: ["x(lod)", 0] })[0]).toContain("unknown symbol x(lod); did you mean x(load)?");
  });
});

it.each([
  ["of nobody", { type: "pid", of: "laod", kp: 1 }, 'feedback[0].of: unknown coordinate "laod"; did you mean load?'],
  [
    "of a coordinate to itself",
    { type: "pid", of: "load", to: 1, kp: 1 },
    "feedback[0].to: invalid to; the coordinate that is controlled: load. Leave it out to measure from the ground",
  ],
  [
    "of another type",
    { type: "pdi", of: 0 },
    'feedback[0].type: invalid type; not one of state, pid: "pdi". Did you mean pid?',
  ],
  [
    "with too few gains",
    { type: "state", position: [[1, 2]] },
    "feedback[0].position: invalid position; not 2 rows, one for each input: 1 given",
  ],
])("feedback %s", (_, entry, wanted) => {
  expect(faultsOf({}, { feedback: [entry] })).toEqual([wanted]);
});

it("a formula of time that a parameter makes constant is a good limit", () => {
  const sections = { parameters: { growth: 0 } };
  expect(faultsOf(row({ limit: "2 + growth*t", kinetic: "1 + growth*t" }), sections)).toEqual([]);
  expect(faultsOf(row({ limit: "growth*t - 2" }), sections)[0]).toContain('below 0: "growth*t - 2" = -2');
});

it.each([
  ["rad", " rad"],
  ["m", " m"],
])("a start beyond a stop is told in the unit of its coordinate: %s", (unit, told) => {
  const coordinates = [
    { name: "motor", unit },
    { name: "load", unit: "m" },
  ];
  const faults = faultsOf(
    { coordinates, stops: [{ name: "end", on: "motor", gap: 1 }] },
    { initial: { position: [1.5, 0] } },
  );
  expect(faults).toEqual([
    `initial.position: invalid position; beyond the stop end by 0.5${told}. Start on its free side`,
  ]);
});

/** Faults of arms: each one names its place and what to do. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";

type Data = Record<string, unknown>;

const rod = { length: 1, mass: 2 };
const arm = { type: "arm", angles: "absolute", links: [rod, rod] };

/** "path: message" of every fault of an arm of two rods along the x-axis, with its system changed and sections added. */
function faultsOf(system: Data, sections: Data = {}): string[] {
  const raw = { stickslip: 1, system: { ...arm, ...system }, time: { end: 1, step: 0.1 }, ...sections };
  return (compile(raw).faults ?? []).map(({ path, message }) => `${path}: ${message}`);
}

const link = (keys: Data) => ({ links: [{ ...rod, ...keys }] });
const joint = (keys: Data) => ({ joints: [keys] });
const wall = (keys: Data) => ({ constraints: [{ type: "wall", normal: [1, 0], distance: 3, ...keys }] });
const curve = (keys: Data) => ({ constraints: [{ type: "curve", ...keys }] });
const formula = (text: string) => curve({ shape: "formula", formula: text });
const first = "system.constraints[0]";

const cases: [string, Data, string][] = [
  ["no links", { links: [] }, "system.links: invalid links; empty: []"],
  ["a link without mass", link({ mass: 0 }), "system.links[0].mass: invalid mass; not above 0: 0"],
  ["a link without length", link({ length: 0 }), "system.links[0].length: invalid length; not above 0: 0"],
  ["a negative inertia", link({ inertia: -1 }), "system.links[0].inertia: invalid inertia; below 0: -1"],
  [
    "a link that nothing keeps from turning",
    link({ center: 0, inertia: 0 }),
    "system.links[0].inertia: invalid inertia; 0 with the center of mass in the joint: nothing resists a turn of the link. Give it an inertia",
  ],
  ["a payload below 0", { payload: { mass: -1 } }, "system.payload.mass: invalid mass; below 0: -1"],
  ["gravity with one number", { gravity: [9.81] }, "system.gravity: invalid gravity; not two numbers: [9.81]"],
  [
    "more joints than links",
    { joints: [{}, {}, {}] },
    "system.joints: invalid joints; more than the 2 links, which have one each: 3 given",
  ],
  [
    "two joints of one name",
    { joints: [{ name: "a" }, { name: "a" }] },
    "system.joints[1].name: invalid name; another joint has it: a",
  ],
  [
    "stops the wrong way round",
    joint({ stops: [1, -1] }),
    "system.joints[0].stops: invalid stops; the first angle is not below the second: [1,-1]",
  ],
  [
    "a torque that is dry friction",
    joint({ torque: "-3*sign(v(joint1))" }),
    'system.joints[0].torque: invalid formula; jumps where v(joint1) changes its sign: "-3*sign(v(joint1))". Dry friction is a row: use friction: [{ on: ..., limit: ... }], which sticks; sign(v) would only chatter',
  ],
  [
    "a torque without a value",
    joint({ torque: "1/t" }),
    "system.joints[0].torque: invalid torque; not a finite number below 1e+100 at the start, t = 0: Infinity",
  ],
  [
    "friction below 0",
    joint({ friction: { limit: -1 } }),
    "system.joints[0].friction.limit: invalid limit; below 0: -1",
  ],
  [
    "a wall without direction",
    wall({ normal: [0, 0] }),
    `${first}.normal: invalid normal; it has no direction: [0,0]. Take [1, 0]`,
  ],
  [
    "a wall of the first joint",
    wall({ of: ["joint1", "tip"] }),
    `${first}.of[0]: invalid joint; the first one stands still: "joint1". Take another`,
  ],
  [
    "a wall of nobody",
    wall({ of: [] }),
    `${first}.of: invalid of; empty: the wall would stop nothing. Take tip, all or a list of joints`,
  ],
  [
    "a wall of a stranger",
    wall({ of: ["joint7"] }),
    `${first}.of[0]: unknown coordinate "joint7"; did you mean joint1?`,
  ],
  [
    "a start behind a wall",
    wall({ distance: 1.5 }),
    "initial.position: invalid position; beyond the stop wall1 by 0.5 m. Start on its free side",
  ],
  ["an ellipse without axes", curve({ shape: "ellipse" }), `${first}.axes: missing axes; the shape ellipse needs it`],
  [
    "a circle with axes",
    curve({ shape: "circle", radius: 1, axes: [1, 2] }),
    `${first}.axes: invalid axes; the shape circle has none. It knows radius, center`,
  ],
  ["a radius below 0", curve({ shape: "circle", radius: -1 }), `${first}.radius: invalid radius; not above 0: -1`],
  [
    "a formula that is constant",
    formula("3 - 3"),
    `${first}.formula: invalid formula; no curve, it depends neither on x nor on y: "3 - 3". Take a smooth one, as x^2 + y^2 - 1`,
  ],
  [
    "a formula with a kink",
    formula("abs(x) - 2"),
    `${first}.formula: invalid formula; not smooth in x and y: "abs(x) - 2". Take a smooth one, as x^2 + y^2 - 1`,
  ],
  ["a formula in time", formula("x - t"), `${first}.formula: invalid formula; unknown symbol t, column 5: "x - t"`],
  [
    "a formula that is no curve where the tip is",
    formula("(x - 2)^2 + y^2"),
    "initial.position: invalid position; the joint curve1 has no direction there, so it holds nothing. Check its formula, or start elsewhere",
  ],
  [
    "a formula without a curve",
    formula("x^2 + y^2 + 1"),
    "initial.position: invalid position; off the joint curve1 by 5, and it has no direction there that leads to it. Start elsewhere, or take --project",
  ],
  [
    "two walls of one name",
    { constraints: [wall({ name: "w" }), wall({ name: "w" })].flatMap((one) => one.constraints) },
    "system.constraints[1].name: invalid name; another row has it already: w",
  ],
];

describe("faults of an arm", () => {
  it.each(cases)("%s", (_, system, expected) => {
    expect(faultsOf(system)).toEqual([expected]);
  });

  it("a start off the curve comes with its violation and a place on the curve", () => {
    const bent = { initial: { position: [0.5, 1.2] } };
    const [fault, ...others] = faultsOf(curve({ shape: "ellipse", center: [0, 0], axes: [1.5, 1] }), bent);
    expect(others).toEqual([]);
    const found = /off the joint curve1 by (\S+)\. Near it the joint holds at \[(.+), (.+)\], or take --project$/.exec(
      fault!,
    );
    const [x, y] = [Math.cos(0.5) + Math.cos(1.2), Math.sin(0.5) + Math.sin(1.2)];
    expect(Number(found![1])).toBeCloseTo((x / 1.5) ** 2 + y ** 2 - 1, 12);
    const there = { initial: { position: [Number(found![2]), Number(found![3])] } };
    expect(faultsOf(curve({ shape: "ellipse", center: [0, 0], axes: [1.5, 1] }), there)).toEqual([]);
    const projected = { initial: { ...bent.initial, project: true } };
    expect(faultsOf(curve({ shape: "ellipse", center: [0, 0], axes: [1.5, 1] }), projected)).toEqual([]);
  });

  it("of a start that no direction leads to the curve from, as of an arm stretched towards it, can be projected", () => {
    const ahead = curve({ shape: "ellipse", center: [1, 0], axes: [0.5, 0.3] });
    expect(faultsOf(ahead)).toEqual([
      "initial.position: invalid position; off the joint curve1 by 3, and it has no direction there that leads to it. Start elsewhere, or take --project",
    ]);
    const raw = { stickslip: 1, system: { ...arm, ...ahead }, time: { end: 1, step: 0.1 }, initial: { project: true } };
    const { simulation, faults } = compile(raw);
    expect(faults).toBeUndefined();
    const [one, two] = simulation!.initial.position as unknown as [number, number];
    const [x, y] = [Math.cos(one) + Math.cos(two), Math.sin(one) + Math.sin(two)];
    expect(((x - 1) / 0.5) ** 2 + (y / 0.3) ** 2).toBeCloseTo(1, 12);
  });

  it("a velocity across the curve", () => {
    const moving = { initial: { position: [0, 0], velocity: [1, 0] } };
    expect(faultsOf(curve({ shape: "line", normal: [0, 1] }), moving)).toEqual([
      "initial.velocity: invalid velocity; breaks the joint curve1, whose rate is 1. Start with another one, or with --project",
    ]);
  });

  it("targets out of reach", () => {
    const target = (position: number[]) => ({ control: { target: { position } } });
    const behind = wall({ normal: [0, 2], distance: 1 }); // y <= 1/2
    expect(faultsOf(behind, target([Math.PI / 2, 0]))).toEqual([
      "control.target.position: invalid target; out of reach: beyond the stop wall1 by 0.5 m. Give a target on its other side",
    ]);
    expect(faultsOf(behind, target([0.1, 0]))).toEqual([]);
    expect(faultsOf(curve({ shape: "line", normal: [0, 1] }), target([Math.PI / 2, 0]))).toEqual([
      expect.stringContaining("control.target.position: invalid target; out of reach: off the joint curve1 by 1 m. "),
    ]);
    expect(faultsOf(joint({ stops: [-1, 1] }), target([1.5, 0]))).toEqual([
      "control.target.position: invalid target; out of reach: beyond the stop joint1_to by 0.5 rad. Give a target on its other side",
    ]);
  });
});

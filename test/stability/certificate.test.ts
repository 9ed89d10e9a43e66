import { describe, expect, test } from "vitest";
import { BOUNDS, gainCurve } from "../../src/stability/design/gain-curve.ts";
import { certify } from "../../src/stability/rest/certificate.ts";
import { frictionMachine } from "../../src/stability/rest/machine.ts";
import { analyzeRest } from "../../src/stability/rest/rest-analysis.ts";
import { compileRaw, loadSimulation } from "../support/run.ts";
import { machine, twoMasses } from "./machines.ts";

const judge = (of: ReturnType<typeof machine>) => certify(analyzeRest(of));
const failing = ({ conditions }: ReturnType<typeof certify>) =>
  conditions.filter(({ holds }) => !holds).map(({ name }) => name.replace(/ \(.*/, ""));

const coupled = [
  [2, -1],
  [-1, 2],
];
const diagonal = (...entries: number[]) => entries.map((entry, i) => entries.map((_, j) => (i === j ? entry : 0)));

describe("verdicts", () => {
  test("the paper's example: local, all of E inside, stable in the sense of Lyapunov", () => {
    const certificate = judge(twoMasses(0.5));
    expect(certificate).toMatchObject({
      verdict: "local",
      inside: { all: true },
      stability: { lyapunov: true, bounded: true },
    });
    expect(certificate.margin.value).toBeCloseTo(16, 9);
    expect(certificate.reason).toMatch(/less energy than 16 J comes to rest in the equilibrium set/);
    expect(certificate.remedy).toBe("Damping of 0.25 N s/m along x1 - x2 added makes it global");
  });

  test("global from d1 = 0.75 on, exactly", () => {
    expect([0.74, 0.75, 0.9].map((d1) => judge(twoMasses(d1)).verdict)).toEqual(["local", "global", "global"]);
  });

  test("E that sticks out: the part inside is certified, and how much E would have to shrink", () => {
    const { verdict, inside, reason } = judge(twoMasses(-0.4));
    expect([verdict, inside.all]).toEqual(["local", false]);
    expect(inside.scale!).toBeCloseTo(Math.sqrt(0.756144), 5);
    expect(reason).toContain("the part of the equilibrium set inside that region");
  });

  test("friction on mass 1 alone: (15) fails and the weaker condition holds for c1 = 0.5; both fail for c1 = 0.3", () => {
    const half = judge(twoMasses(0.5, [[1, 0]]));
    expect(half.verdict).toBe("local");
    expect(failing(half)).toContain("eigencolumns with eigenvalue <= 0 in span W");
    expect(failing(half)).not.toContain("C positive on ker W^T");
    const less = judge(twoMasses(0.3, [[1, 0]]));
    expect(less.verdict).toBe("not-certified");
    expect(failing(less)).toContain("C positive on ker W^T");
    expect(less.reason).toContain("-0.075 1/s for the velocity x2, which no row resists");
    expect(less.margin.value).toBeCloseTo(-0.075, 12);
    expect(less.remedy).toContain("damping of more than 0.075");
  });

  test.each([1e-9, 1e-6, 1, 1e6, 1e12])("verdicts do not depend on the unit of mass: %d", (unit) => {
    const mass = diagonal(unit, unit);
    const stiffness = diagonal(1, 1);
    // C (1, a/b) = 0 but for round-off: the machine swings along it for ever
    for (const [a, b] of [
      [0.3, 0.1],
      [0.7, 0.3],
      [0.9, 0.7],
      [0.13, 0.37],
    ] as const) {
      const damping = [
        [a, -b],
        [-b, (b * b) / a],
      ];
      expect(judge(machine({ mass, damping, stiffness, directions: [], limits: [] })).verdict).toBe("not-certified");
    }
    const gaining = machine({ mass, damping: diagonal(-0.1, 1), stiffness, directions: [[1, 0]], limits: [1] });
    expect(analyzeRest(gaining).rho.exact / unit).toBeCloseTo(50, 6);
  });

  test("rows that hold at rest but not in motion can stick, and keep damping from what still moves", () => {
    // mass 2 sticks at 0 and mass 1 swings for ever (C = diag(0, 1)), or gains until mass 2 breaks loose (C = diag(-.1, .5))
    for (const damping of [diagonal(0, 1), diagonal(-0.1, 0.5)]) {
      const data = { damping, stiffness: coupled, directions: [[0, 1]] };
      expect(judge(machine({ ...data, limits: [0] })).verdict).toBe("global");
      expect(judge(machine({ ...data, limits: [10], kinetic: 0 })).verdict).toBe("not-certified");
    }
  });

  test("weakening: E from the static limit, dissipation from the kinetic one", () => {
    const of = twoMasses(0.5);
    const weak = { ...of, rows: of.rows.map((row) => ({ ...row, kineticForward: 0.5, kineticBackward: 0.5 })) };
    const { rho, energy, area } = analyzeRest(weak);
    expect(rho.exact).toBeCloseTo(4, 8);
    expect(energy!.value).toBeCloseTo(1, 12);
    expect(area).toBeCloseTo(4 / 3, 12);
  });

  test("asymmetric limits: V is centered where slip loses the same either way", () => {
    const of = machine({ damping: [[-0.1]], stiffness: [[2]], directions: [[1]], limits: [3], backward: [1] });
    const { set, rho, extents } = analyzeRest(of);
    expect(set!.center[0]).toBeCloseTo(-0.5, 14); // K x = (1 - 3)/2
    expect(extents[0]).toEqual({ low: -1.5, high: 0.5 });
    expect(rho.exact).toBeCloseTo(200, 5); // v = 2/0.1, v^2/2
  });

  test("a stiffness that is singular or negative is named with its direction", () => {
    const free = judge(
      machine({
        damping: diagonal(1, 1),
        stiffness: [
          [1, -1],
          [-1, 1],
        ],
        directions: diagonal(1, 1),
        limits: [1, 1],
      }),
    );
    expect(free.verdict).toBe("not-certified");
    expect(free.reason).toContain("singular: nothing pulls the machine back along x1 + x2");
    const negative = judge(
      machine({ damping: diagonal(1, 1), stiffness: diagonal(1, -2), directions: diagonal(1, 1), limits: [1, 1] }),
    );
    expect(negative.reason).toContain("least eigenvalue is -2 N/m, along x2");
  });
});

describe("claims of the paper that do not hold", () => {
  test("C not positive definite, and yet asymptotically stable without friction", () => {
    const linear = machine({ damping: diagonal(0.5, -0.1), stiffness: coupled, directions: [], limits: [] });
    expect(judge(linear).verdict).toBe("global");
    const worse = machine({ damping: diagonal(0.5, -0.6), stiffness: coupled, directions: [], limits: [] });
    expect(judge(worse).verdict).toBe("not-certified");
  });

  test("a stable linear part does not make E attractive: friction on mass 1 takes the damping away from mass 2", () => {
    const stuck = machine({ damping: diagonal(0.5, -0.1), stiffness: coupled, directions: [[1, 0]], limits: [1] });
    const { verdict, reason } = judge(stuck);
    expect(verdict).toBe("not-certified");
    expect(reason).toContain("-0.1 1/s for the velocity x2");
  });

  test("C = 0 and friction on mass 1: the formula for rho is infinite, but mass 2 swings for ever", () => {
    const swing = machine({ damping: diagonal(0, 0), stiffness: coupled, directions: [[1, 0]], limits: [1] });
    expect(judge(swing)).toMatchObject({ verdict: "not-certified", margin: { value: 0 } });
  });

  test("damping on one mass alone reaches the other through the spring: C >= 0 is enough where no motion escapes", () => {
    const damped = (stiffness: number[][]) =>
      judge(machine({ damping: diagonal(1, 0), stiffness, directions: [], limits: [] }));
    expect(damped(coupled).verdict).toBe("global");
    expect(damped(diagonal(2, 2)).verdict).toBe("not-certified");
    // a third mass with friction in between, stuck, cuts the second one off
    const chain = [
      [2, -1, 0],
      [-1, 2, -1],
      [0, -1, 2],
    ];
    const cut = machine({ damping: diagonal(1, 0, 0), stiffness: chain, directions: [[0, 1, 0]], limits: [1] });
    expect(judge(cut).verdict).toBe("not-certified");
    const through = machine({ damping: diagonal(1, 0, 0), stiffness: chain, directions: [[1, 0, 0]], limits: [1] });
    expect(judge(through).verdict).toBe("not-certified"); // mass 1 stuck: its damper sees nothing
    const end = machine({ damping: diagonal(1, 0, 0), stiffness: chain, directions: [[0, 0, 1]], limits: [1] });
    expect(judge(end).verdict).toBe("global");
  });

  test("Remark 3's one corner is not the worst", () => {
    // rows that push the spring apart: all at +limit cancel
    const of = machine({
      damping: diagonal(1, 1),
      stiffness: [
        [2, 1],
        [1, 2],
      ],
      directions: diagonal(1, 1),
      limits: [1, 1],
    });
    const { remark3, energy } = analyzeRest(of);
    expect(remark3).toBeCloseTo(1 / 3, 12);
    expect(energy!.value).toBeCloseTo(1, 12);
  });
});

test("figure 4: E is inside from d1 = 0.25 by (27), 0 by (7), -0.25 exactly, global from 0.75", async () => {
  const at = (d1: number) => twoMasses(d1);
  const { least, global, rows } = await gainCurve(at, [-0.4, -0.2, 0.1, 0.3, 0.6, 0.9]);
  const wanted = { printed: 0.25, paper: 0, weighted: -0.125, exact: -0.25 };
  for (const bound of BOUNDS) expect(Math.abs(least[bound]! - wanted[bound]), bound).toBeLessThan(1e-8);
  expect(Math.abs(global! - 0.75)).toBeLessThan(1e-10);
  expect(rows.map(({ verdict }) => verdict)).toEqual(["local", "local", "local", "local", "local", "global"]);
});

describe("machines from problem files", () => {
  test("the gallery's example is (24)", () => {
    const { machine: of } = frictionMachine(loadSimulation("vl05-two-masses"));
    const wanted = twoMasses(0.5);
    expect(of!.mass).toEqual(wanted.mass);
    expect(of!.damping).toEqual(wanted.damping);
    expect(of!.stiffness).toEqual(wanted.stiffness);
    expect(of!.rows.map(({ direction, forward, kineticBackward }) => [direction, forward, kineticBackward])).toEqual([
      [[1, 0], 1, 1],
      [[0, 1], 1, 1],
    ]);
  });

  const mass = (changes: object) => ({
    stickslip: 1,
    system: { type: "linear", mass: [1], stiffness: [1], friction: [{ on: 0, limit: 2 }], ...changes },
    time: { end: 10, step: 0.01 },
  });
  const row = (changes: object) => mass({ friction: [{ on: 0, limit: 2, ...changes }] });

  test.each([
    ["jump", { kinetic: 1.5 }, 1.5],
    ["ramp", { weakening: { shape: "ramp", beta: 0.25, epsilon: 0.1 } }, 1.5],
    ["smooth", { weakening: { shape: "smooth", beta: 0.25, epsilon: 0.1 } }, 1.5],
    ["stribeck", { weakening: { shape: "stribeck", beta: 0.25, speed: 0.1 } }, 1.5],
    ["hyperbolic", { weakening: { shape: "hyperbolic", beta: 0.25, speed: 0.1 } }, 1.5],
    ["table", { weakening: { shape: "table", speed: [0, 1, 2], ratio: [1, 0.75, 0.9] } }, 1.5],
  ])("%s: what is left of the limit in motion", (_, changes, kinetic) => {
    const { machine: of } = frictionMachine(compileRaw(row(changes)));
    expect(of!.rows[0]).toMatchObject({ forward: 2, backward: 2 });
    expect(of!.rows[0]!.kineticForward).toBeCloseTo(kinetic, 14);
    expect(of!.rows[0]!.kineticBackward).toBeCloseTo(kinetic, 14);
  });

  test("viscous rows and feedback are in the matrices, a constant force in f", () => {
    const raw = {
      ...mass({ force: ["3 + 0*t"], friction: [{ on: 0, limit: 2, viscous: 0.5 }] }),
      feedback: [{ type: "pid", of: 0, reference: 2, kp: 4, kd: 1 }],
    };
    const { machine: of } = frictionMachine(compileRaw(raw));
    expect(of).toMatchObject({ damping: [[1.5]], stiffness: [[5]], force: [11] });
  });

  test.each([
    ["a force of time", mass({ force: ["sin(t)"] }), "system.force"],
    ["a force that jumps late", mass({ force: ["piecewise(t, [500], 0, 1)"] }), "system.force"],
    ["a force that is over long before the end", mass({ force: ["exp(-1e4*t)"] }), "system.force"],
    ["a short pulse", mass({ force: ["exp(-((t - 0.5)/0.001)^2)"] }), "system.force"],
    ["a limit of time", row({ limit: "2 + t" }), "system.friction"],
    ["a belt", row({ drive: 0.5 }), "system.friction"],
    ["a smoothed row", row({ weakening: { shape: "smoothed", eta: 0.1 } }), "system.friction"],
    ["a stop", mass({ stops: [{ on: 0, gap: 1 }] }), "system.stops"],
    ["a spring with a potential", mass({ springs: [{ on: 0, potential: "x^4/4" }] }), "system.springs"],
    ["a command with limits", { ...mass({}), feedback: [{ type: "pid", of: 0, kp: 1, limit: [-1, 1] }] }, "feedback"],
    ["an integral", { ...mass({}), feedback: [{ type: "pid", of: 0, kp: 1, ki: 1 }] }, "system.states"],
  ])("%s is refused", (_, raw, path) => {
    const { faults } = frictionMachine(compileRaw(raw));
    expect(faults!.map((fault) => fault.path)).toEqual([path]);
    expect(faults![0]!.message).toMatch(/^not covered; .+\. .+/);
  });
});

/** Derivatives of motions past points where a force has no series: roots and powers of time and place, curves whose exponent is not whole. */
import { describe, expect, it } from "vitest";
import { compileDirections } from "../../../src/problem/paths/directions.ts";
import { applyOverrides } from "../../../src/problem/paths/overrides.ts";
import { runWithTangents } from "../../../src/simulate/run/sensitivity.ts";
import { difference, distance } from "../../support/end-difference.ts";
import { type Random, seeded } from "../../support/random.ts";
import { compileRaw } from "../../support/run.ts";
import { cases } from "../../support/torture.ts";

type Raw = Record<string, unknown> & { readonly parameters: Readonly<Record<string, number>> };

function derivative(raw: Raw, path: string) {
  const simulation = compileRaw(raw);
  const { directions, faults } = compileDirections(raw, simulation, [path]);
  expect(faults).toEqual([]);
  return runWithTangents(simulation, directions);
}

function byRuns(raw: Raw, path: string, value: number, h: number): Float64Array {
  return difference((by) => compileRaw(applyOverrides(raw, [{ path, value: String(value + by) }]).raw), h);
}

/** Compares with runs at two distances, where these agree. */
function holds(raw: Raw, path: string, value: number, tolerance: number): void {
  const [fine, coarse] = [2e-6, 2e-5].map((h) => byRuns(raw, path, value, h * Math.abs(value)));
  const size = Math.max(...fine!.map(Math.abs));
  if (distance(fine!, coarse!) > 1e-6 * size) return; // an event comes or goes between the runs of the difference
  const { columns, kinks } = derivative(raw, path);
  const name = `${path} of ${JSON.stringify(raw)}`;
  expect(kinks, name).toEqual([]);
  expect(distance(columns[0]!, fine!), name).toBeLessThan(tolerance * size);
}

const mechanism = (parameters: Record<string, number>, force: string, limit: number | string = 0.1): Raw => ({
  stickslip: 1,
  parameters,
  system: {
    type: "mechanism",
    coordinates: [{ name: "a" }],
    kinetic: "v(a)^2/2",
    potential: "x(a)^2",
    force: { a: force },
    friction: [{ on: "a", limit }],
  },
  initial: { velocity: [1.2] },
  time: { end: 1, step: 0.1 },
});

const stribeck = (random: Random, exponent: number): Raw => ({
  stickslip: 1,
  parameters: {
    w: random.between(-0.8, -0.4),
    L: random.between(0.15, 0.25),
    u: random.between(0.3, 0.6),
    power: exponent,
  },
  system: {
    type: "linear",
    mass: [1],
    stiffness: [2],
    force: ["0.2*w*cos(t)"],
    friction: [
      {
        on: 0,
        limit: "L",
        drive: "w*sin(2*t)",
        weakening: { shape: "stribeck", beta: 0.6, speed: "u", exponent: "power" },
      },
    ],
  },
  initial: { position: [-0.1], velocity: [0.7] },
  time: { end: 4, step: 0.1 },
});

describe("derivatives past points without a series", () => {
  it.each([0.6, 1.2, 1.5, 1.7, 2.5])(
    "curves with the exponent %d under a drive that follows the number",
    (exponent) => {
      const random = seeded(3);
      for (let k = 0; k < cases(1, 8); k++) {
        const raw = stribeck(random, exponent);
        for (const name of ["w", "L", "u", "power"]) {
          holds(raw, `parameters.${name}`, raw.parameters[name]!, exponent < 1 ? 1e-4 : 1e-6);
        }
      }
    },
  );

  it.each([
    "sqrt(max(0, t - g))",
    "max(0, t - g)^1.5",
    "abs(t - g)^0.5",
    "abs(t - g)^1.5",
    "sqrt(max(0, 1 - (t/g)^2))",
  ])("a force %s", (formula) => {
    const random = seeded(4);
    for (let k = 0; k < cases(1, 8); k++) {
      const raw = mechanism({ g: random.between(0.2, 0.6) }, `${random.between(1, 3)}*${formula}`);
      holds(raw, "parameters.g", raw.parameters.g!, 1e-5);
    }
  });

  it.each<[string, number]>([
    ["max(0, x(a) - g)^q", 1.5],
    ["max(0, x(a) - g)^q", 2.5],
    ["max(0, x(a) - g)^q*(1 + 0.3*v(a))", 1.5],
    ["sqrt(max(0, x(a) - g))*q", 0.2],
  ])("a force %s, q = %d", (formula, q) => {
    const random = seeded(6);
    for (let k = 0; k < cases(1, 8); k++) {
      const raw = mechanism({ g: random.between(0.2, 0.4), k: random.between(50, 200), q }, `-k*${formula}`);
      holds(raw, "initial.velocity[0]", 1.2, 1e-4);
      for (const name of ["g", "k", "q"]) holds(raw, `parameters.${name}`, raw.parameters[name]!, 1e-4);
    }
  });

  it.each(["0.1 + 2*max(0, x(a) - g)^1.5", "0.1 + sqrt(max(0, x(a) - g))"])("a limit %s", (limit) => {
    const raw = mechanism({ g: 0.3 }, "0", limit);
    holds(raw, "initial.velocity[0]", 1.2, 1e-6);
    holds(raw, "parameters.g", 0.3, 1e-5);
  });

  it("is that of the closed form", () => {
    const { columns } = derivative(
      { ...mechanism({ g: 0.3 }, "3*sqrt(max(0, t - g)) + 2*x(a)"), initial: { velocity: [1] } },
      "parameters.g",
    );
    const [x, v] = [-2 * 0.7 ** 1.5, -3 * Math.sqrt(0.7)]; // x = ... + 4/5 (t - g)^(5/2)
    expect(distance(columns[0]!, Float64Array.of(x, v))).toBeLessThan(1e-6);
  });
});

/**
 * Derivatives where limits, kinetic forces and drives follow the motion, and where formulas decide by it, against extrapolated
 * differences of runs: of linear machines, mechanisms and arms, by their starts and by numbers in the formulas.
 */
import { describe, expect, it } from "vitest";
import { compileDirections } from "../../../src/problem/paths/directions.ts";
import { applyOverrides } from "../../../src/problem/paths/overrides.ts";
import { runWithTangents } from "../../../src/simulate/run/sensitivity.ts";
import { simulate } from "../../../src/simulate/simulate.ts";
import { difference, distance } from "../../support/end-difference.ts";
import { compileRaw } from "../../support/run.ts";

interface Case {
  readonly system: object;
  readonly parameters?: Record<string, number>;
  readonly initial: { readonly position: readonly number[]; readonly velocity: readonly number[] };
  readonly end: number;
  /** Events that the motion must have to show something, as `kind row`. */
  readonly events?: readonly string[];
  readonly paths: readonly string[];
}

function judge({ system, parameters = {}, initial, end, events = [], paths }: Case): void {
  const raw = { stickslip: 1, parameters, system, initial, time: { end, step: 0.01 } };
  const simulation = compileRaw(raw);
  const { directions, faults } = compileDirections(raw, simulation, paths);
  expect(faults).toEqual([]);
  const { columns, kinks } = runWithTangents(simulation, directions);
  expect(kinks).toEqual([]);
  const happened = simulate(simulation).trajectory.events.map(({ kind, row }) => `${kind} ${row}`);
  for (const event of events) expect(happened).toContain(event);
  paths.forEach((path, j) => {
    const value = valueAt(raw, path);
    const ends = (h: number) => compileRaw(applyOverrides(raw, [{ path, value: String(value + h) }]).raw);
    const wanted = difference(ends, 1e-5 * Math.max(1, Math.abs(value)));
    const size = 1 + Math.max(...wanted.map(Math.abs));
    expect(distance(columns[j]!, wanted) / size, path).toBeLessThan(2e-8);
    expect(Math.max(...wanted.map(Math.abs)), `${path} does nothing`).toBeGreaterThan(1e-4);
  });
}

function valueAt(raw: object, path: string): number {
  const keys = path.split(/[.[\]]+/).filter((key) => key !== "");
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], raw) as number;
}

const squeal = {
  type: "linear",
  coordinates: [{ name: "along" }, { name: "normal" }],
  mass: [1, 1],
  damping: [0.5, 0.5],
  stiffness: [
    ["kt", "-kc"],
    ["-kc", "kn + k"],
  ],
};
const pad = { mu: 0.6, N0: 20, k: 1000, kn: 1200, kt: 2000, kc: 400 };
const starts = ["initial.position[0]", "initial.position[1]"];

describe("derivatives where rows follow the motion", () => {
  it("a pad that slips, sticks and lifts off under a limit in x", () => {
    judge({
      system: { ...squeal, friction: [{ name: "pad", on: "along", limit: "mu*(N0 - k*x(normal))", drive: 0.2 }] },
      parameters: pad,
      initial: { position: [0.008, 0.03], velocity: [0.1, 0.2] },
      end: 0.3,
      events: ["stick pad", "slip pad"],
      paths: [...starts, "parameters.mu", "parameters.N0", "parameters.kc"],
    });
  });

  it("with a kinetic force and a weakening", () => {
    const weakening = { shape: "stribeck", beta: 0.3, speed: 0.2 };
    const row = { name: "pad", on: "along", limit: "mu*(N0 - k*x(normal))", kinetic: "0.8*mu*(N0 - k*x(normal))" };
    judge({
      system: { ...squeal, friction: [{ ...row, weakening, drive: 0.15 }] },
      parameters: pad,
      initial: { position: [0.008, 0.0015], velocity: [0.1, 0.2] },
      end: 0.2,
      events: ["stick pad", "slip pad"],
      paths: [...starts, "parameters.mu", "parameters.k"],
    });
  });

  it("a drive in x: slip on a belt that turns with the mass, which sticks to it", () => {
    judge({
      system: {
        type: "linear",
        mass: [1, 2],
        stiffness: [
          [20, -5],
          [-5, 30],
        ],
        friction: [
          { name: "belt", on: 0, limit: "2 + 0.5*x(1)", drive: "0.3 - c*x(1) + 0.1*sin(2*t)" },
          { name: "floor", on: 1, limit: 0.3 },
        ],
      },
      parameters: { c: 0.4 },
      initial: { position: [0.5, 0.6], velocity: [0.2, -0.1] },
      end: 3,
      events: ["stick belt", "slip belt"],
      paths: [...starts, "initial.velocity[0]", "parameters.c"],
    });
  });

  it("a limit that follows a state, smoothed rows and dependent ones", () => {
    judge({
      system: {
        type: "linear",
        mass: [1, 1.5],
        stiffness: [
          [12, -2],
          [-2, 9],
        ],
        states: [{ name: "heat", rate: "x(0) - heat", initial: 0.1 }],
        friction: [
          { name: "warm", on: 0, limit: "0.4 + 0.3*heat" },
          { name: "soft", on: 1, limit: "0.5 + 0.2*x(0)", weakening: { shape: "smoothed", eta: 0.05 } },
          { name: "twin", on: 0, limit: "0.2 + 0.1*x(1)^2" },
        ],
      },
      initial: { position: [1, -0.7], velocity: [0.3, 0.2] },
      end: 2.5,
      events: ["reversal warm"],
      paths: [...starts, "initial.velocity[1]"],
    });
  });

  it("limits that come up from zero, in time and with the motion", () => {
    judge({
      system: {
        type: "linear",
        mass: [1, 1],
        stiffness: [9, 7],
        friction: [
          { name: "timed", on: 0, limit: "sin(2*t) - c" },
          { name: "placed", on: 1, limit: "x(0) - c" },
        ],
      },
      parameters: { c: 0.3 },
      initial: { position: [0.1, 0.8], velocity: [1.5, 0.2] },
      end: 2,
      paths: [...starts, "parameters.c"],
    });
  });

  it("a pendulum cart whose rail presses with the pole, along a way that turns", () => {
    judge({
      system: {
        type: "mechanism",
        coordinates: [{ name: "cart" }, { name: "phi", unit: "rad" }],
        kinetic: "(M + m)/2*v(cart)^2 + m*l*cos(x(phi))*v(cart)*v(phi) + m*l^2/2*v(phi)^2",
        potential: "-m*9.81*l*cos(x(phi)) + 10*x(cart)^2",
        friction: [
          {
            name: "rail",
            on: "cart",
            limit: "mu*(M + m*cos(x(phi))^2)*9.81",
            kinetic: "0.7*mu*(M + m*cos(x(phi))^2)*9.81",
          },
          { name: "guide", along: "sqrt(x(cart)^2 + 0.5) + 0.2*x(phi)", limit: "0.3*(1 + x(cart)^2)" },
        ],
      },
      parameters: { M: 1, m: 0.5, l: 0.8, mu: 0.2 },
      initial: { position: [0.3, 1.2], velocity: [0.4, -0.2] },
      end: 3,
      events: ["stick rail", "slip rail"],
      paths: [...starts, "initial.velocity[1]", "parameters.mu", "parameters.l"],
    });
  });

  it("an arm whose joint is loaded by its pose, with impacts", () => {
    judge({
      system: {
        type: "arm",
        gravity: [0, -9.81],
        links: [
          { length: 1, mass: 2 },
          { length: 0.8, mass: 1 },
        ],
        joints: [
          { name: "a", friction: { name: "fa", limit: "c*(1 + cos(x(a))^2)" } },
          {
            name: "b",
            friction: { name: "fb", limit: "0.4*abs(sin(x(a) + x(b))) + 0.1" },
            stops: [-1.5, 1.5],
            restitution: 0.4,
          },
        ],
      },
      parameters: { c: 1.1 },
      initial: { position: [-0.3, 0.9], velocity: [0.5, 1] },
      end: 1.5,
      events: ["reversal fa"],
      paths: [...starts, "initial.velocity[0]", "parameters.c"],
    });
  });
});

describe("derivatives where formulas decide by the motion", () => {
  const one = (force: string) => ({
    type: "mechanism",
    coordinates: [{ name: "a" }],
    kinetic: "v(a)^2/2",
    force: { a: force },
    friction: [{ name: "floor", on: "a", limit: 0.05 }],
  });

  it.each([
    ["a force that bends", "-k*abs(x(a)) - 2*x(a)"],
    ["a force that jumps with a position", "x(a) < d ? -k*x(a) : -2*k*x(a) - 1"],
    ["bends in a velocity", "-3*x(a) - 0.1*max(v(a), k - 2)*abs(v(a))"],
    ["jumps twice", "-x(a) + (abs(x(a)) > d ? -k*sign(x(a)) : 0)"],
  ])("%s: %s", (_, force) => {
    judge({
      system: one(force),
      parameters: { k: 1.7, d: 0.3 },
      initial: { position: [1], velocity: [0.4] },
      end: 4,
      events: ["reversal floor"],
      paths: ["initial.position[0]", "initial.velocity[0]", "parameters.k"],
    });
  });

  it("where the place of a jump is the number", () => {
    judge({
      system: one("x(a) < d ? -k*x(a) : -2*k*x(a) - 1"),
      parameters: { k: 1.7, d: 0.3 },
      initial: { position: [1], velocity: [0.4] },
      end: 4,
      paths: ["parameters.d"],
    });
  });

  it("limits that jump with a place", () => {
    judge({
      system: {
        type: "linear",
        mass: [1, 1],
        stiffness: [
          [3, -1],
          [-1, 2],
        ],
        friction: [{ name: "floor", on: 0, limit: "x(0) < d ? 0.4 : 0.1" }],
      },
      parameters: { d: 0.2 },
      initial: { position: [1, 0.5], velocity: [0.4, 0] },
      end: 3,
      paths: [...starts, "parameters.d"],
    });
  });
});

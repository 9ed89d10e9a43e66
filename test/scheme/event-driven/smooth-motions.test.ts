/** Derivatives of motions that are smoother than what changes make of them: symmetric starts, machines at rest; and of motions that have none. */
import { describe, expect, it } from "vitest";
import { compileDirections } from "../../../src/problem/paths/directions.ts";
import { eventDriven } from "../../../src/scheme/event-driven/event-driven.ts";
import { type Direction, runWithTangents } from "../../../src/simulate/run/sensitivity.ts";
import type { Simulation } from "../../../src/simulate/run/simulation.ts";
import { difference, distance } from "../../support/end-difference.ts";
import { compileRaw } from "../../support/run.ts";
import { randomMachine } from "./kernel-machines.ts";

const general = (simulation: Simulation): Simulation => ({ ...simulation, scheme: eventDriven({ general: true }) });
const both = [
  ["by the kernel", (simulation: Simulation) => simulation],
  ["in general", general],
] as const;

const linear = (system: object, position: number[], velocity: number[], end: number) =>
  compileRaw({
    stickslip: 1,
    system: { type: "linear", ...system },
    initial: { position, velocity },
    time: { end, step: 0.1 },
  });

describe.each(both)("%s", (_, by) => {
  it.each([2, 10, 50, 500])("two masses that begin alike, joined by a spring of %i N/m", (k) => {
    const system = {
      mass: [1, 1],
      stiffness: [
        [1 + k, -k],
        [-k, 1 + k],
      ],
      friction: [
        { on: 0, limit: 0.1 },
        { on: 1, limit: 0.1 },
      ],
    };
    const beside = (h: number) => by(linear(system, [1 + h, 1], [1, 1], 3));
    const { columns, kinks } = runWithTangents(beside(0), [{ position: Float64Array.of(1, 0) }]);
    expect(kinks).toEqual([]);
    expect(distance(columns[0]!, difference(beside, 1e-5))).toBeLessThan(1e-6);
  });

  it("a mass at rest in its equilibrium beside one with friction", () => {
    const system = { mass: [1, 1], stiffness: [1, 100], friction: [{ on: 0, limit: 0.1 }] };
    const simulation = by(linear(system, [1, 0], [0.5, 0], 4));
    const { columns } = runWithTangents(simulation, [{ position: Float64Array.of(0, 1) }]);
    expect(columns[0]![1]).toBeCloseTo(Math.cos(40), 9);
    expect(columns[0]![3]).toBeCloseTo(-10 * Math.sin(40), 8);
  });

  it("a load that only a control makes, on a mass at rest beside one with friction", () => {
    const simulation = by(
      compileRaw({
        stickslip: 1,
        system: { type: "linear", mass: [1, 1], stiffness: [1, 100], friction: [{ on: 0, limit: 0.1 }] },
        control: {
          value: {
            times: [0, 1.5],
            values: [
              [0, 0],
              [0, 0],
            ],
          },
          target: { position: [0, 0] },
        },
        initial: { position: [1, 0], velocity: [0.5, 0] },
        time: { end: 4, step: 0.1 },
      }),
    );
    const { columns } = runWithTangents(
      simulation,
      [0, 1].map((interval): Direction => ({ control: { interval, input: 1 } })),
    );
    expect(columns[0]![1]).toBeCloseTo((Math.cos(25) - Math.cos(40)) / 100, 10);
    expect(columns[1]![1]).toBeCloseTo((1 - Math.cos(25)) / 100, 10);
  });

  it("knows that an event on a jump of the load has no derivative", () => {
    const system = { mass: [1], stiffness: [0], force: ["t < 1 ? 0 : 3"], friction: [{ on: 0, limit: 1 }] };
    const { kinks } = runWithTangents(by(linear(system, [0], [1], 2)), [{ velocity: Float64Array.of(1) }]);
    expect(kinks.map(({ derivative }) => derivative)).toEqual(["none"]);
  });

  it("leaves no NaN where a load has no series", () => {
    const raw = {
      stickslip: 1,
      system: {
        type: "linear",
        mass: [1],
        stiffness: [1],
        force: ["sqrt(abs(t - 1))"],
        friction: [{ on: 0, limit: 0.5 }],
      },
      initial: { position: [2], velocity: [1] },
      time: { end: 2, step: 0.1 },
    };
    const simulation = compileRaw(raw);
    const { directions } = compileDirections(raw, simulation, ["system.friction[0].limit"]);
    const ends = (h: number) =>
      by(compileRaw({ ...raw, system: { ...raw.system, friction: [{ on: 0, limit: 0.5 + h }] } }));
    const { columns } = runWithTangents(by(simulation), directions);
    expect(distance(columns[0]!, difference(ends, 1e-4))).toBeLessThan(1e-6);
  });
});

describe("a pendulum at rest", () => {
  const pendulum = (angle: number, end: number) =>
    compileRaw({
      stickslip: 1,
      system: {
        type: "mechanism",
        coordinates: [{ name: "phi", unit: "rad" }],
        kinetic: "v(phi)^2/2",
        potential: "-9.81*cos(x(phi))",
      },
      initial: { position: [angle] },
      time: { end, step: 0.1 },
    });
  const rate = Math.sqrt(9.81);

  it("that hangs swings in its derivatives", () => {
    const { columns } = runWithTangents(pendulum(0, 10), [{ position: Float64Array.of(1) }]);
    expect(columns[0]![0]).toBeCloseTo(Math.cos(10 * rate), 9);
    expect(columns[0]![1]).toBeCloseTo(-rate * Math.sin(10 * rate), 8);
  });

  it("that stands falls in them", () => {
    const { columns } = runWithTangents(pendulum(Math.PI, 2), [{ position: Float64Array.of(1) }]);
    expect(columns[0]![0]! / Math.cosh(2 * rate)).toBeCloseTo(1, 9);
  });
});

it("has the digits of a fresh problem after other runs", () => {
  for (let seed = 1; seed <= 12; seed++) {
    for (const n of [3, 5]) {
      const [used, fresh] = [randomMachine(seed, n), randomMachine(seed, n)];
      const direction = { position: Float64Array.from({ length: n }, (_, i) => (i === 0 ? 1 : 0)) };
      const { position, velocity } = used.initial;
      for (const scale of [-1, 0.3, 2]) {
        const initial = {
          ...used.initial,
          position: position.map((x) => scale * x),
          velocity: velocity.map((v) => -v),
        };
        runWithTangents({ ...used, initial }, [direction]);
      }
      expect(runWithTangents(used, [direction]).columns).toEqual(runWithTangents(fresh, [direction]).columns);
    }
  }
});

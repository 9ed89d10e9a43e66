/** Derivatives by the times of a signal's samples: closed forms, and differences of runs. */
import { describe, expect, it } from "vitest";
import { compileDirections } from "../../../src/problem/paths/directions.ts";
import { applyOverrides } from "../../../src/problem/paths/overrides.ts";
import { runWithTangents } from "../../../src/simulate/run/sensitivity.ts";
import { difference, distance } from "../../support/end-difference.ts";
import { seeded } from "../../support/random.ts";
import { compileRaw } from "../../support/run.ts";
import { cases } from "../../support/torture.ts";

type Raw = Record<string, unknown> & { readonly parameters: Readonly<Record<string, number>> };

function derivative(raw: Raw, name: string) {
  const { directions, faults } = compileDirections(raw, compileRaw(raw), [`parameters.${name}`]);
  expect(faults).toEqual([]);
  return runWithTangents(compileRaw(raw), directions);
}

function byRuns(raw: Raw, name: string, h: number): Float64Array {
  const path = `parameters.${name}`;
  const beside = (by: number) => [{ path, value: String(raw.parameters[name]! + by) }];
  return difference((by) => compileRaw(applyOverrides(raw, beside(by)).raw), h);
}

const step = (signal: object, system: object): Raw => ({
  stickslip: 1,
  parameters: { t1: 0.7, p: 1 },
  signals: { h: signal },
  system: { type: "linear", mass: [1], friction: [{ on: 0, limit: 0.2 }], ...system },
  time: { end: 1.5, step: 0.1 },
});

describe("derivatives by the times of samples", () => {
  it("is that of the closed form", () => {
    const held = { times: [0, "t1", 2], values: [1, 2, 1], interpolation: "hold", outside: "hold" };
    const { columns, kinks } = derivative(step(held, { force: ["h(t)"] }), "t1");
    expect(kinks).toEqual([]);
    expect(distance(columns[0]!, Float64Array.of(-0.8, -1))).toBeLessThan(1e-9); // v = 0.8 t1 + 1.8 (1.5 - t1)
  });

  it("is that of runs, in forces, limits, drives and mechanisms", () => {
    const random = seeded(5);
    for (let k = 0; k < cases(6, 60); k++) {
      const [a, b, c] = [random.next(), random.next(), random.next()];
      const interpolation = k % 2 === 0 ? "hold" : "linear";
      const outside = k % 3 === 0 ? a : "hold";
      const signal = { times: [0.1 * b, "t1", 1 + 0.2 * c], values: [1 + a, 2 + b, 1 + c], interpolation, outside };
      const drive = interpolation === "linear" && outside === "hold" ? "0.2*h(t)" : 0.1;
      const friction = [
        { on: 0, limit: "0.1*h(t)", drive, weakening: { shape: "stribeck", beta: 0.5, speed: 0.4, exponent: 2 } },
      ];
      const raw = step(signal, { stiffness: [3 * c], force: ["h(t)^2*cos(t) + 1"], friction });
      const { columns, kinks } = derivative(raw, "t1");
      expect(kinks, `machine ${k}`).toEqual([]);
      const wanted = byRuns(raw, "t1", 1e-5);
      const size = 1 + Math.max(...wanted.map(Math.abs));
      expect(distance(columns[0]!, wanted), `machine ${k}`).toBeLessThan(1e-7 * size);
    }
  });

  it("says where a bend comes with the number", () => {
    const tent = { times: [0, "t1", 2], values: [1, "p", 1], interpolation: "linear", outside: "hold" };
    const { kinks } = derivative(step(tent, { force: ["h(t)"] }), "p");
    expect(kinks).toMatchObject([{ derivative: "none" }]);
  });
});

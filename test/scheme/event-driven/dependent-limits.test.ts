/** Derivatives by the limits of rows that depend on each other and break loose together, some under a jump law. */
import { describe, expect, it } from "vitest";
import { eventDriven } from "../../../src/scheme/event-driven/event-driven.ts";
import type { Simulation } from "../../../src/simulate/run/simulation.ts";
import { seeded } from "../../support/random.ts";
import { cases } from "../../support/torture.ts";
import { dependentMachine } from "./dependent-machines.ts";
import { compareDerivatives } from "./derivative-oracle.ts";

const general = (simulation: Simulation): Simulation => ({ ...simulation, scheme: eventDriven({ general: true }) });

const twoRows = (first: object, second: object, force = "2*t") => ({
  stickslip: 1,
  parameters: { c: 1, d: 1 },
  system: { type: "linear", mass: [1], force: [force], friction: [first, second].map((row) => ({ on: 0, ...row })) },
  time: { end: 2, step: 0.1 },
});

describe("two rows on one mass under 2 t, that break loose at (c + d)/2", () => {
  // then a = 2 t - k, so v(2) = 4 - t*^2 - k (2 - t*), and what a later t* takes is 2 t* - k
  const jump = { limit: "c", kinetic: 0.5 };
  it.each<[string, object, object, string, number, number]>([
    ["the jump law first", jump, { limit: "d" }, "c", -0.25, -0.25],
    ["the jump law first, by the other", jump, { limit: "d" }, "d", -1.25, -0.75],
    ["the jump law last", { limit: "d" }, jump, "c", -0.25, -0.25],
    ["the jump law last, by the other", { limit: "d" }, jump, "d", -1.25, -0.75],
    ["a kinetic force that follows", { limit: "c", kinetic: "c/2" }, { limit: "d" }, "c", -0.75, -0.5],
  ])("%s: by %s", (_, first, second, parameter, velocity, position) => {
    const raw = twoRows(first, second);
    for (const by of [(simulation: Simulation) => simulation, general]) {
      const [one] = compareDerivatives(raw, [`parameters.${parameter}`], by);
      expect(one!.kinks).toEqual([]);
      expect(one!.derivative[0]).toBeCloseTo(position, 9);
      expect(one!.derivative[1]).toBeCloseTo(velocity, 9);
    }
  });

  it("limits that move in time", () => {
    const raw = twoRows({ limit: "c + 0.1*t", kinetic: 0.5 }, { limit: "d*(1 + 0.2*t)" });
    for (const { off, kinks } of compareDerivatives(raw, ["parameters.c", "parameters.d"])) {
      expect(kinks).toEqual([]);
      expect(off).toBeLessThan(1e-8);
    }
  });

  it("and both ways, with limits that differ", () => {
    const raw = twoRows(
      { limit: 2, backward: "c", kinetic: 0.4, kineticBackward: 0.3 },
      { limit: 3, backward: "d", kineticBackward: 0.8, kinetic: 1 },
      "-2*t",
    );
    for (const { off, kinks } of compareDerivatives(raw, ["parameters.c", "parameters.d"])) {
      expect(kinks).toEqual([]);
      expect(off).toBeLessThan(1e-8);
    }
  });
});

it("random machines whose rows break loose together", () => {
  const random = seeded(71);
  let compared = 0;
  for (let k = 0; k < cases(8, 300); k++) {
    const { raw, paths } = dependentMachine(random);
    for (const { path, off, kinks, size } of compareDerivatives(raw, paths)) {
      if (off === undefined || kinks.length > 0) continue;
      if (size > 1e-6) compared++;
      expect(off, `machine ${k}, ${path}`).toBeLessThan(1e-6);
    }
  }
  expect(compared).toBeGreaterThan(cases(10, 600));
});

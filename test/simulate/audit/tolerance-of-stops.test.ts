import { expect, test } from "vitest";
import { load, simulate } from "../../../src/index.ts";

/** A point falls on a floor and stays there; multipliers leave the gap open or closed by up to their tolerance, 1e-8 m. */
const falls = (step: number) => ({
  stickslip: 1,
  system: {
    type: "linear",
    mass: [1],
    force: [-10],
    stops: [{ name: "floor", direction: [-1], gap: 0.2, method: "augmented-lagrangian" }],
  },
  initial: { velocity: [-1] },
  scheme: { type: "variational" },
  time: { end: 1, step },
});

test.each([2e-3, 5e-4, 1e-4])("a stop within the tolerance of its multipliers is closed, step %f s", async (step) => {
  const { status, position, audit } = await simulate(load(falls(step)));
  expect(status).toBe("done");
  expect(position[0]).toBeCloseTo(-0.2, 7);
  expect(audit.checks.filter(({ verdict }) => verdict !== "ok")).toEqual([]);
  expect(audit.balanceResidual).toBeLessThan(1e-6);
});

test("the gap of a wall is told in meters", async () => {
  const problem = load({
    stickslip: 1,
    system: {
      type: "arm",
      gravity: [0, -9.81],
      links: [{ length: 1, mass: 1 }],
      constraints: [{ type: "wall", name: "ground", normal: [0, -1], distance: 0.5, method: "augmented-lagrangian" }],
    },
    scheme: { type: "variational" },
    time: { end: 1, step: 1e-3 },
  });
  const { audit } = await simulate(problem);
  expect(audit.checks.find(({ name }) => name === "gap")).toMatchObject({ verdict: "ok", unit: "m" });
});

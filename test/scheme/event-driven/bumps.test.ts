/** Forces that act within a short part of the way only: the series before it knows nothing of them. */
import { expect, it } from "vitest";
import { simulate } from "../../../src/simulate/simulate.ts";
import { compileRaw } from "../../support/run.ts";

/** A mass that meets a narrow hill at 3 m/s, 0.03 m between two outputs. */
const bump = (width: number) =>
  compileRaw({
    stickslip: 1,
    system: {
      type: "mechanism",
      coordinates: [{ name: "a", unit: "m" }],
      kinetic: "v(a)^2/2",
      force: { a: `-exp(-(x(a)/${width})^2)` },
    },
    initial: { position: [-1], velocity: [3] },
    time: { end: 1, step: 0.01 },
  });

it.each([0.1, 0.03, 0.01, 0.003])("a hill %d m wide takes the energy that it should", (width) => {
  const { outcome, audit } = simulate(bump(width));
  expect(outcome.status).toBe("done");
  expect(outcome.state.velocity[0]).toBeCloseTo(Math.sqrt(9 - 2 * width * Math.sqrt(Math.PI)), 12);
  expect(audit.checks.filter(({ verdict }) => verdict !== "ok")).toEqual([]);
  expect(outcome.stats.iterations).toBeLessThan(2000); // some ninety expansions: its flanks, which fall to nothing, are not crept along
});

/** Drives that jump under a stuck row, and forces without a finite value. */
import { describe, expect, it } from "vitest";
import { simulate } from "../../../src/simulate/simulate.ts";
import { compileRaw } from "../../support/run.ts";

const raw = (force: string, row: Record<string, unknown>, end: number) => ({
  stickslip: 1,
  system: { type: "linear", mass: [1], force: [force], friction: [{ on: 0, ...row }] },
  time: { end, step: 0.01 },
  scheme: { type: "event-driven" },
});

it.each([1, 100])("a stuck mass does not jump with its belt, limit %s", (limit) => {
  const result = simulate(compileRaw(raw("0", { limit, drive: "t<5 ? 0.2 : -0.2" }, 10)));
  // speeds up over 0.2/limit s, rides, and turns over 0.4/limit s
  const exact = 0.2 * 5 - 0.02 / limit - 0.2 * 5 + 0.08 / limit;
  expect(result.outcome.state.position[0]).toBeCloseTo(exact, 12);
  expect(result.trajectory.events.map(({ kind }) => kind)).toEqual(["stick", "slip", "stick"]);
  expect(result.audit.energyError).toBeLessThan(1e-11);
});

it("riding a smooth drive is no creep", () => {
  const { audit } = simulate(compileRaw(raw("-0.1", { limit: 1, drive: "0.2*sin(t)" }, 20)));
  expect(audit.creepTime).toBe(0);
  expect(audit.stickDrift).toBeLessThan(1e-11);
});

describe("a force with a pole ends the run before it", () => {
  it.each(["1/(t-1)", "(t-1)^-2", "tan(pi/2*t)"])("%s", (force) => {
    const { outcome } = simulate(compileRaw(raw(force, { limit: 0.5 }, 2)));
    expect(outcome.status).toBe("undefined-force");
    expect(outcome.state.time).toBeLessThan(1);
  });

  it.each(["sqrt(abs(t-1))", "3 + sqrt(abs(t-1))"])("but not one with a root of zero: %s", (force) => {
    expect(simulate(compileRaw(raw(force, { limit: 0.5 }, 2))).outcome.status).toBe("done");
  });
});

it("needs to know all jumps of a force", () => {
  expect(() => compileRaw(raw("sign(sin(1e6*t))", { limit: 0.5 }, 20))).toThrow(/Take scheme balanced/);
});

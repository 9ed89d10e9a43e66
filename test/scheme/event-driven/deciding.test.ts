/** Forces, limits and drives that jump with a position: the motion on the sides that it goes over to, and an audit that sees no error. */
import { describe, expect, it } from "vitest";
import { simulate } from "../../../src/simulate/simulate.ts";
import { compileRaw } from "../../support/run.ts";

function run(system: object, initial: object, end: number, scheme = "event-driven", step = 0.01) {
  return simulate(compileRaw({ stickslip: 1, system, initial, scheme: { type: scheme }, time: { end, step } }));
}

describe("formulas that jump with a position", () => {
  it("a force towards the middle: parabolas that meet", () => {
    const one = {
      type: "mechanism",
      coordinates: [{ name: "a" }],
      kinetic: "v(a)^2/2",
      force: { a: "-0.3*sign(x(a))" },
    };
    const { outcome, audit } = run(one, { position: [1] }, 3);
    const late = 3 - Math.sqrt(2 / 0.3);
    const speed = Math.sqrt(0.6);
    expect(outcome.state.position[0]).toBeCloseTo(-speed * late + 0.15 * late * late, 13);
    expect(audit?.verdict).toBe("ok");
  });

  it("a drive and limits: as time stepping finds them with short steps", () => {
    const rows = [
      { name: "belt", on: 0, limit: 3, drive: "x(1) > 0.1 ? 0.3 : -0.1" },
      { name: "floor", on: 1, limit: "abs(x(0)) < 0.3 ? 0.05 : 0.3", kinetic: 0.04 },
    ];
    const machine = { type: "linear", mass: [1, 2], stiffness: [4, 1], friction: rows };
    const start = { position: [0.1, 1], velocity: [0.3, 0.1] };
    const { outcome, audit, trajectory } = run(machine, start, 5);
    expect(audit?.verdict).toBe("ok");
    expect(trajectory.events.map(({ kind }) => kind)).toEqual([
      "reversal",
      "slip",
      "reversal",
      "reversal",
      "stick",
      "reversal",
    ]);
    const fine = run(machine, start, 5, "balanced", 5e-4).outcome.state.position;
    outcome.state.position.forEach((x, i) => {
      expect(Math.abs(x - fine[i]!)).toBeLessThan(1e-4);
    });
  });

  it("a limit and a drive of one row, by its own place", () => {
    const row = { name: "floor", on: 0, limit: "x(0) < 0.2 ? 0.5 : 0.1", drive: "x(0) > 0.1 ? 0.3 : -0.1" };
    const machine = { type: "linear", mass: [1], stiffness: [4], friction: [row] };
    const start = { position: [1], velocity: [0.1] };
    const { outcome, audit } = run(machine, start, 5);
    expect(audit?.verdict).toBe("ok");
    const fine = run(machine, start, 5, "balanced", 5e-4).outcome.state.position;
    expect(Math.abs(outcome.state.position[0]! - fine[0]!)).toBeLessThan(2e-4);
  });
});

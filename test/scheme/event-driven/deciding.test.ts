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

describe("impacts across a kink of a force", () => {
  it("a mass that is held and thrown out of rest meets its quadratic drag: closed form", () => {
    const [limit, drag] = [1, 2];
    const machine = {
      type: "mechanism",
      coordinates: [{ name: "a" }, { name: "b" }],
      kinetic: "(v(a)^2 + v(b)^2)/2",
      force: { a: `-${drag}*v(a)*abs(v(a))` },
      friction: [{ name: "floor", on: 0, limit }],
      stops: [{ name: "buffer", distance: "1 - x(a) - x(b)", restitution: 0.5 }],
    };
    const { outcome, audit, trajectory } = run(machine, { position: [0, 0], velocity: [0, 1] }, 1.6);
    const thrown = 0.75; // half of 1.5 times the rate at which the gap closes
    const slides = Math.atan(thrown * Math.sqrt(drag / limit)) / Math.sqrt(drag * limit);
    expect(trajectory.events.map(({ kind }) => kind)).toEqual(["impact", "slip", "stick"]);
    expect(trajectory.events[2]!.time).toBeCloseTo(1 + slides, 12);
    expect(outcome.state.position[0]).toBeCloseTo(-Math.log(1 + (drag * thrown * thrown) / limit) / (2 * drag), 12);
    expect(outcome.state.position[1]).toBeCloseTo(1 + 0.25 * 0.6, 12);
    expect(audit?.verdict).toBe("ok");
  });
});

/** Runs of mechanisms: what a scheme that steps over time makes of them, and how they can end. */
import { describe, expect, it } from "vitest";
import { simulate } from "../../src/simulate/simulate.ts";
import { findCycle } from "../../src/stability/cycle/cycle.ts";
import { compileRaw, endOfProblem, runProblem } from "../support/run.ts";
import { cases } from "../support/torture.ts";

function run(system: Record<string, unknown>, sections: Record<string, unknown> = {}) {
  const raw = { stickslip: 1, system: { type: "mechanism", ...system }, time: { end: 2, step: 0.01 }, ...sections };
  return simulate(compileRaw(raw));
}

const one = [{ name: "a" }];

describe("a mass that comes to nothing", () => {
  it.each(["event-driven", "balanced"])("ends the run of %s with a status of its own", (type) => {
    const { outcome } = run(
      { coordinates: one, kinetic: "(1 - x(a))*v(a)^2/2", force: [1] },
      { scheme: { type }, initial: { position: [0], velocity: [1] } },
    );
    expect(outcome.status).toBe("degenerate-mass");
    expect(outcome.message).toContain("Look at kinetic");
    expect(outcome.state.position[0]).toBeLessThan(1);
  });
});

it("balanced holds a pose that friction can hold, to the last bit, and the audit agrees", () => {
  const { outcome, audit } = runProblem("double-pendulum", {
    scheme: { type: "balanced" },
    initial: { position: [0.03, 0.02] },
    time: { end: 100, step: 0.01 },
  });
  expect(Array.from(outcome.state.velocity)).toEqual([0, 0]);
  expect(Array.from(outcome.state.position)).toEqual([0.03, 0.02]);
  expect(audit?.verdict).toBe("ok");
});

it("balanced comes near to event-driven as its steps shrink: second order", () => {
  const at = (step: number, type: string) =>
    endOfProblem("cart-pole", { scheme: { type }, time: { end: 0.5, step } }).state.position;
  const exact = at(0.5, "event-driven");
  const [coarse, fine] = [0.005, 0.00125].map((step) => Math.abs(at(step, "balanced")[1]! - exact[1]!));
  expect(fine).toBeLessThan(coarse! / 8);
  expect(fine).toBeLessThan(1e-4);
});

const TURNS = cases(3, 10);

it(`slider-crank and its reduced twin agree to 1e-9 over ${TURNS} turns`, () => {
  const time = { end: 0.8 * TURNS };
  const [joined, reduced] = ["slider-crank", "slider-crank-reduced"].map((file) => runProblem(file, { time }));
  const angle = joined!.outcome.state.position[0]!;
  expect(angle).toBeGreaterThan(TURNS * 2 * Math.PI);
  expect(Math.abs(angle - reduced!.outcome.state.position[0]!)).toBeLessThan(1e-9);
  expect(joined!.audit?.verdict).toBe("ok");
});

it("kinks in forces are located: a spring on one side only", () => {
  const { outcome } = run(
    { coordinates: one, kinetic: "v(a)^2/2", force: ["-4*max(0, x(a))"] },
    { initial: { position: [-1], velocity: [1] }, time: { end: 1 + Math.PI / 4, step: 10 } },
  );
  expect(outcome.state.position[0]).toBeCloseTo(0.5, 14); // a quarter of its period after the touch
  expect(outcome.state.velocity[0]).toBeCloseTo(0, 13);
});

it("a joint that moves by itself moves the machine", () => {
  const { outcome } = run(
    {
      coordinates: [{ name: "a" }, { name: "b" }],
      kinetic: "v(a)^2/2 + v(b)^2/2",
      joints: [{ zero: "x(a)^2 + x(b) - sin(t)" }],
    },
    { initial: { position: [0.5, -0.25], velocity: [0, 1] }, outputs: { off: "constraint(joint1)" } },
  );
  const [a, b] = outcome.state.position;
  expect(Math.abs(a! * a! + b! - Math.sin(2))).toBeLessThan(1e-12);
});

it("angles have a period: a pendulum that turns over comes back, turn by turn", () => {
  const system = {
    type: "mechanism",
    coordinates: [{ name: "phi", unit: "rad", period: "2*pi" }],
    kinetic: "v(phi)^2/2",
    potential: "-cos(x(phi))",
    force: ["2 - 0.5*v(phi)"],
  };
  const raw = { stickslip: 1, system, initial: { velocity: [4] }, time: { end: 60, step: 0.05 } };
  const found = findCycle(compileRaw(raw));
  expect(found.status).toBe("found");
});

it("a limit that follows the motion and comes to nothing is told, with its row and time", () => {
  const { warnings, audit } = runProblem("mode-coupling-squeal");
  expect(warnings.join()).toMatch(/The limit of pad is not above 0 at t = 0\.98\d* s/);
  expect(audit?.verdict).toBe("ok");
});

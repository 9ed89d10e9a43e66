/** Stops in time stepping, against the event-driven motion. */
import { describe, expect, it } from "vitest";
import { runProblem } from "../../support/run.ts";
import { distance, type Machine, run } from "./machine.ts";

const ball = (restitution: number, end: number): Machine => ({
  system: { mass: [1], force: [-10], stops: [{ direction: [-1], gap: 0, restitution }] },
  initial: { position: [1] },
  time: { end, step: end / 100 },
});

/** Steps of time stepping know an impact to the length of a step only. */
describe.each([
  ["ball, restitution 0.5", ball(0.5, 3)],
  ["ball, restitution 0", ball(0, 2)],
  ["ball, restitution 1", ball(1, 2)],
  [
    "block at a stop, released",
    {
      system: {
        mass: [1],
        force: ["piecewise(t, [2], 2, 6 - 2*t)"],
        stops: [{ on: 0, gap: 1, restitution: 0 }],
      },
      time: { end: 5, step: 0.05 },
    },
  ],
  [
    "oscillator between walls with friction",
    {
      system: {
        mass: [1],
        stiffness: [4],
        force: ["3*sin(3*t)"],
        friction: [{ on: 0, limit: 0.2 }],
        stops: [
          { on: 0, gap: 0.5, restitution: 0.6 },
          { direction: [-1], gap: 0.5, restitution: 0.6 },
        ],
      },
      time: { end: 4, step: 0.04 },
    },
  ],
] as [string, Machine][])("%s in balanced", (_, machine) => {
  it("converges to the event-driven motion with order 1", () => {
    const exact = run(machine).outcome.state.position;
    const errorAt = (steps: number) => {
      const { end } = machine.time;
      const time = { end, step: end / steps };
      return distance(run({ ...machine, time, scheme: { type: "balanced" } }).outcome.state.position, [...exact]);
    };
    const envelope = (counts: number[]) => Math.max(...counts.map(errorAt));
    const coarse = envelope([500, 617, 743, 871]);
    const fine = envelope([8000, 9871, 11_887, 13_937]);
    expect(coarse).toBeLessThan(0.2);
    expect(fine).toBeLessThan(Math.max(coarse / 6, 1e-12));
  });
});

it("tells impacts and releases of a bouncing ball in turn", () => {
  const { trajectory } = runProblem("bouncing-ball", { scheme: { type: "balanced" }, time: { end: 3, step: 0.001 } });
  const kinds = trajectory.events.map(({ kind }) => kind);
  expect(kinds.length).toBeGreaterThan(6);
  expect(kinds).toEqual(kinds.map((_, k) => (k % 2 === 0 ? "impact" : "release")));
});

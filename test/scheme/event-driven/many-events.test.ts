/** Long runs, and accumulations of events. */
import { describe, expect, it, test } from "vitest";
import { MOST_EVENTS } from "../../../src/simulate/record/columns.ts";
import { runInChild } from "../../support/child.ts";
import { kinds, run } from "./machine.ts";

/** A ball on an elastic floor, 125,000 times; the events go to a counter, the trajectory thins itself out. */
const program = `
import { compileOrThrow } from "./dist/problem/compile/compile.js";
import { eventCsv } from "./dist/simulate/record/csv.js";
import { startSession } from "./dist/simulate/simulate.js";

const { simulation } = compileOrThrow({
  stickslip: 1,
  system: { type: "linear", mass: [1], force: [-10], stops: [{ name: "floor", direction: [-1], gap: 0, restitution: 1 }] },
  initial: { position: [0.05] },
  time: { end: 25_000, step: 2.5 },
  scheme: { type: "event-driven" },
});
let lines = 0;
const session = startSession(simulation, { sinks: [eventCsv(() => lines++)], samples: 1000 });
const sizes = [];
for (let part = 0; part < 10; part++) {
  session.run.advance(simulation.grid.steps / 10);
  gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  sizes.push(heapUsed + arrayBuffers);
}
session.run.advance(1);
const { outcome, trajectory, audit } = session.finish();
console.log(JSON.stringify({
  status: outcome.status, sizes, lines, kept: trajectory.events.length, last: trajectory.events.at(-1).time,
  penetration: audit.penetration, energy: outcome.state.velocity[0] ** 2 / 2 + 10 * outcome.state.position[0],
}));
`;

/** Slow: a process of its own. */
test("125,000 impacts leave memory flat once the list of events is full", { timeout: 120_000 }, async () => {
  const found = (await runInChild(program)) as {
    status: string;
    sizes: number[];
    lines: number;
    kept: number;
    last: number;
    penetration: number;
    energy: number;
  };
  expect(found.status).toBe("done");
  expect(found.lines).toBe(1 + 125_000); // the header; the last impact is at 24,999.9 s
  expect(found.kept).toBe(MOST_EVENTS);
  expect(Math.abs(found.last - (0.2 * MOST_EVENTS - 0.1))).toBeLessThan(1e-6);
  expect(found.sizes.at(-1)! - found.sizes[8]!).toBeLessThan(100_000); // a list of the events between takes 1.7 MB
  expect(found.penetration).toBeLessThan(4e-12); // the time of 25,000 s itself is rounded by 3.6e-12 s, the speed is 1 m/s
  expect(Math.abs(found.energy - 0.5)).toBeLessThan(1e-9); // with its weight, as at the start
});

describe("accumulations", () => {
  it("of two balls on each other, whose bounces have no common ratio, end in rest", () => {
    const result = run({
      system: {
        mass: [1, 1],
        force: [-10, -10],
        stops: [
          { name: "floor", direction: [-1, 0], gap: 0, restitution: 0.3 },
          { name: "ball", direction: [1, -1], gap: 0, restitution: 0.3 },
        ],
      },
      initial: { position: [1, 2] },
      time: { end: 5, step: 0.05 },
    });
    const { status, state } = result.outcome;
    expect(status).toBe("done");
    expect([...state.velocity]).toEqual([0, 0]);
    expect(Math.abs(state.position[0]!) + Math.abs(state.position[1]!)).toBeLessThan(1e-15);
    expect([...state.force]).toEqual([20, 10]); // the floor carries both
    const { time } = result.trajectory.events.at(-1)!;
    expect(time).toBeGreaterThan(0.6);
    expect(time).toBeLessThan(0.8);
    expect(result.audit.penetration).toBeLessThan(1e-12);
  });

  it("in a slit too narrow to leave end by name", () => {
    const result = run({
      system: {
        mass: [1],
        stops: [
          { on: 0, gap: 1e-15, restitution: 1 },
          { direction: [-1], gap: 1e-15, restitution: 1 },
        ],
      },
      initial: { velocity: [1] },
      time: { end: 1, step: 0.1 },
    });
    const { status, message } = result.outcome;
    expect(status).toBe("event-accumulation");
    const { time } = result.trajectory.events.at(-1)!;
    expect(time).toBeGreaterThan(0);
    expect(message).toContain(`at t = ${Number(time.toPrecision(9))} s`); // where they crowd, not where the last output was
  });

  it("in a vee are completed, one wall after the other", () => {
    const result = run({
      system: {
        mass: [1, 1],
        force: [0, -10],
        stops: [
          { direction: [-1, -1], gap: 0, restitution: 0.8 },
          { direction: [1, -1], gap: 0, restitution: 0.8 },
        ],
      },
      initial: { position: [0.1, 1] },
      time: { end: 20, step: 0.1 },
    });
    expect(result.outcome.status).toBe("done");
    expect(Math.hypot(...result.outcome.state.position)).toBeLessThan(1e-9);
    expect(result.outcome.state.velocity.every((v) => v === 0)).toBe(true);
  });
});

it("chatters through ten thousand changes of a square load", () => {
  const result = run({
    system: { mass: [1], force: ["3*sign(sin(500*t))"], friction: [{ on: 0, limit: 1 }] },
    time: { end: 10, step: 0.1 },
  });
  expect(result.outcome.status).toBe("done");
  expect(kinds(result).length).toBeGreaterThan(1000);
  expect(result.audit.boxResidual).toBeLessThan(1e-9);
});

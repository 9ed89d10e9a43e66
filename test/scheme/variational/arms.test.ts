/** Arms from problem files under `variational`, against the event-driven scheme and what is known of them. */
import { describe, expect, it } from "vitest";
import { simulate } from "../../../src/simulate/simulate.ts";
import { type Changes, endOfProblem, loadSimulation } from "../../support/run.ts";
import { cases } from "../../support/torture.ts";

const by = (type: string) => ({ scheme: { type } });
const endOf = (file: string, changes: Changes) => {
  const outcome = endOfProblem(file, changes);
  expect(outcome.status).toBe("done");
  return { ...outcome.state, stats: outcome.stats };
};
const farthest = (a: Float64Array, b: Float64Array) => Math.max(...a.map((entry, i) => Math.abs(entry - b[i]!)));

it("three dry joints and a tip on a curve: all stuck at once again and again, and the same rest in the end", () => {
  const start = { initial: { position: [1.2, -1.9472669003400784, -0.6] } }; // on the curve
  const exact = endOf("arm-on-curve", { ...start, ...by("event-driven") });
  const { position, velocity, stats } = endOf("arm-on-curve", { ...start, ...by("variational") });
  expect([...velocity]).toEqual([0, 0, 0]);
  expect(farthest(position, exact.position)).toBeLessThan(1e-4);
  expect(stats.nonUnique).toBeGreaterThan(1000);
  expect(stats.solves / stats.steps).toBeLessThan(3);
});

it("the shuttle's arm moves as under event-driven", () => {
  const given = { time: { end: 20, step: 0.02 } };
  const exact = endOf("shuttle-arm", { ...given, ...by("event-driven") });
  const { position } = endOf("shuttle-arm", { ...given, ...by("variational") });
  expect(farthest(position, exact.position)).toBeLessThan(1e-4);
});

describe("twenty links", () => {
  const given = { system: { gravity: [0, 0] }, time: { end: 0.5, step: 0.0005 } };

  it("take few rounds of Newton's method a step", () => {
    const { stats } = endOf("twenty-links", { ...by("variational"), time: { end: 0.2, step: 0.0005 } });
    expect(stats.solves / stats.steps).toBeLessThan(5);
  });

  it("without gravity stay where they are, to the last bit", () => {
    const steps = cases(1000, 100_000);
    const simulation = loadSimulation("twenty-links", {
      ...given,
      ...by("variational"),
      time: { end: steps * 0.0005, step: 0.0005 },
    });
    const { outcome } = simulate(simulation, { sinks: [] });
    expect([...outcome.state.position]).toEqual([...simulation.initial.position]);
  });
});

/** Runs far from the time zero: what their times are known by is told, and the audit does not take it for slip. */

import { expect, it } from "vitest";
import { load, simulate } from "../../src/index.ts";
import { simulate as simulateNow } from "../../src/simulate/simulate.ts";
import { compileRaw } from "../support/run.ts";

/** A mass that comes to rest on a belt, started at a time. */
const thrown = (start: number) => ({
  stickslip: 1,
  name: "thrown",
  system: { type: "linear", mass: [0.5], force: [`sin(t - ${start})`], friction: [{ on: 0, limit: 4, drive: 0.006 }] },
  initial: { position: [0], velocity: [0.1] },
  time: { start, end: start + 3, step: 0.1 },
});

it.each([1e5, 1e6, 3e7])("from %d s on", async (start) => {
  const far = await simulate(load(thrown(start)));
  const near = await simulate(load(thrown(0)));
  expect(far.audit.verdict).toBe("ok");
  expect(far.warnings.join()).toMatch(
    /^Times near .* are known to .* s only, also to the audit. Count time from the start of the run/,
  );
  expect(near.warnings).toEqual([]);
  expect(Math.abs(far.position[0]! - near.position[0]!)).toBeLessThan(1e-14 * start);
  expect(far.events.map(({ kind }) => kind)).toEqual(near.events.map(({ kind }) => kind));
});

it("a run of many years from zero on has all its digits", () => {
  const { warnings } = load({ ...thrown(0), time: { end: 1e9, step: 1e6 } }).simulation;
  expect(warnings.join()).not.toMatch(/known to/);
});

it.each([1.125, 77.7, 100.125, 123.456, 300.3])(
  "a joint whose drive passes zero, with a kink there, is followed from t = %s s on",
  (start) => {
    const simulation = compileRaw({
      stickslip: 1,
      system: {
        type: "mechanism",
        coordinates: [{ name: "a" }, { name: "frame" }],
        kinetic: "v(a)^2/2 + v(frame)^2/2",
        force: { frame: "0.3*t - 0.43*v(frame)*abs(v(frame))" },
        joints: [{ name: "shaker", zero: `x(frame) - 0.23*sin(5.778*(t - ${start}))` }],
        stops: [{ distance: "2 - x(a) + x(a)^2" }],
      },
      initial: { position: [0, 0], velocity: [0.1, 0.23 * 5.778] },
      time: { start, end: start + 1, step: 0.01 },
    });
    const { outcome, audit } = simulateNow(simulation);
    expect([outcome.status, audit.verdict]).toEqual(["done", "ok"]);
    expect(outcome.state.position[0]).toBeCloseTo(0.1, 11);
    expect(outcome.state.position[1]).toBeCloseTo(0.23 * Math.sin(5.778), 11);
    expect(outcome.stats.iterations).toBeLessThan(2000);
  },
);

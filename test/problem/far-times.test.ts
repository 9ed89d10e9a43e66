/** Runs far from the time zero: what their times are known by is told, and the audit does not take it for slip. */
import { expect, it } from "vitest";
import { load, simulate } from "../../src/index.ts";

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

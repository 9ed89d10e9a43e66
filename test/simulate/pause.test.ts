import { expect, test } from "vitest";
import { startSession } from "../../src/simulate/simulate.ts";
import { loadSimulation } from "../support/run.ts";

const gallery = ["gk95-tp1", "belt", "stage-pid-limited", "duffing"];

test.each(gallery)("a run of %s that gives way after every expansion keeps its digits", (name) => {
  const whole = startSession(loadSimulation(name));
  whole.run.advance(Number.POSITIVE_INFINITY);
  const sliced = startSession(loadSimulation(name));
  let slices = 0;
  while (sliced.run.advance(Number.POSITIVE_INFINITY, () => true)) slices++;
  expect(slices).toBeGreaterThan(100);
  expect(sliced.finish()).toEqual(whole.finish());
});

test("one long step gives way, and ends where it was when it is not taken up again", () => {
  const { run, finish } = startSession(loadSimulation("../test/faults/hostile/one-step"));
  let asked = 0;
  expect(run.advance(Number.POSITIVE_INFINITY, () => ++asked === 50)).toBe(true);
  expect(asked).toBeLessThan(52);
  const progress = run.progress();
  expect(progress).toBeGreaterThan(0);
  expect(progress).toBeLessThan(1);
  const { outcome, trajectory } = finish();
  expect(outcome).toMatchObject({ status: "cancelled" });
  expect(outcome.state.time).toBe(progress); // a run of one second
  expect(trajectory.time.at(-1)).toBe(progress);
});

/** The audit over random machines: no alarm on an exact motion, and one on every motion with something disturbed. */
import { expect, test } from "vitest";
import { cases } from "../support/torture.ts";
import { examine } from "./audited-machines.ts";

const COUNT = cases(12, 5000);

test("no alarm on exact motions of random machines, and one on each that is disturbed", { timeout: 3e6 }, () => {
  const { alarms, missed, exact } = examine(1, COUNT);
  expect(alarms).toEqual([]);
  expect(missed).toEqual([]);
  expect(exact).toBeGreaterThan(0.9 * COUNT);
});

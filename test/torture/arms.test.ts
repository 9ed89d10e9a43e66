/** Random arms against the same machines by their energies. */
import { expect, it } from "vitest";
import { load, simulate } from "../../src/index.ts";
import { cases } from "../support/torture.ts";
import { type ArmVerdict, armCase, compareArm } from "./arms-as-mechanisms.ts";

const COUNT = cases(3, 1000);

it(`${COUNT} random arms move as mechanisms do, event by event`, { timeout: 36_000_000 }, async () => {
  const verdicts: ArmVerdict[] = [];
  for (let seed = 1; seed <= COUNT; seed++) verdicts.push(await compareArm(seed));
  expect(verdicts.filter(({ outcome }) => outcome === "differs")).toEqual([]);
  const sensitive = verdicts.filter(({ outcome }) => outcome === "sensitive");
  expect(sensitive.length).toBeLessThanOrEqual(0.02 * COUNT);
});

it("an arm that two rows hold on a curve sticks, and is told so (arm 356)", async () => {
  const { arm, mechanism } = armCase(356);
  for (const raw of [arm, mechanism]) {
    const { end } = raw["time"] as { end: number };
    const found = await simulate(load({ ...raw, measures: { shoulder: { time: "f0" }, elbow: { time: "f1" } } }));
    expect(found.measures).toEqual({ shoulder: end, elbow: end });
    expect(found.events).toEqual([]);
    expect(found.velocity).toEqual([0, 0]);
  }
});

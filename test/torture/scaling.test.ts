import { describe, expect, it } from "vitest";
import { seeded } from "../support/random.ts";
import { cases } from "../support/torture.ts";
import { judgeScaling } from "./judge-scaling.ts";
import { randomMachine } from "./random-machines.ts";

const count = cases(6, 1000);
const FIRST = 10_001; // other machines than those for the oracle

describe(`event-driven in other units, ${count} random machines`, () => {
  it("gives the same events and the rescaled motion to 1e-9, where the motion is not sensitive", {
    timeout: 3_600_000,
  }, () => {
    const judged = Array.from({ length: count }, (_, k) => {
      const seed = FIRST + k;
      return { seed, ...judgeScaling(randomMachine(seed), seeded(seed)) };
    });
    const different = judged.filter(({ verdict }) => verdict === "different");
    expect(different.map(({ seed, detail }) => `${seed}: ${detail}`)).toEqual([]);
    const excused = judged.filter(({ verdict }) => verdict === "sensitive");
    expect(excused.length, excused.map(({ seed }) => seed).join(" ")).toBeLessThan(Math.max(2, count / 50));
    if (count > 100) console.log(`same ${count - excused.length}, sensitive ${excused.length}`);
  });
});

/** Certificates and fates against attempts to break them (refute.ts). */
import { describe, expect, test } from "vitest";
import { cases, torture } from "../support/torture.ts";
import { inOtherUnits, refute } from "./refute.ts";

const TIMEOUT = cases(60_000, 10_000_000);
const seeds = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

describe("certificates of machines made to deceive", () => {
  test("no motion keeps its energy, none gains below the guaranteed energy, and no start inside is undecided", {
    timeout: TIMEOUT,
  }, () => {
    const counts = { global: 0, local: 0, "not-certified": 0 };
    for (const seed of seeds(cases(30, 10_000))) {
      const { verdict, refuted } = refute(seed, { starts: cases(1, 3), spans: cases(3, 10) });
      counts[verdict]++;
      expect(refuted, `seed ${seed}`).toEqual([]);
    }
    expect(counts.global).toBeGreaterThan(cases(5, 2000));
    expect(counts.local).toBeGreaterThan(cases(0, 100));
  });

  test.each([
    ["damping that is not symmetric lends energy for long before it takes it", 20_313],
    ["less than 1e-8 of the energy is lost in a thousand periods", 28_138],
    ["energy is lent and taken very slowly", 28_377],
    ["energy is lent and taken very slowly, by others", 28_633],
    ["the guaranteed energy is a bound far below the true one, which a last digit changes", 23_922],
    ["damping lends energy 3,700-fold, and takes it at a ratio of 3e-10", 54_777],
    ["it creeps to rest, 1e-13 of its frequency without damping", 73_587],
    ["the limit is 1e-11 of forces that cancel", 52_147],
    ["the limit is 1e-11 of forces that cancel, far from zero", 38_559],
    ["two rows are one but for 1e-12", 37_523],
    ...(torture ? ([["and again", 31_386]] as const) : []), // of the same kind, and long
  ] as const)("%s: nothing is refuted (machine %i)", { timeout: TIMEOUT }, (_, seed) => {
    const { verdict, refuted } = refute(seed, { starts: 3, spans: 10 });
    expect(verdict).not.toBe("not-certified");
    expect(refuted).toEqual([]);
  });

  test("less energy than digits of the position tell is none (machine 136926)", () => {
    const { verdict, refuted } = refute(136_926, { starts: 3, spans: 10 });
    expect(verdict).toBe("not-certified");
    expect(refuted).toEqual([]);
  });

  test.each([26_264, 30_299, 31_437])(
    "round-off of forces across the velocity hides no negative damping (machine %i)",
    (seed) => {
      expect(inOtherUnits(seed)).toEqual(["local", "local"]);
    },
  );

  test.each([
    ["digits that cancel across the velocity make no negative damping", 32_433, "global"],
    ["digits that cancel across the velocity make no negative damping", 60_364, "global"],
    ["what damping leaves out is judged in no particular vectors", 69_419, "not-certified"],
  ] as const)("%s (machine %i)", (_, seed, verdict) => {
    expect(inOtherUnits(seed)).toEqual([verdict, verdict]);
  });

  test("verdicts do not depend on the units of coordinates, force and time", { timeout: TIMEOUT }, () => {
    for (const seed of seeds(cases(30, 10_000))) {
      const [here, there] = inOtherUnits(seed);
      expect(there, `seed ${seed}`).toBe(here);
    }
  });
});

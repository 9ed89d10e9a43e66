/** Certificates and fates against attempts to break them (refute.ts). */
import { describe, expect, test } from "vitest";
import { cases } from "../support/torture.ts";
import { inOtherUnits, refute } from "./refute.ts";

const TIMEOUT = cases(60_000, 10_000_000);
const seeds = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

describe("certificates of machines made to deceive", () => {
  test("no motion keeps its energy, none gains below the guaranteed energy, and no start inside is undecided", {
    timeout: TIMEOUT,
  }, () => {
    const counts = { global: 0, local: 0, "not-certified": 0 };
    for (const seed of seeds(cases(60, 10_000))) {
      const { verdict, refuted } = refute(seed, { starts: cases(1, 3), spans: cases(3, 10) });
      counts[verdict]++;
      expect(refuted, `seed ${seed}`).toEqual([]);
    }
    expect(counts.global).toBeGreaterThan(cases(10, 2000));
    expect(counts.local).toBeGreaterThan(cases(0, 100));
  });

  test("verdicts do not depend on the units of coordinates, force and time", { timeout: TIMEOUT }, () => {
    for (const seed of seeds(cases(60, 10_000))) {
      const [here, there] = inOtherUnits(seed);
      expect(there, `seed ${seed}`).toBe(here);
    }
  });
});

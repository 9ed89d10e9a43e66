/** Derivatives that flow by WebAssembly, along motions of the kernel, against those of the general scheme, each by its own Taylor series. */
import { describe, expect, it } from "vitest";
import { eventDriven } from "../../../src/scheme/event-driven/event-driven.ts";
import { keptFlow } from "../../../src/scheme/event-driven/flow/flow.ts";
import { ORDER } from "../../../src/scheme/event-driven/general.ts";
import { type Direction, runWithTangents } from "../../../src/simulate/run/sensitivity.ts";
import type { Simulation } from "../../../src/simulate/run/simulation.ts";
import { list } from "../../support/random.ts";
import { loadSimulation } from "../../support/run.ts";
import { cases } from "../../support/torture.ts";
import { both, driven, hiding, jumping, mixed, varying, weakening } from "./kernel-laws.ts";
import { randomMachine } from "./kernel-machines.ts";

function directionsOf({ system: { size }, control }: Simulation): Direction[] {
  const unit = (k: number) => Float64Array.from({ length: size }, (_, i) => (i === k ? 1 : 0));
  return [
    ...list(size, (k) => ({ position: unit(k) })),
    ...list(size, (k) => ({ velocity: unit(k) })),
    ...(control ? list(control.values.length, (input) => ({ control: { interval: 0, input } })) : []),
  ];
}

/** How far derivatives are from those in general, of their size; undefined: the motions differ, or have no derivatives. */
function compare(simulation: Simulation): number | undefined {
  const directions = directionsOf(simulation);
  const fast = runWithTangents(simulation, directions);
  const slow = runWithTangents({ ...simulation, scheme: eventDriven({ general: true }) }, directions);
  const told = ({ kinks }: typeof slow) => kinks.map(({ row, reason }) => `${row} ${reason}`).join();
  if (slow.kinks.some(({ derivative }) => derivative === "none")) return undefined;
  if (slow.outcome.status !== "done" || fast.outcome.status !== "done") return undefined;
  expect(told(fast)).toBe(told(slow));
  return Math.max(
    ...slow.columns.map((column, j) => {
      const size = column.reduce((most, entry) => Math.max(most, Math.abs(entry)), 1);
      return column.reduce((most, entry, i) => Math.max(most, Math.abs(entry - fast.columns[j]![i]!)), 0) / size;
    }),
  );
}

describe.each([
  ["Coulomb friction", undefined, undefined],
  ["drives", driven, undefined],
  ["the jump law", jumping, undefined],
  ["weakening", weakening, undefined],
  ["all of these, joints and stops", mixed, both],
  ["limits and drives in t", varying, undefined],
  ["loads with jumps and pulses", undefined, hiding],
] as const)("under %s", (_, laws, others) => {
  it.each([1, 2, 3, 5, 8, 20])("derivatives of %i coordinates are those in general", (n) => {
    const seeds = cases(n < 10 ? 3 : 1, n < 10 ? 100 : 20);
    let compared = 0;
    for (let seed = 1; seed <= seeds; seed++) {
      const simulation = randomMachine(seed, n, laws, others);
      expect(keptFlow(simulation.system, ORDER)).toBeDefined();
      const off = compare(simulation);
      if (off === undefined) continue;
      compared++;
      expect(off, `seed ${seed}`).toBeLessThan(1e-8);
    }
    expect(compared).toBeGreaterThanOrEqual(cases(0, seeds / 4));
  });
});

describe.each([
  "gk95-tp1",
  "gk95-tp2",
  "vl05-two-masses",
  "belt",
  "stage-pid",
  "brake-squeal",
  "buffer",
  "clutch",
  "chain-20",
])("%s", (file) => {
  it("has the derivatives of the general scheme", () => {
    expect(compare(loadSimulation(file, {}))).toBeLessThan(1e-9);
  });
});

describe("a flow", () => {
  it("is not for springs, limited commands and rows that follow the motion", () => {
    for (const file of ["duffing", "stage-pid-limited", "shuttle-arm"]) {
      expect(keptFlow(loadSimulation(file, {}).system, ORDER)).toBeUndefined();
    }
  });

  it("is shared by runs of a problem, in turn and in groups of any size, without a change of digits", () => {
    const simulation = loadSimulation("gk95-tp1", {});
    const directions = directionsOf(simulation);
    const together = runWithTangents(simulation, directions).columns;
    directions.forEach((direction, j) => {
      expect(runWithTangents(simulation, [direction]).columns[0]).toEqual(together[j]);
      expect(runWithTangents(simulation, [direction, directions[0]!]).columns[0]).toEqual(together[j]);
    });
    expect(simulation.kernels?.flow?.flow).toBeDefined();
  });
});

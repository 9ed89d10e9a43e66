/** Branches of cycles over a number: as long as the branch is smooth, its steps are. */
import { expect, it } from "vitest";
import { compileDirections } from "../../src/problem/paths/directions.ts";
import { applyOverrides } from "../../src/problem/paths/overrides.ts";
import { type BranchPoint, continueCycle, type Family } from "../../src/stability/cycle/continuation.ts";
import { type Cycle, findCycle } from "../../src/stability/cycle/cycle.ts";
import { quietShift } from "../../src/stability/cycle/quiet-instant.ts";
import { whyLost } from "../../src/stability/cycle/why-lost.ts";
import { rawFault } from "../support/faults.ts";
import { compileRaw } from "../support/run.ts";

function familyOf(raw: unknown, path: string): Family {
  return (value) => {
    const changed = applyOverrides(raw, [{ path, value: String(value) }]).raw;
    const simulation = compileRaw(changed);
    const { neighbors } = compileDirections(changed, simulation, [path]).directions[0]!;
    return { simulation, direction: { neighbors: neighbors! } };
  };
}

function follow(family: Family, from: number, to: number, points: number) {
  const first = findCycle(family(from)!.simulation) as Cycle;
  const branch = continueCycle(family, first.orbit, { from, to, forced: false, start: 0, points });
  const list: BranchPoint[] = [];
  for (;;) {
    const next = branch.next();
    if (next.done) return { first, points: list, end: next.value };
    list.push(next.value);
  }
}

it("a pad and a disc, in stick and slip, are followed in tens of points to the cycle that is found there", () => {
  const family = familyOf(rawFault("cycle-continuation-stalls"), "parameters.vd");
  const { points, end } = follow(family, 0.1, 0.12, 60);
  expect(end).toBe("range");
  expect(points.length).toBeLessThan(20);
  const direct = findCycle(family(0.12)!.simulation) as Cycle;
  expect(points.at(-1)!.value).toBeCloseTo(0.12, 12);
  expect(points.at(-1)!.period).toBeCloseTo(direct.period, 9);
  points.forEach(({ value }, k) => {
    if (k > 0) expect(value).toBeGreaterThan(points[k - 1]!.value);
  });
});

it("two blocks on a belt are followed without stalling", () => {
  const { points, end } = follow(familyOf(rawFault("continuation-stalls"), "parameters.V"), 0.13, 0.3, 3);
  expect(end).toBe("points");
  expect(points.at(-1)!.value).toBeGreaterThan(0.134);
});

it("a cycle is looked at in its longest time without an event, unless the start is well", () => {
  const at = (...times: number[]) => times.map((time) => ({ time }));
  expect(quietShift([], 3)).toBe(0);
  expect(quietShift(at(1, 2), 3)).toBe(0); // the time over the end of the period is as long
  expect(quietShift(at(0.01, 2), 3)).toBeCloseTo(1.005, 12);
  expect(quietShift(at(2.9, 2), 10)).toBe(0);
  expect(quietShift(at(1, 9.9), 10)).toBeCloseTo(5.45, 12);
});

it("a branch that ends says whether a row is about to graze, or a multiplier is near 1", () => {
  const machine = (size: number) =>
    compileRaw({
      stickslip: 1,
      system: {
        ...{ type: "linear", mass: [1], stiffness: [1], force: [0] },
        stops: [{ name: "wall", on: 0, gap: 1.001, restitution: 0.5 }],
      },
      initial: { position: [size] },
      time: { end: 10, step: 0.01 },
    });
  const period = 2 * Math.PI;
  const grazing = whyLost(machine(-1), { z: Float64Array.of(-1, 0), period }, 0, 0.3);
  expect(grazing).toMatchObject({ kind: "grazing", row: "wall" });
  expect(grazing.kind === "grazing" && grazing.time).toBeCloseTo(Math.PI, 1);
  const far = Float64Array.of(-0.5, 0);
  expect(whyLost(machine(-0.5), { z: far, period }, 0, 0.99).kind).toBe("fold");
  expect(whyLost(machine(-0.5), { z: far, period }, 0, 0.3).kind).toBe("unknown");
});

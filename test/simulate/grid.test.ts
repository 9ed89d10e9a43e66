import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GridWalk, grid } from "../../src/simulate/run/grid.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { tp3 } from "../oracles/gskn06.ts";
import { errorsOf } from "../support/convergence.ts";
import { loadSimulation } from "../support/run.ts";

const balanced = { type: "balanced" };

function walked(made: ReturnType<typeof grid>): { length: number; end: number; node: boolean }[] {
  const walk = new GridWalk(made);
  const interval = new Float64Array(2);
  const seen = [];
  while (!walk.finished) {
    const node = walk.next(interval);
    seen.push({ length: interval[0]!, end: interval[1]!, node });
  }
  return seen;
}

describe("a walk over a grid", () => {
  it("has equal steps that end exactly at the end", () => {
    const made = grid({ start: 0, end: 5, step: 0.0125, output: 0.0125, breakpoints: [] });
    const steps = walked(made);
    expect(steps).toHaveLength(400);
    expect(new Set(steps.map(({ length }) => length))).toEqual(new Set([0.0125]));
    expect(steps.at(-1)!.end).toBe(5);
  });

  it("ends steps at every cut, in order, and loses no time", () => {
    const cutsOf = fc.uniqueArray(fc.double({ min: 0.001, max: 0.999, noNaN: true }), { maxLength: 12 });
    const property = fc.property(
      cutsOf,
      fc.integer({ min: 1, max: 300 }),
      fc.double({ min: -50, max: 50, noNaN: true }),
      (shares, count, start) => {
        const end = start + 4;
        const breakpoints = shares.map((share) => start + 4 * share).sort((a, b) => a - b);
        const made = grid({ start, end, step: 4 / count, output: 4 / count, breakpoints });
        const steps = walked(made);
        const ends = steps.map((step) => step.end);
        expect(ends).toEqual([...ends].sort((a, b) => a - b));
        expect(ends.at(-1)).toBe(end);
        expect(steps.filter(({ node }) => node)).toHaveLength(made.steps);
        expect(steps.every(({ length }) => length > 0 && length <= made.step * (1 + 1e-9))).toBe(true);
        expect(Math.abs(steps.reduce((sum, { length }) => sum + length, 0) - 4)).toBeLessThan(1e-11);
        for (const cut of breakpoints) {
          expect(Math.min(...ends.map((time) => Math.abs(time - cut)))).toBeLessThanOrEqual(2e-9 * made.step);
        }
      },
    );
    fc.assert(property, { numRuns: 200 });
  });

  it("does not cut a step at a cut that lies on a node but for round-off", () => {
    const made = grid({ start: 0, end: 1, step: 0.1, output: 0.1, breakpoints: [0.1 + 0.2, 0.7000000000000001] });
    expect(walked(made)).toHaveLength(10);
  });
});

describe("steps and the jumps of the force", () => {
  it("balanced ends steps at jumps that its step does not divide", () => {
    const simulation = loadSimulation("gskn06-tp3", { scheme: balanced, time: { step: 0.03 } });
    const times: number[] = [];
    const watch = { step: ({ time }: { time: number }) => void times.push(time) };
    const { trajectory } = simulate(simulation, { sinks: [watch] });
    expect(times).toEqual(expect.arrayContaining([1, 2, 3]));
    expect(trajectory.time).toHaveLength(simulation.grid.steps + 1); // cuts are steps, not samples
  });

  it("balanced stays second order there", () => {
    const error = (step: number) => errorsOf("gskn06-tp3", tp3, Math.ceil(4 / step), { scheme: balanced }).position;
    expect(error(0.03)).toBeLessThan(4e-4);
    expect(Math.log2(error(0.03) / error(0.015))).toBeGreaterThan(1.8);
  });

  it("a step that does not divide the time is reduced, and said", () => {
    const { grid: made, warnings } = loadSimulation("gskn06-tp3", { scheme: balanced, time: { step: 0.03 } });
    expect(made.steps).toBe(134);
    expect(warnings).toContainEqual("The step 0.03 s does not divide the time; it was reduced to 0.0298507463 s.");
  });

  it("an output spacing that is no whole number of steps is changed, and said", () => {
    const { grid: made, warnings } = loadSimulation("held-mass", { scheme: balanced, time: { output: 0.025 } });
    expect(made.every).toBe(3);
    expect(warnings).toContainEqual("The output spacing 0.025 s is not a whole number of steps; it was set to 0.03 s.");
  });

  it("alpha says that it keeps its grid when a jump falls inside a step", () => {
    const inside = loadSimulation("gskn06-tp3", { scheme: { type: "alpha" }, time: { step: 4 / 133 } });
    expect(inside.warnings.join()).toContain("alpha keeps its grid: 3 jumps or kinks of the force fall inside steps");
    expect(inside.grid.cuts).toEqual([]);
    const onNodes = loadSimulation("gskn06-tp3", { scheme: { type: "alpha" }, time: { step: 0.02 } });
    expect(onNodes.warnings).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { table1, tp1, tp2, tp2Springs } from "../oracles/gk95.ts";
import { endOfProblem } from "../support/run.ts";

const paper = { scheme: { type: "alpha" } };

function distance(actual: Iterable<number>, wanted: readonly number[]): number {
  return Math.max(...Array.from(actual, (value, i) => Math.abs(value - wanted[i]!)));
}

describe("the paper's scheme with an exact solve", () => {
  it("ends TP1 at the reference, with one linear solve a step", () => {
    const outcome = endOfProblem("gk95-tp1", paper);
    const { stats, state } = outcome;
    expect(outcome.status).toBe("done");
    expect(distance(state.position, tp1.discrete.position)).toBeLessThan(1e-10);
    expect(stats.steps).toBe(400);
    expect(stats.solves).toBe(400);
    expect(stats.iterations / stats.solves).toBeLessThan(1.1);
  });

  it.each([
    ["gk95-tp2", tp2],
    ["gk95-tp2-springs", tp2Springs],
  ])("ends %s at the reference", (file, { discrete }) => {
    expect(distance(endOfProblem(file, paper).state.position, discrete.position)).toBeLessThan(5e-11);
  });

  it("reaches TP1's target under the discrete optimal control", () => {
    const { target, discrete } = tp1.optimum;
    const outcome = endOfProblem("gk95-tp1", { ...paper, control: { value: discrete.control } });
    expect(distance(outcome.state.position, target)).toBeLessThan(1e-7);
  });

  it.each(["gauss-seidel", "uzawa", "penalty-newton"])("ends at the same place with %s", (type) => {
    const outcome = endOfProblem("gk95-tp1", { ...paper, solver: { type, tolerance: 1e-13 } });
    expect(distance(outcome.state.position, tp1.discrete.position)).toBeLessThan(1e-8);
  });
});

const none = [0, 0, 0];
const optimal = tp1.optimum.discrete.control;
const columns = [
  ["uzawa", none],
  ["uzawa", optimal],
  ["regularized", none],
  ["regularized", optimal],
] as const;

describe.each([
  ["zero", table1.startAtZero],
  ["previous", table1.startAtPrevious],
] as const)("sweeps of TP1 from the multiplier %s", (start, counts) => {
  it.each(columns.map(([type, control], k) => ({ type, control, count: counts[k]! })))("$type, $count", (column) => {
    const { type, control, count } = column;
    const outcome = endOfProblem("gk95-tp1", { ...paper, solver: { type, start }, control: { value: control } });
    expect(outcome.status).toBe("done");
    expect(Math.abs(outcome.stats.iterations / count - 1)).toBeLessThan(0.05);
  });
});

it("regularization moves the end by about a centimeter: it does affect the displacement", () => {
  const outcome = endOfProblem("gk95-tp1", { ...paper, solver: { type: "regularized" } });
  const moved = distance(outcome.state.position, tp1.discrete.position);
  expect(moved).toBeGreaterThan(1e-3);
  expect(moved).toBeLessThan(5e-2);
});

it("sweeps that stop by (1.15) leave an error that grows over the steps of TP2, and goes with eta", () => {
  const end = (tolerance: number) => {
    const solver = { type: "uzawa", start: "zero", tolerance };
    return distance(endOfProblem("gk95-tp2", { ...paper, solver }).state.position, tp2.discrete.position);
  };
  const printed = end(1.5e-8);
  expect(printed).toBeGreaterThan(1e-6); // far above what is left in one step
  expect(end(1.5e-11)).toBeLessThan(printed / 100);
});

/** Bounds over intervals: they hold what the formulas do there, and no short change hides between them. */
import fc from "fast-check";
import { expect, it, test } from "vitest";
import { jets } from "../../src/expression/jets.ts";
import { parse } from "../../src/expression/parse.ts";
import { compileProgram } from "../../src/expression/program.ts";
import { rangeJets } from "../../src/expression/range-jets.ts";
import type { Node } from "../../src/expression/syntax.ts";
import { compileRaw } from "../support/run.ts";
import { cases } from "../support/torture.ts";
import { formulas } from "./random-formula.ts";

const ORDER = 8;

/** Ranges of the coefficients of a formula in t over an interval. */
function enclose(node: Node, from: number, to: number, decided: boolean): { low: number[]; high: number[] } {
  const program = compileProgram([node], ["t"]);
  const ranges = rangeJets(program, ORDER);
  program.registers.fill((from + to) / 2, 0, 2);
  program.run();
  for (const input of [0, 1]) {
    ranges.set(input, 0, from, to);
    ranges.set(input, 1, 1, 1);
  }
  ranges.run(ORDER, decided);
  const base = program.outputs[0]! * ranges.width;
  const part = (column: Float64Array) => [...column.slice(base, base + ORDER + 1)];
  return { low: part(ranges.ranges.low), high: part(ranges.ranges.high) };
}

function coefficientsAt(node: Node, t: number): number[] {
  const program = compileProgram([node], ["t"]);
  const series = jets(program, ORDER);
  program.registers.fill(t, 0, 2);
  series.run();
  const base = program.outputs[0]! * series.width;
  return [...series.coefficients.slice(base, base + ORDER + 1)];
}

function expectInside(node: Node, from: number, to: number, decided: boolean): void {
  const { low, high } = enclose(node, from, to, decided);
  for (const part of [0, 0.123, 0.5, 0.77, 1]) {
    const exact = coefficientsAt(node, from + part * (to - from));
    if (!exact.every((value) => Number.isFinite(value) && Math.abs(value) < 1e100)) return; // a pole, or nothing at all
    exact.forEach((value, k) => {
      const slack = 1e-9 * Math.max(Math.abs(value), ...exact.slice(0, k + 1).map(Math.abs));
      if (Number.isNaN(low[k]!) || low[k]! > high[k]!) return;
      expect(value, `coefficient ${k}`).toBeGreaterThanOrEqual(low[k]! - slack);
      expect(value, `coefficient ${k}`).toBeLessThanOrEqual(high[k]! + slack);
    });
  }
}

test("the ranges of random smooth formulas hold their coefficients at every point of the interval", () => {
  const interval = fc.tuple(fc.double({ min: -3, max: 3, noNaN: true }), fc.double({ min: 1e-3, max: 1, noNaN: true }));
  fc.assert(
    fc.property(formulas({ smooth: true, depth: 3 }), interval, (random, [from, length]) => {
      const parsed = parse(random.print(true), { constants: new Map(), variables: ["t"] });
      if ("error" in parsed) return; // it is constant and has no finite value
      expectInside(parsed.node, from, from + length, true);
    }),
    { seed: 10, numRuns: cases(300, 1000) },
  );
});

test.each([
  "abs(t)",
  "t < 0.2 ? sin(t) : t^2",
  "min(t, t^2)",
  "max(cos(t), 0.5)*exp(t)",
  "piecewise(t, [0], -t, t^3)",
  "sign(t)",
])("where %s has not decided, the ranges hold all its branches", (text) => {
  const parsed = parse(text, { constants: new Map(), variables: ["t"] });
  if ("error" in parsed) throw new Error(text);
  expectInside(parsed.node, -0.7, 0.9, false);
});

function detailOf(force: string, resolution = 0.08) {
  const { system } = compileRaw({
    stickslip: 1,
    system: { type: "linear", mass: [1], force: [force] },
    time: { end: 10, step: 0.01 },
  });
  return system.load.detail!(0, 10, resolution);
}

it.each([
  ["7", 0],
  ["3*t^2 - t", 0],
  ["sin(3*t)", 0],
  ["t*exp(-t)", 0],
  ["max(0, sin(t))", 0],
])("an ordinary formula has no short changes: %s", (text, zones) => {
  expect(detailOf(text).from).toHaveLength(zones);
});

test("a pulse of a microsecond in ten seconds is found, and nothing is looked at far from it", () => {
  const { from, to, piece, doubtful } = detailOf("sin(3*t) + exp(-((t - 7.1)/1e-6)^2)");
  expect(doubtful).toEqual([]);
  expect(from[0]).toBeGreaterThan(7.0999);
  expect(to.at(-1)).toBeLessThan(7.1001);
  expect(from.some((start, k) => start <= 7.1 && 7.1 <= to[k]!)).toBe(true);
  for (const each of piece) expect(each).toBeLessThan(1e-6);
});

test.each([
  ["begins", "piecewise(t, [0.5], cos(t) + min(1, max(-1, sin(2*pi*t)/0.1)), 0)"],
  ["ends", "piecewise(t, [2639.5], 0, cos(t) + min(1, max(-1, sin(2*pi*t)/0.1)))"],
])("what only %s a long run is measured by its own size", (_where, force) => {
  const { system, grid } = compileRaw({
    stickslip: 1,
    system: { type: "linear", mass: [1], force: [force] },
    time: { end: 2640, step: 0.001 },
  });
  const { from, to, piece, doubtful } = system.load.detail!(0, grid.end, 0.008);
  expect(doubtful).toEqual([]);
  const pieces = from.reduce((sum, start, k) => sum + (to[k]! - start) / piece[k]!, 0);
  expect(pieces).toBeLessThan(100_000); // 1.7 million that end at 3e-6 s where it counts as nothing
});

test("a formula that changes ever faster is named in a warning, after bounded work", () => {
  const { warnings } = compileRaw({
    stickslip: 1,
    system: { type: "linear", coordinates: [{ name: "table" }], mass: [1], force: ["sin(1/(t - 5.01)^2)"] },
    time: { end: 10, step: 0.01 },
  });
  expect(warnings.join()).toContain("How fast the force on table changes could not be bounded everywhere");
});

test("a time-stepping scheme that steps over a pulse says so, with its time", () => {
  const raw = (force: string) => ({
    ...{ stickslip: 1, scheme: { type: "balanced" }, time: { end: 10, step: 0.01 } },
    system: { type: "linear", coordinates: [{ name: "table" }], mass: [1], force: [force] },
  });
  const { warnings } = compileRaw(raw("2e4*exp(-((t - 5.0037)/5e-5)^2)"));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("The force on table has a change at t = 5.0037 s that falls between steps of 0.01 s");
  for (const force of ["sin(20*t)", "sqrt(t)", "exp(-5*t)"]) expect(compileRaw(raw(force)).warnings, force).toEqual([]);
});

test("a limit that is a short pulse, whose kinks could not be found, is named", () => {
  const friction = [{ name: "brake", on: 0, limit: "300*exp(-((t-0.7777)/0.001)^2)" }];
  const raw = { stickslip: 1, system: { type: "linear", mass: [1], friction }, initial: { velocity: [1] } };
  const { warnings } = compileRaw({ ...raw, time: { end: 1, step: 0.1 } });
  expect(warnings.join(" ")).toMatch(/The limit of brake has a change at t = 0\.777\d+ s .*Take a shorter step/);
});

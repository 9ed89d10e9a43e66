import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { breakpoints, searchBudget } from "../../src/expression/breakpoints.ts";
import { operandsOf, outcome } from "../../src/expression/decisions.ts";
import { parse } from "../../src/expression/parse.ts";
import { type Node, postorder } from "../../src/expression/syntax.ts";
import { evaluate, formula } from "./formula.ts";
import { formulas } from "./random-formula.ts";

const find = (text: string, from: number, to: number) => breakpoints([formula(text)], "t", from, to);

describe("affine switch functions are solved exactly", () => {
  test.each<[string, number[]]>([
    ["t < 0.3", [0.3]],
    ["2*t > 0.6", [0.3]],
    ["0.7 - t == 0", [0.7]],
    ["abs(t - mu)", [0.3]],
    ["sign(t/2 - 0.25)", [0.5]],
    ["min(t, 0.1) + max(t, 0.9, 0.4)", [0.1, 0.9]],
    ["piecewise(t, [0.2, 0.4, 0.6], 1, 2, 3, 4)", [0.2, 0.4, 0.6]],
    ["piecewise(1 - t, [0.25], 1, 2)", [0.75]],
    ["t > 0.1 ? (t > 0.2 ? abs(t - 0.8) : 1) : 2", [0.1, 0.2, 0.8]],
    ["(t > 0.25)*(t < 0.5) ? 1 : 0", [0.25, 0.5]],
    ["abs(abs(t - 0.5) - 0.25)", [0.25, 0.5, 0.75]],
    ["(t < 0.5 ? 0 : 2) > 1", [0.5]],
    ["t < 0 ? 1 : t > 1", []],
    ["t < 1.5", []],
    ["z > 0 ? t : 1", []],
    ["sin(t) + exp(t)", []],
    ["3", []],
  ])("%s", (text, times) => {
    expect(find(text, 0, 1)).toEqual({ times, complete: true });
  });
});

describe("other switch functions", () => {
  test.each<[string, number, number, number[]]>([
    ["sin(2*pi*t) > 0", 0, 2, [0.5, 1, 1.5]],
    ["sin(2*pi*t) > 0", 0.5, 1.5, [1]],
    ["abs(t^2 - 2)", -3, 3, [-Math.SQRT2, Math.SQRT2]],
    ["exp(-t) > 0.01", 0, 10, [Math.log(100)]],
    ["max(sin(t), cos(t))", 0, 7, [Math.PI / 4, (5 * Math.PI) / 4]],
    ["piecewise(t^2, [4, 9], 1, 2, 3)", 0, 5, [2, 3]],
    ["t^3 > 0", -1, 2, [0]],
    ["cosh(t) > 2", -3, 3, [-Math.acosh(2), Math.acosh(2)]],
    ["abs(abs(sin(t)) - 1/2)", 0, 4, [1, 5, 6, 7].map((k) => (k * Math.PI) / 6)],
  ])("%s on (%d, %d)", (text, from, to, times) => {
    const found = find(text, from, to);
    expect(found.complete).toBe(true);
    expect(found.times).toHaveLength(times.length);
    for (const [i, time] of times.entries()) expect(Math.abs(found.times[i]! - time)).toBeLessThan(1e-15 * (to - from));
  });

  test.each<[string, number, number, number]>([
    ["abs((t - 0.3)^2)", 0, 1, 0.3],
    ["abs(t^2 - 2*t + 1)", 0, 3, 1],
    ["1 - cos(t - 1) > 0", 0, 3, 1],
  ])("%s touches zero once", (text, from, to, time) => {
    const found = find(text, from, to);
    expect(found.complete).toBe(true);
    expect(found.times).toHaveLength(1);
    expect(found.times[0]).toBeCloseTo(time, 7);
  });

  test("a pole and the edge of a domain are found", () => {
    expect(find("1/(t - 0.3) > 0", 0, 1).times.map((t) => t.toFixed(12))).toEqual(["0.300000000000"]);
    expect(find("tan(t) > 0", 1, 2).times.map((t) => t.toFixed(12))).toEqual([(Math.PI / 2).toFixed(12)]);
    expect(find("sqrt(t - 1) >= 0", 0, 3).times).toEqual([1]);
    expect(find("atan(log(t)) > -9", -1, 1).times.map((t) => Math.abs(t) < 1e-12)).toEqual([true]);
  });

  test("all of 31830 are found, each where it belongs", () => {
    const { times, complete } = find("abs(sin(1000*t))", 0, 100);
    expect(complete).toBe(true);
    expect(times).toHaveLength(31830);
    const worst = Math.max(...times.map((time, i) => Math.abs(time - ((i + 1) * Math.PI) / 1000)));
    expect(worst).toBeLessThan(1e-13);
  });

  test("close pairs are told apart", () => {
    expect(find("(t - 0.5)^2 < 1e-18", 0, 1).times.map((t) => Math.round((t - 0.5) * 1e12))).toEqual([-1000, 1000]);
  });
});

describe("bounds", () => {
  test("too many sign changes are cut off and said", () => {
    const budget = { ...searchBudget(), changes: 10_000 };
    expect(searchBudget().changes).toBe(100_000);
    const { times, complete } = breakpoints([formula("sin(1e9*t) > 0")], "t", 0, 100, budget);
    expect(complete).toBe(false);
    expect(times.length).toBeLessThanOrEqual(10_000);
    expect(times.length).toBeGreaterThan(9000);
  });

  test("functions, powers and the bisection of each change are paid for", () => {
    const whole = searchBudget().evaluations / 5;
    const left = (text: string) => {
      const budget = { ...searchBudget(), evaluations: whole };
      breakpoints([formula(text)], "t", 0, 1, budget);
      return budget.evaluations;
    };
    expect(left("sin(1e300^t) > 0")).toBeLessThan(0); // long before it has found as many changes as it may
    expect((whole - left("sin(1000*t)^1.5 > 0.1")) / (whole - left("sin(1000*t) > 0.1"))).toBeGreaterThan(1.5);
  });

  test("a function that is zero everywhere, though not by its form, ends", () => {
    expect(find("sin(t)^2 + cos(t)^2 > 1", 0, 1).complete).toBe(false);
  });

  test("a decision that depends on another variable too is not located, and said", () => {
    expect(find("t > z", 0, 1)).toEqual({ times: [], complete: false });
  });

  test("an empty interval has none", () => {
    expect(find("t > 0", 1, 1)).toEqual({ times: [], complete: true });
    expect(find("t > 0", 1, -1)).toEqual({ times: [], complete: true });
  });

  test("deep nests and long sums of decisions are searched", () => {
    const nest = `${"abs(".repeat(150)}t${" - 0.001)".repeat(150)}`;
    expect(find(nest, 0, 1).complete).toBe(true);
    const sum = Array.from({ length: 900 }, (_, i) => `abs(t - ${i / 1000})`).join("+");
    expect(find(sum, -1, 1).times).toHaveLength(900);
  });
});

/** The outcomes of all decisions in a formula at t. */
function decisionsAt(node: Node, t: number): string {
  const deciding = postorder([node]).filter((each) => operandsOf(each).deciding.length > 0);
  return deciding.map((each) => outcome(each, (operand) => evaluate(operand, t))).join();
}

test("between neighboring breakpoints no decision of a random formula changes", () => {
  let gaps = 0;
  const property = fc.property(formulas({ smooth: false, depth: 3 }), (random) => {
    const text = random.print(false);
    const result = parse(text, { constants: new Map(), variables: ["t"] });
    if ("error" in result) return;
    const { times, complete } = breakpoints([result.node], "t", -2, 3);
    if (!complete) return;
    const edges = [-2, ...times, 3];
    for (let i = 1; i < Math.min(edges.length, 50); i++) {
      const [from, to] = [edges[i - 1]!, edges[i]!];
      // Narrow gaps may lie where a switch function is zero up to rounding, like atan(t) - tanh(t) near 0.
      if (to - from < 0.01) continue;
      const decisions = [0.01, 0.31, 0.53, 0.77, 0.99].map((s) => decisionsAt(result.node, from + s * (to - from)));
      expect(new Set(decisions).size, `${text} on (${from}, ${to}): ${decisions.join(" | ")}`).toBe(1);
      gaps++;
    }
  });
  fc.assert(property, { numRuns: 250, seed: 4 });
  expect(gaps).toBeGreaterThan(250);
});

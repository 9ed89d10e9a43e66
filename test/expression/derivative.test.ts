import fc from "fast-check";
import { expect, test } from "vitest";
import { derivative } from "../../src/expression/derivative.ts";
import { parse } from "../../src/expression/parse.ts";
import { compileProgram } from "../../src/expression/program.ts";
import { children, postorder } from "../../src/expression/syntax.ts";
import { cases } from "../support/torture.ts";
import { evaluate, formula } from "./formula.ts";
import { formulas, valueAt } from "./random-formula.ts";

test.each([
  ["t^2", "2*t"],
  ["t^3 - 2*t + 7", "3*t^2 - 2"],
  ["5", "0"],
  ["z", "0"],
  ["exp(-10*t)", "-10*exp(-10*t)"],
  ["sin(2*t)*cos(t)", "2*cos(2*t)*cos(t) - sin(2*t)*sin(t)"],
  ["tan(t)", "1/cos(t)^2"],
  ["asin(t)", "1/sqrt(1 - t^2)"],
  ["acos(t)", "-1/sqrt(1 - t^2)"],
  ["atan(3*t)", "3/(1 + 9*t^2)"],
  ["sinh(t)*cosh(t)", "cosh(2*t)"],
  ["tanh(t)", "1/cosh(t)^2"],
  ["log(1 + t^2)", "2*t/(1 + t^2)"],
  ["sqrt(t)", "1/(2*sqrt(t))"],
  ["t^t", "t^t*(log(t) + 1)"],
  ["2^t", "2^t*log(2)"],
  ["1/t", "-1/t^2"],
  ["abs(t - 1/2)", "t < 1/2 ? -1 : 1"],
  ["sign(t)*t", "sign(t)"],
  ["max(t^2, t)", "t > 1 ? 2*t : 1"],
  ["min(t^2, t)", "t > 1 ? 1 : 2*t"],
  ["t > 1/2 ? t^2 : -t", "t > 1/2 ? 2*t : -1"],
  ["piecewise(t, [0.3, 0.6], t, t^2, t^3)", "piecewise(t, [0.3, 0.6], 1, 2*t, 3*t^2)"],
])("the derivative of %s is %s", (text, expected) => {
  for (const t of [0.1, 0.35, 0.7, 0.95]) {
    const exact = evaluate(formula(expected), t);
    expect(evaluate(derivative(formula(text), "t"), t)).toBeCloseTo(exact, 13);
  }
});

test("is simplified", () => {
  expect(derivative(formula("3*t + z"), "t")).toEqual({ kind: "number", value: 3 });
  expect(derivative(formula("t^2"), "t")).toEqual(formula("2*t"));
  expect(derivative(formula("abs(z) + (z > 1)"), "t")).toEqual({ kind: "number", value: 0 });
});

test("is finite where a power with exponent above one has base zero", () => {
  expect(evaluate(derivative(formula("t^1.5"), "t"), 0)).toBe(0);
});

test("chooses the branch that the formula chooses, also in a one-sided limit", () => {
  const slope = derivative(formula("abs(t - 1)"), "t");
  expect(evaluate(slope, 1, 0.9)).toBe(-1);
  expect(evaluate(slope, 1, 1.1)).toBe(1);
});

test("agrees with central differences on random smooth formulas", () => {
  let compared = 0;
  // (u^v)' and sqrt(u)' have none at u = 0, nor asin(u)' at u = 1.
  let undefinedSlopes = 0;
  const property = fc.property(
    formulas({ smooth: true, depth: 4 }),
    fc.integer({ min: -2000, max: 2000 }).map((n) => (n + 0.5) / 1000),
    (random, t) => {
      const result = parse(random.print(false), { constants: new Map(), variables: ["t"] });
      if ("error" in result) return;
      const difference = (h: number) => (valueAt(random, t + h) - valueAt(random, t - h)) / (2 * h);
      const [coarse, fine] = [difference(2e-4), difference(1e-4)];
      const extrapolated = (4 * fine - coarse) / 3;
      const scale = Math.abs(extrapolated) + Math.abs(valueAt(random, t)) + 1e-3;
      if (!Number.isFinite(scale)) return;
      // Where the two differences disagree they are no measure: a pole is near, or the values round.
      if (!(Math.abs(coarse - fine) < 1e-5 * scale) || Math.abs(extrapolated) > 1e6) return;
      const ours = evaluate(derivative(result.node, "t"), t);
      if (!Number.isFinite(ours)) {
        undefinedSlopes++;
        return;
      }
      expect(Math.abs(ours - extrapolated), random.print(false)).toBeLessThan(1e-6 * scale);
      compared++;
    },
  );
  fc.assert(property, { numRuns: cases(1000, 3000), seed: 3 });
  expect(compared).toBeGreaterThan(cases(300, 1000));
  expect(undefinedSlopes).toBeLessThan(20);
});

test("of a long product shares its parts instead of repeating them", () => {
  const product = formula(Array.from({ length: 1200 }, (_, i) => `(t + ${i % 7})`).join("*"));
  const second = derivative(derivative(product, "t"), "t");
  expect(postorder([second]).length).toBeLessThan(30_000);
  expect(compileProgram([second], ["t"]).size).toBeLessThan(30_000);
  expect(postorder([second]).every((node) => children(node).length <= 3)).toBe(true);
});

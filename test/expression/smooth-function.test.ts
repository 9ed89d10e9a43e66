import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "../../src/expression/parse.ts";
import { smoothFunction } from "../../src/expression/smooth-function.ts";
import { cases } from "../support/torture.ts";
import { formula } from "./formula.ts";
import { formulas, valueAt } from "./random-formula.ts";

const budget = () => ({ evaluations: 1e9, changes: 1e9 });

test("what is proved of random formulas holds at samples of an independent evaluator", () => {
  const proofs = { fixed: 0, monotone: 0, vanishing: 0, none: 0 };
  const property = fc.property(
    formulas({ smooth: true, depth: 4 }),
    fc.integer({ min: -300, max: 300 }),
    fc.integer({ min: 1, max: 200 }),
    (random, start, length) => {
      const text = random.print(false);
      const result = parse(text, { constants: new Map(), variables: ["t"] });
      if ("error" in result) return;
      const [from, to] = [start / 100, (start + length) / 100];
      const proof = smoothFunction(result.node, "t", budget()).prove(from, to);
      proofs[proof]++;
      const values = Array.from({ length: 41 }, (_, i) => valueAt(random, from + ((i + 0.37) / 42) * (to - from)));
      if (proof === "fixed") expect(new Set(values.map(Math.sign)).size, text).toBe(1);
      if (proof !== "monotone") return;
      const steps = values.slice(1).map((value, i) => value - values[i]!);
      const noise = 1e-13 * Math.max(...values.map(Math.abs));
      const directions = steps.filter((step) => Math.abs(step) > noise).map(Math.sign);
      expect(new Set(directions).size, `${text} on (${from}, ${to})`).toBeLessThanOrEqual(1);
    },
  );
  fc.assert(property, { numRuns: cases(1500, 5000), seed: 5 });
  expect(proofs.fixed).toBeGreaterThan(cases(300, 1000));
  expect(proofs.monotone).toBeGreaterThan(cases(60, 200));
});

test.each<[string, number, number, string]>([
  ["t^2 + 1", -1, 1, "fixed"],
  ["log(t)", -2, -1, "fixed"],
  ["t^3 + t", -1, 1, "monotone"],
  ["exp(t) - 2", 0, 1, "monotone"],
  ["tan(t)", 1, 2, "none"],
  ["atan(tan(t))", 1, 2, "none"],
  ["sqrt(t) + 9", -1, 1, "none"],
  ["atan(log(t)) + 9", -1, 1, "none"],
  ["t^2 - t^2", 0.5, 0.5 + 1e-16, "vanishing"],
  ["t^2 - 2*t + 1", 1 - 1e-10, 1 + 1e-10, "vanishing"],
  ["(t - 0.3)^2 - 0.01", 0, 1, "none"],
])("of %s on (%d, %d) it proves: %s", (text, from, to, proof) => {
  expect(smoothFunction(formula(text), "t", budget()).prove(from, to)).toBe(proof);
});

test("a sign within rounding of zero is not certain", () => {
  const f = smoothFunction(formula("sin(2*pi*t)"), "t", budget());
  expect(f.certainSign(0.25)).toBe(1);
  expect(f.certainSign(0.75)).toBe(-1);
  expect(f.certainSign(0.5)).toBe(0);
});

import fc from "fast-check";
import { expect, it, test } from "vitest";
import { derivative } from "../../src/expression/derivative.ts";
import { jetSteps, jets } from "../../src/expression/jets.ts";
import { parse } from "../../src/expression/parse.ts";
import { compileProgram } from "../../src/expression/program.ts";
import type { Node } from "../../src/expression/syntax.ts";
import { cases } from "../support/torture.ts";
import { evaluate, formula } from "./formula.ts";
import { formulas } from "./random-formula.ts";

/** Taylor coefficients of a formula in t at t, the decisions made at `decision`. */
function coefficients(node: Node, t: number, order: number, decision = t): number[] {
  const program = compileProgram([node], ["t"]);
  const series = jets(program, order);
  program.registers[0] = t;
  program.registers[1] = decision;
  series.run();
  const base = program.outputs[0]! * series.width;
  return [...series.coefficients.slice(base, base + order + 1)];
}

function motionFormula(text: string): Node {
  const result = parse(text, { constants: new Map(), variables: ["x", "v"] });
  if ("error" in result) throw new Error(result.error.message);
  return result.node;
}

/** value / k! of derivative k. */
function byDerivatives(node: Node, t: number, order: number): number[] {
  const list: number[] = [];
  let rate = node;
  for (let k = 0, factorial = 1; k <= order; k++, factorial *= k) {
    list.push(evaluate(rate, t) / factorial);
    rate = derivative(rate, "t");
  }
  return list;
}

const factorial = (k: number): number => (k < 2 ? 1 : k * factorial(k - 1));
const list = (order: number, value: (k: number) => number) => Array.from({ length: order + 1 }, (_, k) => value(k));

test.each<[string, number, (k: number) => number]>([
  ["exp(t)", 0, (k) => 1 / factorial(k)],
  ["exp(-10*t)", 0, (k) => (-10) ** k / factorial(k)],
  ["sin(3*t)", 0, (k) => (k % 2 ? (-1) ** ((k - 1) / 2) * 3 ** k : 0) / factorial(k)],
  ["cos(t)", 0, (k) => (k % 2 ? 0 : (-1) ** (k / 2)) / factorial(k)],
  ["sinh(t)", 0, (k) => (k % 2) / factorial(k)],
  ["cosh(t)", 0, (k) => (1 - (k % 2)) / factorial(k)],
  ["log(1 + t)", 0, (k) => (k === 0 ? 0 : (-1) ** (k + 1) / k)],
  ["1/(1 - t)", 0, () => 1],
  ["1/(1 - t)^2", 0, (k) => k + 1],
  ["atan(t)", 0, (k) => (k % 2 ? (-1) ** ((k - 1) / 2) / k : 0)],
  ["t^3", 2, (k) => [8, 12, 6, 1][k] ?? 0],
  ["t^5", 0, (k) => (k === 5 ? 1 : 0)],
  ["2^t", 0, (k) => Math.log(2) ** k / factorial(k)],
  ["7", 3, (k) => (k === 0 ? 7 : 0)],
])("%s at %d has its known coefficients up to order 24", (text, t, exact) => {
  coefficients(formula(text), t, 24).forEach((value, k) => {
    expect(Math.abs(value - exact(k)), `coefficient ${k}`).toBeLessThanOrEqual(1e-13 * Math.abs(exact(k)));
  });
});

test.each([
  ["sqrt(1 + t)", 0.3],
  ["t^2.5", 0.7],
  ["t^t", 1.3],
  ["(1 + t^2)^(t/2)", 0.4],
  ["tan(t)", 0.6],
  ["tanh(2*t)", 0.2],
  ["asin(t/2)", 0.5],
  ["acos(t/2)", 0.5],
  ["atan(3*t)", 0.4],
  ["sin(t)/t", 0.9],
  ["t^4 - 3*t^2", 0],
  ["sinh(t)*cosh(t) - exp(t)*log(2 + t)", 0.25],
  ["abs(t - 1)*sin(t)", 0.5],
  ["max(t, t^2)", 0.5],
  ["min(t, t^2)", 0.5],
  ["t > 1/2 ? t^2 : exp(t)", 0.8],
  ["piecewise(t, [0.3, 0.6], t, sin(t), t^3)", 0.4],
  ["sign(t - 1)*t^2", 0.5],
])("%s at %d agrees with its derivatives", (text, t) => {
  const node = formula(text);
  const exact = byDerivatives(node, t, 6);
  const size = Math.max(...exact.map(Math.abs));
  coefficients(node, t, 6).forEach((value, k) => {
    expect(Math.abs(value - exact[k]!), `coefficient ${k}`).toBeLessThan(1e-12 * size);
  });
});

it("squares and small powers hold where the base is zero", () => {
  expect(coefficients(formula("(t - 1)^4"), 1, 6)).toEqual([0, 0, 0, 0, 1, 0, 0]);
  expect(coefficients(formula("sin(t)^3"), 0, 5).map((value) => value + 0)).toEqual([0, 0, 0, 1, 0, -0.5]);
});

it("has no coefficients where the function has none", () => {
  expect(coefficients(formula("sqrt(t)"), 0, 3).slice(1).every(Number.isFinite)).toBe(false);
  expect(coefficients(formula("t^1.5"), 0, 3).slice(2).every(Number.isFinite)).toBe(false);
});

it("takes the branch of the decision time at a jump", () => {
  const node = formula("piecewise(t, [1], t, 5*t^2)");
  expect(coefficients(node, 1, 2, 0.5)).toEqual([1, 1, 0]);
  expect(coefficients(node, 1, 2, 1.5)).toEqual([5, 10, 5]);
});

it("does not keep what another run left behind", () => {
  const program = compileProgram([formula("t > 1 ? exp(t) : 3")], ["t"]);
  const series = jets(program, 4);
  const at = (t: number) => {
    program.registers[0] = program.registers[1] = t;
    series.run();
    const base = program.outputs[0]! * series.width;
    return [...series.coefficients.slice(base, base + 5)];
  };
  at(2);
  expect(at(0)).toEqual([3, 0, 0, 0, 0]);
});

it("agrees with six derivatives on random smooth formulas", () => {
  let compared = 0;
  const times = fc.integer({ min: -2000, max: 2000 }).map((n) => (n + 0.5) / 1000);
  const property = fc.property(formulas({ smooth: true, depth: 3 }), times, (random, t) => {
    const result = parse(random.print(false), { constants: new Map(), variables: ["t"] });
    if ("error" in result) return;
    const exact = byDerivatives(result.node, t, 6);
    const near = byDerivatives(result.node, t * (1 + 1e-9), 6);
    const ours = coefficients(result.node, t, 6);
    exact.forEach((value, k) => {
      const size = Math.max(...exact.slice(0, k + 1).map(Math.abs), 1e-3);
      // where derivatives change much within 1e-9 they round, or a singular point is near
      if (!(size < 1e6) || !(Math.abs(near[k]! - value) < 1e-6 * size) || !Number.isFinite(ours[k]!)) return;
      expect(Math.abs(ours[k]! - value), `${random.print(false)} at ${t}, coefficient ${k}`).toBeLessThan(1e-7 * size);
      compared++;
    });
  });
  fc.assert(property, { numRuns: cases(300, 2000), seed: 7 });
  expect(compared).toBeGreaterThan(cases(800, 6000));
});

it("of order 24 sums to the function", () => {
  const property = fc.property(
    fc.constantFrom("exp(sin(3*t))", "tanh(t)/(2 + cos(t))", "sqrt(4 + sin(t)^2)", "atan(t)^2*exp(-t)", "(3 + t)^1.7"),
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.double({ min: -0.15, max: 0.15, noNaN: true }),
    (text, t, h) => {
      const node = formula(text);
      const sum = coefficients(node, t, 24).reduceRight((total, value) => total * h + value, 0);
      expect(Math.abs(sum - evaluate(node, t + h))).toBeLessThan(1e-13 * (1 + Math.abs(sum)));
    },
  );
  fc.assert(property, { numRuns: 500, seed: 8 });
});

it("knows the degree of a polynomial", () => {
  const program = compileProgram([formula("(t^2 + 1)*(t - 3)")], ["t"]);
  const series = jets(program, 24);
  program.registers[0] = program.registers[1] = 0.5;
  series.run();
  expect(series.degree[program.outputs[0]!]).toBe(3);
  expect(list(24, (k) => series.coefficients[program.outputs[0]! * 25 + k]!).slice(4)).toEqual(Array(21).fill(0));
});

it.each([
  "sin(x)*v + x^2",
  "x^5*exp(-v)/(2 + cos(x))",
  "(1 + x^2)^v + tan(x/3) + atan(v)",
  "sqrt(3 + v)*log(4 + x) - asin(x/5) + tanh(v)^3",
  "abs(x - 2)*max(v, x) + x^2.5",
])("coefficient by coefficient along a motion, %s agrees with the formula in which the motion is put in", (text) => {
  const order = 12;
  const motion = [0.7, -0.3, 0.2, 0.05, -0.01];
  const polynomial = motion.map((value, k) => `(${value})*t^${k}`).join(" + ");
  const rate = motion.map((value, k) => `(${k * value})*t^${Math.max(0, k - 1)}`).join(" + ");
  const whole = text.replace(/\bx\b/g, `(${polynomial})`).replace(/\bv\b/g, `(${rate})`);
  const program = compileProgram([motionFormula(text)], ["x", "v"]);
  const steps = jetSteps(program, order);
  const { coefficients: c, width, degree } = steps;
  program.registers.set([motion[0]!, motion[1]!, motion[0]!, motion[1]!]);
  degree.fill(order, 0, 2);
  steps.begin();
  for (let k = 1; k <= order; k++) {
    c[k] = motion[k] ?? 0;
    c[width + k] = (k + 1) * (motion[k + 1] ?? 0);
    steps.next(k);
  }
  const base = program.outputs[0]! * width;
  coefficients(formula(whole), 0, order).forEach((value, k) => {
    expect(Math.abs(c[base + k]! - value), `coefficient ${k}`).toBeLessThanOrEqual(1e-12 * (1 + Math.abs(value)));
  });
});

import { describe, expect, it } from "vitest";
import { parse } from "../../src/expression/parse.ts";
import type { Node } from "../../src/expression/syntax.ts";
import { compileMotionFunctions } from "../../src/problem/compile/motion/motion-functions.ts";
import { inMotion } from "../../src/problem/compile/motion/variables.ts";
import { stateSymbols } from "../../src/problem/compile/system/affine.ts";

const symbols = stateSymbols(["a", "b"], ["z"]);
const SIZE = 3;

function formula(text: string): Node {
  const result = parse(text, { constants: new Map(), variables: ["t", ...symbols.keys()] });
  if ("error" in result) throw new Error(result.error.message);
  return inMotion(result.node, symbols, 2);
}

const texts = [
  "sin(x(a))*v(b)^2 + t*z",
  "abs(x(a) - x(b))*v(a) + (t < 5 ? x(b)^3 : 1)",
  "max(x(a), 2*x(b), z) - min(v(a), v(b))",
  "piecewise(x(a), [-1, 0.2, 2], x(b), x(b)^2, sin(x(b)), 7)",
  "v(a)*abs(v(a)) + sign(v(b))*exp(-x(a)*t)",
  "(x(a) > 0.1)*(x(b) < 3) ? x(a)^2.5 : -x(b)",
  "sqrt(abs(x(a)*x(b)) + 1)",
];

/** Positions of the three coordinates as polynomials in tau. */
const motion = [
  [0.7, -0.4, 0.3, 0.05],
  [0.9, 0.6, -0.2, 0.02],
  [0.1, 1.3, 0.1, -0.03],
];
const ORDER = 8;
const TIME = 2;

function coefficients(): Float64Array {
  const x = new Float64Array((ORDER + 2) * SIZE);
  for (let i = 0; i < SIZE; i++) for (let k = 0; k < 4; k++) x[k * SIZE + i] = motion[i]![k]!;
  return x;
}

function at(tau: number): { at: Float64Array; q: Float64Array; v: Float64Array } {
  const sum = (list: readonly number[]) => list.reduceRight((total, value) => total * tau + value, 0);
  const rate = (list: readonly number[]) => sum(list.map((value, k) => k * value).slice(1));
  const time = TIME + tau;
  return { at: Float64Array.of(time, time), q: Float64Array.from(motion, sum), v: Float64Array.from(motion, rate) };
}

function valueAt(text: string, tau: number): number {
  const out = new Float64Array(1);
  const here = at(tau);
  compileMotionFunctions([formula(text)], new Map(), SIZE).evaluate(here.at, here.q, here.v, out);
  return out[0]!;
}

describe.each(texts)("%s", (text) => {
  const functions = compileMotionFunctions([formula(text)], new Map(), SIZE);

  it("sums its series to its value along the motion", () => {
    const series = functions.expansion(ORDER);
    const begin = at(0);
    if (series.switches) {
      const values = new Float64Array(series.switches.count);
      series.switches.evaluate(begin.at, begin.q, begin.v, values);
      for (let l = 0; l < values.length; l++) series.switches.side[l] = values[l]! < 0 ? -1 : 1;
    }
    series.begin(begin.at);
    const x = coefficients();
    for (let k = 0; k <= ORDER; k++) series.next(k, x);
    for (const tau of [0, 0.01, 0.02]) {
      const sum = Array.from(series.value).reduceRight((total, value) => total * tau + value, 0);
      expect(Math.abs(sum - valueAt(text, tau)), `tau ${tau}`).toBeLessThan(1e-13 * (1 + Math.abs(sum)));
    }
  });

  it("has the slopes of its differences", () => {
    const { at: time, q, v } = at(0);
    const [byPosition, byVelocity] = [new Float64Array(SIZE), new Float64Array(SIZE)];
    functions.slopes(time, q, v, byPosition, byVelocity);
    const out = new Float64Array(1);
    const h = 1e-6;
    for (const [which, slopes] of [
      [q, byPosition],
      [v, byVelocity],
    ] as const) {
      for (let j = 0; j < SIZE; j++) {
        const value = which[j]!;
        const [above, below] = [value + h, value - h].map((near) => {
          which[j] = near;
          functions.evaluate(time, q, v, out);
          return out[0]!;
        });
        which[j] = value;
        expect(Math.abs((above! - below!) / (2 * h) - slopes[j]!)).toBeLessThan(1e-8);
      }
    }
  });
});

it("keeps to the piece whose sides are given, also beyond a switch", () => {
  const functions = compileMotionFunctions([formula("abs(x(a))*v(b)")], new Map(), SIZE);
  const series = functions.expansion(2);
  const x = coefficients();
  const values = [1, -1].map((side) => {
    series.switches!.side[0] = side;
    series.begin(Float64Array.of(0, 0));
    for (let k = 0; k <= 2; k++) series.next(k, x);
    return Array.from(series.value);
  });
  expect(values[1]).toEqual(values[0]!.map((value) => -value));
  expect(series.switches!.count).toBe(1);
  expect(Array.from(series.switches!.value.subarray(0, 3))).toEqual([0.7, -0.4, 0.3]);
});

it("counts a switch function once, and decisions by time not at all", () => {
  const nodes = ["abs(x(a))", "sign(x(a))*v(b)", "x(a) < 0 ? 1 : 2", "t < 3 ? x(a) : x(b)"].map(formula);
  const functions = compileMotionFunctions(nodes, new Map(), SIZE);
  expect(functions.expansion(1).switches?.count).toBe(1);
  expect(functions.breakpoints(0, 10)).toEqual({ times: [3], complete: true });
});

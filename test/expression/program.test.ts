import { constants, PerformanceObserver, performance } from "node:perf_hooks";
import { describe, expect, test } from "vitest";
import { derivative } from "../../src/expression/derivative.ts";
import { parse } from "../../src/expression/parse.ts";
import { compileProgram } from "../../src/expression/program.ts";
import { pow } from "../../src/numeric/elementary.ts";
import { evaluate, formula } from "./formula.ts";

const program = (...texts: string[]) => compileProgram(texts.map(formula), ["t"]);

describe("layout", () => {
  test("outputs may be variables, constants and equal formulas", () => {
    const { registers, outputs, run, inputs } = compileProgram(["t", "3", "z", "t*z", "t*z"].map(formula), ["z", "t"]);
    registers.set([2, 5, 2, 5]);
    run();
    expect(inputs).toBe(2);
    expect(Array.from(outputs, (register) => registers[register])).toEqual([5, 3, 2, 10, 10]);
    expect(outputs[3]).toBe(outputs[4]);
  });

  test("a variable that is not given is refused", () => {
    expect(() => compileProgram([formula("t + z")], ["t"])).toThrow(/variable: z/);
  });
});

describe("common subexpressions", () => {
  test("run once, over all formulas", () => {
    const one = program("exp(-10*t)").size;
    expect(one).toBe(2);
    expect(program("exp(-10*t)", "2*exp(-10*t)", "exp(-10*t)^2 + 1").size).toBe(one + 3);
  });

  test("are shared by a formula and its derivatives", () => {
    const f = formula("exp(-10*t)");
    const slope = derivative(f, "t");
    expect(compileProgram([f, slope, derivative(slope, "t")], ["t"]).size).toBe(4);
  });

  test("are copied to the decision values only where a decision needs them", () => {
    expect(program("sin(t) + cos(t)").size).toBe(3);
    expect(program("t < 1 ? sin(t) : cos(t)").size).toBe(4);
    expect(program("sin(t) < 0.5").size).toBe(2);
    expect(program("abs(sin(t))").size).toBe(3);
  });

  test("small powers are one instruction each and round like products", () => {
    const t = 1.1;
    expect(program("t^2", "t^3", "t^4").size).toBe(3);
    expect(evaluate(formula("t^2"), t)).toBe(pow(t, 2));
    expect(evaluate(formula("t^3"), t)).toBe(t * t * t);
    expect(evaluate(formula("t^4"), t)).toBe(t * t * (t * t));
    expect(evaluate(formula("t^5"), t)).toBe(pow(t, 5));
  });

  test("folded constants have the digits that running gives", () => {
    const names = ["sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "sqrt", "abs"];
    for (const text of [...names.map((name) => `${name}(t)`), "t^3", "t^4", "t^2.5", "1/t", "3^t"]) {
      const folded = parse(text, { constants: new Map([["t", 0.7]]), variables: [] });
      expect(folded).toEqual({ node: { kind: "number", value: evaluate(formula(text), 0.7) } });
    }
  });
});

describe("decision values", () => {
  test.each([
    ["t < 1 ? 5 : 7", 5, 7],
    ["t < 1", 1, 0],
    ["(t >= 1)*t", 0, 1],
    ["abs(t - 1) + t", 1, 1],
    ["sign(t - 1)", -1, 1],
    ["min(t, 1)*3", 3, 3],
    ["max(2*t, 3 - t)", 2, 2],
    ["piecewise(t, [1, 2], t + 1, t + 10, 0)", 2, 11],
    ["piecewise(2*t, [2], 4, 6)", 4, 6],
    ["t < 1 ? (t < 0.95 ? 1 : 2) : 3", 1, 3],
    ["abs(t - 1 < 0 ? -3*t : 2*t)", 3, 2],
    ["(t - 1) ? 4 : 6", 4, 4],
  ])("%s is %d from the left and %d from the right of 1", (text, left, right) => {
    expect(evaluate(formula(text), 1, 0.9)).toBe(left);
    expect(evaluate(formula(text), 1, 1.1)).toBe(right);
  });

  test("the branch of abs, min and max is continued smoothly", () => {
    expect(evaluate(formula("abs(t - 1)"), 1, 0.9)).toBe(0);
    expect(evaluate(formula("abs(t)"), 2, -1)).toBe(-2);
    expect(evaluate(formula("min(t, 1)"), 2, 0)).toBe(2);
    expect(evaluate(formula("max(t, 1)"), 2, 0)).toBe(1);
  });

  test("what is not a number in the other branch does not leak", () => {
    expect(evaluate(formula("t > 0 ? log(t) : 8"), -1)).toBe(8);
    expect(evaluate(formula("piecewise(t, [0], 3, sqrt(t))"), -1)).toBe(3);
    expect(evaluate(formula("t == 0 ? 1 : sin(t)/t"), 0)).toBe(1);
  });

  test("what is not a number is not hidden by min and max", () => {
    for (const text of ["min(log(t), 1)", "min(1, log(t))", "max(log(t), 1)", "max(1, log(t))", "abs(log(t))"]) {
      expect(evaluate(formula(text), -1)).toBeNaN();
    }
  });
});

describe("running", () => {
  /** Scavenges while `work` runs: one comes at the latest with every sixteen megabytes allocated. */
  async function scavenges(work: () => void): Promise<number> {
    const starts: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { detail, startTime } of list.getEntries()) {
        if ((detail as { kind: number }).kind === constants.NODE_PERFORMANCE_GC_MINOR) starts.push(startTime);
      }
    });
    observer.observe({ entryTypes: ["gc"] });
    const begin = performance.now();
    work();
    const end = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 50));
    observer.disconnect();
    return starts.filter((start) => begin <= start && start <= end).length;
  }

  /** The fewest of five batches, since the engine allocates for itself until it has compiled the loop. */
  async function fewestScavenges(work: () => void): Promise<number> {
    const counts: number[] = [];
    for (let batch = 0; batch < 5; batch++) counts.push(await scavenges(work));
    return Math.min(...counts);
  }

  test("allocates nothing", async () => {
    const { registers, outputs, run } = program("exp(-t)*sin(3*t) + 1/(1 + t)", "abs(t - 2) > 1 ? min(t, 3) : t^3");
    const kept: { value: number }[] = [{ value: 0 }];
    const loop = (keep: boolean) => {
      for (let i = 0; i < 1e6; i++) {
        registers[0] = registers[1] = i * 1e-6;
        run();
        if (keep) kept[0] = { value: registers[outputs[0]!]! };
      }
    };
    expect(await fewestScavenges(() => loop(false))).toBe(0);
    // The meter can fail: one small object a run is seen.
    expect(await fewestScavenges(() => loop(true))).toBeGreaterThan(0);
  });
});

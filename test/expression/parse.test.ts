import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "../../src/expression/parse.ts";
import { cases } from "../support/torture.ts";
import { evaluate, fault, formula } from "./formula.ts";
import { formulas, isWellConditioned, valueAt } from "./random-formula.ts";

describe("values", () => {
  test("agree with an independent evaluator, with all parentheses and with as few as possible", () => {
    let compared = 0;
    const property = fc.property(
      formulas({ smooth: false, depth: 4 }),
      fc.double({ min: -3, max: 3, noNaN: true }),
      fc.boolean(),
      (random, t, full) => {
        const text = random.print(full);
        const result = parse(text, { constants: new Map(), variables: ["t"] });
        if ("error" in result) {
          expect(result.error.message).toMatch(/not a finite number/);
          return;
        }
        if (!isWellConditioned(random, t)) return;
        const exact = valueAt(random, t);
        expect(Math.abs(evaluate(result.node, t) - exact), text).toBeLessThanOrEqual(1e-13 * Math.abs(exact));
        compared++;
      },
    );
    fc.assert(property, { numRuns: cases(1000, 3000), seed: 1 });
    expect(compared).toBeGreaterThan(cases(300, 1000));
  });

  test.each([
    ["-2^2", -4],
    ["2^-1", 0.5],
    ["2^3^2", 512],
    ["2^-2^2", 1 / 16],
    ["(-2)^2", 4],
    ["2*-3", -6],
    ["1 - -1", 2],
    ["7 - 3 - 2", 2],
    ["8 / 4 / 2", 1],
    ["8 / 4 * 2", 4],
    ["1 + 2 * 3", 7],
    ["1 < 2", 1],
    ["1 + 1 < 2 * 1", 0],
    ["0 ? 1 : 0 ? 2 : 3", 3],
    ["1 ? 0 ? 1 : 2 : 3", 2],
    ["1 < 2 ? 3 : 4", 3],
    ["(3 > 2) + (2 != 2) + (1 == 1)", 2],
    ["min(3, 1, 2) + max(4, 6, 5)", 7],
    ["piecewise(2.5, [1, 2], 10, 20, 30)", 30],
    ["piecewise(2, [1, 1 + 1], 10, 20, 30)", 30],
    ["piecewise(0, [1, 2], 10, 20, 30)", 10],
    ["2e-3 + .5 + 1. + 1E2", 101.502],
    ["+3", 3],
    ["mu * 2", 0.6],
    ["sign(-3) + sign(0) + abs(-2)", 1],
  ])("%s is %d", (text, value) => {
    expect(formula(text)).toEqual({ kind: "number", value });
  });

  test("pi and e are known and can be overridden", () => {
    expect(formula("pi + e")).toEqual({ kind: "number", value: Math.PI + Math.E });
    expect(parse("e", { constants: new Map([["e", 3]]), variables: [] })).toEqual({
      node: { kind: "number", value: 3 },
    });
  });

  test("a constant that is also listed as a variable stays a variable", () => {
    const result = parse("k", { constants: new Map([["k", 3]]), variables: ["k"] });
    expect(result).toEqual({ node: { kind: "variable", name: "k" } });
  });

  test("a variable may carry an argument", () => {
    expect(formula("x( base )")).toEqual({ kind: "variable", name: "x(base)" });
    expect(formula("x(mid mass)")).toEqual({ kind: "variable", name: "x(mid mass)" });
  });

  test("names of object properties mean nothing", () => {
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
      expect(fault(name).message).toBe(`unknown symbol ${name}`);
      expect(fault(`${name}(1)`).message).toBe(`unknown symbol ${name}`);
    }
  });
});

describe("errors", () => {
  test.each([
    ["1 + sine", 5, "unknown symbol sine; did you mean sin?"],
    ["sine(t)", 1, "unknown symbol sine; did you mean sin?"],
    ["2 * gravty", 5, "unknown symbol gravty; did you mean gravity?"],
    ["x(bas) + 1", 1, "unknown symbol x(bas); did you mean x(base)?"],
    ["quux", 1, "unknown symbol quux"],
    ["sin", 1, "sin is a function. Write its arguments: sin(...)"],
    ["1 + t(3)", 5, 't is not a function; found: "(". Multiply with *'],
    ["sin(1, 2)", 1, "sin takes 1 argument; given: 2"],
    ["1 + sin()", 5, "sin takes 1 argument; given: 0"],
    ["min(1)", 1, "min takes 2 or more arguments; given: 1"],
    ["2 t", 3, 'expected an operator or the end of the formula; found: "t". Write products with *, and no units'],
    ["2 (t)", 3, 'expected an operator or the end of the formula; found: "(". Write products with *'],
    ["1,5", 2, 'expected an operator or the end of the formula; found: ",". Write decimals with a point'],
    ["cos(base)", 5, "unknown symbol base. Write x(base)"],
    ["x(other)", 1, "unknown symbol x(other). Write x(base) or x(mid mass)"],
    ["if(t, 1, 2)", 1, "unknown symbol if. Write condition ? a : b"],
    ["ln(t)", 1, "unknown symbol ln. Write log(...)"],
    ["\u22123*t", 1, "unexpected character; found: \u2212. Write -"],
    ["3\u00b7t", 2, "unexpected character; found: \u00b7. Multiply with *"],
    ["1 + ", 5, 'expected a number, a name or "("; found: the end of the formula'],
    ["1 + * 2", 5, 'expected a number, a name or "("; found: "*"'],
    ["(1 + 2", 7, 'expected an operator or ")" for the "(" in column 1; found: the end of the formula'],
    ["1)", 2, 'expected an operator or the end of the formula; found: ")"'],
    ["max(1, 2", 9, 'expected "," or ")" in the arguments of max; found: the end of the formula'],
    ["t ? 1", 6, 'expected ":" of the "?" in column 3; found: the end of the formula'],
    ["x(base", 7, 'expected ")" for the "(" in column 2; found: the end of the formula'],
    ["0 < t < 1", 7, 'comparisons do not chain; found: a second "<". Multiply them: (a < b) * (b < c)'],
    ["t = 1", 3, "unexpected character; found: =. Compare with =="],
    ["t.x", 2, "unexpected character; found: ."],
    ["t ; 1", 3, "unexpected character; found: ;"],
    ["", 1, 'expected a number, a name or "("; found: the end of the formula'],
    ["1 / 0", 3, "constant is not a finite number; value: 1 / 0"],
    ["t + log(0 - 1)", 5, "constant is not a finite number; value: log(-1)"],
    ["1e400", 1, "number is too large; found: 1e400"],
    ["2 * broken", 5, "constant is not a finite number; broken: NaN"],
    ["piecewise(t, [2, 1], 1, 2, 3)", 18, "breaks of piecewise must increase; after 2: 1. Sort them"],
    ["piecewise(t, [1, t], 1, 2, 3)", 18, "break of piecewise is not constant. Compare with ?: instead"],
    ["piecewise(t, [1, 2], 1, 2)", 1, "piecewise takes 3 values for 2 breaks; given: 2"],
    ["piecewise(t, 1, 2)", 14, 'expected "[" before the breaks of piecewise; found: "1"'],
    ["piecewise(t, [], 2)", 15, 'expected a number, a name or "("; found: "]"'],
    ["piecewise(t, [1 2], 2)", 17, 'expected "," or "]" in the breaks opened in column 14; found: "2"'],
    ["piecewise(t)", 12, 'expected "," after the first argument of piecewise; found: ")"'],
  ])("%s fails in column %d", (text, column, message) => {
    expect(fault(text)).toEqual({ message, column });
  });

  test("any text gives a node or an error inside the text", () => {
    const pieces = fc.constantFrom(
      ..."()[],?:<>=!+-*/^.e1 ".split(""),
      "t",
      "sin",
      "piecewise",
      "min",
      "1e9",
      "\u{1f600}",
    );
    const property = fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const text = parts.join("");
      const result = parse(text, { constants: new Map(), variables: ["t"] });
      if ("node" in result) return;
      expect(result.error.column).toBeGreaterThanOrEqual(1);
      expect(result.error.column).toBeLessThanOrEqual(text.length + 1);
    });
    fc.assert(property, { numRuns: cases(1000, 3000), seed: 2 });
  });
});

describe("limits", () => {
  test("200 levels are allowed, 201 are not", () => {
    const nest = (depth: number) => `${"(".repeat(depth)}t${")".repeat(depth)}`;
    expect(formula(nest(200))).toEqual({ kind: "variable", name: "t" });
    expect(fault(nest(201))).toMatchObject({ column: 201, message: expect.stringMatching(/nested too deeply/) });
  });

  test.each([
    ["parentheses", (n: number) => "(".repeat(n)],
    ["minus signs", (n: number) => `${"-".repeat(n)}t`],
    ["powers", (n: number) => `${"t^".repeat(n)}t`],
    ["conditionals", (n: number) => `${"t?1:".repeat(n)}t`],
    ["calls", (n: number) => "sin(".repeat(n)],
  ])("many %s are refused without overflowing the stack", (_, text) => {
    expect(fault(text(4000)).message).toMatch(/nested too deeply/);
    expect(fault(text(100_000)).message).toMatch(/too long/);
  });

  test("a million characters are refused", () => {
    expect(fault("1+".repeat(500_000))).toMatchObject({ column: 20_001, message: expect.stringMatching(/too long/) });
  });

  test("5000 nodes are allowed, more are not", () => {
    const sum = (terms: number) => Array.from({ length: terms }, () => "t").join("+");
    expect(evaluate(formula(sum(2500)), 2)).toBe(5000);
    expect(fault(sum(2501))).toMatchObject({ column: 5000, message: expect.stringMatching(/too large/) });
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as elementary from "../../src/numeric/elementary.ts";
import { cases } from "../support/torture.ts";
import { oracle, powOracle, ulps } from "./elementary-oracle.ts";
import {
  type Name,
  names,
  near,
  positive,
  ranges,
  type Sampler,
  seededWords,
  sized,
  uniform,
} from "./elementary-samples.ts";

const { acos, asin, atan, cos, cosh, exp, log, pow, sin, sinh, tan, tanh } = elementary;
const { acosAt, asinAt, atanAt, cosAt, coshAt, expAt, logAt, sinAt, sinhAt, tanAt, tanhAt, powAt } = elementary;
const functions = { acos, asin, atan, cos, cosh, exp, log, sin, sinh, tan, tanh };
const kernels = { acosAt, asinAt, atanAt, cosAt, coshAt, expAt, logAt, sinAt, sinhAt, tanAt, tanhAt };

const anyDouble = fc.double();

describe("accuracy", () => {
  test.each(names)("%s errs by less than 1 ulp", (name) => {
    const next = seededWords(names.indexOf(name) + 1);
    for (const sample of ranges[name]) {
      for (let i = 0; i < cases(1000, 3000); i++) expectWithin1Ulp(name, sample(next));
    }
  });

  test("angles are reduced right at the doubles nearest to multiples of pi/2", () => {
    // The first is 6381956970095103 * 2^797, 2^-61 away: the nearest of all doubles.
    for (const x of [5.319372648326541e255, Math.PI / 2, Math.PI, 2 ** 1023, Number.MAX_VALUE]) {
      for (const name of ["sin", "cos", "tan"] as const) expectWithin1Ulp(name, x);
    }
    expect(cos(5.319372648326541e255)).toBe(-4.687165924254628e-19);
  });

  /** Base and result; the exponent that leads from one to the other is worked out. */
  const anyBase = positive(sized(-1022, 1023));
  const powers: [base: Sampler, logarithm: Sampler][] = [
    [uniform(0, 30), uniform(-30, 30)],
    [anyBase, uniform(-708, 709)],
    [anyBase, uniform(709.7, 709.79)],
    [anyBase, uniform(-745.2, -708)],
    [anyBase, sized(-60, -5)],
    [near(1, -52, -3), uniform(-745, 709.7)],
    [near(1, -30, -3), sized(-40, 2)],
  ];
  test("pow errs by less than 1 ulp", () => {
    const next = seededWords(100);
    for (const [base, logarithm] of powers) {
      for (let i = 0; i < cases(1000, 3000); i++) {
        const x = base(next);
        const y = logarithm(next) / log(x);
        if (x !== 1) expectPowWithin1Ulp(x, y);
      }
    }
  });

  test("small integer powers err by less than 1 ulp and are exact where they fit", () => {
    const next = seededWords(101);
    const base = sized(-40, 40);
    for (let i = 0; i < cases(1000, 3000); i++) {
      const x = base(next);
      const n = (i % 12) - 5;
      expectPowWithin1Ulp(Math.abs(x), n);
      expect(pow(x, n)).toBe(x < 0 && n % 2 !== 0 ? -pow(-x, n) : pow(Math.abs(x), n));
    }
    for (let x = -100; x <= 100; x++) expect(pow(x, 3)).toBe(x * x * x);
    for (let n = -1074; n < 1024; n++) expect(pow(2, n)).toBe(2 ** n);
    fc.assert(fc.property(anyDouble, (x) => Object.is(pow(x, 2), x * x)));
  });
});

function expectWithin1Ulp(name: Name, x: number): void {
  const error = ulps(functions[name](x), oracle[name](x));
  if (!(error < 1)) expect.fail(`${name}(${x}) errs by ${error} ulp`);
}

function expectPowWithin1Ulp(x: number, y: number): void {
  const error = ulps(pow(x, y), powOracle(x, y));
  if (!(error < 1)) expect.fail(`pow(${x}, ${y}) errs by ${error} ulp`);
}

describe("special values", () => {
  const tiny = 5e-324;
  const table: [Name, number, number][] = [
    ["exp", -Infinity, 0],
    ["exp", Infinity, Infinity],
    ["exp", -0, 1],
    ["exp", 709.782712893384, 1.7976931348622732e308],
    ["exp", 709.7827128933841, Infinity],
    ["exp", -745.1332191019411, tiny],
    ["exp", -745.1332191019412, 0],
    ["log", 0, -Infinity],
    ["log", -0, -Infinity],
    ["log", 1, 0],
    ["log", -1, NaN],
    ["log", -tiny, NaN],
    ["log", -Infinity, NaN],
    ["log", Infinity, Infinity],
    ["log", tiny, -744.4400719213812],
    ["log", Number.MAX_VALUE, 709.782712893384],
    ["sin", Infinity, NaN],
    ["cos", -Infinity, NaN],
    ["tan", Infinity, NaN],
    ["cos", 0, 1],
    ["cos", tiny, 1],
    ["asin", 1, Math.PI / 2],
    ["asin", 1.0000000000000002, NaN],
    ["asin", Infinity, NaN],
    ["acos", 1, 0],
    ["acos", 0, Math.PI / 2],
    ["acos", -1, Math.PI],
    ["acos", -1.0000000000000002, NaN],
    ["atan", Infinity, Math.PI / 2],
    ["atan", Number.MAX_VALUE, Math.PI / 2],
    ["atan", 1, Math.PI / 4],
    ["sinh", Infinity, Infinity],
    ["sinh", 710.4758600739439, 1.7976931348621744e308],
    ["sinh", 710.475860073944, Infinity],
    ["cosh", -Infinity, Infinity],
    ["cosh", 0, 1],
    ["cosh", -710.475860073944, Infinity],
    ["cosh", 711, Infinity],
    ["cosh", -1e5, Infinity],
    ["sinh", -1e5, -Infinity],
    ["tanh", Infinity, 1],
    ["tanh", 1e300, 1],
  ];
  test.each(table)("%s(%d) is %d", (name, x, expected) => {
    expect(functions[name](x)).toBe(expected);
  });
  test.each(names)("%s(NaN) is NaN", (name) => {
    expect(functions[name](NaN)).toBeNaN();
  });
  test.each(["sin", "tan", "asin", "atan", "sinh", "tanh"] as const)(
    "%s keeps zeros and the smallest numbers",
    (name) => {
      for (const x of [0, -0, tiny, -tiny, 2.2250738585072014e-308, -1e-310, 1e-9]) expect(functions[name](x)).toBe(x);
    },
  );

  test("pow has Math.pow's special values", () => {
    const integers = [1, 2, 3, 4, 5, 101, 2 ** 52 + 1, 2 ** 53 - 1, 2 ** 53, 2 ** 70, 1e300];
    const sizes = [0, tiny, 1e-310, 1e-300, 1e-21, 0.5, 1 - 2 ** -53, 1 + 2 ** -52, 1.5, 2.5, ...integers, Infinity];
    const all = [NaN, ...sizes, ...sizes.map((x) => -x)];
    for (const x of all) {
      for (const y of all) {
        const theirs = x ** y;
        const ours = pow(x, y);
        const special = !Number.isFinite(theirs) || theirs === 0 || Math.abs(theirs) === 1;
        if (special) expect(ours, `pow(${x}, ${y})`).toBe(theirs);
        else expect(Math.abs(ours / theirs - 1), `pow(${x}, ${y})`).toBeLessThan(1e-15);
      }
    }
  });
});

describe("for any double", () => {
  test("odd functions are odd and even ones even, to the bit", () => {
    fc.assert(
      fc.property(anyDouble, (x) => {
        for (const odd of [sin, tan, asin, atan, sinh, tanh]) expect(odd(-x)).toBe(-odd(x));
        for (const even of [cos, cosh]) expect(even(-x)).toBe(even(x));
      }),
    );
  });

  test("values stay within their bounds", () => {
    fc.assert(
      fc.property(anyDouble.filter(Number.isFinite), fc.double({ min: -1, max: 1, noNaN: true }), (x, c) => {
        for (const bounded of [sin, cos, tanh]) expect(Math.abs(bounded(x))).toBeLessThanOrEqual(1);
        for (const angle of [asin, atan]) expect(Math.abs(angle(c))).toBeLessThanOrEqual(Math.PI / 2);
        expect(acos(c)).toBeGreaterThanOrEqual(0);
        expect(cosh(x)).toBeGreaterThanOrEqual(1);
        expect(exp(x)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("kernels write one register and agree with the plain form", () => {
    const r = new Float64Array(4);
    fc.assert(
      fc.property(anyDouble, anyDouble, (x, y) => {
        for (const name of names) {
          r.set([1, x, 2, y]);
          kernels[`${name}At`](r, 2, 1);
          expect([...r]).toEqual([1, x, functions[name](x), y]);
        }
        r.set([1, x, 2, y]);
        powAt(r, 3, 1, 3);
        expect([...r]).toEqual([1, x, 2, pow(x, y)]);
      }),
    );
  });
});

/** FNV-1a over the words of 10,000 results: a changed bit anywhere, in any engine, changes the hash. */
function hash(results: Float64Array): string {
  let state = 0x811c9dc5;
  for (const word of new Uint32Array(results.buffer)) state = Math.imul(state ^ word, 0x01000193);
  return (state >>> 0).toString(16).padStart(8, "0");
}

test("every bit of 10,000 results per function is as it always was", () => {
  const hashes: Record<string, string> = {};
  for (const name of names) {
    const next = seededWords(7);
    const samplers = ranges[name];
    hashes[name] = hash(
      Float64Array.from({ length: 10000 }, (_, i) => functions[name](samplers[i % samplers.length]!(next))),
    );
  }
  const next = seededWords(7);
  const base = positive(sized(-9, 9));
  hashes.pow = hash(Float64Array.from({ length: 10000 }, () => pow(base(next), sized(-7, 5)(next))));
  expect(hashes).toEqual({
    acos: "b006adad",
    asin: "d07fd5bc",
    atan: "4ed615ac",
    cos: "514691a5",
    cosh: "6bc73f20",
    exp: "1d773c7c",
    log: "ef2d9941",
    pow: "80f3badd",
    sin: "fa7cdcbc",
    sinh: "f4f76f4c",
    tan: "25918630",
    tanh: "97ac1060",
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jets } from "../../src/expression/jets.ts";
import { compileProgram } from "../../src/expression/program.ts";
import { blend, type Curve, ramp, smooth, stribeck } from "../../src/model/rows/curve.ts";
import type { CurveJets } from "../../src/model/rows/curve-jets.ts";
import { formula } from "../expression/formula.ts";
import { cases } from "../support/torture.ts";

const ORDER = 12;

/** Coefficients of gamma along the motion with the given slip coefficients, on the piece where `side` is. */
function along(curve: CurveJets, slip: readonly number[], side: number): number[] {
  const s = Float64Array.from({ length: ORDER + 1 }, (_, k) => slip[k] ?? 0);
  const out = new Float64Array(ORDER + 1);
  curve.begin(Float64Array.of(side), 0);
  for (let k = 0; k <= ORDER; k++) curve.next(s, 0, 1, k, out, k);
  return [...out];
}

/** The same from the formula of gamma with s replaced by its polynomial in t. */
function byFormula(gamma: string, slip: readonly number[]): number[] {
  const polynomial = slip.map((value, k) => `(${value})*t^${k}`).join(" + ");
  const program = compileProgram([formula(gamma.replaceAll("s$", `(${polynomial})`))], ["t"]);
  const series = jets(program, ORDER);
  program.registers[0] = 0;
  program.registers[1] = 0;
  series.run();
  const base = program.outputs[0]! * series.width;
  return [...series.coefficients.slice(base, base + ORDER + 1)];
}

const shapes: [string, Curve, string][] = [
  ["ramp, inside", ramp({ beta: 0.4, epsilon: 10 }), "0.04*s$"],
  ["ramp, outside", ramp({ beta: 0.4, epsilon: 1e-3 }), "0.4 + 0*s$"],
  ["smooth", smooth({ beta: 0.3, epsilon: 0.2 }), "0.3*s$/sqrt(0.04 + s$^2)"],
  ["stribeck 1", stribeck({ beta: 0.5, speed: 0.3, exponent: 1 }), "0.5*(1 - exp(-s$/0.3))"],
  ["stribeck 2", stribeck({ beta: 0.5, speed: 0.3, exponent: 2 }), "0.5*(1 - exp(-(s$/0.3)^2))"],
  ["stribeck 1.5", stribeck({ beta: 0.5, speed: 0.3, exponent: 1.5 }), "0.5*(1 - exp(-(s$/0.3)^1.5))"],
  [
    "blend",
    blend([
      { share: 0.25, scale: 1, curve: smooth({ beta: 0.3, epsilon: 0.2 }) },
      { share: 0.75, scale: 2, curve: stribeck({ beta: 0.5, speed: 0.3, exponent: 1 }) },
    ]),
    "0.25*0.3*s$/sqrt(0.04 + s$^2) + 0.75*0.5*(1 - exp(-2*s$/0.3))",
  ],
];

const motions = fc.tuple(
  fc.double({ min: 0.05, max: 1, noNaN: true }),
  fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 5 }),
);

describe.each(shapes)("%s", (_, curve, text) => {
  it("has the coefficients of its formula, and is odd", () => {
    const expansion = curve.jets(ORDER);
    const property = fc.property(motions, ([first, rest]) => {
      const slip = [first, ...rest];
      const exact = byFormula(text, slip);
      const mirrored = along(
        expansion,
        slip.map((value) => -value),
        -first,
      );
      const ours = along(expansion, slip, first);
      let size = 0;
      exact.forEach((value, k) => {
        size = Math.max(size, Math.abs(value));
        expect(Math.abs(ours[k]! - value), `coefficient ${k} along ${slip}`).toBeLessThanOrEqual(1e-11 * size);
        expect(Math.abs(mirrored[k]! + ours[k]!)).toBeLessThanOrEqual(1e-15 * size);
      });
    });
    fc.assert(property, { numRuns: cases(80, 200), seed: 6 });
  });

  it("begins with the curve's value and slope", () => {
    const [slip, value, slope] = [Float64Array.of(0.4), new Float64Array(1), new Float64Array(1)];
    curve.evaluate(slip, 0, value, slope);
    const [first, second] = along(curve.jets(ORDER), [0.4, 1], 0.4);
    expect(first).toBeCloseTo(value[0]!, 14);
    expect(second).toBeCloseTo(slope[0]!, 13);
  });
});

describe("from rest on", () => {
  it.each([1, 2, 3, 5])("a whole exponent %d has all coefficients", (exponent) => {
    const curve = stribeck({ beta: 0.5, speed: 0.3, exponent }).jets(ORDER);
    const exact = byFormula(`0.5*(1 - exp(-(s$/0.3)^${exponent}))`, [0, 0.7, -0.2]);
    const ours = along(curve, [0, 0.7, -0.2], 1e-300);
    exact.forEach((value, k) => {
      expect(Math.abs(ours[k]! - value)).toBeLessThanOrEqual(1e-12 * (1 + Math.abs(value)));
    });
  });

  it("another exponent has no series: it says so, and its coefficients are zero", () => {
    for (const exponent of [0.5, 1.5, 2.5]) {
      const curve = stribeck({ beta: 0.5, speed: 0.3, exponent }).jets(ORDER);
      expect(along(curve, [0, 0.7], 1).every((value) => value + 0 === 0)).toBe(true);
      expect(curve.singular!()).toBe(true);
      along(curve, [0.1, 0.7], 1);
      expect(curve.singular!()).toBe(false);
    }
  });

  it("a whole one, and a blend of whole ones, has one", () => {
    const curve = stribeck({ beta: 0.5, speed: 0.3, exponent: 2 });
    const blended = blend([{ share: 1, scale: 2, curve }]).jets(ORDER);
    for (const jets of [curve.jets(ORDER), blended]) {
      along(jets, [0, 0.7], 1);
      expect(jets.singular!()).toBe(false);
    }
    const mixed = blend([{ share: 0.5, scale: 2, curve: stribeck({ beta: 0.5, speed: 0.3, exponent: 0.5 }) }]);
    const jets = mixed.jets(ORDER);
    along(jets, [0, 0.7], 1);
    expect(jets.singular!()).toBe(true);
  });
});

describe("close to rest", () => {
  // (1 - exp(-(u0 + u1 tau)^p)) in tau/tau0, tau0 = u0/u1: coefficients in the scale where they are of order one
  it.each([0.5, 0.75, 1.5, 2.7])(
    "an exponent of %d keeps its digits down to slips of 1e-9 of the speed",
    (exponent) => {
      const curve = stribeck({ beta: 1, speed: 1, exponent }).jets(ORDER);
      for (const slip of [1e-1, 1e-5, 1e-9]) {
        const ours = along(curve, [slip, 1], 1);
        const power = slip ** exponent; // then 1 - exp(-power (1 + x)^p) to second order in the power
        let [binomial, double] = [1, 1];
        for (let k = 1; k <= ORDER; k++) {
          binomial *= (exponent - k + 1) / k;
          double *= (2 * exponent - k + 1) / k;
          const exact = power * binomial - (power * power * double) / 2;
          const error = Math.abs(ours[k]! * slip ** k - exact);
          expect(error, `coefficient ${k} at ${slip}`).toBeLessThan(1e-13 * power + power ** 3 * (k + 1) ** 2);
        }
      }
    },
  );
});

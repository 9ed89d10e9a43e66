import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blend, type Curve, ramp, smooth, stribeck } from "../../src/model/rows/curve.ts";
import { uniform } from "../support/random.ts";

const beta = uniform(0, 0.99);
const scale = uniform(1e-3, 10);
const exponents = fc.constantFrom(0.5, 0.9, 1, 1.5, 2, 3);

interface Sample {
  readonly beta: number;
  /** Slip on which the curve changes, m/s. */
  readonly scale: number;
  readonly curve: Curve;
}

const ramps = fc
  .tuple(beta, scale)
  .map(([b, epsilon]): Sample => ({ beta: b, scale: epsilon, curve: ramp({ beta: b, epsilon }) }));
const smooths = fc
  .tuple(beta, scale)
  .map(([b, epsilon]): Sample => ({ beta: b, scale: epsilon, curve: smooth({ beta: b, epsilon }) }));
const stribecks = fc
  .tuple(beta, scale, exponents)
  .map(([b, speed, exponent]): Sample => ({ beta: b, scale: speed, curve: stribeck({ beta: b, speed, exponent }) }));
const blends = fc.tuple(ramps, stribecks, uniform(0, 1), uniform(0.1, 10)).map(
  ([first, second, share, factor]): Sample => ({
    beta: share * first.beta + (1 - share) * second.beta,
    scale: Math.min(first.scale, second.scale / factor),
    curve: blend([
      { share, scale: 1, curve: first.curve },
      { share: 1 - share, scale: factor, curve: second.curve },
    ]),
  }),
);

function at(curve: Curve, slip: number): { value: number; slope: number } {
  const value = new Float64Array(3).fill(Number.NaN);
  const slope = new Float64Array(3).fill(Number.NaN);
  curve.evaluate(Float64Array.of(9, slip, 9), 1, value, slope);
  expect([value[0], value[2], slope[0], slope[2]]).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  return { value: value[1]!, slope: slope[1]! };
}

// slips in units of the scale
const slips = fc.oneof(uniform(-5, 5), uniform(-1e-6, 1e-6), uniform(-1e4, 1e4));

describe.each([
  { name: "ramp", samples: ramps },
  { name: "smooth", samples: smooths },
  { name: "stribeck", samples: stribecks },
  { name: "blend", samples: blends },
])("$name", ({ samples }) => {
  test("is odd and zero at rest", () => {
    fc.assert(
      fc.property(samples, slips, ({ curve, scale: unit }, u) => {
        expect(at(curve, 0).value).toBe(0);
        expect(at(curve, -u * unit).value + at(curve, u * unit).value).toBe(0);
        expect(at(curve, -u * unit).slope).toBe(at(curve, u * unit).slope);
      }),
    );
  });

  test("loses at most what it says, and nearly all of it in fast slip", () => {
    fc.assert(
      fc.property(samples, slips, ({ curve, scale: unit }, u) => {
        expect(Math.abs(at(curve, u * unit).value)).toBeLessThanOrEqual(curve.most * (1 + 1e-12));
        expect(at(curve, 1e9).value).toBeGreaterThanOrEqual(curve.most * (1 - 1e-6));
      }),
    );
  });

  test("rises monotonically within [-beta, beta]", () => {
    fc.assert(
      fc.property(samples, slips, slips, ({ curve, beta: most, scale: unit }, u, v) => {
        const low = at(curve, Math.min(u, v) * unit);
        const high = at(curve, Math.max(u, v) * unit);
        expect(high.value - low.value).toBeGreaterThanOrEqual(-4 * Number.EPSILON * most);
        expect(Math.abs(low.value)).toBeLessThanOrEqual(most * (1 + 4 * Number.EPSILON));
        expect(low.slope).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("has the slope of central differences", () => {
    fc.assert(
      fc.property(samples, uniform(-5, 5), ({ curve, beta: most, scale: unit }, u) => {
        const s = u * unit;
        const h = 1e-5 * Math.min(unit, Math.abs(s)); // small beside the distance from rest, where a root has no bounded derivatives
        fc.pre([0, ...curve.kinks].every((kink) => Math.abs(s - kink) > 2 * h));
        const difference = (at(curve, s + h).value - at(curve, s - h).value) / (2 * h);
        const { slope } = at(curve, s);
        expect(Math.abs(slope - difference)).toBeLessThanOrEqual(1e-6 * ((most + 1e-3) / unit + slope));
      }),
    );
  });
});

test("kinks are where the slope jumps, and it is the inner one there", () => {
  const curve = ramp({ beta: 0.3, epsilon: 0.25 });
  expect(curve.kinks).toEqual([-0.25, 0.25]);
  for (const kink of curve.kinks) expect(at(curve, kink)).toEqual({ value: 0.3 * Math.sign(kink), slope: 0.3 / 0.25 });
  expect(at(curve, 0.2500001).slope).toBe(0);
  expect(smooth({ beta: 0.3, epsilon: 0.1 }).kinks).toEqual([]);
  expect(stribeck({ beta: 0.3, speed: 0.1, exponent: 2 }).kinks).toEqual([]);
  const both = blend([
    { share: 0.5, scale: 1, curve },
    { share: 0.5, scale: 2, curve: ramp({ beta: 0.1, epsilon: 0.1 }) },
  ]);
  expect(both.kinks).toEqual([-0.25, -0.05, 0.05, 0.25]);
});

describe("values", () => {
  test("ramp (3)", () => {
    const curve = ramp({ beta: 0.4, epsilon: 2 });
    expect(at(curve, 0.5)).toEqual({ value: 0.1, slope: 0.2 });
    expect(at(curve, -7)).toEqual({ value: -0.4, slope: 0 });
  });

  test("smooth (2)", () => {
    const { value, slope } = at(smooth({ beta: 0.5, epsilon: 3 }), 4);
    expect(value).toBeCloseTo(0.4, 15);
    expect(slope).toBeCloseTo((0.5 * 9) / 125, 15);
  });

  test("stribeck leaves 1 - beta of the limit at speed", () => {
    const curve = stribeck({ beta: 2 / 3, speed: 0.5, exponent: 1 });
    expect(1 - at(curve, 0.5).value).toBeCloseTo(1 - (2 / 3) * (1 - Math.exp(-1)), 15);
    expect(at(curve, 1e6)).toEqual({ value: 2 / 3, slope: 0 });
    expect(at(curve, 0).slope).toBeCloseTo(4 / 3, 15);
    expect(at(stribeck({ beta: 0.5, speed: 1, exponent: 2 }), 0).slope).toBe(0);
  });

  test("stribeck keeps its digits for small slips", () => {
    fc.assert(
      fc.property(uniform(-12, 0), exponents, uniform(0.01, 0.99), (power, exponent, b) => {
        const speed = 0.3;
        const s = 10 ** power * speed;
        const expected = -b * Math.expm1(-((s / speed) ** exponent));
        expect(Math.abs(at(stribeck({ beta: b, speed, exponent }), s).value / expected - 1)).toBeLessThan(1e-14);
      }),
      { numRuns: 1000 },
    );
  });
});

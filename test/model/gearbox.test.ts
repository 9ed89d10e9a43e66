import fc from "fast-check";
import { expect, test } from "vitest";
import { type GearboxOptions, gearbox } from "../../src/model/linear/gearbox.ts";
import type { Load } from "../../src/model/load.ts";
import { type Curve, ramp, smooth, stribeck } from "../../src/model/rows/curve.ts";
import { rowUnitsOf } from "../../src/model/units.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { uniform } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";

const load: Load = {
  evaluate(at, out) {
    out[0] = 3 * at[0]!;
  },
  expansion: () => (at, out) => {
    out.fill(0);
    out[0] = 3 * at[0]!;
    out[1] = 3;
  },
  breakpoints: (from, to) => ({ times: from < 1 && to > 1 ? [1] : [], complete: true }),
};

const curves = fc.oneof(
  fc.tuple(uniform(0, 0.9), uniform(0.01, 2)).map(([beta, epsilon]) => ramp({ beta, epsilon })),
  fc.tuple(uniform(0, 0.9), uniform(0.01, 2)).map(([beta, epsilon]) => smooth({ beta, epsilon })),
  fc.tuple(uniform(0, 0.9), uniform(0.01, 2)).map(([beta, speed]) => stribeck({ beta, speed, exponent: 2 })),
);
const boxes: fc.Arbitrary<GearboxOptions> = fc
  .record({
    mass: uniform(0.1, 10),
    limit: fc.oneof(fc.constant(0), uniform(0.1, 5)),
    delta: fc.oneof(uniform(0.1, 3), uniform(-3, -0.1)),
    steepness: uniform(0, 4),
    a: uniform(0.1, 1),
    rise: uniform(0.1, 2),
    weakening: fc.option(curves, { nil: undefined }),
    weakeningAB: fc.option(curves, { nil: undefined }),
  })
  .map(({ mass, limit, delta, steepness, a, rise, weakening, weakeningAB }) => ({
    mass,
    limit,
    delta,
    gain: steepness * delta,
    a,
    b: a + rise,
    load,
    ...(weakening && { weakening }),
    ...(weakeningAB && { weakeningAB }),
  }));

function gamma(curve: Curve | undefined, slip: number): number {
  const value = new Float64Array(1);
  curve?.evaluate(Float64Array.of(slip), 0, value, new Float64Array(1));
  return value[0]!;
}

/** f - c (sgn w - gamma(w)) - k(delta) g(delta w), as (54) is written. */
function printed({ limit, weakening, delta, gain, a, b, weakeningAB }: GearboxOptions, f: number, w: number): number {
  const g = (y: number) => (a + b) / 2 + ((b - a) / 2) * (Math.sign(y) - gamma(weakeningAB, y));
  return f - limit * (Math.sign(w) - gamma(weakening, w)) - gain * g(delta * w);
}

test("one row and a shifted load give the force of (54)", () => {
  fc.assert(
    fc.property(boxes, fc.oneof(uniform(-5, -1e-6), uniform(1e-6, 5)), uniform(0, 2), (options, w, t) => {
      const system = gearbox(options);
      const { law } = system.rows[0]!;
      const out = new Float64Array(1);
      system.load.evaluate(Float64Array.of(t, t), out);
      const force = out[0]! - law.fixed!.forward * (Math.sign(w) - gamma(law.weakening, w));
      expect(force).toBeCloseTo(printed(options, 3 * t, w), 10);
    }),
  );
});

test("at rest the friction force may be anything between its values on both sides", () => {
  fc.assert(
    fc.property(boxes, (options) => {
      const system = gearbox(options);
      const limit = system.rows[0]!.law.fixed!.forward;
      const out = new Float64Array(1);
      system.load.evaluate(new Float64Array(2), out);
      // just beside w = 0 the weakenings vanish
      const forward = printed({ ...options, ...noWeakening }, 0, 1);
      const backward = printed({ ...options, ...noWeakening }, 0, -1);
      expect(out[0]! - limit).toBeCloseTo(forward, 10);
      expect(out[0]! + limit).toBeCloseTo(backward, 10);
    }),
  );
});

const still = ramp({ beta: 0, epsilon: 1 });
const noWeakening = { weakening: still, weakeningAB: still };

test("is one angle without springs, with the load's own breakpoints and expansion", () => {
  const system = gearbox({ mass: 2, limit: 1, delta: -1, gain: -4, a: 1, b: 2, load });
  expect([system.size, system.mass.at(0, 0), system.stiffness.at(0, 0), system.damped]).toEqual([1, 2, 0, false]);
  expect(system.units).toEqual(["rad"]);
  expect(rowUnitsOf(system)).toEqual(["rad"]);
  expect(system.rows[0]!.law).toMatchObject({
    fixed: { forward: 1 + 4 * 0.5, kineticForward: 3, backward: 3 },
    smoothing: 0,
  });
  expect(system.load.breakpoints(0, 2)).toEqual({ times: [1], complete: true });
  const taylor = new Float64Array(3);
  system.load.expansion(2)(Float64Array.of(0.5, 0.5), taylor);
  expect([...taylor]).toEqual([1.5 + 4 * 1.5, 3, 0]);
});

test("kinks of the weakening in delta w are where w makes them", () => {
  const curve = ramp({ beta: 0.5, epsilon: 1 });
  const system = gearbox({
    mass: 1,
    limit: 1,
    delta: -4,
    gain: -1,
    a: 1,
    b: 2,
    weakening: curve,
    weakeningAB: curve,
    load,
  });
  expect(system.rows[0]!.law.weakening!.kinks).toEqual([-1, -0.25, 0.25, 1]);
});

test("pulses and roots of its torque are seen as those of any force", () => {
  const run = (force: string) =>
    simulate(
      compileRaw({
        stickslip: 1,
        system: { type: "gearbox", mass: 1, limit: 0.5, delta: 1, gain: "0", a: 0.8, b: 1.25, force },
        time: { end: 8, step: 0.1 },
      }),
    );
  // a blow of 1000 sqrt(pi) 2e-5 N m s, then friction of 0.5 N m alone
  const blow = 1000 * Math.sqrt(Math.PI) * 2e-5;
  const { audit, outcome } = run("1000*exp(-((t-3.14159)/0.00002)^2)");
  expect(Math.abs(outcome.state.position[0]! / blow ** 2 - 1)).toBeLessThan(0.01);
  expect(audit.verdict).toBe("ok");
  // x'' = 0.5 + t^0.3
  const rooted = run("1+t^0.3");
  expect(rooted.outcome.state.position[0]).toBeCloseTo(16 + 8 ** 2.3 / (1.3 * 2.3), 9);
  expect(rooted.audit.verdict).toBe("ok");
});

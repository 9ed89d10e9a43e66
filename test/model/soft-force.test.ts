import { expect, test } from "vitest";
import { ramp, stribeck } from "../../src/model/rows/curve.ts";
import { frictionLaw, joint, smoothed, stop } from "../../src/model/rows/law.ts";
import { slipFriction, smoothedAt, softCurve, weakeningAt } from "../../src/model/rows/soft-force.ts";

const bounds = { forward: 5, backward: 4, kineticForward: 3, kineticBackward: 2 };
const weakened = frictionLaw(bounds, { weakening: stribeck({ beta: 0.5, speed: 0.2, exponent: 1 }) });
const rows = [
  { law: weakened },
  { law: smoothed({ limit: 5, eta: 0.1 }) },
  { law: frictionLaw(bounds) },
  { law: stop({ gap: 1, restitution: 0 }) },
  { law: joint() },
];
const limits = {
  forward: Float64Array.of(5, 5, 5, 0, 9),
  kineticForward: Float64Array.of(3, 5, 3, 0, 9),
  kineticBackward: Float64Array.of(2, 5, 2, 0, 9),
};
const filled = (value: number) => new Float64Array(rows.length).fill(value);

test.each([0.3, -0.3])("friction at slip %d is that of the printed laws, against the slip", (s) => {
  const friction = slipFriction(rows);
  friction.evaluate(filled(s), limits);
  const kinetic = s > 0 ? 3 : 2;
  const left = 1 - 0.5 * (1 - Math.exp(-0.3 / 0.2));
  const expected = [-Math.sign(s) * kinetic * left, (-5 * s) / Math.hypot(0.1, s), -Math.sign(s) * kinetic, 0, 0];
  expected.forEach((force, i) => {
    expect(friction.force[i]).toBeCloseTo(force, 14);
  });
});

test("the slope of weakening is that of its force, by differences", () => {
  const force = filled(0);
  const slope = filled(0);
  const at = (s: number) => {
    weakeningAt(weakened, 0, filled(s), limits, force, slope);
    return force[0]!;
  };
  const h = 1e-5;
  for (const s of [-0.4, -0.05, 0.02, 0.7]) {
    const difference = (at(s + h) - at(s - h)) / (2 * h);
    at(s);
    expect(slope[0]).toBeCloseTo(difference, 8);
  }
});

test("a series of the soft force begins with its value, under weakening and under (5)", () => {
  const found = filled(0);
  const slope = filled(0);
  for (const [law, s] of [
    [weakened, -0.3],
    [rows[1]!.law, 0.07],
    [frictionLaw(bounds, { weakening: ramp({ beta: 0.25, epsilon: 0.1 }) }), 0.05],
  ] as const) {
    const { sign, even, jets } = softCurve(law)!;
    const curve = jets(3);
    const gamma = new Float64Array(4);
    curve.begin(filled(s), 0);
    curve.next(filled(s), 0, 1, 0, gamma, 0);
    if (law.smoothing > 0) smoothedAt(law, 0, filled(s), limits, found);
    else weakeningAt(law, 0, filled(s), limits, found, slope);
    const limit = even ? 5 : s > 0 ? 3 : 2;
    expect(sign * limit * gamma[0]!).toBeCloseTo(found[0]!, 14);
  }
  expect(softCurve(rows[2]!.law)).toBeUndefined();
});

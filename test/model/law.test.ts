import { expect, test } from "vitest";
import { ramp } from "../../src/model/rows/curve.ts";
import { coulomb, frictionLaw, isFrictionless, multiplier, smoothed, varyingLaw } from "../../src/model/rows/law.ts";

test("the multiplier is +1 in positive slip, where the row is pushed back", () => {
  const law = coulomb({ limit: 4 });
  expect(multiplier(law, -4, 4)).toBe(1);
  expect(multiplier(law, 1, 4)).toBe(-0.25);
});

test("the multiplier is a plain zero without force or without friction", () => {
  expect(Object.is(multiplier(coulomb({ limit: 4 }), 0, 4), 0)).toBe(true);
  expect(Object.is(multiplier(coulomb({ limit: 0 }), -0, 0), 0)).toBe(true);
});

const bounds = { forward: 2, backward: 2, kineticForward: 2, kineticBackward: 2 };

test("laws carry what they were given", () => {
  const weakening = ramp({ beta: 0.2, epsilon: 0.1 });
  expect(coulomb({ limit: 2 })).toEqual({ fixed: bounds, smoothing: 0 });
  expect(coulomb({ limit: 2, weakening })).toEqual({ fixed: bounds, weakening, smoothing: 0 });
  expect(smoothed({ limit: 2, eta: 0.01 })).toEqual({ fixed: bounds, smoothing: 0.01 });
});

test("a law jumps when a kinetic force, either way, is not the limit there", () => {
  expect(frictionLaw(bounds).jumps).toBeUndefined();
  expect(frictionLaw({ ...bounds, kineticForward: 1 }).jumps).toBe(true);
  expect(frictionLaw({ ...bounds, kineticBackward: 1 }).jumps).toBe(true);
  expect(frictionLaw({ ...bounds, backward: 3, kineticBackward: 3 })).toMatchObject({ uneven: true });
});

test("only constant limits of zero either way make a row that never rubs", () => {
  const free = { forward: 0, backward: 0, kineticForward: 0, kineticBackward: 0 };
  expect(isFrictionless(frictionLaw(free))).toBe(true);
  expect(isFrictionless(frictionLaw({ ...free, backward: 1 }))).toBe(false);
  expect(isFrictionless(varyingLaw({ jumps: false, uneven: false }))).toBe(false);
});

import { expect, test } from "vitest";
import { ramp } from "../../src/model/curve.ts";
import { coulomb, multiplier, smoothed } from "../../src/model/law.ts";

test("the multiplier is +1 in positive slip, where the row is pushed back", () => {
  const law = coulomb({ limit: 4 });
  expect(multiplier(law, -4, 4)).toBe(1);
  expect(multiplier(law, 1, 4)).toBe(-0.25);
});

test("the multiplier is a plain zero without force or without friction", () => {
  expect(Object.is(multiplier(coulomb({ limit: 4 }), 0, 4), 0)).toBe(true);
  expect(Object.is(multiplier(coulomb({ limit: 0 }), -0, 0), 0)).toBe(true);
});

test("laws carry what they were given", () => {
  const weakening = ramp({ beta: 0.2, epsilon: 0.1 });
  expect(coulomb({ limit: 2 })).toEqual({ limit: 2, backward: 2, kinetic: 2, smoothing: 0 });
  expect(coulomb({ limit: 2, weakening })).toEqual({ limit: 2, backward: 2, kinetic: 2, weakening, smoothing: 0 });
  expect(smoothed({ limit: 3, eta: 0.01 })).toEqual({ limit: 3, backward: 3, kinetic: 3, smoothing: 0.01 });
});

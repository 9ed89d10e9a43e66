/** Machines whose own times are far from a second: Taylor coefficients per second then leave the range of numbers. */
import { expect, test } from "vitest";
import { runToEnd } from "../../../src/simulate/run/final.ts";
import { compileRaw } from "../../support/run.ts";

test.each([1e8, 1e12, 1e15, 1e17])("an overdamped mass that takes %d s moves as the closed form says", (unit) => {
  const [damping, stiffness] = [3, 2]; // rates 1 and 2 in the unit
  const { status, state } = runToEnd(
    compileRaw({
      stickslip: 1,
      system: { type: "linear", mass: [1], damping: [damping / unit], stiffness: [stiffness / unit / unit] },
      initial: { velocity: [1 / unit] },
      time: { end: 20 * unit, step: unit },
    }),
  );
  expect(status).toBe("done");
  expect(state.position[0]! / (Math.exp(-20) - Math.exp(-40))).toBeCloseTo(1, 6);
  expect((state.velocity[0]! * unit) / (2 * Math.exp(-40) - Math.exp(-20))).toBeCloseTo(1, 6);
});

/** `type: linear` and `type: gearbox` */
import { z } from "zod";
import { formula, matrix, positive, quantity, vector } from "./quantity.ts";
import { coordinate, damper, firstOrder, joint, row, spring, stop, weakening } from "./rows.ts";

export const linear = z.strictObject({
  type: z.literal("linear"),
  coordinates: z.array(coordinate).max(1000).optional().describe("names (and units) of the coordinates"),
  mass: matrix.describe("M, kg: a list is a diagonal; symmetric positive definite"),
  damping: matrix.optional().describe("D, N s/m (default 0)"),
  stiffness: matrix.optional().describe("K, N/m (default 0)"),
  springs: z.array(spring).max(10_000).optional().describe("springs between coordinates, added to the stiffness"),
  dampers: z.array(damper).max(10_000).optional().describe("dampers between coordinates, added to the damping"),
  states: z.array(firstOrder).max(1000).optional().describe("first-order states: integral action, actuator lag"),
  force: z
    .array(formula)
    .max(1000)
    .optional()
    .describe("N: one number or formula a coordinate, in t, signals, and affine in x(), v() and states (default 0)"),
  friction: z.array(row).max(1000).optional().describe("friction rows"),
  joints: z.array(joint).max(1000).optional().describe("bilateral rows: gears, couplings"),
  stops: z.array(stop).max(1000).optional().describe("unilateral stops, direction.x <= gap"),
  input: z
    .array(vector)
    .max(1000)
    .optional()
    .describe("B: force of a unit of each control value; default the identity"),
});

export const gearbox = z.strictObject({
  type: z.literal("gearbox"),
  mass: positive("m, kg m^2"),
  limit: quantity.describe("c, N m, >= 0"),
  weakening: weakening.optional(),
  delta: quantity.describe("parameter delta of (54), not 0"),
  gain: formula.describe("k as a formula in delta, N m: odd and increasing, as 2*delta"),
  a: positive("a of g"),
  b: positive("b of g, b > a"),
  weakeningAB: weakening.optional(),
  force: formula.default(0).describe("f(t), N m"),
});

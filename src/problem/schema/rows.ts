/** What machines of several types are made of: coordinates, states, springs, dampers and rows with their laws. */
import { z } from "zod";
import { constraintMethodKeys } from "./constraint-method.ts";
import { formula, place, positive, quantity, vector } from "./quantity.ts";

export const direction = z.union([vector, z.record(z.string(), quantity)], {
  error: "not a list of numbers or a mapping from coordinates to numbers",
});
export const on = place
  .optional()
  .describe("coordinate, by name or index from 0, on which it acts; short for a unit direction");

export const weakening = z
  .discriminatedUnion(
    "shape",
    [
      z.strictObject({
        shape: z.literal("ramp"),
        beta: quantity.describe("part of the limit that is lost in motion, 0 <= beta < 1"),
        epsilon: positive("slip at which it is lost, m/s"),
      }),
      z.strictObject({
        shape: z.literal("smooth"),
        beta: quantity.describe("part of the limit that is lost in fast motion, 0 <= beta < 1"),
        epsilon: positive("slip scale, m/s"),
      }),
      z.strictObject({
        shape: z.literal("stribeck"),
        beta: quantity.describe("part of the limit that is lost in fast motion, 0 <= beta < 1"),
        speed: positive("Stribeck speed, m/s"),
        exponent: quantity.default(1).describe("of (|s|/speed)^exponent, above 0, at most 20"),
      }),
      z.strictObject({
        shape: z.literal("hyperbolic"),
        beta: quantity.describe("part of the limit that is lost in fast motion, 0 <= beta <= 1"),
        speed: positive("slip at which half of it is lost, m/s"),
      }),
      z.strictObject({
        shape: z.literal("table"),
        speed: vector.describe("slips, m/s: the first 0, then increasing"),
        ratio: vector.describe(
          "friction as a part of the limit at these slips: the first 1; linear between, constant beyond",
        ),
      }),
      z.strictObject({
        shape: z.literal("smoothed"),
        eta: positive("slip scale, m/s: lambda = s / sqrt(eta^2 + s^2), a law that creeps"),
      }),
    ],
    { error: "not one of ramp, smooth, stribeck, hyperbolic, table, smoothed" },
  )
  .describe(
    "static above kinetic friction: the force is limit (lambda - gamma(slip)); ramp is (3), smooth (2), smoothed (5)",
  );

export const row = z.strictObject({
  name: z.string().min(1).max(100).optional().describe("name of the row in tables and figures"),
  on,
  direction: direction.optional().describe("direction w: the slip is w.v; a list, or { coordinate: number, ... }"),
  limit: formula.describe(
    "largest friction force at rest, N, >= 0; may be a formula in t, signals, states and x() (below 0 counts as 0)",
  ),
  backward: formula.optional().describe("limit against negative slip, N (default: limit)"),
  kinetic: formula
    .optional()
    .describe("force in slip, N (above the limit it counts as the limit): breakaway at the limit, then this at once"),
  kineticBackward: formula
    .optional()
    .describe("the same in negative slip, N (default: kinetic, in the proportion of backward to a constant limit)"),
  drive: formula
    .optional()
    .describe(
      "velocity of what the row slips on, m/s (a belt): slip = w.v - drive; may be a formula in t, signals and x()",
    ),
  viscous: quantity.optional().describe("damping on the slip, N s/m, >= 0"),
  weakening: weakening.optional(),
});

export const stop = z.strictObject({
  name: z.string().min(1).max(100).optional().describe("name of the stop in tables and figures"),
  on,
  direction: direction.optional().describe("direction w: w.x <= gap"),
  gap: quantity.describe("largest w.x, m"),
  restitution: quantity.default(0).describe("part of the speed that an impact gives back, 0..1"),
  ...constraintMethodKeys,
});

export const joint = z.strictObject({
  name: z.string().min(1).max(100).optional().describe("name of the joint in tables and figures"),
  on,
  between: z.array(place).length(2).optional().describe("two coordinates that move together"),
  direction: direction
    .optional()
    .describe("direction w: w.x stays what it is at the start, as { motor: 1, load: -10 } for a gear"),
});

export const between = z
  .array(place)
  .length(2)
  .optional()
  .describe("the two coordinates that it joins; or `on`: one coordinate and the ground");

export const spring = z.strictObject({
  on,
  between,
  direction: direction.optional().describe("or any direction w: the spring's length is w.x"),
  stiffness: quantity.optional().describe("N/m; adds k w w^T to the stiffness"),
  potential: formula
    .optional()
    .describe("or a nonlinear spring: energy in J as a smooth formula in its length x, as x^4/4"),
});

export const damper = z.strictObject({
  on,
  between,
  direction: direction.optional().describe("or any direction w"),
  damping: quantity.describe("N s/m; adds d w w^T to the damping"),
});

export const coordinate = z.strictObject({
  name: z.string().min(1).max(100).describe("usable instead of the index everywhere"),
  unit: z.string().max(20).optional().describe("label of the position's unit (default m)"),
  period: quantity
    .optional()
    .describe("of an angle, > 0, as 2*pi: cycles, targets and rest compare its positions modulo it"),
});

export const firstOrder = z.strictObject({
  name: z.string().min(1).max(100).describe("usable in forces, rates and outputs"),
  rate: formula.describe("z', a formula in t, signals, and affine in x(), v() and states"),
  initial: quantity.default(0),
});

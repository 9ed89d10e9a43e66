/** `type: mechanism`: a machine written down with energies, forces and conditions as formulas. */
import { z } from "zod";
import { constraintMethodKeys } from "./constraint-method.ts";
import { formula, vector } from "./quantity.ts";
import { coordinate, damper, direction, firstOrder, joint, row, spring, stop } from "./rows.ts";

const frictionRow = row.extend({
  direction: direction
    .optional()
    .describe("direction w: the slip is w.v; numbers or formulas in x(), a list or { coordinate: formula, ... }"),
  along: formula.optional().describe("or a smooth formula in x(), the way: the slip is its rate"),
});

const mechanismJoint = joint.extend({
  zero: formula
    .optional()
    .describe("or a smooth formula in x() plus one in t: the joint keeps their sum at zero, as x(a)^2 + x(b)^2 - L^2"),
  ...constraintMethodKeys,
});

const mechanismStop = stop.extend({
  gap: stop.shape.gap.optional(),
  distance: formula.optional().describe("or a smooth formula in x() that stays >= 0, m: the distance to what it meets"),
});

const drawn = z.strictObject({
  segment: z.array(formula).length(4).optional().describe("line from (x, y) to (x, y): four formulas in x()"),
  point: z.array(formula).length(2).optional().describe("or a point (x, y): two formulas in x()"),
});

export const mechanism = z.strictObject({
  type: z.literal("mechanism"),
  coordinates: z.array(coordinate).min(1).max(100).describe("names (and units and periods) of the coordinates"),
  kinetic: formula.describe(
    "T, J: a smooth formula in x() and v(), quadratic in v(); its second derivative by v is the mass, which must be positive",
  ),
  potential: formula.default(0).describe("V, J: a formula in x()"),
  force: z
    .union([z.array(formula).max(100), z.record(z.string(), formula)], {
      error: "not a list of formulas or a mapping from coordinates to formulas",
    })
    .optional()
    .describe(
      "N: a list, or { coordinate: formula, ... }, in t, signals, states, x() and v() (default 0). Kinks are located; dry friction is a row",
    ),
  springs: z.array(spring).max(1000).optional().describe("springs along constant directions"),
  dampers: z.array(damper).max(1000).optional().describe("dampers along constant directions"),
  states: z
    .array(firstOrder.extend({ rate: formula.describe("z', a formula in t, signals, x(), v() and states") }))
    .max(100)
    .optional()
    .describe("first-order states: integral action, actuator lag"),
  friction: z.array(frictionRow).max(100).optional().describe("friction rows"),
  joints: z.array(mechanismJoint).max(100).optional().describe("bilateral rows: rods, guides, gears"),
  stops: z.array(mechanismStop).max(100).optional().describe("unilateral stops: distance >= 0, or direction.x <= gap"),
  input: z.array(vector).max(100).optional().describe("B: force of a unit of each control value; default the identity"),
  draw: z
    .array(drawn)
    .max(200)
    .optional()
    .describe("for figures: segments and points that move with the coordinates, m"),
});

export type MechanismData = z.infer<typeof mechanism>;
export type ProblemMechanismRow = z.infer<typeof frictionRow>;
export type ProblemMechanismJoint = z.infer<typeof mechanismJoint>;
export type ProblemMechanismStop = z.infer<typeof mechanismStop>;

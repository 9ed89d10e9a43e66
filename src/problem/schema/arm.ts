/** `type: arm`: a planar chain of links. */
import { z } from "zod";
import { constraintMethodKeys } from "./constraint-method.ts";
import { formula, place, positive, quantity, vector } from "./quantity.ts";
import { firstOrder, row } from "./rows.ts";

/** Links of an arm. */
const MOST_LINKS = 50;

const pair = vector.refine((values) => values.length === 2, { error: "not two numbers" });
const name = z.string().min(1).max(100).optional();
const restitution = quantity.default(0).describe("part of the speed that an impact gives back, 0..1");

const link = z.strictObject({
  length: positive("m"),
  mass: positive("kg"),
  center: quantity
    .optional()
    .describe("distance of the center of mass from the joint, along the link, m (default: half of the length)"),
  inertia: quantity
    .optional()
    .describe("about the center of mass, kg m^2, >= 0 (default: mass*length^2/12, a uniform rod)"),
});

const spring = z.strictObject({
  stiffness: quantity.describe("N m/rad"),
  rest: quantity.default(0).describe("angle of the joint without torque, rad"),
});

const armJoint = z.strictObject({
  name: name.describe("of the joint and of its coordinate (default: joint1, joint2 ...)"),
  friction: row
    .omit({ on: true, direction: true })
    .optional()
    .describe("friction in the joint, against the link before it: limits in N m, slip in rad/s"),
  damping: quantity.optional().describe("N m s/rad"),
  spring: spring.optional().describe("torsion spring against the link before"),
  torque: formula
    .optional()
    .describe("drive, N m: on this link, against the one before; any formula in t, signals, x(), v() and states"),
  stops: pair.optional().describe("smallest and largest angle against the link before, rad"),
  restitution,
});

const wall = z.strictObject({
  type: z.literal("wall"),
  name: name.describe("of its rows (default: wall1, wall2 ...)"),
  normal: pair.describe("n, pointing into the wall: n.(x, y) <= distance; of any length"),
  distance: quantity.describe("of the wall from the origin along its normal, m"),
  of: z
    .union([z.enum(["tip", "all"]), z.array(place).max(MOST_LINKS)], {
      error: "not tip, all, or a list of joints and tip",
    })
    .default("tip")
    .describe("who it stops: tip, all (each joint but the first, and the tip), or a list of joints and tip"),
  restitution,
  ...constraintMethodKeys,
});

const shapes = ["ellipse", "circle", "line", "formula"] as const;

const curve = z.strictObject({
  type: z.literal("curve"),
  name: name.describe("of its row (default: curve1, curve2 ...)"),
  shape: z.enum(shapes, { error: `not one of ${shapes.join(", ")}` }).describe("of the curve that the tip stays on"),
  center: pair.optional().describe("of an ellipse or a circle, m (default: the origin)"),
  axes: pair.optional().describe("half axes of an ellipse along x and y, m, > 0: g = (x/a)^2 + (y/b)^2 - 1"),
  radius: quantity.optional().describe("of a circle, m, > 0"),
  normal: pair.optional().describe("of a line, of any length"),
  distance: quantity.optional().describe("of a line from the origin along its normal, m (default 0)"),
  formula: formula.optional().describe("g as a smooth formula in x and y, as x^2 + 4*y^2 - 1: the curve is g = 0"),
  ...constraintMethodKeys,
});

export const arm = z.strictObject({
  type: z.literal("arm"),
  links: z.array(link).min(1).max(MOST_LINKS).describe("links, from the base to the tip"),
  joints: z
    .array(armJoint)
    .max(MOST_LINKS)
    .optional()
    .describe("joints, one before each link: friction, drives, springs, stops; those left out have nothing"),
  angles: z
    .enum(["absolute", "relative"], { error: "not one of absolute, relative" })
    .default("relative")
    .describe("coordinates: angle of each link from the x-axis (absolute), or against the link before it (relative)"),
  gravity: pair.default([0, 0]).describe("m/s^2, along x and y"),
  base: pair.default([0, 0]).describe("place of the first joint, m"),
  payload: z
    .strictObject({
      mass: quantity.describe("kg, >= 0"),
      inertia: quantity.default(0).describe("about the tip, kg m^2, >= 0"),
    })
    .optional()
    .describe("at the tip, turning with the last link"),
  constraints: z
    .array(z.discriminatedUnion("type", [wall, curve], { error: "not one of wall, curve" }))
    .max(100)
    .optional()
    .describe("walls that stop the arm, and curves that its tip stays on"),
  states: z.array(firstOrder).max(1000).optional().describe("first-order states: integral action, actuator lag"),
  input: z
    .array(vector)
    .max(MOST_LINKS)
    .optional()
    .describe("B: torque in each joint of a unit of each control value; default the identity"),
});

export type ArmData = z.infer<typeof arm>;
export type ProblemLink = z.infer<typeof link>;
export type ProblemArmJoint = z.infer<typeof armJoint>;
export type ProblemWall = z.infer<typeof wall>;
export type ProblemCurve = z.infer<typeof curve>;

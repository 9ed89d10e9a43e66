/** `type: string` and `type: strings` */
import { z } from "zod";
import { constraintMethodKeys } from "./constraint-method.ts";
import { MOST_ELEMENTS } from "./limits.ts";
import { formula, positive, quantity } from "./quantity.ts";
import { row } from "./rows.ts";

const { on: _, direction: __, ...lawKeys } = row.shape;

const end = z.union(
  [
    z.enum(["fixed", "free", "control"]),
    z.strictObject({ moves: formula.describe("its displacement, m: a formula in t and signals") }),
  ],
  { error: "not one of fixed, free, control, { moves: formula }" },
);

const strand = {
  tension: formula.default(1).describe("N, > 0; a number or a formula in x"),
  density: formula.default(1).describe("kg/m, > 0; a number or a formula in x"),
  damping: formula.optional().describe("N s/m per m, >= 0; a number or a formula in x (default 0)"),
  friction: formula
    .optional()
    .describe("dry friction per length, N/m, >= 0; a number or a formula in x: g of (23) times the tension"),
  force: formula.optional().describe("f(x, t), N/m: a formula in x, t and signals (default 0)"),
  ends: z
    .array(end)
    .length(2)
    .default(["fixed", "fixed"])
    .describe("left and right: fixed, free, { moves: formula in t }, or control (the next control value is its place)"),
};

const mesh = {
  length: positive("m").default(1),
  elements: z
    .int({ error: "not a whole number" })
    .min(2)
    .max(MOST_ELEMENTS)
    .default(100)
    .describe("number of elements of equal length"),
  mass: z
    .enum(["lumped", "consistent"], { error: "not one of lumped, consistent" })
    .default("lumped")
    .describe("lumped at the nodes, or as linear elements have it: tridiagonal"),
};

const guide = z
  .strictObject({ at: quantity.describe("place, m: the nearest node is taken"), ...lawKeys })
  .describe("a rough guide that the string slides through: dry friction at one node");

const input = z.array(quantity).max(1000).describe("places of control forces, m: the nearest nodes are taken");

export const string = z.strictObject({
  type: z.literal("string"),
  ...mesh,
  ...strand,
  guides: z.array(guide).max(1000).optional().describe("rough guides: dry friction at single nodes"),
  obstacle: z
    .strictObject({
      below: formula.optional().describe("m: the string stays above this formula in x"),
      above: formula.optional().describe("m: the string stays below this formula in x"),
      restitution: quantity.default(0).describe("part of the speed that an impact gives back, 0..1"),
      ...constraintMethodKeys,
    })
    .optional()
    .describe("what the string may touch and not cross"),
  input: input.optional(),
});

export const strings = z.strictObject({
  type: z.literal("strings"),
  ...mesh,
  u: z.strictObject(strand).prefault({}).describe("the upper string"),
  v: z.strictObject(strand).prefault({}).describe("the lower string"),
  contact: z
    .strictObject({
      restitution: quantity.default(0).describe("part of the speed that an impact gives back, 0..1"),
      ...constraintMethodKeys,
      method: constraintMethodKeys.method.default("penalty"),
      epsilon: quantity.optional().describe("of penalty and augmented-lagrangian, m per N/m, > 0 (default 1e-6)"),
    })
    .prefault({})
    .describe("how they touch: u >= v; the time-discretized penalty (63) unless said otherwise"),
});

export type StringData = z.infer<typeof string>;
export type StringsData = z.infer<typeof strings>;
export type StrandData = StringsData["u"];

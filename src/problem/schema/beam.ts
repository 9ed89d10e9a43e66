/** `type: beam`: a flexible beam that keeps its length, in the plane or in space. */
import { z } from "zod";
import { MOST_BEAM_ELEMENTS } from "./limits.ts";
import { formula, positive, quantity } from "./quantity.ts";
import { row } from "./rows.ts";

// without viscous: a beam has no dampers yet
const { on: _, direction: __, viscous: ___, ...lawKeys } = row.shape;

const triple = z.array(formula).min(2).max(3);

const end = z.union(
  [
    z.literal("free"),
    z.strictObject({
      at: triple.describe("where the end is held, m: numbers, or formulas in t and signals on whose path it moves"),
      slope: triple
        .optional()
        .describe("clamped: the direction of the beam there, of any length, as [1, 0]; left out, it is a hinge"),
      torque: formula
        .optional()
        .describe("of a hinge in the plane, N m, against the clock: a formula in t and signals"),
      friction: z
        .strictObject(lawKeys)
        .optional()
        .describe("of a hinge in the plane: dry friction, limits in N m, slip in rad/s"),
    }),
  ],
  { error: "not free or { at: [x, y], slope, torque, friction }" },
);

export const ends = z.array(end).length(2);

const axes = ["x", "y", "z"] as const;

const guide = z
  .strictObject({
    at: quantity.describe("place along the beam, m: the nearest node is taken"),
    along: z
      .union([z.enum(axes), z.array(quantity).min(2).max(3)], { error: "not one of x, y, z or a list of numbers" })
      .describe("direction of the slip: an axis, or a vector of any length"),
    ...lawKeys,
  })
  .describe("a rough guide: dry friction at one node, which belongs to that node; material does not pass through it");

const lengthMethods = ["kkt", "penalty", "augmented-lagrangian"] as const;

export const beam = z.strictObject({
  type: z.literal("beam"),
  length: positive("L, m"),
  stiffness: formula.describe("EI, N m^2, > 0: a number or a formula in s, the place along the beam, 0..L"),
  density: formula.describe("kg/m, > 0: a number or a formula in s"),
  elements: z
    .int({ error: "not a whole number" })
    .min(2)
    .max(MOST_BEAM_ELEMENTS)
    .default(20)
    .describe("Hermite cubic elements of equal length"),
  dimension: z
    .union([z.literal(2), z.literal(3)], { error: "not 2 (the plane) or 3 (space)" })
    .default(2)
    .describe("2: in the plane, 3: in space (without torsion)"),
  ends: ends.describe("at s = 0 and s = L: free, { at } (a hinge), { at, slope } (clamped)"),
  load: triple
    .optional()
    .describe(
      "N/m along x, y (and z): formulas in s, t, signals and the place x, y, z; where they depend on the place they are taken at a known one (default 0)",
    ),
  masses: z
    .array(
      z.strictObject({
        at: quantity.describe("place along the beam, m: the nearest node is taken"),
        mass: quantity.describe("kg, >= 0"),
      }),
    )
    .max(1000)
    .optional()
    .describe("point masses"),
  guides: z.array(guide).max(1000).optional().describe("rough guides: dry friction at single nodes"),
  inextensible: z
    .strictObject({
      method: z
        .enum(lengthMethods, { error: `not one of ${lengthMethods.join(", ")}` })
        .default("kkt")
        .describe("how |x'| = 1 is kept: kkt (exactly), penalty (93), augmented-lagrangian (Uzawa, (83)-(87))"),
      direction: z
        .enum(["mean", "new"], { error: "not one of mean, new" })
        .optional()
        .describe(
          "of the tension: mean keeps energy (the default of kkt); new is (97), which loses it (what augmented-lagrangian does)",
        ),
      epsilon: quantity
        .optional()
        .describe(
          "> 0; of penalty: of (77), s^2/m^2 (default 1.5e-4); of augmented-lagrangian: of (81), 1/N (default 1e-4)",
        ),
      tolerance: quantity.optional().describe("of augmented-lagrangian: largest |x' - p| at its end (default 1e-6)"),
    })
    .prefault({})
    .describe("how the beam keeps its length"),
});

/** `initial.equilibrium` */
export const equilibrium = z.union(
  [
    z.literal(true),
    z.strictObject({
      ends: ends.optional().describe("other ends than those of the motion: those that it rests on before"),
      from: z
        .record(z.string(), formula)
        .optional()
        .describe(
          "first shape of the search, { x: ..., y: ... } as formulas in s: which of several equilibria is found",
        ),
    }),
  ],
  { error: "not true or { ends, from }" },
);

export type BeamData = z.infer<typeof beam>;
export type ProblemEnd = z.infer<typeof end>;
export type ProblemEquilibrium = z.infer<typeof equilibrium>;

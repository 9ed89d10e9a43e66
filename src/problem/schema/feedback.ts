/** `feedback:` */
import { z } from "zod";
import { formula, place, quantity, vector } from "./quantity.ts";

export const feedback = z.discriminatedUnion(
  "type",
  [
    z.strictObject({
      type: z.literal("state"),
      position: z.array(vector).optional().describe("F1 of u = -F1 x - F2 v: a row for each input"),
      velocity: z.array(vector).optional().describe("F2"),
    }),
    z.strictObject({
      type: z.literal("pid"),
      name: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe("of the controller and of its integral, a state (default pid1, ...)"),
      of: place.describe("coordinate that is controlled and pushed"),
      to: place
        .optional()
        .describe("coordinate that it is measured from and that takes the reaction (default: the ground)"),
      reference: formula
        .default(0)
        .describe(
          "r, m: a formula of t and signals, plus constants times states; with kd it must not jump (filter it through a state)",
        ),
      kp: quantity.default(0).describe("N/m: force kp e + ki int(e) + kd e', e = r - (x(of) - x(to))"),
      ki: quantity.default(0).describe("N/(m s)"),
      kd: quantity.default(0).describe("N s/m"),
      limit: z.array(quantity).optional().describe("[low, high], N: the force that it can give; saturation is a mode"),
      antiWindup: z
        .enum(["back-calculation", "none"], { error: "not one of back-calculation, none" })
        .optional()
        .describe(
          "what the integral does in saturation: back-calculation (default) takes the excess of the force off it, none lets it wind up",
        ),
      tracking: quantity
        .optional()
        .describe("time in which back-calculation does so, s, > 0 (default sqrt(kd/ki), or kp/ki without kd)"),
    }),
  ],
  { error: "not one of state, pid" },
);

/** Keys of a joint, stop or constraint that say how it is imposed: to be spread into its entry. */
import { z } from "zod";
import { quantity } from "./quantity.ts";

const methods = ["kkt", "complementarity", "penalty", "augmented-lagrangian"] as const;

export const constraintMethodKeys = {
  method: z
    .enum(methods, { error: `not one of ${methods.join(", ")}` })
    .optional()
    .describe(
      "how scheme variational imposes it: kkt (the default: exactly; inelastic on stops, where complementarity is its other name), penalty (elastic), augmented-lagrangian",
    ),
  at: z
    .enum(["end", "middle"], { error: "not one of end, middle" })
    .optional()
    .describe(
      "where in a step: end, or middle as printed, where a hard constraint has a growing odd-even mode (default: end; of a penalty middle, since end damps)",
    ),
  epsilon: quantity
    .optional()
    .describe("of penalty and augmented-lagrangian, m/N, > 0: force = violation / epsilon (default 1e-6)"),
  form: z
    .enum(["quadratic", "time-discretized"], { error: "not one of quadratic, time-discretized" })
    .optional()
    .describe("of penalty: quadratic (35), the default, or time-discretized (30), which keeps energy"),
  update: z
    .enum(["first", "second"], { error: "not one of first, second" })
    .optional()
    .describe("of augmented-lagrangian: first-order (10), the default, or second-order (11)"),
  tolerance: quantity
    .optional()
    .describe("of augmented-lagrangian, m, > 0: the violation at which multipliers are good (default 1e-8)"),
};

const keys = z.object(constraintMethodKeys);
export type ProblemConstraintMethod = z.infer<typeof keys>;

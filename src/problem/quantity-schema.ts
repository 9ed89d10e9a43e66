import { z } from "zod";

/** A number, or a formula of the parameters. */
export const quantity = z.union([z.number(), z.string()], { error: "not a number or a constant formula" });

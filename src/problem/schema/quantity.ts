import { z } from "zod";

/** A number, or a formula of the parameters. */
export const quantity = z.union([z.number(), z.string()], { error: "not a number or a constant formula" });

export const vector = z.array(quantity, { error: "not a list of numbers" }).max(1000);

export const formula = z.union([z.number(), z.string()], { error: "not a number or a formula" });

export const place = z.union([z.int().min(0), z.string().min(1).max(100)], {
  error: "not a coordinate: its name, or its index counted from 0",
});

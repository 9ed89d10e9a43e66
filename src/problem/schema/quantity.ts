import { z } from "zod";

/** A number, or a formula of the parameters. */
export const quantity = z.union([z.number(), z.string()], { error: "not a number or a constant formula" });

export const vector = z.array(quantity, { error: "not a list of numbers" }).max(1000);

export const formula = z.union([z.number(), z.string()], { error: "not a number or a formula" });

export const place = z.union([z.int().min(0), z.string().min(1).max(100)], {
  error: "not a coordinate: its name, or its index counted from 0",
});

/** A quantity of which its help says that it is above 0. */
export const positive = (help: string) => quantity.describe(`${help}, > 0`);

export const matrix = z.union([z.array(z.array(quantity)).max(1000), vector], {
  error: "not a list of numbers (a diagonal) or a list of rows (a matrix)",
});

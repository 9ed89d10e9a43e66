/** `attraction:` of the problem file. */
import { z } from "zod";
import { quantity } from "./quantity.ts";

/** Values of one axis of a map, and runs of a whole one. */
export const MOST_POINTS = 2000;
export const MOST_STARTS = 1_000_000;
export const DEFAULT_POINTS = 101;

const axis = z.strictObject({
  path: z
    .string()
    .min(1)
    .max(200)
    .describe("a number of the file, as initial.position[0], initial.velocity[1] or parameters.k"),
  from: quantity.describe("first value"),
  to: quantity.describe("last value, not from"),
  points: z
    .int()
    .min(2)
    .max(MOST_POINTS)
    .default(DEFAULT_POINTS)
    .describe("values from the first to the last, both included"),
});

export const attraction = z.strictObject({
  vary: z
    .array(axis)
    .length(2, { error: "not two variations, one for each axis of the map" })
    .describe("the two numbers that the map of `attraction` is drawn over: across, and up"),
  horizon: quantity
    .optional()
    .describe("longest time that is looked at before a start is undecided, s, > 0 (default 200 times that of the run)"),
});

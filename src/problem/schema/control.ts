/** `control:` of the problem file. */
import { z } from "zod";
import { formula, quantity } from "./quantity.ts";

const values = z.array(quantity, { error: "not a list of numbers" }).max(1000);
const targets = z.union([z.array(z.union([quantity, z.null()])).max(1000), formula, z.record(z.string(), formula)], {
  error: "not a list of numbers (null: free; of a string: a formula in x)",
});

const bound = z.union([quantity, z.null()]);

const piecewise = z.strictObject({
  times: values.describe("times at which the rows of values begin, s: the first is the start of the run, increasing"),
  values: z.array(values).max(10_000).describe("a row of control values for each time"),
});

const runs = z.int({ error: "not a whole number" }).min(1).max(100_000_000);
const reached = quantity.describe("target error (4.1), (4.2) that counts as reached");

const pdsOptions = {
  penalty: z.enum(["P", "Pi"], { error: "not one of P, Pi" }).default("P").describe("(3.1) or (3.4)"),
  update: z
    .enum(["constant", "dynamic"], { error: "not one of constant, dynamic" })
    .default("constant")
    .describe("of the penalty's parameters: fixed, or (3.2)-(3.3), (3.8)"),
  points: z.int().min(2).max(100_000).default(1728).describe("of the look-ahead template: the runs of a simplex"),
  rho: quantity.default(1e6).describe("penalty parameter, at the start when it is dynamic"),
  cap: quantity.default(1e6).describe("largest dynamic penalty parameter"),
  edge: quantity.default(1).describe("edge of the first simplex, in units of the control"),
  edgeTolerance: quantity.default(1e-10).describe("the search ends when the longest edge is below it"),
  tolerance: reached.default(1e-6),
  runs: runs.default(1_000_000).describe("most runs"),
};

const method = z.discriminatedUnion(
  "type",
  [
    z
      .strictObject({
        type: z.literal("newton"),
        tolerance: reached.default(1e-10),
        runs: runs.default(500).describe("most runs"),
      })
      .describe("tangents through the events; the default"),
    z.strictObject({ type: z.literal("pds"), ...pdsOptions }).describe("parallel direct search, no derivatives"),
    z
      .strictObject({
        type: z.literal("hybrid"),
        tolerance: reached.default(1e-10),
        runs: runs.default(20_000).describe("most runs, all parts together"),
        edge: quantity.default(1).describe("edge of the direct search's first simplex, in units of the control"),
      })
      .describe("newton, and direct search where there is no tangent"),
  ],
  { error: "not one of newton, pds, hybrid" },
);

/** Methods and their help, for the command line. */
export function methodChoices(): { type: string; help: string }[] {
  return method.options.map(({ shape, description = "" }) => ({ type: shape.type.value, help: description }));
}

export const control = z.strictObject({
  value: z
    .union([values, piecewise], { error: "not a list of numbers or { times, values }" })
    .optional()
    .describe("u: constant in time, or piecewise constant (default 0); `simulate` replays it, `control` starts there"),
  target: z
    .strictObject({
      position: targets.optional().describe("x at the end, m; null: free; of a string a formula in x"),
      velocity: targets.optional().describe("v at the end, m/s; null: free; of a string a formula in x"),
    })
    .optional()
    .describe("where `control` is to bring the machine at the end of the run"),
  weight: z
    .union([z.array(values).max(1000), values], { error: "not a list of numbers or rows" })
    .optional()
    .describe("N of the effort, the integral of N u.u: a diagonal or a matrix (default: the identity)"),
  bounds: z
    .union([z.array(z.array(bound).length(2)).max(1000), z.array(bound).length(2)], {
      error: "not [lowest, highest], or one such pair for each input",
    })
    .optional()
    .describe("lowest and highest control value, for all inputs or for each; null: none on that side"),
  method: method.prefault({ type: "newton" }).describe("how `control` searches"),
});

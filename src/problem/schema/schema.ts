/**
 * The problem file: types, defaults, limits and help texts in one place. Validation, the JSON Schema for editors, the
 * command line's help and the forms all come from here.
 */
import { z } from "zod";
import type { EventKind } from "../../scheme/scheme.ts";
import { arm } from "./arm.ts";
import { attraction } from "./attraction.ts";
import { beam, equilibrium } from "./beam.ts";
import { control } from "./control.ts";
import { feedback } from "./feedback.ts";
import { MOST_NAMED, MOST_SIGNALS, MOST_STARTS } from "./limits.ts";
import { gearbox, linear } from "./linear.ts";
import { mechanism } from "./mechanism.ts";
import { formula, type place, positive, quantity } from "./quantity.ts";
import type { damper, joint, row, spring, stop, weakening } from "./rows.ts";
import { signal } from "./signal.ts";
import { string, strings } from "./string.ts";

export type Quantity = z.infer<typeof quantity>;

export type Place = z.infer<typeof place>;

const splittingOptions = {
  P: z.int().min(1).max(10_000).default(10).describe("friction sub-steps a step, tau1 = step/P"),
  Q: z.int().min(1).max(10_000).default(2).describe("elastic sub-steps a step, tau2 = step/Q"),
  alpha: quantity.default(0.25).describe("weight of the elastic scheme, 0..1/2"),
};

const scheme = z.discriminatedUnion(
  "type",
  [
    z
      .strictObject({ type: z.literal("event-driven") })
      .describe("the reference: exact between events, event times to the last digits"),
    z.strictObject({ type: z.literal("balanced") }).describe("exact stick, second order between events"),
    z
      .strictObject({ type: z.literal("variational") })
      .describe("(40): exact stick, energy bounded for ever, constraints by methods of choice; impacts are inelastic"),
    z
      .strictObject({ type: z.literal("alpha"), alpha: quantity.default(0.25).describe("0..1/2, stable from 1/4 on") })
      .describe("(1.1)-(1.6), (16)"),
    z.strictObject({ type: z.literal("splitting"), ...splittingOptions }).describe("(9)-(13), as printed: creeps"),
    z.strictObject({ type: z.literal("strang"), ...splittingOptions }).describe("(16)-(22), as printed: creeps"),
  ],
  { error: "not one of event-driven, balanced, variational, alpha, splitting, strang" },
);

const fixedPoint = {
  r: quantity.optional().describe("rate of (1.14) with scheme alpha, in (0, 4/(delta step)); default half of it"),
  rho: quantity
    .optional()
    .describe("rate of (41) with the other schemes, below (43); default 2/(tau1 (beta_min + beta_max))"),
  tolerance: quantity.default(1.5e-8).describe("stop (1.15), relative"),
  start: z
    .enum(["previous", "zero"], { error: "not one of previous, zero" })
    .default("previous")
    .describe("first multiplier of a step"),
};

const solver = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ type: z.enum(["active-set", "kkt"]) }).describe("exact, the default; kkt is its other name"),
    z
      .strictObject({
        type: z.literal("gauss-seidel"),
        tolerance: quantity.default(1e-13).describe("relative change of slip"),
      })
      .describe("row by row"),
    z.strictObject({ type: z.literal("uzawa"), ...fixedPoint }).describe("(1.12)-(1.15), (39)-(41)"),
    z
      .strictObject({
        type: z.literal("regularized"),
        ...fixedPoint,
        epsilon: quantity.optional().describe("memory of (1.19), s; default step^(6/5)"),
      })
      .describe("(1.19): smooth multipliers of a perturbed law"),
    z
      .strictObject({
        type: z.literal("penalty-newton"),
        epsilon: quantity.default(1e-4).describe("penalty of (68)"),
        project: z.boolean().default(true).describe("put multipliers back on their box, which repairs the method"),
        tolerance: quantity.default(1e-10).describe("change of a multiplier that ends Newton"),
      })
      .describe("(67)-(74)"),
  ],
  { error: "not one of active-set, gauss-seidel, uzawa, regularized, penalty-newton" },
);

const eventKinds = [
  "stick",
  "slip",
  "reversal",
  "impact",
  "contact",
  "release",
  "saturate",
  "unsaturate",
] as const satisfies readonly EventKind[];
const eventKind = z.enum(eventKinds, { error: `not one of ${eventKinds.join(", ")}` });
const rowPlace = z.union([z.int().min(0), z.string().min(1).max(100)], {
  error: "not a row: its name, or its index counted from 0",
});

const measure = z.strictObject({
  max: formula.optional().describe("largest value of a formula, which may use the outputs too"),
  min: formula.optional().describe("smallest value of a formula"),
  mean: formula.optional().describe("mean over time of a formula"),
  rms: formula.optional().describe("root of the mean square over time of a formula"),
  final: formula.optional().describe("last value of a formula"),
  time: rowPlace.optional().describe("time that this row is stuck (a stop: closed), s"),
  first: eventKind.optional().describe("time of the first event of this kind, s; null when there is none"),
  count: eventKind.optional().describe("number of events of this kind"),
  row: rowPlace
    .optional()
    .describe("with first and count: events of this row (of saturation: of this controller) only"),
  from: quantity.optional().describe("s; nothing before it counts"),
  to: quantity.optional().describe("s; nothing after it counts"),
});

/** Entries under names of the user's choice. */
const named = <Entry extends z.ZodType>(name: z.ZodString, entry: Entry, most = MOST_NAMED) =>
  z.record(name, entry).refine((entries) => Object.keys(entries).length <= most, {
    error: `more than ${most} entries`,
    abort: true,
  });

const parameter = z.union(
  [z.number(), z.string(), z.strictObject({ value: quantity, from: quantity.optional(), to: quantity.optional() })],
  { error: "not a number, a constant formula or { value, from, to }" },
);

/** One number a coordinate; of a body that extends in space a formula of the place along it, or one for each of its curves. */
const start = z.union([z.array(quantity).max(MOST_STARTS), formula, z.record(z.string(), formula)], {
  error: ({ input }) =>
    Array.isArray(input) && input.length > MOST_STARTS
      ? `more than ${MOST_STARTS} numbers`
      : "not a list of numbers (of a string: nor a formula in x)",
});

export const problemSchema = z.strictObject({
  stickslip: z.literal(1, { error: "not 1, the version of the format" }).describe("version of the format: 1"),
  name: z.string().max(200).default("untitled").describe("title in tables and figures"),
  description: z.string().max(20_000).optional().describe("what the problem shows"),
  parameters: named(z.string(), parameter)
    .default({})
    .describe("named numbers, usable in every number and formula; a range { value, from, to } is a slider"),
  signals: named(z.string(), signal, MOST_SIGNALS)
    .default({})
    .describe("measured or tabulated data as functions of time, usable as name(t) in every formula of t"),
  system: z
    .discriminatedUnion("type", [linear, mechanism, arm, string, strings, beam, gearbox], {
      error: "not one of linear, mechanism, arm, string, strings, beam, gearbox",
    })
    .describe(
      "the machine: linear is M x'' + D x' + K x + W C (lambda - gamma(s)) = f + B u, s = W^T x'; mechanism has energies and forces as formulas; arm is a planar chain of links; string is (23), strings are two that touch, (46); beam bends and keeps its length, (68); gearbox is (54)",
    ),
  feedback: z.array(feedback).max(100).default([]).describe("controllers: they close the loop in every command"),
  control: control.optional().describe("control values, entering as B u, and what `control` is to reach with them"),
  attraction: attraction.optional().describe("what `attraction` draws its map over"),
  outputs: named(z.string().min(1).max(100), formula)
    .default({})
    .describe(
      "signals, columns of the trajectory: formulas in t, x(), v(), a() of a coordinate, slip(), force(), multiplier(), dissipation(), constraint() of a row, tip(x), tip(y) of an arm, reference(), measured(), error(), command(), control() of a PID, and energy",
    ),
  measures: named(z.string().min(1).max(100), measure)
    .default({})
    .describe("numbers of a run: each one of max, min, mean, rms, final, time, first, count"),
  initial: z
    .strictObject({
      position: start.optional().describe("x at the start, m (default 0); of a string a formula in x"),
      velocity: start.optional().describe("v at the start, m/s (default 0); of a string a formula in x"),
      equilibrium: equilibrium
        .optional()
        .describe("of a beam: start from rest under the loads at the start, instead of position"),
      project: z
        .boolean()
        .optional()
        .describe("bring a start that is off a joint or beyond a stop onto it, and say so (default: refuse it)"),
    })
    .default({})
    .describe("initial values"),
  time: z
    .strictObject({
      start: quantity.default(0).describe("s"),
      end: quantity.describe("s, after start"),
      step: positive("length of a step, s; reduced when it does not divide the time"),
      output: quantity.optional().describe("spacing of the output, s (default: the step)"),
    })
    .describe("times of the run"),
  scheme: scheme
    .optional()
    .describe(
      "time discretization (default: event-driven where the system allows it, variational where a constraint has a method, else balanced)",
    ),
  solver: solver.default({ type: "active-set" }).describe("solver of the step problems"),
});

/** A problem as checked data: all that is needed to repeat a run. */
export type Problem = z.infer<typeof problemSchema>;
export type ProblemRow = z.infer<typeof row>;
export type ProblemSpring = z.infer<typeof spring>;
export type ProblemDamper = z.infer<typeof damper>;
export type ProblemJoint = z.infer<typeof joint>;
export type ProblemFeedback = z.infer<typeof feedback>;
export type ProblemStop = z.infer<typeof stop>;
export type ProblemWeakening = z.infer<typeof weakening>;
export type ProblemMeasure = z.infer<typeof measure>;
export type LinearData = z.infer<typeof linear>;
export type ProblemStart = z.infer<typeof start>;
export type GearboxData = z.infer<typeof gearbox>;
export type SchemeData = z.infer<typeof scheme>;
export type SolverData = z.infer<typeof solver>;

/** The types that `scheme:` or `solver:` can have, with their help. */
export function choices(key: "scheme" | "solver"): { type: string; help: string }[] {
  return problemSchema.shape[key].unwrap().options.map((option) => ({
    type: tags(option.shape.type).join(" | "),
    help: option.description ?? "",
  }));
}

function tags(type: z.ZodEnum | z.ZodLiteral): readonly unknown[] {
  return type instanceof z.ZodEnum ? type.options : [...type.values];
}

/** For editors: completes and checks problem files. */
export function problemJsonSchema(): Record<string, unknown> {
  return {
    ...z.toJSONSchema(problemSchema, { io: "input" }),
    title: "stickslip problem",
    description: "A machine with dry friction, and how to run it.",
  };
}

/** An entry of `signals:`. */
import { z } from "zod";
import { MOST_SAMPLES } from "./limits.ts";
import { quantity } from "./quantity.ts";

const sampleList = z.array(quantity, { error: "not a list of numbers" }).max(MOST_SAMPLES);

export const signal = z.strictObject({
  file: z
    .string()
    .min(1)
    .optional()
    .describe("CSV file with the samples, beside the problem file; embedded when it is read"),
  time: z.string().optional().describe("header of the file's column of times (default: the first column)"),
  value: z.string().optional().describe("header of the file's column of values (default: the second column)"),
  times: sampleList.optional().describe("or the samples themselves: their times, s, increasing"),
  values: sampleList.optional().describe("and their values, one for each time"),
  source: z
    .strictObject({
      file: z.string().describe("file that the samples were read from"),
      hash: z
        .string()
        .regex(/^[0-9a-f]{16}$/, { error: "not 16 hexadecimal digits" })
        .describe("FNV-1a, 64 bits, of the samples"),
    })
    .optional()
    .describe("where embedded samples come from; leave it out when they are changed"),
  scale: quantity.default(1).describe("factor on the values"),
  interpolation: z
    .enum(["linear", "hold"], { error: "not one of linear, hold" })
    .default("linear")
    .describe("linear between samples, or each held until the next"),
  outside: quantity
    .default(0)
    .describe("value before the first and after the last sample, not scaled; hold keeps those of the samples"),
});

export type SignalData = z.infer<typeof signal>;

/**
 * What of a faulty problem can still be compiled, so that all faults are told at once: the sections, keys and entries that
 * fit the schema. Of a damaged entry nothing is used but the words in it: they may be names that others refer to.
 */
import { z } from "zod";
import { MOST_NAMED } from "../schema/limits.ts";
import { chosen, isMapping, type Schema, valueAt } from "../schema/paths.ts";
import { type LinearData, type Problem, type ProblemFeedback, problemSchema } from "../schema/schema.ts";

type Issue = z.core.$ZodIssue;

/** A system whose faulty keys are missing; a faulty entry of a list of mappings is undefined. */
export type PartialOf<Data> = Data extends { type: unknown } ? { [Key in keyof Data]?: WithGaps<Data[Key]> } : never;
type WithGaps<Value> =
  NonNullable<Value> extends readonly (infer Entry)[]
    ? [Entry] extends [Readonly<Record<string, unknown>>]
      ? readonly (Entry | undefined)[] | undefined
      : Value
    : Value;

export type PartialLinear = PartialOf<LinearData>;

type Named = "parameters" | "signals" | "outputs" | "measures";

/** What of a problem is well formed. */
export type PartialProblem = {
  [Key in Exclude<keyof Problem, "system" | "feedback" | Named>]?: Partial<Problem[Key]> | Problem[Key];
} & { [Key in Named]?: Readonly<Record<string, Problem[Key][string] | undefined>> } & {
  system?: PartialOf<Problem["system"]>;
  feedback?: readonly (ProblemFeedback | undefined)[];
};

export interface Salvage {
  readonly parts: PartialProblem;
  /** Words in what is damaged: to name one of them is no fault of its own. */
  readonly words: ReadonlySet<string>;
}

/** Words that are kept of damaged entries, and letters that a name has at most. */
const MOST_WORDS = 200;
const LONGEST_WORD = 100;

export function salvage(raw: Record<string, unknown>, issues: readonly Issue[]): Salvage {
  const words = new Set<string>();
  for (const issue of issues) for (const unit of damagedUnits(issue, raw)) collectWords(unit, words);
  return { parts: sound(problemSchema, raw, 0) as PartialProblem, words };
}

/** The value as its schema makes it, or where it does not fit what of it does. */
function sound(schema: Schema, value: unknown, depth: number): unknown {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const type = chosen(schema, value);
  if (type instanceof z.ZodArray) return soundEntries(type.element as Schema, value);
  if (!isMapping(value)) return undefined;
  if (type instanceof z.ZodRecord) {
    if (Object.keys(value).length > MOST_NAMED) return undefined;
    const entries = Object.entries(value).map(([name, entry]) => [name, soundOnly(type.valueType as Schema, entry)]);
    return Object.fromEntries(entries);
  }
  if (!(type instanceof z.ZodObject) || depth > 1) return undefined;
  const keys = Object.entries(type.shape).map(([key, part]) => {
    const own = Object.hasOwn(value, key) ? value[key] : undefined;
    return [key, sound(part as Schema, own, depth + 1)];
  });
  return Object.fromEntries(keys);
}

function soundOnly(schema: Schema, value: unknown): unknown {
  const parsed = z.safeParse(schema, value);
  return parsed.success ? parsed.data : undefined;
}

/** Of a list of mappings the sound ones, in their places; a list of numbers is either sound or not. */
function soundEntries(schema: Schema, value: unknown): unknown {
  if (!Array.isArray(value) || !value.some((entry) => chosen(schema, entry) instanceof z.ZodObject)) return undefined;
  const entries = value.map((entry) => soundOnly(schema, entry));
  return entries.includes(undefined) ? entries : undefined; // a list that is too long is not used in part
}

/** What an issue takes away: an entry of a list or record, the value of a key, or of an unknown key. */
function damagedUnits(issue: Issue, raw: unknown): unknown[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys" && path.length < 2) {
    return issue.keys.map((key) => valueAt(raw, [...path, key]));
  }
  return [valueAt(raw, path.slice(0, path[0] === "system" ? 3 : 2))];
}

function collectWords(value: unknown, words: Set<string>): void {
  if (words.size >= MOST_WORDS) return;
  if (typeof value === "string" && value.length <= LONGEST_WORD) words.add(value);
  if (Array.isArray(value)) for (const entry of value) collectWords(entry, words);
  else if (isMapping(value)) {
    for (const [key, entry] of Object.entries(value)) {
      if (key.length <= LONGEST_WORD) words.add(key);
      collectWords(entry, words);
    }
  }
}

/** Structure of a problem file against the schema; the zod issues become faults in our own words. */
import { z } from "zod";
import { nearest } from "../expression/nearest.ts";
import { type Faults, labelOf, type Path, printValue } from "./faults.ts";
import { type Problem, problemSchema } from "./schema.ts";

type Issue = z.core.$ZodIssue;

/** What of a problem is well formed; a key whose value has a structural fault is missing, a faulty row undefined. */
export type PartialProblem = { [Key in keyof Problem]?: Partial<Problem[Key]> | Problem[Key] };

/**
 * Checks key by key, two levels deep, so that one ill-formed value does not hide the faults that the compiler finds in
 * the others.
 */
export function validate(raw: unknown, faults: Faults): { problem?: Problem; parts: PartialProblem } {
  const parts: Record<string, unknown> = {};
  if (!isMapping(raw)) {
    faults.add([], `not a problem; expected keys such as stickslip, system and time: ${printValue(raw)}`);
    return { parts };
  }
  const whole = problemSchema.safeParse(raw);
  if (whole.success) return { problem: whole.data, parts: whole.data };
  const before = faults.list.length;
  const bad = whole.error.issues;
  for (const issue of bad) report(issue, raw, faults);
  if (faults.list.length === before) faults.add([], "not a problem");
  return { parts: salvage(raw as Record<string, unknown>, bad) };
}

/** Parses the top-level keys one by one, and inside a faulty one those of its keys that have no fault. */
function salvage(raw: Record<string, unknown>, bad: readonly Issue[]): PartialProblem {
  const parts: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(problemSchema.shape)) {
    const parsed = schema.safeParse(raw[key]);
    if (parsed.success) {
      parts[key] = parsed.data;
      continue;
    }
    const section = raw[key];
    if (!isMapping(section)) continue;
    const places = bad.filter((issue) => issue.path[0] === key).map((issue) => issue.path.slice(1));
    parts[key] = Object.fromEntries(
      Object.entries(section as object).flatMap(([name, value]) => kept(name, value, places)),
    );
  }
  return parts as PartialProblem;
}

/** An entry without fault, or only its name; of a list of mappings (friction rows) those without, in their places. */
function kept(name: string, value: unknown, places: readonly PropertyKey[][]): [string, unknown][] {
  const own = places.filter((place) => place[0] === name);
  if (own.length === 0) return [[name, value]];
  if (!Array.isArray(value) || !value.some(isMapping) || own.some((place) => place.length < 2)) {
    return [[name, undefined]];
  }
  const faulty = new Set(own.map((place) => place[1]));
  return [[name, value.map((entry, i) => (faulty.has(i) ? undefined : entry))]];
}

function isMapping(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function report(issue: Issue, raw: unknown, faults: Faults): void {
  const path = issue.path as Path;
  const name = path.length === 0 ? "file" : labelOf(path);
  const value = valueAt(raw, path);
  switch (issue.code) {
    case "unrecognized_keys": {
      const known = knownKeys(path, raw);
      for (const key of issue.keys) faults.add([...path, key], unknownKey(key, known));
      return;
    }
    case "invalid_type":
      if (value === undefined) faults.add(path, `missing ${name}; expected ${expectation(issue.expected)}`);
      else
        faults.add(
          path,
          `invalid ${name}; ${nonFinite(value) ?? `not ${expectation(issue.expected)}`}: ${printValue(value)}`,
        );
      return;
    case "too_small":
      faults.add(path, `invalid ${name}; below ${issue.minimum}: ${printValue(value)}`);
      return;
    case "too_big":
      faults.add(path, `invalid ${name}; above ${issue.maximum}: ${printValue(value)}`);
      return;
    default:
      if (value === undefined) faults.add(path, `missing ${name}; ${issue.message.replace(/^not /, "expected ")}`);
      else faults.add(path, `invalid ${name}; ${nonFinite(value) ?? issue.message}: ${printValue(value)}`);
  }
}

/** A YAML .nan or .inf somewhere inside is the plainer reason. */
function nonFinite(value: unknown): string | undefined {
  const flat = Array.isArray(value) ? value.flat(2) : [value];
  const found = flat.find((entry) => typeof entry === "number" && !Number.isFinite(entry));
  return found === undefined ? undefined : `not a finite number (${found})`;
}

function unknownKey(key: string, known: readonly string[]): string {
  const guess = nearest(key, known);
  return `unknown key ${printValue(key)}; ${guess ? `did you mean ${guess}?` : `known here: ${known.join(", ")}`}`;
}

function expectation(expected: string): string {
  return (
    {
      array: "a list",
      object: "a mapping of keys",
      record: "a mapping of keys",
      string: "a text",
      boolean: "true or false",
      int: "a whole number",
    }[expected] ?? `a ${expected}`
  );
}

function valueAt(raw: unknown, path: Path): unknown {
  let value: unknown = raw;
  for (const part of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

/** The keys that the schema knows at a path, following the `type` or `shape` that the file gives. */
function knownKeys(path: Path, raw: unknown): string[] {
  let schema: z.core.$ZodType = problemSchema;
  for (let depth = 0; depth <= path.length; depth++) {
    schema = chosen(schema, valueAt(raw, path.slice(0, depth)));
    if (depth === path.length) break;
    const part = path[depth]!;
    if (schema instanceof z.ZodObject) schema = schema.shape[part] as z.core.$ZodType;
    else if (schema instanceof z.ZodArray) schema = schema.element as z.core.$ZodType;
    else if (schema instanceof z.ZodRecord) schema = schema.valueType as z.core.$ZodType;
    else return [];
  }
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Without defaults and optionals, and with the member of a union that the value selects. */
function chosen(schema: z.core.$ZodType, value: unknown): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional) {
    return chosen(schema.unwrap() as z.core.$ZodType, value);
  }
  if (schema instanceof z.ZodUnion) {
    const options = schema.options as readonly z.core.$ZodType[];
    const match = options.find((option) => selects(option, value));
    return match ? chosen(match, value) : schema;
  }
  return schema;
}

function selects(option: z.core.$ZodType, value: unknown): boolean {
  if (!(option instanceof z.ZodObject) || typeof value !== "object" || value === null) return false;
  return ["type", "shape"].every((tag) => {
    const literal = option.shape[tag] as z.ZodType | undefined;
    return literal === undefined || literal.safeParse((value as Record<string, unknown>)[tag]).success;
  });
}

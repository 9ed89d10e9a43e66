/** Structure of a problem file against the schema; the zod issues become faults in our own words. */
import type { z } from "zod";
import { nearest } from "../../expression/nearest.ts";
import { type Faults, labelOf, type Path, printValue } from "../faults.ts";
import { isMapping, knownKeys, valueAt } from "../schema/paths.ts";
import { type Problem, problemSchema } from "../schema/schema.ts";
import { rawFault } from "./raw-limits.ts";
import { type Salvage, salvage } from "./salvage.ts";

type Issue = z.core.$ZodIssue;

const nothing: Salvage = { parts: {}, words: new Set() };

/** The problem, or its faults of structure and what is sound of it: they do not hide those that the compiler finds. */
export function validate(raw: unknown, faults: Faults): Salvage & { problem?: Problem } {
  if (!isMapping(raw)) {
    faults.add([], `not a problem; expected keys such as stickslip, system and time: ${printValue(raw)}`);
    return nothing;
  }
  const whole = problemSchema.safeParse(raw);
  if (whole.success) return { ...nothing, problem: whole.data, parts: whole.data };
  const before = faults.list.length;
  const { issues } = whole.error;
  const mistyped = new Set(issues.filter(({ code }) => code === "invalid_type").map(({ path }) => path.join(".")));
  for (const issue of issues) {
    // What is no list has been told to be none: its size does not matter.
    if (issue.code.startsWith("too_") && mistyped.has(issue.path.join("."))) continue;
    report(issue, raw, faults);
  }
  if (faults.list.length === before) faults.add([], "not a problem");
  return salvage(raw, issues);
}

/** What a changed problem has in common with. */
interface Base {
  readonly raw: unknown;
  readonly problem: Problem;
}

/** The problem of data that differ from those of `base` in some sections: only these are looked at. Undefined where it has faults. */
export function validateChanges(raw: unknown, { raw: before, problem }: Base): Problem | undefined {
  if (!isMapping(raw) || Object.keys(raw).some((key) => !Object.hasOwn(problemSchema.shape, key))) return undefined;
  const sections: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(problemSchema.shape)) {
    const [data, known] = [raw[key], problem[key as keyof Problem]];
    let section: unknown = known;
    if (data !== known && !sameData(data, (before as Record<string, unknown>)[key])) {
      if (rawFault(data)) return undefined;
      const parsed = schema.safeParse(data);
      if (!parsed.success) return undefined;
      section = parsed.data;
    }
    if (section !== undefined) sections[key] = section;
  }
  return sections as Problem;
}

function sameData(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((entry, k) => sameData(entry, other[k]));
  }
  if (!isMapping(one) || !isMapping(other)) return false;
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return keys.length === others.length && keys.every((key, k) => key === others[k] && sameData(one[key], other[key]));
}

function report(issue: Issue, raw: unknown, faults: Faults): void {
  const inside = issuesInside(issue);
  if (inside) {
    for (const one of inside) report({ ...one, path: [...issue.path, ...one.path] }, raw, faults);
    return;
  }
  const path = issue.path as Path;
  const name = path.length === 0 ? "file" : labelOf(path);
  const value = valueAt(raw, path);
  switch (issue.code) {
    case "unrecognized_keys": {
      const known = knownKeys(path, raw);
      for (const key of issue.keys) faults.add([...path, key], unknownKey(key, known, value));
      return;
    }
    case "invalid_type":
      if (value === undefined) faults.add(path, `missing ${name}; expected ${expectation(issue.expected)}`);
      else
        faults.add(
          path,
          `invalid ${name}; ${nonFinite(value) ?? `not ${expectation(issue.expected)}`}: ${printValue(value)}${mappingRemedy(value, path, issue.expected)}${issue.expected === "array" ? listRemedy(value) : ""}`,
        );
      return;
    case "too_small":
      faults.add(path, `invalid ${name}; ${tooFew(value) ?? `below ${issue.minimum}`}: ${printValue(value)}`);
      return;
    case "too_big":
      faults.add(
        path,
        `invalid ${name}; ${tooMany(value, issue.maximum) ?? `above ${issue.maximum}`}: ${printValue(value)}`,
      );
      return;
    default:
      if (value === undefined)
        faults.add(
          path,
          `missing ${name}; ${issue.message.replace(/^not /, "expected ")}${otherName(raw, path, issue.message)}`,
        );
      else {
        const reason = nonFinite(value) ?? issue.message;
        faults.add(
          path,
          `invalid ${name}; ${reason}: ${printValue(value)}${meant(value, issue.message)}${noList(value, issue.message)}`,
        );
      }
  }
}

/** A list or a text that is too short is no number. */
function tooFew(value: unknown): string | undefined {
  if (typeof value !== "string" && !Array.isArray(value)) return undefined;
  return value.length === 0 ? "empty" : "too short";
}

/** For a single entry in the place of a list. */
function listRemedy(value: unknown): string {
  return typeof value === "object" ? ". Write - before each entry" : ". Put it in [ ]";
}

function noList(value: unknown, message: string): string {
  return message.startsWith("not a list of numbers") && typeof value !== "object" ? listRemedy(value) : "";
}

function tooMany(value: unknown, most: number | bigint): string | undefined {
  if (Array.isArray(value)) return `more than ${most} entries`;
  return typeof value === "string" ? `more than ${most} characters` : undefined;
}

const ONE_OF = "not one of ";

/** The word that a misspelled one was meant to be, of those that a message lists. */
function meant(value: unknown, message: string): string {
  if (typeof value !== "string" || !message.startsWith(ONE_OF)) return "";
  const guess = nearest(value, message.slice(ONE_OF.length).split(", "));
  return guess === undefined ? "" : `. Did you mean ${guess}?`;
}

/** A word of those that a message lists, under another key: `type: stribeck` for `shape: stribeck`. */
function otherName(raw: unknown, path: Path, message: string): string {
  const holder = valueAt(raw, path.slice(0, -1));
  if (!message.startsWith(ONE_OF) || typeof holder !== "object" || holder === null) return "";
  const words = message.slice(ONE_OF.length).split(", ");
  const found = Object.entries(holder).find(([, word]) => words.includes(word));
  return found ? `. Write ${labelOf(path)}: ${found[1]} in the place of ${printValue(found[0]).slice(1, -1)}` : "";
}

/** `scheme: balanced` for `scheme: { type: balanced }`, and `coordinates: [x]` for `coordinates: [{ name: x }]`. */
function mappingRemedy(value: unknown, path: Path, expected: string): string {
  if (typeof value !== "string" || expected !== "object") return "";
  const isType = path.length === 1 && (path[0] === "scheme" || path[0] === "solver");
  const isNamed = path.at(-2) === "coordinates";
  if (!isType && !isNamed) return "";
  return `. Write { ${isType ? "type" : "name"}: ${printValue(value).slice(1, -1)} }`;
}

/** Of a value that may be of several kinds, and is of one but for its entries: what is wrong with these. */
function issuesInside(issue: Issue): readonly Issue[] | undefined {
  if (issue.code !== "invalid_union") return undefined;
  const kinds = issue.errors.filter((issues) => issues.every(({ path }) => path.length > 0));
  return kinds.length === 1 ? kinds[0] : undefined;
}

/** A YAML .nan or .inf somewhere inside is the plainer reason. */
function nonFinite(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : `not a finite number (${value})`;
  if (!Array.isArray(value)) return undefined;
  for (const entry of value) {
    const found = nonFinite(entry);
    if (found) return found;
  }
  return undefined;
}

function unknownKey(key: string, known: readonly string[], holder: unknown): string {
  const guess = nearest(key, known);
  const remedy = guess ? `did you mean ${guess}?` : `known here: ${known.join(", ")}`;
  return `unknown key ${printValue(key)}; ${instead(key, known, holder) ?? remedy}`;
}

/** `between: [a, b]` for a direction, the damping of a spring, and `limit: 1,5` in braces, which is limit: 1 and a key 5. */
function instead(key: string, known: readonly string[], holder: unknown): string | undefined {
  if (/^\d+$/.test(key)) return "decimals are written with a point";
  if (key === "damping" && known.includes("potential")) return "dampers are a list of their own";
  if (key !== "between" || !known.includes("direction")) return undefined;
  const [one, other] = [0, 1].map((k) => valueAt(holder, [key, k]));
  const named = [one, other].every((name) => typeof name === "string" && /^\w{1,40}$/.test(name));
  return `write direction: { ${named ? one : "a"}: 1, ${named ? other : "b"}: -1 }`;
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

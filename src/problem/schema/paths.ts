/** Ways through the schema: what it knows at a place of a file. */
import { z } from "zod";
import type { Path } from "../faults.ts";
import { problemSchema } from "./schema.ts";

export type Schema = z.core.$ZodType;

export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a path, as far as the data go; only what stands in the data themselves. */
export function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = raw;
  for (const part of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

/** The keys that the schema knows at a path, following the `type` or `shape` that the file gives. */
export function knownKeys(path: Path, raw: unknown): string[] {
  let schema: Schema = problemSchema;
  for (let depth = 0; depth <= path.length; depth++) {
    schema = chosen(schema, valueAt(raw, path.slice(0, depth)));
    if (depth === path.length) break;
    const part = path[depth]!;
    if (schema instanceof z.ZodObject) schema = schema.shape[part] as Schema;
    else if (schema instanceof z.ZodArray) schema = schema.element as Schema;
    else if (schema instanceof z.ZodRecord) schema = schema.valueType as Schema;
    else return [];
  }
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Without defaults and optionals, and with the member of a union that the value selects. */
export function chosen(schema: Schema, value: unknown): Schema {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional) {
    return chosen(schema.unwrap() as Schema, value);
  }
  if (schema instanceof z.ZodUnion) {
    const options = schema.options as readonly Schema[];
    const match = options.find((option) => selects(option, value));
    return match ? chosen(match, value) : schema;
  }
  return schema;
}

function selects(option: Schema, value: unknown): boolean {
  if (!(option instanceof z.ZodObject) || typeof value !== "object" || value === null) return false;
  return ["type", "shape"].every((tag) => {
    const literal = option.shape[tag] as z.ZodType | undefined;
    return literal === undefined || literal.safeParse((value as Record<string, unknown>)[tag]).success;
  });
}

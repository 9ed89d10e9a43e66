/** The JSON Schema of problem files, as far as forms need it. */
import whole from "../../../schema/problem.schema.json";

export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly $ref?: string;
}

export const problemSchema = whole as unknown as Schema;

/** What a form shows a value as. */
export type Kind =
  | "number"
  | "text"
  | "formula"
  | "boolean"
  | "choice"
  | "object"
  | "list"
  | "vector"
  | "matrix"
  | "record"
  | "other";

export function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const parts = schema.$ref.replace(/^#\//, "").split("/");
  const found = parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], whole);
  return { ...(found as Schema), ...(schema.description ? { description: schema.description } : {}) };
}

/** Alternatives of a schema, flat. */
export function options(given: Schema): readonly Schema[] {
  const schema = resolve(given);
  const list = schema.oneOf ?? schema.anyOf;
  return list ? list.flatMap(options) : [schema];
}

/** The key by which alternatives tell each other apart, as type or shape. */
export function tagOf(given: Schema): string | undefined {
  const list = options(given);
  if (list.length < 2) return undefined;
  return ["type", "shape"].find((key) => list.every((one) => tagValues(one, key).length > 0));
}

export function tagValues(schema: Schema, key: string): readonly unknown[] {
  const tag = schema.properties?.[key];
  return tag?.const !== undefined ? [tag.const] : (tag?.enum ?? []);
}

/** The alternative that a value is one of. */
export function fitting(given: Schema, value: unknown): Schema {
  const list = options(given);
  const tag = tagOf(given);
  if (tag && isMapping(value)) return list.find((one) => tagValues(one, tag).includes(value[tag])) ?? list[0]!;
  const named = (type: string) => list.find((one) => one.type === type);
  const byValue =
    typeof value === "number"
      ? (named("number") ?? named("integer"))
      : typeof value === "string"
        ? named("string")
        : Array.isArray(value)
          ? named("array")
          : isMapping(value)
            ? named("object")
            : undefined;
  return byValue ?? list[0]!;
}

export function kindOf(given: Schema, value: unknown): Kind {
  const schema = fitting(given, value);
  const list = options(given);
  if (list.length > 1 && list.every((one) => one.enum || one.const !== undefined)) return "choice";
  if (schema.enum) return "choice";
  if (schema.type === "boolean") return "boolean";
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every((row) => Array.isArray(row))) return "matrix";
    return value.every((entry) => typeof entry === "number" || typeof entry === "string" || entry === null)
      ? "vector"
      : "list";
  }
  if (schema.type === "array") {
    const entries = options(schema.items ?? {});
    return entries.some((one) => one.type === "object") ? "list" : "vector";
  }
  if (schema.properties) return "object";
  if (schema.type === "object") return "record";
  const types = new Set(list.map(({ type }) => type));
  if (types.has("number") || types.has("integer")) return types.has("string") ? "formula" : "number";
  return schema.type === "string" ? "text" : "other";
}

/** A first value for a key that is added. */
export function firstValue(given: Schema): unknown {
  const schema = options(given)[0]!;
  if (resolve(given).default !== undefined) return resolve(given).default;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === "number" || schema.type === "integer") return 0;
  if (schema.type === "boolean") return true;
  if (schema.type === "array") {
    const entry = options(schema.items ?? {})[0];
    return entry?.type === "object" ? [] : [0];
  }
  if (schema.properties) {
    const keys = schema.required ?? [];
    return Object.fromEntries(keys.map((key) => [key, firstValue(schema.properties![key]!)]));
  }
  return schema.type === "object" ? {} : "0";
}

export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What may stand at a place of a text: keys that are missing there, or the words of a choice. */
import { fitting, isMapping, options, problemSchema, type Schema, tagOf, tagValues } from "../form/schema.ts";
import { dataOf } from "../state/edit.ts";

export interface Completion {
  readonly label: string;
  readonly detail: string;
  readonly insert: string;
}

export function completions(text: string, at: number): readonly Completion[] {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  const path = pathAt(text, at);
  const wordOf = /([\w-]+):\s*$/.exec(line);
  if (wordOf) return words(schemaAt([...path, wordOf[1]!], text), wordOf[1]!);
  const own = schemaAt(path, text);
  if (!own) return [];
  const present = valueAt(dataOf(text), path);
  return Object.entries(own.properties ?? {})
    .filter(([key]) => !(isMapping(present) && Object.hasOwn(present, key)))
    .map(([key, schema]) => ({ label: key, detail: schema.description ?? "", insert: `${key}: ` }));
}

function words(schema: Schema | undefined, _key: string): readonly Completion[] {
  if (!schema) return [];
  return options(schema)
    .flatMap((one) => one.enum ?? (one.const === undefined ? [] : [one.const]))
    .map((word) => ({ label: String(word), detail: schema.description ?? "", insert: String(word) }));
}

/** Keys above a place by their indentation, and the ones of braces that are open in its line. */
function pathAt(text: string, at: number): (string | number)[] {
  const lines = text.slice(0, at).split("\n");
  const last = lines.pop()!;
  const path: (string | number)[] = [];
  let limit = indent(last);
  if (/^\s*-\s/.test(last)) limit = last.search(/\S/) + 1;
  for (let k = lines.length - 1; k >= 0 && limit > 0; k--) {
    const line = lines[k]!;
    if (line.trim() === "" || line.trim().startsWith("#")) continue;
    const key = /^(\s*)(- )?([\w-]+):/.exec(line);
    const depth = line.search(/\S/);
    if (depth >= limit) continue;
    limit = depth;
    if (key) path.unshift(key[3]!);
    if (line.trim().startsWith("-")) path.unshift(0);
  }
  if (/^\s*-\s/.test(last)) path.push(0);
  for (const [, key] of last.matchAll(/([\w-]+):\s*\{(?![^{}]*\})/g)) path.push(key!);
  return path;
}

function indent(line: string): number {
  const first = line.search(/\S/);
  return first < 0 ? line.length : first;
}

function schemaAt(path: readonly (string | number)[], text: string): Schema | undefined {
  const data = dataOf(text);
  let [schema, value]: [Schema | undefined, unknown] = [problemSchema, data];
  for (const part of path) {
    const own: Schema = fitting(schema, value);
    const tag = tagOf(schema);
    if (part === tag) {
      return { enum: options(schema).flatMap((one) => tagValues(one, tag)) };
    }
    schema =
      typeof part === "number"
        ? own.items
        : (own.properties?.[part] ??
          (typeof own.additionalProperties === "object" ? own.additionalProperties : undefined));
    value = valueAt(value, [part]);
    if (!schema) return undefined;
  }
  return fitting(schema, value);
}

function valueAt(data: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, part) => (typeof at === "object" && at !== null ? (at as Record<string | number, unknown>)[part] : undefined),
    data,
  );
}

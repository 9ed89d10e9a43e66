/** Changes of single values in the text of a problem: everything else, comments and spacing too, stays as it was written. */
import { isScalar, parseDocument } from "yaml";
import { rewriteProblem } from "../../problem/paths/rewrite.ts";

export type Path = readonly (string | number)[];

/** Where the last value stands that was replaced: a drag replaces it again and again. */
let last: { readonly text: string; readonly key: string; readonly start: number; readonly end: number } | undefined;

/** The text with the value at a path; undefined takes the entry away. */
export function withValue(text: string, path: Path, value: unknown): string {
  const key = JSON.stringify(path);
  const written = scalarText(value);
  if (written !== undefined) {
    const place = last?.text === text && last.key === key ? last : extentOf(text, path);
    if (place) {
      const next = text.slice(0, place.start) + written + text.slice(place.end);
      last = { text: next, key, start: place.start, end: place.start + written.length };
      return next;
    }
  }
  return rewriteProblem(text, changed(dataOf(text), path, value));
}

/** The data of a text; undefined where it is not YAML. */
export function dataOf(text: string): unknown {
  const document = parseDocument(text, { merge: false, schema: "core" });
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}

/** Start and end of a plain value in the text; undefined where it is none, or stands there by an alias or an anchor. */
function extentOf(text: string, path: Path): { start: number; end: number } | undefined {
  const document = parseDocument(text, { merge: false, schema: "core" });
  if (document.errors.length > 0) return undefined;
  const node = document.getIn(path, true);
  if (!isScalar(node) || !node.range || node.anchor || /^BLOCK/.test(node.type ?? "")) return undefined;
  const [start, end] = node.range;
  return end > start ? { start, end } : undefined;
}

/** A value as it may stand anywhere in YAML; undefined for lists and mappings. */
function scalarText(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "string" || value.includes("\n")) return undefined;
  const isPlain = /^[A-Za-z_(][\w .()+*/^-]*$/.test(value) && !/^(true|false|null|yes|no|on|off|~)$/i.test(value);
  return isPlain && value.trim() === value ? value : JSON.stringify(value);
}

/** A copy of the data with another value at a path. */
export function changed(data: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const next = rest.length === 0 ? value : changed(child(data, key), rest, value);
  if (typeof key === "number") {
    const list = Array.isArray(data) ? [...data] : [];
    if (next === undefined) list.splice(key, 1);
    else list[key] = next;
    return list;
  }
  const { [key]: _old, ...others } = (isMapping(data) ? data : {}) as Record<string, unknown>;
  if (next === undefined) return others;
  if (isMapping(data) && Object.hasOwn(data, key)) {
    return Object.fromEntries(Object.entries(data).map(([name, entry]) => [name, name === key ? next : entry]));
  }
  return { ...others, [key]: next };
}

function child(data: unknown, key: string | number): unknown {
  return typeof data === "object" && data !== null && Object.hasOwn(data, key)
    ? (data as Record<string | number, unknown>)[key]
    : undefined;
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

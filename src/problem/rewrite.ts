/** The text of a problem file brought up to changed data, with its comments and its style kept where that is possible. */
import { type Document, parse, parseDocument, stringify } from "yaml";
import type { Path } from "./faults.ts";

/** A text that reads as `raw`; `text` is the file that raw was made from by a few changes. */
export function rewriteProblem(text: string, raw: unknown): string {
  const document = parseDocument(text, { merge: false, schema: "core" });
  const before: unknown = document.toJS({ maxAliasCount: 100 });
  if (same(before, raw)) return text;
  try {
    change(document, [], before, raw);
    const changed = document.toString({ lineWidth: 120 });
    // Changes inside of anchors reach all their aliases: then the plain form is the right one.
    if (same(parse(changed, { merge: false, schema: "core", logLevel: "error" }), raw)) return changed;
  } catch {
    // A path through an alias cannot be changed in place.
  }
  return stringify(raw, { lineWidth: 120 });
}

function change(document: Document, path: Path, before: unknown, after: unknown): void {
  if (same(before, after)) return;
  if (!isMapping(before) || !isMapping(after) || Array.isArray(before) !== Array.isArray(after)) {
    document.setIn(path, document.createNode(after, { flow: true }));
    return;
  }
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) document.deleteIn([...path, key]);
  for (const [key, value] of Object.entries(after)) {
    change(document, [...path, Array.isArray(after) ? Number(key) : key], before[key], value);
  }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

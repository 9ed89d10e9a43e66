/** The text of a problem file brought up to changed data, with its comments and its style kept where that is possible. */
import { Document, parse, parseDocument, visit } from "yaml";
import type { Path } from "../faults.ts";
import {
  type Cut,
  cutNumberLists,
  hasToken,
  printNumberLists,
  putNumberLists,
  takeNumberLists,
} from "../read/number-lists.ts";

const YAML = { merge: false, schema: "core" } as const;

/** A text that reads as `raw`; `text` is the file that raw was made from by a few changes. */
export function rewriteProblem(text: string, raw: unknown): string {
  const ambiguous = hasToken(text) || hasToken(JSON.stringify(raw) ?? "");
  return (ambiguous ? undefined : rewrite(text, raw, cutNumberLists(text))) ?? rewrite(text, raw)!;
}

/** Long lists of numbers are put aside, with those cut from the text; undefined when one of them stood outside of the data. */
function rewrite(text: string, raw: unknown, cut?: Cut): string | undefined {
  const lists = [...(cut?.lists ?? [])];
  const document = parseDocument(cut?.text ?? text, YAML);
  const before: unknown = document.toJS({ maxAliasCount: 100 });
  if (!putNumberLists(before, lists)) return undefined;
  const after = cut ? takeNumberLists(raw, lists) : raw;
  if (same(before, after)) return text;
  try {
    change(document, [], before, after);
    const changed = document.toString({ lineWidth: 120 });
    // Changes inside of anchors reach all their aliases: then the plain form is the right one.
    if (same(parse(changed, { ...YAML, logLevel: "error" }), after)) return printNumberLists(changed, lists);
  } catch {
    // A path through an alias cannot be changed in place.
  }
  return printNumberLists(plainText(after), lists);
}

function plainText(data: unknown): string {
  const document = new Document(data);
  visit(document, {
    Seq(_, list) {
      list.flow = list.items.length === 1;
    },
  });
  return document.toString({ lineWidth: 120 });
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

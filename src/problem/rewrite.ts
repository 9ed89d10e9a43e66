/** The text of a problem file brought up to changed data, with its comments and its style kept where that is possible. */
import { Document, isScalar, parse, parseDocument, type Scalar, visit, type YAMLSeq } from "yaml";
import type { Path } from "./faults.ts";

const WIDTH = 120;
/** Entries of a list of numbers from which on it fills whole lines. */
const LONG_LIST = 16;

/** A text that reads as `raw`; `text` is the file that raw was made from by a few changes. */
export function rewriteProblem(text: string, raw: unknown): string {
  const document = parseDocument(text, { merge: false, schema: "core" });
  const before: unknown = document.toJS({ maxAliasCount: 100 });
  if (same(before, raw)) return text;
  try {
    change(document, [], before, raw);
    const changed = printed(document);
    // Changes inside of anchors reach all their aliases: then the plain form is the right one.
    if (same(parse(changed, { merge: false, schema: "core", logLevel: "error" }), raw)) return changed;
  } catch {
    // A path through an alias cannot be changed in place.
  }
  return printed(new Document(raw));
}

function printed(document: Document): string {
  visit(document, {
    Seq(_, list) {
      if (list.items.length < LONG_LIST || !list.items.every(isNumber)) return;
      list.flow = true;
      list.toString = (context) => numberLines(list as YAMLSeq<Scalar<number>>, context?.indent ?? "");
    },
  });
  return document.toString({ lineWidth: WIDTH });
}

/** [1, 2, ...] in lines that are full: by itself the printer gives each number of a long list a line of its own. */
function numberLines(list: YAMLSeq<Scalar<number>>, indent: string): string {
  const lines: string[] = [];
  let line = "[";
  for (const [i, { source, value }] of list.items.entries()) {
    const entry = (source ?? JSON.stringify(value)) + (i < list.items.length - 1 ? "," : "]");
    const begins = lines.length === 0 ? indent.length : 0; // the first line is put behind its indent
    if (begins + line.length + entry.length >= WIDTH) {
      lines.push(line);
      line = `${indent}  ${entry}`;
    } else line += line === "[" ? entry : ` ${entry}`;
  }
  return [...lines, line].join("\n");
}

function isNumber(node: unknown): node is Scalar<number> {
  return isScalar(node) && typeof node.value === "number";
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

/** Text of a problem file (YAML or JSON) to raw data. Files are data from strangers: bounded size, depth and aliases. */
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from "yaml";
import type { Fault, LineOf, Path } from "./faults.ts";
import { type Cut, cutNumberLists, putNumberLists } from "./number-lists.ts";

/** Characters of a problem file beside its long lists of numbers. */
export const MOST_CHARACTERS = 16_000_000;
const MOST_DEPTH = 100;
/** Errors of the syntax that are told: text that is no YAML at all has one in almost every line. */
const MOST_ERRORS = 5;

export type ReadResult =
  | { readonly raw: unknown; readonly lineOf: LineOf; readonly faults?: undefined }
  | { readonly faults: readonly Fault[] };

export function readProblem(text: string): ReadResult {
  return read(cutNumberLists(text)) ?? read({ text, lists: [] })!;
}

/** Undefined when a list that was cut out stands where there are no data. */
function read({ text, lists }: Cut): ReadResult | undefined {
  const refuse = (message: string): ReadResult => ({ faults: [{ path: "", message }] });
  if (text.length > MOST_CHARACTERS)
    return refuse(`file too long; more than ${MOST_CHARACTERS} characters: ${text.length}`);
  if (text.trim() === "") return refuse("empty file; a problem has at least the keys stickslip, system and time");
  if (tooDeep(text)) return refuse(`file nested too deeply; more than ${MOST_DEPTH} levels`);
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      logLevel: "error",
      merge: false,
      schema: "core",
    });
    if (document.errors.length > 0) {
      const faults: Fault[] = document.errors.slice(0, MOST_ERRORS).map((error) => ({
        path: "",
        message: `not YAML or JSON; ${error.message}`,
        line: lines.linePos(error.pos[0]).line,
      }));
      const more = document.errors.length - faults.length;
      return { faults: more > 0 ? [...faults, { path: "", message: `... and ${more} more` }] : faults };
    }
    const circle = selfReference(document.contents as Node | null);
    if (circle) return refuse(`invalid alias; *${circle} refers to itself. A problem is a tree`);
    const whole = putNumberLists(document.toJS({ maxAliasCount: 100 }), lists);
    return whole && { raw: whole.data, lineOf: (path) => lineOf(document, lines, path) };
  } catch (error) {
    return refuse(`not a readable problem; ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The line of a path's key (or of the entry, in a list); of the nearest part that stands in the file where it does not. */
function lineOf(document: Document, lines: LineCounter, path: Path): number | undefined {
  for (let depth = path.length; depth > 0; depth--) {
    const holder = document.getIn(path.slice(0, depth - 1), true);
    const last = path[depth - 1]!;
    const pair = isMap(holder)
      ? holder.items.find(({ key }) => isScalar(key) && String(key.value) === String(last))
      : undefined;
    const node = pair ? pair.key : isSeq(holder) ? holder.items[Number(last)] : undefined;
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return undefined;
}

/** Brackets or indentation nested beyond the limit; checked on the text, since the parser itself recurses. */
function tooDeep(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "[" || character === "{") depth++;
    else if (character === "]" || character === "}") depth--;
    if (depth > MOST_DEPTH) return true;
  }
  const indents: number[] = [];
  for (const line of text.split("\n")) {
    const body = line.replace(/^(\s|[-?] )*/, "");
    if (body === "" || body.startsWith("#")) continue;
    const indent = line.length - body.length;
    while (indents.length > 0 && indents.at(-1)! >= indent) indents.pop();
    indents.push(indent);
    if (indents.length > MOST_DEPTH) return true;
    if ((line.match(/[-?] /g)?.length ?? 0) > MOST_DEPTH && /^(\s*[-?] )+/.test(line)) return true;
  }
  return false;
}

/** The anchor that an alias inside of it names, if any. */
function selfReference(root: Node | null): string | undefined {
  let found: string | undefined;
  if (!root) return undefined;
  visit(root, (_, node, ancestors) => {
    if (!isAlias(node)) return undefined;
    const inside = ancestors.some(
      (ancestor) => (isCollection(ancestor) || isScalar(ancestor)) && ancestor.anchor === node.source,
    );
    if (!inside) return undefined;
    found = node.source;
    return visit.BREAK;
  });
  return found;
}

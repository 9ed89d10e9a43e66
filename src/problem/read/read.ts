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
import { type Fault, type LineOf, type Path, printPath, printValue } from "../faults.ts";
import { MOST_ALIASES, MOST_CHARACTERS, MOST_DEPTH, MOST_NUMBERS, MOST_VALUES } from "../schema/limits.ts";
import { type Cut, cutNumberLists, putNumberLists } from "./number-lists.ts";
import { rawFault } from "./raw-limits.ts";

/** Errors of the syntax that are told: text that is no YAML at all has one in almost every line. */
const MOST_ERRORS = 5;

export type ReadResult =
  | { readonly raw: unknown; readonly lineOf: LineOf; readonly faults?: undefined }
  | { readonly faults: readonly Fault[] };

export function readProblem(text: string): ReadResult {
  const cut = cutNumberLists(text);
  return cut
    ? (read(cut) ?? read({ text, lists: [] })!)
    : refuse(`file too large; more than ${MOST_NUMBERS} numbers in lists`);
}

function refuse(message: string): ReadResult {
  return { faults: [{ path: "", message }] };
}

/** Undefined when a list that was cut out stands where there are no data. */
function read({ text, lists }: Cut): ReadResult | undefined {
  if (text.length > MOST_CHARACTERS)
    return refuse(`file too long; more than ${MOST_CHARACTERS} characters: ${text.length}`);
  if (text.trim() === "") return refuse("empty file; a problem has at least the keys stickslip, system and time");
  if (tooDeep(text)) return refuse(`file nested too deeply; more than ${MOST_DEPTH} levels`);
  if (tooManyValues(text)) return refuse(`file too large; more than ${MOST_VALUES} values beside lists of numbers`);
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      logLevel: "error",
      merge: false,
      schema: "core",
      uniqueKeys: false, // it compares every key with every other
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
    const circle = text.includes("&") ? selfReference(document.contents as Node | null) : undefined; // no alias without an anchor
    if (circle) return refuse(`invalid alias; *${circle} refers to itself. A problem is a tree`);
    const twice = repeatedKey(document.contents as Node | null);
    if (twice) {
      const message = `not YAML or JSON; the key ${printValue(twice.name)} stands twice in a mapping`;
      return { faults: [{ path: "", message, line: lines.linePos(twice.at).line }] };
    }
    const whole = putNumberLists(document.toJS({ maxAliasCount: MOST_ALIASES + 1 }), lists);
    if (!whole) return undefined;
    const refusal = rawFault(whole.data);
    if (refusal) return { faults: [{ ...refusal, path: printPath(refusal.path) }] };
    return { raw: whole.data, lineOf: (path) => lineOf(document, lines, path) };
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

/** Signs of YAML that a value comes with: there are about as many as values. */
function tooManyValues(text: string): boolean {
  let values = 0;
  let last = "";
  for (const character of text) {
    if (character === " " || character === "\t" || character === "\r") continue;
    const separates = SEPARATORS.has(character);
    if (separates && !(character === "\n" && SEPARATORS.has(last))) values++;
    if (values > MOST_VALUES) return true;
    last = character;
  }
  return false;
}

const SEPARATORS: ReadonlySet<string> = new Set([",", ":", "[", "{", "?", "-", "\n"]);

/** The first key that a mapping has already, and where it stands. */
function repeatedKey(root: Node | null): { name: string; at: number } | undefined {
  let found: { name: string; at: number } | undefined;
  if (!root) return undefined;
  visit(root, {
    Map(_, { items }) {
      const seen = new Set<string>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (seen.has(name)) found = { name, at: key.range?.[0] ?? 0 };
        if (found) return visit.BREAK;
        seen.add(name);
      }
      return undefined;
    },
  });
  return found;
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

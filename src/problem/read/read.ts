/** Text of a problem file (YAML or JSON) to raw data. Files are data from strangers: bounded size, depth and aliases. */
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { type Fault, type LineOf, type Path, printPath, printValue } from "../faults.ts";
import { MOST_ALIASES, MOST_CHARACTERS, MOST_DEPTH, MOST_NUMBERS, MOST_VALUES } from "../schema/limits.ts";
import { type Cut, cutNumberLists, putNumberLists } from "./number-lists.ts";
import { rawFault } from "./raw-limits.ts";
import { tooDeep, tooManyValues } from "./text-limits.ts";
import { foreignTag, repeatedKey, selfReference, strayAlias } from "./yaml-checks.ts";

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
  if (tooDeep(text)) return refuse(TOO_DEEP);
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
        message: inOurWords(error),
        line: lines.linePos(error.pos[0]).line,
      }));
      const more = document.errors.length - faults.length;
      return { faults: more > 0 ? [...faults, { path: "", message: `... and ${more} more` }] : faults };
    }
    const circle = text.includes("&") ? selfReference(document.contents as Node | null) : undefined; // no alias without an anchor
    if (circle) return refuse(`invalid alias; *${circle} refers to itself. A problem is a tree`);
    const stray = text.includes("*") ? strayAlias(document.contents as Node | null) : undefined;
    if (stray) {
      const message = `invalid alias; *${stray.name} refers to nothing before it. Set &${stray.name} there, or put a formula that begins with * in quotes`;
      return { faults: [{ path: "", message, line: lines.linePos(stray.at).line }] };
    }
    const tagged = text.includes("!") ? foreignTag(document.contents as Node | null) : undefined;
    if (tagged) {
      const message = `invalid tag ${printValue(tagged.name)}; a problem has numbers, texts, lists and mappings alone. Write the value itself`;
      return { faults: [{ path: "", message, line: lines.linePos(tagged.at).line }] };
    }
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
    const { message } = error as Error;
    return refuse(STACK.test(message) ? TOO_DEEP : `not a readable problem; ${message}`);
  }
}

const TOO_DEEP = `file nested too deeply; more than ${MOST_DEPTH} levels`;
const STACK = /call stack|too much recursion/i;

/** What the parser says, but for what it says to programmers. */
function inOurWords({ code, message }: { code: string; message: string }): string {
  if (STACK.test(message)) return TOO_DEEP;
  if (code === "MULTIPLE_DOCS")
    return "not a problem; more than one document, separated by ---. A file has one problem";
  return `not YAML or JSON; ${message}`;
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

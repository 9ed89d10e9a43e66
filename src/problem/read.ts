/** Text of a problem file (YAML or JSON) to raw data. Files are data from strangers: bounded size, depth and aliases. */
import { isAlias, isCollection, isScalar, LineCounter, type Node, parseDocument, visit } from "yaml";
import type { Fault, Path } from "./faults.ts";

/** Characters of a problem file. */
export const MOST_CHARACTERS = 16_000_000;
const MOST_DEPTH = 100;

export type ReadResult =
  | { readonly raw: unknown; readonly lineOf: (path: Path) => number | undefined; readonly faults?: undefined }
  | { readonly faults: readonly Fault[] };

export function readProblem(text: string): ReadResult {
  const refuse = (message: string): ReadResult => ({ faults: [{ path: "", message }] });
  if (text.length > MOST_CHARACTERS) return refuse(`file too long; more than ${MOST_CHARACTERS} characters: ${text.length}`);
  if (text.trim() === "") return refuse("empty file; a problem has at least the keys stickslip, system and time");
  if (tooDeep(text)) return refuse(`file nested too deeply; more than ${MOST_DEPTH} levels`);
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: false, schema: "core" });
    if (document.errors.length > 0) {
      return {
        faults: document.errors.slice(0, 20).map((error) => ({
          path: "",
          message: `not YAML or JSON; ${error.message}`,
          line: lines.linePos(error.pos[0]).line,
        })),
      };
    }
    const circle = selfReference(document.contents as Node | null);
    if (circle) return refuse(`invalid alias; *${circle} refers to itself. A problem is a tree`);
    const raw: unknown = document.toJS({ maxAliasCount: 100 });
    const lineOf = (path: Path) => {
      for (let depth = path.length; depth > 0; depth--) {
        const node = document.getIn(path.slice(0, depth), true) as Node | undefined;
        if (node?.range) return lines.linePos(node.range[0]).line;
      }
      return undefined;
    };
    return { raw, lineOf };
  } catch (error) {
    return refuse(`not a readable problem; ${error instanceof Error ? error.message : String(error)}`);
  }
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
    const body = line.replace(/^(\s|- )*/, "");
    if (body === "" || body.startsWith("#")) continue;
    const indent = line.length - body.length;
    while (indents.length > 0 && indents.at(-1)! >= indent) indents.pop();
    indents.push(indent);
    if (indents.length > MOST_DEPTH) return true;
    if ((line.match(/- /g)?.length ?? 0) > MOST_DEPTH && /^(\s*- )+/.test(line)) return true;
  }
  return false;
}

/** The anchor that an alias inside of it names, if any. */
function selfReference(root: Node | null): string | undefined {
  let found: string | undefined;
  if (!root) return undefined;
  visit(root, (_, node, ancestors) => {
    if (!isAlias(node)) return undefined;
    const inside = ancestors.some((ancestor) => (isCollection(ancestor) || isScalar(ancestor)) && ancestor.anchor === node.source);
    if (!inside) return undefined;
    found = node.source;
    return visit.BREAK;
  });
  return found;
}

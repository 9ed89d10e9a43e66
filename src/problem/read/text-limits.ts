/** Limits that are seen on the text, before the parser works: it recurses, and makes much of little. */
import { MOST_DEPTH, MOST_VALUES } from "../schema/limits.ts";

/** Brackets, indentation or markers of entries (`- - -`, `? ? ?`) nested beyond the limit. */
export function tooDeep(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "[" || character === "{") depth++;
    else if (character === "]" || character === "}") depth--;
    if (depth > MOST_DEPTH) return true;
  }
  const indents: number[] = [];
  for (const line of text.split("\n")) {
    const { indent, markers } = beginning(line);
    if (markers > MOST_DEPTH) return true;
    if (indent === line.length || line[indent] === "#") continue;
    while (indents.length > 0 && indents.at(-1)! >= indent) indents.pop();
    indents.push(indent);
    if (indents.length > MOST_DEPTH) return true;
  }
  return false;
}

/** Where the first value of a line stands, and how many markers of entries before it. */
function beginning(line: string): { indent: number; markers: number } {
  let [indent, markers] = [0, 0];
  for (; indent < line.length; indent++) {
    if (BLANK.has(line[indent]!)) continue;
    if (!MARKERS.has(line[indent]!) || !BLANK.has(line[indent + 1] ?? " ")) break;
    markers++;
  }
  return { indent, markers };
}

const BLANK: ReadonlySet<string> = new Set([" ", "\t", "\r"]);
const MARKERS: ReadonlySet<string> = new Set(["-", "?", ":"]);

/** Signs of YAML that a value comes with: there are about as many as values. */
export function tooManyValues(text: string): boolean {
  let values = 0;
  let last = "";
  for (const character of text) {
    if (BLANK.has(character)) continue;
    const separates = SEPARATORS.has(character);
    if (separates && !(character === "\n" && SEPARATORS.has(last))) values++;
    if (values > MOST_VALUES) return true;
    last = character;
  }
  return false;
}

const SEPARATORS: ReadonlySet<string> = new Set([",", ":", "[", "{", "?", "-", "\n"]);

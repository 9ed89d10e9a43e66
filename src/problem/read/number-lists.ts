/**
 * Long lists of numbers in the text of a problem file, as embedded records are. A YAML parser makes a node of each number,
 * 10 us and a kilobyte: so they are cut out of the text before it is parsed, and put back into the data.
 */

import { MOST_NUMBERS } from "../schema/limits.ts";

/** Numbers from which on a list is long. */
export const LONG_LIST = 64;
/** Width of a line of them, characters. */
const WIDTH = 120;

export interface Cut {
  /** The text with a token in the place of each long list; its lines keep their numbers. */
  readonly text: string;
  readonly lists: readonly (readonly number[])[];
}

const TOKEN = "long-number-list-";

/** Whether a text has what would be taken for a list that was cut out. */
export const hasToken = (text: string): boolean => text.includes(TOKEN);

/** Undefined when there are more numbers than a file may have. */
export function cutNumberLists(text: string): Cut | undefined {
  const lists: number[][] = [];
  if (hasToken(text)) return { text, lists };
  const foreign = /[^\d+\-.eE,\s]/g;
  let out = "";
  let kept = 0;
  let numbers = 0;
  for (let open = text.indexOf("["); open >= 0; open = text.indexOf("[", foreign.lastIndex - 1)) {
    foreign.lastIndex = open + 1;
    const end = foreign.exec(text)?.index;
    if (end === undefined) break;
    if (text[end] !== "]" || end - open <= 2 * LONG_LIST) continue;
    const inside = text.slice(open, end + 1);
    numbers += countOf(",", inside);
    if (numbers > MOST_NUMBERS) return undefined;
    const list = numbersIn(inside);
    if (!list) continue;
    out += `${text.slice(kept, open)}[${TOKEN}${lists.length}${margins(text.slice(open, end))}]`;
    lists.push(list);
    kept = end + 1;
  }
  return { text: out + text.slice(kept), lists };
}

function countOf(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count++;
  return count;
}

/** As JSON; what is a number in YAML alone is left to it. */
function numbersIn(text: string): number[] | undefined {
  try {
    const list = JSON.parse(text) as number[];
    return list.length >= LONG_LIST ? list : undefined;
  } catch {
    return undefined;
  }
}

/** The line breaks of a text, each with the blanks that follow it: YAML wants its lists indented. */
function margins(text: string): string {
  return (text.match(/\n[ \t]*/g) ?? []).join("");
}

/** The list that a value stands for, by its index. */
function tokenIndex(value: unknown): number | undefined {
  if (!Array.isArray(value) || value.length !== 1 || typeof value[0] !== "string") return undefined;
  return value[0].startsWith(TOKEN) ? Number(value[0].slice(TOKEN.length)) : undefined;
}

/**
 * Data as parsed from a cut text, with its lists again; undefined when one finds no place: it stood in a comment or a
 * string. Shared parts stay shared.
 */
export function putNumberLists(data: unknown, lists: Cut["lists"]): { data: unknown } | undefined {
  if (lists.length === 0) return { data };
  const placed = new Set<number>();
  const seen = new Map<object, unknown>();
  const put = (value: unknown): unknown => {
    const index = tokenIndex(value);
    if (index !== undefined) placed.add(index);
    if (index !== undefined) return lists[index];
    if (typeof value !== "object" || value === null) return value;
    if (!seen.has(value)) seen.set(value, mapEntries(value, put));
    return seen.get(value);
  };
  const whole = put(data);
  return placed.size === lists.length ? { data: whole } : undefined;
}

/** Data with tokens for its long lists; lists that are not known yet are added to `lists`. */
export function takeNumberLists(data: unknown, lists: (readonly number[])[]): unknown {
  const known = new Map(lists.map((list, index) => [JSON.stringify(list), index]));
  const take = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (!isLongList(value)) return mapEntries(value, take);
    const text = JSON.stringify(value);
    const index = known.get(text) ?? lists.push(value) - 1;
    known.set(text, index);
    return [TOKEN + index];
  };
  return take(data);
}

function isLongList(value: object): value is readonly number[] {
  return Array.isArray(value) && value.length >= LONG_LIST && value.every((entry) => Number.isFinite(entry));
}

function mapEntries(value: object, change: (entry: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, change(entry)]));
}

/** The text of a document with tokens, its lists written out in full lines. */
export function printNumberLists(text: string, lists: Cut["lists"]): string {
  let out = "";
  let kept = 0;
  for (const match of text.matchAll(new RegExp(`\\[ ?${TOKEN}(\\d+) ?\\]`, "g"))) {
    out += text.slice(kept, match.index);
    const line = out.slice(out.lastIndexOf("\n") + 1);
    const indent = line.length - line.trimStart().length + 4;
    out += numberLines(lists[Number(match[1])]!, line.length, " ".repeat(indent));
    kept = match.index + match[0].length;
  }
  return out + text.slice(kept);
}

function numberLines(list: readonly number[], column: number, indent: string): string {
  const lines: string[] = [];
  let line = "[";
  let used = column; // by what stands before the list
  for (const [i, value] of list.entries()) {
    const entry = (Object.is(value, -0) ? "-0" : String(value)) + (i < list.length - 1 ? "," : "]");
    if (used + line.length + entry.length >= WIDTH) {
      lines.push(line);
      line = indent + entry;
      used = 0;
    } else line += line === "[" ? entry : ` ${entry}`;
  }
  return [...lines, line].join("\n");
}

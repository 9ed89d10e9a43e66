/** CSV text, chunk by chunk, to the fields of its lines; memory stays flat however long the text is. */

import { MOST_TABLE_CHARACTERS } from "../schema/limits.ts";

/** Characters of a line. */
const LONGEST_LINE = 1_000_000;

export interface CsvLine {
  /** Line on which it begins, 1-based. */
  readonly number: number;
  readonly text: string;
}

/** What a table of numbers is refused for. */
export class CsvFault extends Error {}

/** Lines with content: no comments (#), no empty ones. A line break inside of quotes does not end a line. */
export function* csvLines(chunks: Iterable<string>): Generator<CsvLine> {
  let begin = 1;
  let breaks = 0;
  let line = "";
  let quoted = false;
  let characters = 0;
  for (const chunk of chunks) {
    characters += chunk.length;
    if (characters > MOST_TABLE_CHARACTERS) throw new CsvFault(tooLarge());
    const parts = chunk.split("\n");
    for (const [i, part] of parts.entries()) {
      line += part;
      if (line.length > LONGEST_LINE) throw tooLong(begin);
      if (hasOddQuotes(part)) quoted = !quoted;
      if (i === parts.length - 1) break; // the line goes on in the next chunk
      breaks++;
      if (quoted && (breaks > 1 || !isComment(line))) {
        line += "\n";
        continue;
      }
      if (hasContent(line)) yield { number: begin, text: line };
      begin += breaks;
      breaks = 0;
      line = "";
      quoted = false;
    }
  }
  if (hasContent(line)) yield { number: begin, text: line };
}

function hasOddQuotes(text: string): boolean {
  return text.includes('"') && text.split('"').length % 2 === 0;
}

const isComment = (line: string): boolean => line.trimStart().startsWith("#");
const hasContent = (line: string): boolean => line.trim() !== "" && !isComment(line);

function tooLarge(): string {
  return `file too long; more than ${MOST_TABLE_CHARACTERS} characters. Keep the columns and lines that are simulated`;
}

function tooLong(number: number): CsvFault {
  const remedy = "Check the line breaks, and that quotes are closed";
  return new CsvFault(`line too long; line ${number}: more than ${LONGEST_LINE} characters. ${remedy}`);
}

/** A comma where the header has one; else a semicolon or a tab. */
export function separatorOf(header: string): string {
  const plain = header.replace(/"[^"]*"/g, "");
  return [",", ";", "\t"].find((separator) => plain.includes(separator)) ?? ",";
}

/** The fields of a line, trimmed, without their quotes; "" inside of quotes is one quote. */
export function fieldsOf(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator).map((field) => field.trim());
  const fields: string[] = [];
  let field = "";
  let quoted = false;
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    if (character !== separator || quoted) field += character;
    else {
      fields.push(field);
      field = "";
    }
  }
  return [...fields, field].map(unquoted);
}

function unquoted(field: string): string {
  const text = field.trim();
  const inner = /^"(.*)"$/s.exec(text)?.[1];
  return inner === undefined ? text : inner.replaceAll('""', '"').trim();
}

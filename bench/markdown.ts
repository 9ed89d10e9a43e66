/** Tables of the measurements, and their place in the documents. */
import { readFileSync, writeFileSync } from "node:fs";
import { PACKAGE } from "./problems.ts";

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Two digits, as 3.4e-5; zero as such. */
export function small(value: number): string {
  return value === 0 ? "0" : value.toExponential(1);
}

/** A ratio with two digits. */
export function ratio(value: number): string {
  return value >= 10 ? String(Math.round(value)) : Number(value.toPrecision(2)).toString();
}

/** Puts the text between the comments `<!-- bench: name -->` and `<!-- end -->` of a document. */
export function paste(file: string, name: string, text: string): void {
  const url = new URL(file, PACKAGE);
  const document = readFileSync(url, "utf8");
  const open = `<!-- bench: ${name} -->\n`;
  const from = document.indexOf(open);
  const to = document.indexOf("<!-- end -->", from);
  if (from < 0 || to < 0)
    throw new Error(`no place for a table; in ${file}: ${name}. Put ${open.trim()} and <!-- end --> there`);
  writeFileSync(url, `${document.slice(0, from + open.length)}\n${text}\n\n${document.slice(to)}`);
}

/** The names of what `attraction --out` writes, and its table of starts. */
import type { TextWriter } from "../../../node/write-text.ts";
import { field } from "../../../simulate/record/csv.ts";
import { outcomeOf, type Starts, startValues } from "../../../stability/attraction/starts.ts";

export const ATTRACTION_FILES = {
  report: "report.html",
  figure: "figure.svg",
  table: "attraction.csv",
  boundary: "boundary.csv",
  result: "result.json",
  problem: "problem.yaml",
} as const;

/** Header of paths, fate and time; the starts that are known, in their order. */
export function writeStarts(starts: Starts, { write, close }: TextWriter): void {
  write(`${[...starts.paths, "fate", "time"].map(field).join(",")}\n`);
  for (let row = 0; row < starts.count; row++) {
    if (outcomeOf(starts, row) !== undefined) write(startLine(starts, row));
  }
  close();
}

function startLine(starts: Starts, row: number): string {
  const time = starts.results[2 * row + 1]!;
  return `${[...startValues(starts, row), outcomeOf(starts, row), Number.isNaN(time) ? "" : time].join(",")}\n`;
}

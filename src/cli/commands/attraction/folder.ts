/** The folder of --out while starts are judged: what is known is written as it comes, and a run that was stopped goes on from there. */
import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type OutputFolder, RESULT, RUNNING } from "../../../node/output-folder.ts";
import { fileLines } from "../../../node/read-text.ts";
import { type TextWriter, writing } from "../../../node/write-text.ts";
import { field } from "../../../simulate/record/csv.ts";
import { OUTCOMES, type Outcome } from "../../../stability/attraction/attraction-task.ts";
import { outcomeOf, type Starts } from "../../../stability/attraction/starts.ts";
import { indexRows } from "./row-index.ts";

export const ATTRACTION_FILES = {
  report: "report.html",
  figure: "figure.svg",
  table: "attraction.csv",
  boundary: "boundary.csv",
  result: "result.json",
  problem: "problem.yaml",
} as const;

/** Says in the folder that something else than starts is computed. */
export function beginTrace(folder: OutputFolder, source: string): void {
  const { problem, result: _, ...stale } = ATTRACTION_FILES;
  folder.begin(Object.values(stale));
  folder.write(problem, source);
}

export interface Checkpoints {
  /** Starts that an earlier run had done. */
  readonly known: number;
  readonly checkpoint: (rows: readonly number[]) => void;
}

/**
 * Takes over what a run of the same problem and settings left unfinished, writes it down anew and goes on from there. `source`: the
 * text of the problem.
 */
export function beginStarts(folder: OutputFolder, source: string, settings: unknown, starts: Starts): Checkpoints {
  const { problem, table, report, figure, boundary } = ATTRACTION_FILES;
  const file = join(folder.path, table);
  const goesOn = isUnfinished(folder.path, source, settings);
  if (!goesOn) rmSync(file, { force: true }); // before the folder has settings that are not the table's
  const known = goesOn ? takeOver(file, starts) : 0;
  folder.begin([report, figure, boundary], { settings });
  folder.write(problem, source);
  writeStarts(starts, folder.open(table));
  return {
    known,
    checkpoint: (rows) => {
      const lines = rows.map((row) => startLine(starts, row)).join("");
      writing(file, () => appendFileSync(file, lines));
    },
  };
}

/** Of what result.json has. */
interface Left {
  readonly status?: unknown;
  readonly settings?: unknown;
}

/** How a folder ends that can be gone on with. */
const UNFINISHED: readonly unknown[] = [RUNNING, "cancelled", "failed"];

function isUnfinished(folder: string, source: string, settings: unknown): boolean {
  try {
    const found = JSON.parse(readFileSync(join(folder, RESULT), "utf8")) as Left;
    const same = JSON.stringify(found.settings) === JSON.stringify(settings);
    const text = readFileSync(join(folder, ATTRACTION_FILES.problem), "utf8");
    return same && UNFINISHED.includes(found.status) && text === source;
  } catch {
    return false; // nothing there that one could go on with
  }
}

/** Lines that are whole and belong to a start; a last one that was cut off is left out. */
function takeOver(table: string, starts: Starts): number {
  if (!existsSync(table)) return 0;
  const width = starts.paths.length;
  const find = indexRows(starts.rows, width);
  const values = new Float64Array(width);
  let known = 0;
  for (const line of fileLines(table)) {
    const cells = line.split(",");
    const code = OUTCOMES.indexOf(cells[width] as Outcome);
    if (code < 0 || cells.length !== width + 2) continue;
    for (let k = 0; k < width; k++) values[k] = Number(cells[k]);
    const row = find(values);
    if (row < 0) continue;
    if (outcomeOf(starts, row) === undefined) known++;
    starts.results[2 * row] = code;
    starts.results[2 * row + 1] = cells[width + 1] === "" ? Number.NaN : Number(cells[width + 1]);
  }
  return known;
}

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
  return `${[...valuesOf(starts, row), outcomeOf(starts, row), Number.isNaN(time) ? "" : time].join(",")}\n`;
}

export function valuesOf({ rows, paths }: Starts, row: number): number[] {
  return Array.from(rows.subarray(row * paths.length, (row + 1) * paths.length));
}

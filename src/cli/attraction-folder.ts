/** The folder of --out while starts are judged: what is known is written as it comes, and a run that was stopped goes on from there. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { field } from "../simulate/csv.ts";
import { OUTCOMES, type Outcome } from "../stability/attraction/attraction-task.ts";
import { outcomeOf, type Starts } from "../stability/attraction/starts.ts";

export const ATTRACTION_FILES = {
  report: "report.html",
  figure: "figure.svg",
  table: "attraction.csv",
  boundary: "boundary.csv",
  result: "result.json",
  problem: "problem.yaml",
} as const;

export interface Folder {
  /** Starts that an earlier run had done. */
  readonly known: number;
  readonly checkpoint: (rows: readonly number[]) => void;
}

/**
 * Takes over what a run of the same problem and settings left unfinished, writes it down anew and goes on from there. `source`: the
 * text of the problem.
 */
export function openFolder(folder: string, source: string, settings: unknown, starts: Starts): Folder {
  const known = isUnfinished(folder, source, settings) ? takeOver(join(folder, ATTRACTION_FILES.table), starts) : 0;
  const table = join(folder, ATTRACTION_FILES.table);
  writeFileSync(join(folder, ATTRACTION_FILES.problem), source);
  writeFileSync(join(folder, ATTRACTION_FILES.result), `${JSON.stringify({ status: RUNNING, settings })}\n`);
  writeFileSync(table, startsCsv(starts));
  return {
    known,
    checkpoint: (rows) => appendFileSync(table, rows.map((row) => startLine(starts, row)).join("")),
  };
}

const RUNNING = "running";

/** Of what result.json has. */
interface Left {
  readonly status?: unknown;
  readonly settings?: unknown;
}

function isUnfinished(folder: string, source: string, settings: unknown): boolean {
  try {
    const found = JSON.parse(readFileSync(join(folder, ATTRACTION_FILES.result), "utf8")) as Left;
    const same = JSON.stringify(found.settings) === JSON.stringify(settings);
    const unfinished = found.status === RUNNING || found.status === "cancelled";
    return same && unfinished && readFileSync(join(folder, ATTRACTION_FILES.problem), "utf8") === source;
  } catch {
    return false; // nothing there that one could go on with
  }
}

/** Lines that are whole and belong to a start; a last one that was cut off is left out. */
function takeOver(table: string, starts: Starts): number {
  if (!existsSync(table)) return 0;
  const width = starts.paths.length;
  const rows = new Map<string, number>();
  for (let row = 0; row < starts.count; row++) rows.set(valuesOf(starts, row).join(), row);
  const lines = readFileSync(table, "utf8").split("\n").slice(1, -1);
  let known = 0;
  for (const line of lines) {
    const cells = line.split(",");
    const row = rows.get(cells.slice(0, width).join());
    const code = OUTCOMES.indexOf(cells[width] as Outcome);
    const time = cells[width + 1] === "" ? Number.NaN : Number(cells[width + 1]);
    if (row === undefined || code < 0 || cells.length !== width + 2) continue;
    if (outcomeOf(starts, row) === undefined) known++;
    starts.results[2 * row] = code;
    starts.results[2 * row + 1] = time;
  }
  return known;
}

/** Header of paths, fate and time; the starts that are known, in their order. */
export function startsCsv(starts: Starts): string {
  const parts = [`${[...starts.paths, "fate", "time"].map(field).join(",")}\n`];
  for (let row = 0; row < starts.count; row++) {
    if (outcomeOf(starts, row) !== undefined) parts.push(startLine(starts, row));
  }
  return parts.join("");
}

function startLine(starts: Starts, row: number): string {
  const time = starts.results[2 * row + 1]!;
  return `${[...valuesOf(starts, row), outcomeOf(starts, row), Number.isNaN(time) ? "" : time].join(",")}\n`;
}

export function valuesOf({ rows, paths }: Starts, row: number): number[] {
  return Array.from(rows.subarray(row * paths.length, (row + 1) * paths.length));
}

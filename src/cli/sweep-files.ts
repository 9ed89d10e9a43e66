/** What a sweep writes. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type SweepTable, sweepColumns, sweepRows } from "../batch/sweep.ts";
import { chunked, openText, type TextWriter } from "../node/write-text.ts";
import { rewriteProblem } from "../problem/rewrite.ts";
import { field } from "../simulate/csv.ts";
import type { Io } from "./io.ts";
import type { Loaded } from "./load.ts";
import type { SweepCommandOptions } from "./options.ts";
import { extremes, sweepMessage } from "./sweep-summary.ts";

type Valid = Extract<Loaded, { problem: unknown }>;

/** In the folder of --out. */
export const SWEEP_FILES = {
  report: "report.html",
  table: "sweep.csv",
  result: "result.json",
  problem: "problem.yaml",
} as const;

/** Writes what is asked for; returns what to say of it. */
export async function writeSweep(
  loaded: Valid,
  table: SweepTable,
  json: (write: (text: string) => void) => void,
  warnings: readonly string[],
  { csv, svg, png, out }: SweepCommandOptions,
  io: Io,
): Promise<string[]> {
  if (csv !== undefined) writeTable(table, csv === "-" ? chunked(io.stdout.write) : openText(csv));
  if (svg !== undefined || png !== undefined) await writeFigure(table, svg, png);
  const written = [csv === "-" ? undefined : csv, svg, png].filter((path) => path !== undefined);
  if (out === undefined) return written;
  const source = rewriteProblem(loaded.text, loaded.raw);
  writeFileSync(join(out, SWEEP_FILES.problem), source);
  writeTable(table, openText(join(out, SWEEP_FILES.table)));
  const result = openText(join(out, SWEEP_FILES.result));
  json(result.write);
  result.close();
  writeFileSync(join(out, SWEEP_FILES.report), await report(loaded, table, warnings, source));
  const { report: page, ...others } = SWEEP_FILES;
  const beside = `${Object.values(others).join(", ")} beside it`;
  return [...written, `${join(out, page)} (look at it in a browser)`, beside];
}

/** Header of paths, measures and status; a measure that a run has not leaves its field empty. */
function writeTable(table: SweepTable, { write, close }: TextWriter): void {
  write(`${sweepColumns(table).map(field).join(",")}\n`);
  for (const row of sweepRows(table)) write(`${row.map((cell) => cell ?? "").join(",")}\n`);
  close();
}

// Drawing is imported when it is needed: it takes longer to load than many sweeps take.

async function writeFigure(table: SweepTable, svg: string | undefined, png: string | undefined): Promise<void> {
  const { sweepFigure } = await import("../plot/sweep-figure.ts");
  const { toSvg } = await import("../plot/svg.ts");
  const { createDocument } = await import("../node/document.ts");
  const figure = toSvg(sweepFigure(table, { document: createDocument() }));
  if (svg !== undefined) writeFileSync(svg, figure);
  if (png !== undefined) writeFileSync(png, (await import("../node/png.ts")).svgToPng(figure));
}

async function report(
  { problem, simulation }: Valid,
  table: SweepTable,
  warnings: readonly string[],
  source: string,
): Promise<string> {
  const { sweepReport } = await import("../plot/sweep-report.ts");
  const { createDocument } = await import("../node/document.ts");
  return sweepReport(table, {
    ...{ document: createDocument(), title: simulation.name, warnings, message: sweepMessage(table), source },
    ...(problem.description === undefined ? {} : { description: problem.description }),
    ...{ columns: sweepColumns(table), rows: sweepRows(table), extremes: extremes(table) },
  });
}

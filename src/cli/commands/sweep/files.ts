/** What a sweep writes. */
import { join } from "node:path";
import { type SweepTable, sweepColumns, sweepRows } from "../../../batch/sweep.ts";
import type { TextWriter } from "../../../node/write-text.ts";
import { rewriteProblem } from "../../../problem/paths/rewrite.ts";
import { sweepExtremes, sweepMessage } from "../../../results/sweep.ts";
import { field } from "../../../simulate/record/csv.ts";
import type { Valid } from "../../files/load.ts";
import type { Outputs } from "../../files/outputs.ts";
import type { Resumable } from "../../files/resume.ts";
import type { SweepCommandOptions } from "../../options.ts";

/** In the folder of --out. */
export const SWEEP_FILES = {
  report: "report.html",
  table: "sweep.csv",
  result: "result.json",
  problem: "problem.yaml",
} as const;

/** Says in the folder that a sweep has begun, and what it runs. */
export function beginSweep({ text, raw }: Valid, { folder }: Outputs, run: Resumable): void {
  run.begin([SWEEP_FILES.report, SWEEP_FILES.table]);
  folder?.write(SWEEP_FILES.problem, rewriteProblem(text, raw));
}

/** Writes what is asked for; returns what to say of it. */
export async function writeSweep(
  loaded: Valid,
  table: SweepTable,
  json: (write: (text: string) => void) => void,
  warnings: readonly string[],
  { csv, svg, png }: SweepCommandOptions,
  { folder, open, picture }: Outputs,
): Promise<string[]> {
  if (csv !== undefined) writeTable(table, open(csv));
  const written = csv === undefined || csv === "-" ? [] : [csv];
  if (svg !== undefined || png !== undefined) written.push(...(await picture(await draw(table))));
  if (!folder) return written;
  writeTable(table, folder.open(SWEEP_FILES.table));
  folder.write(SWEEP_FILES.report, await report(loaded, table, warnings));
  folder.finish(json);
  const { report: page, ...others } = SWEEP_FILES;
  const beside = `${Object.values(others).join(", ")} beside it`;
  return [...written, `${join(folder.path, page)} (look at it in a browser)`, beside];
}

/** Header of paths, measures and status; a measure that a run has not leaves its field empty. */
function writeTable(table: SweepTable, { write, close }: TextWriter): void {
  write(`${sweepColumns(table).map(field).join(",")}\n`);
  for (const row of sweepRows(table)) write(`${row.map((cell) => cell ?? "").join(",")}\n`);
  close();
}

// Drawing is imported when it is needed: it takes longer to load than many sweeps take.

async function draw(table: SweepTable): Promise<string> {
  const { sweepFigure } = await import("../../../plot/figures/sweep.ts");
  const { toSvg } = await import("../../../plot/svg.ts");
  const { createDocument } = await import("../../../node/document.ts");
  return toSvg(sweepFigure(table, { document: createDocument() }));
}

async function report(
  { problem, simulation, text, raw }: Valid,
  table: SweepTable,
  warnings: readonly string[],
): Promise<string> {
  const source = rewriteProblem(text, raw);
  const { sweepReport } = await import("../../../plot/reports/sweep.ts");
  const { createDocument } = await import("../../../node/document.ts");
  return sweepReport(table, {
    ...{ document: createDocument(), title: simulation.name, warnings, message: sweepMessage(table), source },
    ...(problem.description === undefined ? {} : { description: problem.description }),
    ...{ columns: sweepColumns(table), rows: sweepRows(table), extremes: sweepExtremes(table) },
  });
}

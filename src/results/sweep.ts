/** A sweep as JSON and in a sentence. */
import { HOW_TO_MEASURE } from "../batch/measures-task.ts";
import { type SweepTable, sweepColumns, sweepRows } from "../batch/sweep.ts";
import type { Simulation } from "../simulate/run/simulation.ts";
import { finiteJson } from "./json.ts";
import { count, shownText } from "./text.ts";

/** 100 runs: 97 done, 2 diverged, 1 invalid. */
export function sweepMessage({ count: all, failed, missing }: SweepTable): string {
  const bad = Object.entries(failed);
  const done = all - missing - bad.reduce((sum, [, number]) => sum + number, 0);
  const parts = [`${done} done`, ...bad.map(([status, number]) => `${number} ${status}`)];
  if (missing > 0) parts.push(`${missing} not reached`);
  return `${count(all, "run")}: ${parts.join(", ")}.`;
}

/** What is told beside the numbers. */
export function sweepWarnings({ warnings, measures }: Simulation): string[] {
  if (measures.list.length > 0) return [...warnings];
  return [...warnings, `The file has no measures: these are the positions at the end. ${HOW_TO_MEASURE}.`];
}

/** One object, a line a row: a sweep can have a million of them. */
export function writeSweepJson(
  table: SweepTable,
  seconds: number,
  warnings: readonly string[],
  write: (text: string) => void,
): void {
  const { status, failed, missing, resumed } = table;
  const message = sweepMessage(table);
  const head = finiteJson({ status, message, failed, missing, resumed, seconds, warnings }).trimEnd();
  write(`${head.slice(0, -2)},\n  "columns": ${shownText(JSON.stringify(sweepColumns(table)))},\n  "rows": [`);
  let separator = "\n    ";
  for (const row of sweepRows(table)) {
    write(separator + JSON.stringify(row));
    separator = ",\n    ";
  }
  write("\n  ]\n}\n");
}

/** A sweep as JSON and in a sentence. */
import { HOW_TO_MEASURE } from "../batch/measures-task.ts";
import { type SweepTable, sweepColumns, sweepRows } from "../batch/sweep.ts";
import type { Simulation } from "../simulate/run/simulation.ts";
import { finiteJson } from "./json.ts";
import { count, plainText, shortNumber, shownText } from "./text.ts";

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

/** Of each measure: where it is smallest and largest. */
export function sweepExtremes({ vary, measures, values, found }: SweepTable): { columns: string[]; rows: string[][] } {
  const place = (row: number) => vary.map(({ path }, d) => `${path} = ${short(values[d]![row]!)}`).join(", ");
  const rows = measures.flatMap((name, m) => {
    const column = found[m]!;
    let low = -1;
    let high = -1;
    for (let row = 0; row < column.length; row++) {
      if (low < 0 ? !Number.isNaN(column[row]!) : column[row]! < column[low]!) low = row;
      if (high < 0 ? !Number.isNaN(column[row]!) : column[row]! > column[high]!) high = row;
    }
    if (low < 0) return [];
    return [
      [name, "smallest", short(column[low]!), place(low)],
      [name, "largest", short(column[high]!), place(high)],
    ];
  });
  return { columns: ["measure", "", "value", "at"], rows: rows.map((row) => row.map(plainText)) };
}

function short(value: number): string {
  return shortNumber(value, 6);
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

/** A sweep told to people: the first rows, the extremes, and what failed. */
import { type SweepTable, sweepColumns, sweepRows } from "../../../batch/sweep.ts";
import { variation } from "../../../problem/paths/variation.ts";
import { sweepExtremes, sweepMessage } from "../../../results/sweep.ts";
import type { Simulation } from "../../../simulate/run/simulation.ts";
import type { Paint } from "../../io.ts";
import { plainText, shortNumber } from "../../terminal/text.ts";
import { textTable } from "../../terminal/text-table.ts";
import { count, describeRun } from "../simulate/describe-run.ts";

const MOST_ROWS = 12;
const DIGITS = 6;

export interface SweepTelling {
  readonly paint: Paint;
  readonly threads: number;
  readonly seconds: number;
  readonly warnings: readonly string[];
}

export function sweepSummary(
  simulation: Simulation,
  table: SweepTable,
  failures: readonly string[],
  { paint, threads, seconds, warnings }: SweepTelling,
): string {
  const varied = table.vary.map(
    ({ path, values }) =>
      `  ${path}: ${count(values.length, "value")}, ${short(values[0]!)} to ${short(values.at(-1)!)}`,
  );
  const { columns, rows } = sweepExtremes(table);
  const tone = table.status === "done" && failures.length === 0 ? paint.good : paint.bad;
  const before = table.resumed > 0 ? ` ${count(table.resumed, "run")} taken over from before.` : "";
  const sections = [
    [paint.bold(plainText(simulation.name)), describeRun(simulation), ...warnings.map((text) => warning(text, paint))],
    [paint.bold("Varied"), ...varied],
    [paint.bold("Runs"), ...firstRows(table)],
    rows.length > 0 ? [paint.bold("Smallest and largest"), ...textTable(columns, rows, new Set([2]))] : [],
    failures.map((text) => plainText(text)),
    [
      `${tone(table.status)}: ${sweepMessage(table)}${before} ${shortNumber(seconds, 3)} s, ${count(threads, "thread")}.`,
    ],
  ];
  const filled = sections.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function warning(text: string, paint: Paint): string {
  return `${paint.bad("warning:")} ${plainText(text)}`;
}

function firstRows(table: SweepTable): string[] {
  const cells: string[][] = [];
  for (const row of sweepRows(table)) {
    if (cells.length === MOST_ROWS) break;
    cells.push(row.map((cell) => (typeof cell === "number" ? short(cell) : (cell ?? "none"))));
  }
  const header = sweepColumns(table).map(plainText);
  const numbers = new Set(header.slice(0, -1).keys());
  const more = table.count - table.missing - cells.length;
  return [...textTable(header, cells, numbers), ...(more > 0 ? [`  ... and ${more} more`] : [])];
}

/** For each way to fail, its first row, and what to do about it. */
export function sweepFailures(path: string, source: unknown, { failed, statuses, vary, values }: SweepTable): string[] {
  return Object.entries(failed).map(([status, number]) => {
    const row = statuses.indexOf(status as keyof typeof failed);
    const set = vary.map(({ path }, d) => `${path}=${values[d]![row]}`);
    const head = `${status}: ${count(number, "run")}, first with ${set.join(", ")}.`;
    if (status !== "invalid") {
      return `${head} To see why: stickslip simulate ${path} ${set.map((each) => `--set "${each}"`).join(" ")}`;
    }
    const { faults = [] } = variation(
      source,
      vary.map(({ path }) => path),
    ).at(Float64Array.from(values, (column) => column[row]!));
    return `${head} ${faults.map(({ path, message }) => `${path}: ${message}`).join("; ")}`;
  });
}

function short(value: number): string {
  return shortNumber(value, DIGITS);
}

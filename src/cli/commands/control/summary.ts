/** A control search for people. */

import type { Steerable } from "../../../api/control.ts";
import type { ControlResult } from "../../../control/result.ts";
import type { ControlCurve, Motion } from "../../../results/control.ts";
import type { Paint } from "../../io.ts";
import { terminalPlot } from "../../terminal/plot.ts";
import { plainName, plainText, shortNumber } from "../../terminal/text.ts";
import { textTable } from "../../terminal/text-table.ts";
import { count, describeRun } from "../simulate/describe-run.ts";

export interface ControlSummaryOptions {
  readonly columns: number;
  readonly paint: Paint;
  readonly seconds: number;
}

const DIGITS = 9;
const PLOT_LINES = 18;
const MOST_KINKS = 5;
const MOST_ROWS = 20;

export function controlSummary(
  loaded: Steerable,
  result: ControlResult,
  { result: motion }: Motion,
  curve: ControlCurve,
  { columns, paint, seconds }: ControlSummaryOptions,
): string {
  const { simulation, goal } = loaded;
  const unknowns = count(result.control.length, "control value");
  const sections = [
    [
      paint.bold(plainText(simulation.name)),
      describeRun(simulation),
      `method ${goal.method.type}: ${unknowns}, ${count(targetCount(loaded), "target")}`,
    ],
    simulation.warnings.map((text) => `warning: ${plainText(text)}`),
    controlTable(curve, paint),
    endTable(loaded, result, paint),
    search(result, paint),
    kinks(result, paint),
    [terminalPlot(motion.trajectory, { columns, rows: PLOT_LINES, color: paint.color }).trimEnd()],
    [ending(result, seconds, paint)],
  ];
  const shown = sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${shown.join("\n\n")}\n`;
}

function targetCount({ goal }: Steerable): number {
  return [...goal.position, ...goal.velocity].filter((entry) => entry !== null).length;
}

function controlTable({ times, values, names }: ControlCurve, paint: Paint): string[] {
  const head = paint.bold("Control");
  const number = (value: number) => shortNumber(value, DIGITS);
  if (values.length === 1) {
    return [
      head,
      ...textTable(
        ["input", "value"],
        names.map((name, k) => [name, number(values[0]![k]!)]),
        new Set([1]),
      ),
    ];
  }
  const rows = values.map((row, j) => [number(times[j]!), number(times[j + 1]!), ...row.map(number)]);
  const more = rows.length > MOST_ROWS ? [`  ... and ${rows.length - MOST_ROWS} more`] : [];
  const right = new Set(Array.from({ length: names.length + 2 }, (_, k) => k));
  return [head, ...textTable(["from (s)", "to (s)", ...names], rows.slice(0, MOST_ROWS), right), ...more];
}

function endTable({ simulation, goal }: Steerable, { end, error, objective }: ControlResult, paint: Paint): string[] {
  const n = end.length / 2;
  const wanted = (value: number | null | undefined) =>
    value === null || value === undefined ? "free" : shortNumber(value, DIGITS);
  const rows = simulation.system.names
    .slice(0, MOST_ROWS)
    .map((name, i) => [
      plainName(name),
      shortNumber(end[i]!, DIGITS),
      wanted(goal.position[i]),
      shortNumber(end[n + i]!, DIGITS),
      wanted(goal.velocity[i]),
    ]);
  const errors = [
    ...(error.position === null ? [] : [`position ${shortNumber(error.position, 3)} (4.1)`]),
    ...(error.velocity === null ? [] : [`velocity ${shortNumber(error.velocity, 3)} (4.2)`]),
  ];
  const header = ["coordinate", "position", "target", "velocity", "target"];
  return [
    paint.bold("End"),
    ...textTable(header, rows, new Set([1, 2, 3, 4])),
    `  error: ${errors.join(", ")}; effort J = ${shortNumber(objective, DIGITS)}`,
  ];
}

function search({ parts, optimality }: ControlResult, paint: Paint): string[] {
  const rows = parts.map(({ part, runs, simplexes, from, to, ended }) => [
    part,
    String(runs),
    simplexes === undefined ? "" : String(simplexes),
    shortNumber(from, 3),
    shortNumber(to, 3),
    ended,
  ]);
  const header = ["part", "runs", "simplexes", "error before", "after", "ended"];
  const residual = optimality === null ? [] : [`  optimality residual ${shortNumber(optimality, 3)}`];
  return [paint.bold("Search"), ...textTable(header, rows, new Set([1, 2, 3, 4])), ...residual];
}

function kinks({ kinks: all }: ControlResult, paint: Paint): string[] {
  if (all.length === 0) return [];
  const rows = all
    .slice(0, MOST_KINKS)
    .map(({ run, time, row, reason }) => [String(run), shortNumber(time, 6), plainName(row), reason]);
  const more = all.length > MOST_KINKS ? [`  ... and ${all.length - MOST_KINKS} more`] : [];
  return [
    paint.bold("Where a tangent met no derivative"),
    ...textTable(["run", "t (s)", "row", "what happens there"], rows),
    ...more,
  ];
}

function ending({ status, message, runs, failures, simplexes }: ControlResult, seconds: number, paint: Paint): string {
  const tone = status === "reached" ? paint.good : paint.bad;
  const effort = [
    count(runs, "run"),
    ...(failures > 0 ? [`${failures} of them failed`] : []),
    ...(simplexes === undefined ? [] : [count(simplexes, "simplex").replace("simplexs", "simplexes")]),
    `${shortNumber(seconds, 3)} s`,
  ];
  return `${tone(status)}: ${message} ${effort.join(", ")}.`;
}

/** report.html of a control search: what was found, its motion, and how it was found. */
import type { ControlResult } from "../control/result.ts";
import type { Result } from "../simulate/simulate.ts";
import type { Simulation } from "../simulate/simulation.ts";
import { type ControlCurve, controlFigure, convergenceFigure, effortFigure } from "./control-figure.ts";
import { toSvg } from "./figures.ts";
import { reportHtml } from "./report.ts";
import { type Cell, table } from "./report-table.ts";
import { FIGURE_WIDTH, type RunReportOptions, runContent } from "./run-report.ts";

/** `motion`: the simulation under the control that was found, and its run. */
export function controlReport(
  motion: { readonly simulation: Simulation; readonly result: Result },
  found: ControlResult,
  control: ControlCurve,
  options: RunReportOptions,
): string {
  const content = runContent(motion.simulation, motion.result, options);
  const { status, message } = found;
  const draw = { document: options.document, width: FIGURE_WIDTH };
  return reportHtml({
    ...content,
    status: { state: status, message, ok: status === "reached" },
    sections: [
      { heading: "Control", html: controlTable(control) },
      { heading: "Search", html: `${factTable(found)}\n${partTable(found)}\n${kinkTable(found)}` },
    ],
    figures: [
      { caption: "The control that was found", svg: toSvg(controlFigure(control, draw)) },
      {
        caption: "Convergence: the target error of the best control over the runs spent",
        svg: toSvg(convergenceFigure(found.history, draw)),
      },
      { caption: "The effort of that control", svg: toSvg(effortFigure(found.history, draw)) },
      ...content.figures,
    ],
  });
}

function controlTable({ times, values, names }: ControlCurve): string {
  const rows = values.map((row, j): Cell[] => [`${times[j]} to ${times[j + 1]}`, ...row]);
  return table("Control values", ["time (s)", ...names], rows);
}

function factTable({ objective, error, runs, failures, simplexes, optimality }: ControlResult): string {
  const rows: Cell[][] = [
    ["effort J, the integral of N u.u", objective],
    ["error of the position (4.1)", error.position ?? "free"],
    ["error of the velocity (4.2)", error.velocity ?? "free"],
    ["optimality residual", optimality ?? "none"],
    ["runs", runs],
    ...(failures > 0 ? [["runs that failed", failures]] : []),
    ...(simplexes === undefined ? [] : [["simplexes of direct search", simplexes]]),
  ];
  return table("What was found", ["fact", "value"], rows);
}

function partTable({ parts }: ControlResult): string {
  const rows = parts.map(({ part, runs, from, to, ended }): Cell[] => [part, runs, from, to, ended]);
  return table("Which part did what", ["part", "runs", "error before", "error after", "ended"], rows);
}

function kinkTable({ kinks }: ControlResult): string {
  const rows = kinks.slice(0, 100).map(({ run, time, row, reason }): Cell[] => [String(run), time, row, reason]);
  return table("Where a tangent met no derivative", ["run", "time (s)", "row", "what happens there"], rows);
}

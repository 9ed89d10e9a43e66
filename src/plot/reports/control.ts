/** report.html of a control search: what was found, its motion, and how it was found. */

import type { ControlResult } from "../../control/result.ts";
import type { ControlCurve } from "../../results/control.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import type { Result } from "../../simulate/simulate.ts";
import { controlFigure, convergenceFigure, effortFigure } from "../figures/control.ts";
import { toSvg } from "../figures/motion.ts";
import { type ReportContent, reportHtml } from "./page.ts";
import { FIGURE_WIDTH, type RunReportOptions, runContent } from "./run.ts";
import type { Cell } from "./table.ts";

type ReportTable = NonNullable<ReportContent["tables"]>[number];

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
    tables: [controlTable(control), factTable(found), partTable(found), kinkTable(found)],
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

function controlTable({ times, values, names }: ControlCurve): ReportTable {
  const rows = values.map((row, j): Cell[] => [`${times[j]} to ${times[j + 1]}`, ...row]);
  return { caption: "Control values", columns: ["time (s)", ...names], rows };
}

function factTable({ objective, error, runs, failures, simplexes, optimality }: ControlResult): ReportTable {
  const rows: Cell[][] = [
    ["effort J, the integral of N u.u", objective],
    ["error of the position (4.1)", error.position ?? "free"],
    ["error of the velocity (4.2)", error.velocity ?? "free"],
    ["optimality residual", optimality ?? "none"],
    ["runs", runs],
    ...(failures > 0 ? [["runs that failed", failures]] : []),
    ...(simplexes === undefined ? [] : [["simplexes of direct search", simplexes]]),
  ];
  return { caption: "What was found", columns: ["fact", "value"], rows };
}

function partTable({ parts }: ControlResult): ReportTable {
  const rows = parts.map(({ part, runs, from, to, ended }): Cell[] => [part, runs, from, to, ended]);
  return { caption: "Which part did what", columns: ["part", "runs", "error before", "error after", "ended"], rows };
}

function kinkTable({ kinks }: ControlResult): ReportTable {
  const rows = kinks.slice(0, 100).map(({ run, time, row, reason }): Cell[] => [String(run), time, row, reason]);
  const columns = ["run", "time (s)", "row", "what happens there"];
  return { caption: "Where a tangent met no derivative", columns, rows };
}

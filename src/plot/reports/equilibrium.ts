/** report.html of an analysis of rest. */

import type { GainCurve } from "../../stability/design/gain-curve.ts";
import type { Certificate } from "../../stability/rest/certificate.ts";
import type { RestAnalysis } from "../../stability/rest/rest-analysis.ts";
import { type ReportContent, reportHtml } from "./page.ts";
import type { Cell } from "./table.ts";

export interface EquilibriumReportOptions {
  readonly description?: string;
  /** Text of the problem. */
  readonly source: string;
  /** What `toSvg` gives. */
  readonly figure?: string;
}

type Table = NonNullable<ReportContent["tables"]>[number];

/** What a report of a run has and these have not. */
export const NO_RUN = {
  ...{ coordinates: [], rows: [], outputs: {}, measures: {}, audit: [], events: [], facts: [], warnings: [] },
} as const satisfies Partial<ReportContent>;

export function equilibriumReport(
  analysis: RestAnalysis,
  certificate: Certificate,
  { description, source, figure }: EquilibriumReportOptions,
): string {
  const { verdict, reason, remedy, stability } = certificate;
  const caption = "The equilibrium set E and the guaranteed region, seen along the other coordinates";
  return reportHtml({
    ...NO_RUN,
    title: analysis.machine.name,
    ...(description === undefined ? {} : { description }),
    status: { state: verdict, message: `${reason}. ${stability.detail}. ${remedy}.`, ok: verdict !== "not-certified" },
    figures: figure === undefined ? [] : [{ caption, svg: figure }],
    tables: [...setTables(analysis), energyTable(analysis), conditionTable(certificate)],
    source,
  });
}

/** report.html of a curve over a gain. */
export function gainReport(
  title: string,
  name: string,
  { rows, least, global }: GainCurve,
  { source, figure }: EquilibriumReportOptions,
): string {
  const cell = (value: number | undefined): Cell => (value === undefined ? "-" : end(value));
  const cells = rows.map(({ value, rho, maxEnergy, verdict }): Cell[] => [
    value,
    ...[rho.printed, rho.paper, rho.weighted, rho.exact, maxEnergy].map(cell),
    verdict,
  ]);
  const from = Object.entries({ ...least, global }).map(([bound, value]): Cell[] => [bound, cell(value)]);
  const columns = [name, "(27) as printed", "(7)", "weighted", "exact", "greatest energy on E", "verdict"];
  return reportHtml({
    ...NO_RUN,
    title,
    status: { state: "done", message: `Guaranteed energy against ${name}.`, ok: true },
    figures: figure === undefined ? [] : [{ caption: `Guaranteed energy against ${name}`, svg: figure }],
    tables: [
      { caption: "All of E is inside from here on; global: any start", columns: ["bound", name], rows: from },
      { caption: "Energies in J", columns, rows: cells },
    ],
    source,
  });
}

function end(value: number): Cell {
  return Number.isFinite(value) ? value : "no end";
}

function setTables({ machine, extents, vertices, set }: RestAnalysis): Table[] {
  if (!set) return [];
  const rows = machine.names.map((name, i): Cell[] => [
    name,
    end(extents[i]!.low),
    set.center[i]!,
    end(extents[i]!.high),
    machine.units[i]!,
  ]);
  const corners = (vertices ?? []).map((corner, k): Cell[] => [String(k + 1), ...corner]);
  return [
    { caption: "Positions of rest", columns: ["coordinate", "from", "center", "to", "unit"], rows },
    { caption: "Corners", columns: ["corner", ...machine.names], rows: corners },
  ];
}

function energyTable({ energy, rho }: RestAnalysis): Table {
  const rows: Cell[][] = [
    ["greatest energy on E", energy?.value ?? "not defined"],
    ["guaranteed, exact", end(rho.exact)],
    ["guaranteed, weighted", end(rho.weighted)],
    ["guaranteed, (7) with the best alpha of (9)", end(rho.paper)],
  ];
  return { caption: "Energies above the center", columns: ["quantity", "J"], rows };
}

function conditionTable({ conditions }: Certificate): Table {
  const rows = conditions.map(({ name, holds, detail }): Cell[] => [
    name,
    { text: holds ? "yes" : "no", className: holds ? "ok" : "attention" },
    detail,
  ]);
  return { caption: "Conditions one by one", columns: ["condition", "holds", "detail"], rows };
}

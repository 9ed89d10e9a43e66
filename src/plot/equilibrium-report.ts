/** report.html of an analysis of rest. */
import type { Certificate } from "../stability/certificate.ts";
import type { GainSweep } from "../stability/gain-sweep.ts";
import type { RestAnalysis } from "../stability/rest-analysis.ts";
import { type PageSection, reportPage } from "./report-page.ts";
import { type Cell, table } from "./report-table.ts";

export interface EquilibriumReportOptions {
  readonly description?: string;
  /** Text of the problem. */
  readonly source: string;
  /** What `toSvg` gives. */
  readonly figure?: string;
}

export function equilibriumReport(
  analysis: RestAnalysis,
  certificate: Certificate,
  { description, source, figure }: EquilibriumReportOptions,
): string {
  const { verdict, reason, remedy, stability } = certificate;
  const sections: PageSection[] = [
    { heading: "Equilibrium set", body: setTables(analysis) },
    { heading: "Energies", body: energyTable(analysis) },
    { heading: "Conditions", body: conditionTable(certificate) },
  ];
  return reportPage({
    title: analysis.machine.name,
    ...(description === undefined ? {} : { description }),
    status: { state: verdict, message: `${reason}. ${stability.detail}. ${remedy}.`, ok: verdict !== "not-certified" },
    figures:
      figure === undefined
        ? []
        : [
            {
              caption: "The equilibrium set E and the guaranteed region, seen along the other coordinates",
              svg: figure,
            },
          ],
    sections,
    source,
  });
}

/** report.html of a sweep over a gain. */
export function sweepReport(
  title: string,
  name: string,
  { rows, least, global }: GainSweep,
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
  return reportPage({
    title,
    status: { state: "done", message: `Guaranteed energy against ${name}.`, ok: true },
    figures: figure === undefined ? [] : [{ caption: `Guaranteed energy against ${name}`, svg: figure }],
    sections: [
      {
        heading: "Least values",
        body: table("All of E is inside from here on; global: any start", ["bound", name], from),
      },
      { heading: "Values", body: table("Energies in J", columns, cells) },
    ],
    source,
  });
}

function end(value: number): Cell {
  return Number.isFinite(value) ? value : "no end";
}

function setTables({ machine, extents, vertices, set }: RestAnalysis): string {
  if (!set) return "<p>empty</p>";
  const rows = machine.names.map((name, i): Cell[] => [
    name,
    end(extents[i]!.low),
    set.center[i]!,
    end(extents[i]!.high),
    machine.units[i]!,
  ]);
  const corners = (vertices ?? []).map((corner, k): Cell[] => [String(k + 1), ...corner]);
  return [
    table("Positions of rest", ["coordinate", "from", "center", "to", "unit"], rows),
    table("Corners", ["corner", ...machine.names], corners),
  ].join("\n");
}

function energyTable({ energy, rho }: RestAnalysis): string {
  const rows: Cell[][] = [
    ["greatest energy on E", energy?.value ?? "not defined"],
    ["guaranteed, exact", end(rho.exact)],
    ["guaranteed, weighted", end(rho.weighted)],
    ["guaranteed, (7) with the best alpha of (9)", end(rho.paper)],
  ];
  return table("Energies above the center", ["quantity", "J"], rows);
}

function conditionTable({ conditions }: Certificate): string {
  const rows = conditions.map(({ name, holds, detail }): Cell[] => [
    name,
    { text: holds ? "yes" : "no", className: holds ? "ok" : "attention" },
    detail,
  ]);
  return table("One by one", ["condition", "holds", "detail"], rows);
}

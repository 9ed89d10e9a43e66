/** report.html of rests in a section. */
import type { SectionData } from "../../results/section.ts";
import type { EquilibriumReportOptions } from "./equilibrium.ts";
import { NO_RUN } from "./equilibrium.ts";
import { type ReportContent, reportHtml } from "./page.ts";
import type { Cell } from "./table.ts";

type Table = NonNullable<ReportContent["tables"]>[number];

export function sectionReport(data: SectionData, { description, source, figure }: EquilibriumReportOptions): string {
  const { verdict, reason, remedy, section, conditions } = data;
  const along = section.coordinates.join(" and ");
  const caption = along === "" ? "Positions of rest" : `Positions of rest in the section along ${along}`;
  const rows = conditions.map(({ name, holds, detail }): Cell[] => [
    name,
    { text: holds ? "yes" : "no", className: holds ? "ok" : "attention" },
    detail,
  ]);
  return reportHtml({
    ...NO_RUN,
    title: data.name,
    ...(description === undefined ? {} : { description }),
    status: { state: verdict, message: `${reason}. ${remedy}.`, ok: false },
    figures: figure === undefined ? [] : [{ caption, svg: figure }],
    tables: [
      ...restTables(data),
      { caption: "Why there is no certificate", columns: ["condition", "holds", "detail"], rows },
    ],
    source,
  });
}

function restTables({ section, coordinates, margin }: SectionData): Table[] {
  const tables: Table[] = [];
  if (section.intervals) {
    const rows = section.intervals.map(({ from, to, openFrom, openTo, stops, stability }): Cell[] => [
      from,
      to,
      [openFrom ? "from the start of the range" : "", openTo ? "to its end" : "", stops ? `at ${stops.join(", ")}` : ""]
        .filter(Boolean)
        .join(", "),
      stability?.kind ?? "-",
    ]);
    const columns = ["from", "to", "", "what no row holds"];
    tables.push({ caption: `Intervals of ${section.coordinates[0]}`, columns, rows });
  }
  if (section.area !== undefined) {
    const rows: Cell[][] = [
      ["area", section.area],
      ["boundary curves", String(section.boundary?.length ?? 0)],
      ["largest margin", margin.value ?? "-"],
      ["goes on beyond the range", section.cut ? "yes" : "no"],
    ];
    tables.push({ caption: `Rests over ${section.coordinates.join(" and ")}`, columns: ["quantity", "value"], rows });
  }
  if (section.equilibria) {
    const rows = section.equilibria.map(({ position, stability }): Cell[] => [
      ...position,
      stability?.kind ?? "-",
      stability?.eigenvalues[0]?.real ?? "-",
    ]);
    const columns = [...coordinates, "small motions", "largest real part (1/s)"];
    tables.push({ caption: "Positions of rest", columns, rows });
  }
  return tables;
}

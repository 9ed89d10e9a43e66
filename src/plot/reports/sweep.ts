/** report.html of a sweep. */
import type { SweepTable } from "../../batch/sweep.ts";
import { sweepFigure } from "../figures/sweep.ts";
import { toSvg } from "../svg.ts";
import { reportHtml } from "./page.ts";
import type { Cell } from "./table.ts";

export interface SweepReportOptions {
  readonly document: Document;
  readonly title: string;
  readonly description?: string;
  readonly warnings: readonly string[];
  /** How it ended, in a sentence. */
  readonly message: string;
  /** Text of the problem file. */
  readonly source: string;
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly (number | string | null)[]>;
  /** Smallest and largest value of each measure, and where. */
  readonly extremes: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };
}

const MOST_ROWS = 200;
/** px: what the page has room for. */
const FIGURE_WIDTH = 900;

/** The same bytes for the same sweep: it holds no date and no duration. */
export function sweepReport(table: SweepTable, options: SweepReportOptions): string {
  const { document, title, description, warnings, message, source, columns, extremes } = options;
  const shown: Cell[][] = [];
  for (const row of options.rows) {
    if (shown.length === MOST_ROWS) break;
    shown.push(row.map((cell) => cell ?? "none"));
  }
  const reached = table.count - table.missing;
  const first = shown.length < reached ? `The first ${shown.length} of ${reached} runs` : "All runs";
  return reportHtml({
    title: `Sweep: ${title}`,
    ...(description === undefined ? {} : { description }),
    status: { state: table.status, message, ok: table.status === "done" && Object.keys(table.failed).length === 0 },
    ...{ coordinates: [], rows: [], outputs: {}, measures: {}, audit: [], events: [] },
    facts: table.vary.map(({ path, values, spacing }) => ({
      label: path,
      value: `${values.length} values from ${values.reduce((a, b) => Math.min(a, b))} to ${values.reduce((a, b) => Math.max(a, b))}, ${spacing}`,
    })),
    warnings,
    tables: [
      { caption: "Smallest and largest", ...extremes },
      { caption: first, columns, rows: shown },
    ],
    source,
    figures: [
      { caption: "Measures over what varies", svg: toSvg(sweepFigure(table, { document, width: FIGURE_WIDTH })) },
    ],
  });
}

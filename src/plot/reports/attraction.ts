/** report.html of a map of attraction, a traced boundary or a sample. */
import type { Tally } from "../../stability/attraction/starts.ts";
import type { Verdict } from "../../stability/rest/certificate.ts";
import type { Point } from "../../stability/rest/polygon.ts";
import { NO_RUN } from "./equilibrium.ts";
import { type ReportContent, reportHtml } from "./page.ts";
import type { Cell } from "./table.ts";

export interface AttractionReport {
  readonly title: string;
  readonly description?: string;
  readonly status: "done" | "cancelled";
  readonly message: string;
  readonly warnings: readonly string[];
  readonly tally: Tally;
  readonly runs: number;
  readonly slowest: { readonly time: number; readonly at: Readonly<Record<string, number>> } | null;
  readonly sample?: {
    readonly energy: number;
    readonly seed: number;
    readonly interval: readonly [number, number] | null;
  };
  readonly verdict?: Verdict;
  /** J */
  readonly guaranteed?: number;
  readonly curves?: readonly { readonly points: readonly Point[]; readonly closed: boolean }[];
  /** What `toSvg` gives. */
  readonly figure?: string;
  /** Text of the problem. */
  readonly source: string;
}

const CAPTION =
  "Starts that come to rest, colored by the time until the last row sticks for good; gray: the motion is proved to grow for ever";

type Table = NonNullable<ReportContent["tables"]>[number];

export function attractionReport(report: AttractionReport): string {
  const { title, description, status, message, figure, source, tally, warnings } = report;
  return reportHtml({
    ...NO_RUN,
    warnings,
    title: `Attraction: ${title}`,
    ...(description === undefined ? {} : { description }),
    status: { state: status, message, ok: status === "done" && tally.undecided + tally.invalid === 0 },
    figures: figure === undefined ? [] : [{ caption: CAPTION, svg: figure }],
    tables: [fates(report), numbers(report), curves(report)],
    source,
  });
}

function fates({ tally }: AttractionReport): Table {
  const known = Math.max(1, tally.points - tally.missing);
  const rows = (["attracted", "escaped", "undecided", "periodic", "endless", "invalid"] as const).map(
    (outcome): Cell[] => [
      outcome === "periodic" || outcome === "endless" ? `${outcome}, of the undecided` : outcome,
      tally[outcome],
      tally[outcome] / known,
    ],
  );
  return { caption: "What becomes of the starts", columns: ["fate", "starts", "share"], rows };
}

function numbers({ runs, slowest, sample, verdict, guaranteed }: AttractionReport): Table {
  const rows: Cell[][] = [["runs", runs]];
  if (slowest) {
    rows.push(["slowest time to rest (s)", slowest.time]);
    for (const [path, value] of Object.entries(slowest.at).slice(0, 4)) rows.push([`its ${path}`, value]);
  }
  if (sample) rows.push(["largest energy (J)", sample.energy], ["seed", sample.seed]);
  if (sample?.interval) rows.push(["attracted, at least (95 %)", sample.interval[0]], ["at most", sample.interval[1]]);
  if (verdict !== undefined) rows.push(["certificate", verdict]);
  if (guaranteed !== undefined) rows.push(["guaranteed below (J)", guaranteed]);
  return { caption: "Beside the map", columns: ["quantity", "value"], rows };
}

function curves({ curves = [] }: AttractionReport): Table {
  const rows = curves.map(({ points, closed }, k): Cell[] => [
    String(k + 1),
    points.length,
    closed ? "closed" : "open",
  ]);
  return { caption: "Traced curves", columns: ["curve", "points", ""], rows };
}

/** report.html of a feedback design. */
import type { Design } from "../../stability/design/design.ts";
import { NO_RUN } from "./equilibrium.ts";
import { reportHtml } from "./page.ts";
import type { Cell } from "./table.ts";

/** A row an actuator; none where there is no feedback. */
type Gains = Design["F1"] | null;

export interface DesignReport {
  readonly name: string;
  readonly names: readonly string[];
  readonly design: Pick<Design, "status" | "reason" | "directions"> & { readonly F1: Gains; readonly F2: Gains };
  readonly before: { readonly verdict: string; readonly reason: string };
  readonly after: { readonly verdict: string; readonly reason: string } | null;
  /** Text of the problem with its loop closed. */
  readonly source: string;
}

export function designReport({ name, names, design, before, after, source }: DesignReport): string {
  const { status, reason, F1, F2, directions } = design;
  const gains = (caption: string, matrix: Gains) => {
    const rows = (matrix ?? []).map((row, k): Cell[] => [`u${k + 1}`, ...row]);
    return { caption, columns: ["input", ...names], rows };
  };
  const verdicts = [["without feedback", before] as const, ...(after ? [["with feedback", after] as const] : [])];
  const shown = directions.map((direction, k): Cell[] => ["uw"[k] ?? "u", ...direction]);
  return reportHtml({
    ...NO_RUN,
    title: name,
    status: { state: status, message: `${reason}.`, ok: status === "done" },
    figures: [],
    tables: [
      {
        caption: "Verdicts of equilibrium",
        columns: ["loop", "verdict", "reason"],
        rows: verdicts.map(([loop, { verdict, reason }]): Cell[] => [loop, verdict, reason]),
      },
      gains("F1, N/m", F1),
      gains("F2, N s/m", F2),
      { caption: "Directions that show why there is no feedback", columns: ["", ...names], rows: shown },
    ],
    source,
  });
}

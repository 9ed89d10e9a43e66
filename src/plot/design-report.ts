/** report.html of a feedback design. */
import type { Design } from "../stability/design.ts";
import { reportPage } from "./report-page.ts";
import { type Cell, table } from "./report-table.ts";

export interface DesignReport {
  readonly name: string;
  readonly names: readonly string[];
  readonly design: Design;
  readonly before: { readonly verdict: string; readonly reason: string };
  readonly after: { readonly verdict: string; readonly reason: string } | null;
  /** Text of the problem with its loop closed. */
  readonly source: string;
}

export function designReport({ name, names, design, before, after, source }: DesignReport): string {
  const { status, reason, F1, F2, directions } = design;
  const gains = (caption: string, matrix: Design["F1"]) =>
    table(
      caption,
      ["input", ...names],
      (matrix ?? []).map((row, k): Cell[] => [`u${k + 1}`, ...row]),
    );
  const verdicts = [["without feedback", before] as const, ...(after ? [["with feedback", after] as const] : [])];
  return reportPage({
    title: name,
    status: { state: status, message: `${reason}.`, ok: status === "done" },
    figures: [],
    sections: [
      {
        heading: "Verdicts",
        body: table(
          "Of equilibrium",
          ["loop", "verdict", "reason"],
          verdicts.map(([loop, { verdict, reason }]): Cell[] => [loop, verdict, reason]),
        ),
      },
      { heading: "Gains", body: [gains("F1, N/m", F1), gains("F2, N s/m", F2)].join("\n").trim() },
      {
        heading: "Directions",
        body: table(
          "Why there is no feedback",
          ["", ...names],
          directions.map((direction, k): Cell[] => ["uw"[k] ?? "u", ...direction]),
        ),
      },
    ],
    source,
  });
}

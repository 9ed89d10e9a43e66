/** Experiments told to people. */

import type { Row } from "../../../papers/judge.ts";
import { papers } from "../../../papers/papers.ts";
import { findExperiments, type ReproduceResult } from "../../../papers/reproduce.ts";
import { shortNumber } from "../../../results/text.ts";
import type { Paint } from "../../io.ts";
import { textTable } from "../../terminal/text-table.ts";

const DIGITS = 6;

/** What there is, without running it. */
export function experimentList(ids: readonly string[], quick: boolean): string {
  const { found } = findExperiments(ids, quick);
  const rows = found.map(({ id, title, quantities, slow = false }) => [
    id,
    String(quantities.length),
    slow ? "slow" : "",
    title,
  ]);
  const total = found.reduce((sum, { quantities }) => sum + quantities.length, 0);
  const lines = textTable(["experiment", "quantities", "", "what"], rows, new Set([1]));
  return `${[...lines, "", `${found.length} experiments, ${total} quantities; --quick leaves out the slow ones.`].join("\n")}\n`;
}

export function reproduceSummary(
  { experiments, made, status, message, seconds }: ReproduceResult,
  paint: Paint,
): string {
  const sections = papers.flatMap(({ id, authors, title }) => {
    const rows = experiments.filter(({ paper }) => paper === id);
    return rows.length === 0 ? [] : [[paint.bold(`${authors}: ${title}`), ...quantityLines(rows, paint)]];
  });
  const tone = status === "done" ? paint.good : paint.bad;
  const end = `${tone(status)}: ${message} ${made.length} experiments, ${shortNumber(seconds, 3)} s.`;
  return `${[...sections.map((lines) => lines.join("\n")), end].join("\n\n")}\n`;
}

function quantityLines(rows: readonly Row[], paint: Paint): string[] {
  const reasons = [...new Set(rows.filter(({ reason }) => reason !== "").map(({ reason }) => reason))];
  const cells = rows.map(({ id, quantity, unit, printed, ours, verdict, reason }) => [
    id,
    unit === "" ? quantity : `${quantity} (${unit})`,
    typeof printed === "number" ? shortNumber(printed, DIGITS) : printed,
    ours === null ? "none" : shortNumber(ours, DIGITS),
    verdict,
    reason === "" ? "" : `[${reasons.indexOf(reason) + 1}]`,
  ]);
  const [head, ...lines] = textTable(["experiment", "quantity", "printed", "ours", "verdict", ""], cells);
  const told = lines.map((line, k) => (rows[k]!.verdict === "reproduced" ? line : paint.bad(line)));
  return [head!, ...told, ...reasons.map((reason, k) => `  [${k + 1}] ${reason}`)];
}

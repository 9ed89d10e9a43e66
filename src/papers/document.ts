/** docs/papers.md: errata with their evidence, and every quantity as it was computed last. */
import type { Erratum, Paper, Quantity } from "./experiment.ts";
import { papers } from "./papers.ts";
import { ruleText, verdictOf } from "./verdict.ts";

/** Computed values by "id: quantity", as test/papers/values.json keeps them. */
export type Kept = Readonly<Record<string, number>>;

export const keptKey = (id: string, quantity: string) => `${id}: ${quantity}`;

const HEAD = `# The papers

Every table, figure and claim of five papers as an experiment on our problem files: what is printed, what we compute, whether both agree, and if not, why.
\`npx stickslip reproduce\` runs them all ([reproduce.md](reproduce.md)); each row names the command that repeats it. This page is generated from \`src/papers\` and
the values that were computed last: \`npm run papers\`.
`;

export function papersDocument(kept: Kept): string {
  return `${[HEAD, summary(kept), ...papers.map((paper) => paperText(paper, kept)), REFERENCES].join("\n")}`;
}

function summary(kept: Kept): string {
  const rows = papers.map(({ authors, title, where, id, experiments }) => {
    const verdicts = experiments.flatMap((experiment) =>
      experiment.quantities.map((quantity) => verdictOf(quantity, kept[keptKey(experiment.id, quantity.name)]!)),
    );
    const count = (verdict: string) => verdicts.filter((each) => each === verdict).length;
    const cells = ["reproduced", "differs", "inconsistent-in-print"].map(count);
    return `| \`${id}\` | ${authors}, *${title}*, ${where} | ${cells.join(" | ")} |`;
  });
  return ["| | | reproduced | differs | inconsistent in print |", "|---|---|---|---|---|", ...rows, ""].join("\n");
}

function paperText(paper: Paper, kept: Kept): string {
  const { id, authors, title, errata } = paper;
  const parts = [`## ${authors}: ${title}\n`];
  if (errata.length > 0) parts.push("What we found in it, and what we use instead:\n", errataTable(errata));
  parts.push(`\`npx stickslip reproduce ${id}\`:\n`, quantityTable(paper, kept));
  return parts.join("\n");
}

function errataTable(errata: readonly Erratum[]): string {
  const rows = errata.map(
    ({ where, printed, used, shown }) => `| ${cell(where)} | ${cell(printed)} | ${cell(used)} | ${shownBy(shown)} |`,
  );
  return ["| where | printed | used, and why | shown by |", "|---|---|---|---|", ...rows, ""].join("\n");
}

function shownBy(shown: string): string {
  return shown.startsWith("test/") ? `\`${shown}\`` : `\`reproduce ${shown}\``;
}

function quantityTable({ experiments }: Paper, kept: Kept): string {
  const reasons: string[] = [];
  const rows = experiments.flatMap(({ id, quantities }) =>
    quantities.map((quantity) => {
      const ours = kept[keptKey(id, quantity.name)]!;
      const verdict = verdictOf(quantity, ours);
      const why = verdict === "reproduced" ? "" : ` [${noted(reasonOf(quantity), reasons)}]`;
      const name = quantity.unit === undefined ? quantity.name : `${quantity.name} (${quantity.unit})`;
      const cells = [
        `\`${id.split("/")[1]}\``,
        cell(name),
        shown(quantity.printed),
        shown(ours),
        ruleText(quantity.rule),
      ];
      return `| ${cells.join(" | ")} | ${verdict}${why} |`;
    }),
  );
  const head = ["| experiment | quantity | printed | ours | agrees if | verdict |", "|---|---|---|---|---|---|"];
  const notes = reasons.map((reason, k) => `${k + 1}. ${reason}`);
  return [...head, ...rows, "", ...notes, ...(notes.length > 0 ? [""] : [])].join("\n");
}

function reasonOf({ reason = "", evidence = "" }: Quantity): string {
  return evidence === "" ? reason : `${reason} (${shownBy(evidence)})`;
}

/** Number of a note, from 1: the same reason stands once. */
function noted(reason: string, reasons: string[]): number {
  if (!reasons.includes(reason)) reasons.push(reason);
  return reasons.indexOf(reason) + 1;
}

function shown(value: number | string): string {
  return typeof value === "number" ? String(Number(value.toPrecision(6))) : cell(value);
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

const REFERENCES = `## Reference values of our own

Confirmed by an independent mode-switching integration in \`test/oracles\`:

| problem | value |
|---|---|
| gk95-tp1, x(5) | 0.447181714699099, 1.746858967786336, 2.887560328336738; with alpha and the printed step 0.437673752209924, 1.74577131228177, 2.89328951383466 |
| gk95-tp2, x(10) | 1.38328794850, 0.44841190351, 0.32877857552; with alpha and the printed step 1.38325799242, 0.45500698356, 0.33793179586 |
| gk95-tp2-springs, x(10) | 0.10030310158, -0.22275748699, -0.38668465809; discrete 0.11107332838, -0.20760467711, -0.37235609045 |
| gskn06-tp3-same-force, x(4) | -0.342766325668687, 1.59051706298842; row 1 sticks at 1.22648781137855 and 3.51440936154093, row 2 reverses at 3.97939649597599 |
| slow-spring | period 4.0792599385 s, slide 0.20396299692 m |
| chain-20, x1(25) | 0.8308119305309 |
`;

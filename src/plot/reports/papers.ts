/** The page of `reproduce`: per paper and experiment its figures and a table of what is printed and what is computed. */
import type { Experiment, Paper } from "../../papers/experiment.ts";
import type { BesideRow, Row } from "../../papers/judge.ts";
import { markupText } from "../markup-text.ts";
import { REPORT_STYLE } from "./style.ts";
import { formatNumber } from "./table.ts";

export interface PapersReport {
  /** How it went, in a sentence. */
  readonly message: string;
  readonly ok: boolean;
  readonly papers: readonly {
    readonly paper: Paper;
    readonly experiments: readonly {
      readonly experiment: Experiment;
      readonly rows: readonly Row[];
      readonly beside: readonly BesideRow[];
      readonly figures: readonly { readonly name: string; readonly caption: string; readonly svg: string }[];
    }[];
  }[];
  /** Of a run: its problem file, beside the page, and the command that repeats it. */
  readonly made: (key: string) => { readonly file: string; readonly command: string };
}

const VERDICTS = ["reproduced", "differs", "inconsistent-in-print", "failed"] as const;

const STYLE = `
h3 { margin: 2rem 0 0.5rem; font-size: 1.05rem; }
h3 code { color: var(--muted); font-weight: normal; font-size: 0.85rem; }
nav ul { columns: 16rem auto; padding-left: 1.1rem; }
td.reproduced { color: var(--ok); font-weight: bold; }
td.differs, td.inconsistent-in-print, td.failed { color: var(--attention); font-weight: bold; }
.reasons { margin: 0 0 1.25rem; padding-left: 1.4rem; color: var(--muted); font-size: 0.9rem; }
a { color: inherit; }
@media print {
  nav { display: none; }
  table { font-size: 0.75rem; }
  h3, h2 + .description, article > .note { break-after: avoid; }
}
`;

/** The same bytes for the same results: it holds no date and no duration. */
export function papersReport(report: PapersReport): string {
  const title = "The papers, printed and computed";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${REPORT_STYLE}${STYLE}</style>
</head>
<body>
<main>
<header>
<h1>${title}</h1>
<p class="status ${report.ok ? "ok" : "attention"}" role="status">${markupText(report.message)}</p>
</header>
${summary(report)}
${report.papers.map((paper) => paperSection(paper, report)).join("\n")}
</main>
</body>
</html>
`;
}

function summary({ papers }: PapersReport): string {
  const rows = papers.map(({ paper, experiments }) => {
    const all = experiments.flatMap((each) => each.rows);
    const cells = VERDICTS.map((verdict) => all.filter((row) => row.verdict === verdict).length);
    const numbers = cells.map((count) => `<td class="number">${count}</td>`).join("");
    return `<tr><th scope="row"><a href="#${paper.id}">${markupText(paper.authors)}: ${markupText(paper.title)}</a></th>${numbers}</tr>`;
  });
  const head = ["", ...VERDICTS].map((name) => `<th scope="col">${name}</th>`).join("");
  return `<section aria-label="Summary"><div class="scroll"><table>
<caption>Quantities by verdict</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table></div></section>`;
}

type Section = PapersReport["papers"][number];

function paperSection({ paper, experiments }: Section, report: PapersReport): string {
  const links = experiments.map(({ experiment: { id, title } }) => {
    return `<li><a href="#${anchor(id)}">${markupText(title)}</a></li>`;
  });
  return `<section aria-labelledby="${paper.id}">
<h2 id="${paper.id}">${markupText(paper.authors)}</h2>
<p class="description">${markupText(paper.title)}. ${markupText(paper.where)}.</p>
<nav aria-label="Experiments"><ul>${links.join("")}</ul></nav>
${experiments.map((each) => experimentSection(each, report)).join("\n")}
</section>`;
}

function experimentSection(
  { experiment, rows, beside, figures }: Section["experiments"][number],
  report: PapersReport,
): string {
  const { id, title, note } = experiment;
  const pictures = figures.map(({ name, caption, svg }) => {
    const text = markupText(`${name}. ${caption}`);
    return `<figure><div class="card" role="img" aria-label="${text}">${svg}</div><figcaption>${text}</figcaption></figure>`;
  });
  return `<article aria-labelledby="${anchor(id)}">
<h3 id="${anchor(id)}">${markupText(title)} <code>${markupText(id)}</code></h3>
${note === undefined ? "" : `<p class="note">${markupText(note)}</p>`}
${pictures.join("\n")}
${quantityTable(rows, beside, report)}
</article>`;
}

function quantityTable(rows: readonly Row[], beside: readonly BesideRow[], { made }: PapersReport): string {
  const shown = beside.map((row) => ({ ...row, rule: "", verdict: "not judged", reason: "", evidence: "" }));
  const all = [...rows, ...shown];
  const reasons = [...new Set(all.map(reasonOf).filter((reason) => reason !== ""))];
  const body = all.map((row) => {
    const unit = row.unit === "" ? "" : ` (${row.unit})`;
    const files = [...new Set(row.runs)].map((key, k) => {
      const { file, command } = made(key);
      return `<a href="${encodeURI(file)}" title="${markupText(command)}">${k === 0 ? "problem" : `${k + 1}`}</a>`;
    });
    const note = reasonOf(row) === "" ? "" : ` [${reasons.indexOf(reasonOf(row)) + 1}]`;
    const cells = [
      `<th scope="row">${markupText(row.quantity + unit)}</th>`,
      number(row.printed) + number(row.ours ?? "none"),
      `<td>${unbroken(row.rule)}</td><td class="${row.verdict}">${row.verdict}${note}</td><td>${files.join(" ")}</td>`,
    ];
    return `<tr>${cells.join("")}</tr>`;
  });
  const head = ["quantity", "printed", "ours", "agrees if", "verdict", "made by"];
  const notes = reasons.map((reason) => `<li>${markupText(reason)}</li>`).join("");
  return `<div class="scroll"><table>
<thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join("")}</tr></thead>
<tbody>
${body.join("\n")}
</tbody>
</table></div>
${notes === "" ? "" : `<ol class="reasons">${notes}</ol>`}`;
}

function reasonOf({ reason, evidence }: Pick<Row, "reason" | "evidence">): string {
  return evidence === "" ? reason : `${reason} (${evidence})`;
}

function number(value: number | string): string {
  return typeof value === "number" ? `<td class="number">${formatNumber(value)}</td>` : `<td>${markupText(value)}</td>`;
}

/** Lines end between words, never inside of 1e-8. */
function unbroken(text: string): string {
  return markupText(text).replace(/\S*[0-9]\S*/g, (word) => `<span class="number">${word}</span>`);
}

function anchor(id: string): string {
  return id.replaceAll("/", "-");
}

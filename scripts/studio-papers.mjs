/** docs/papers.md as data for the studio's page of papers: the list of papers, and what stands in each section as tables. */
import { readFileSync } from "node:fs";

export function papersData() {
  const text = readFileSync(new URL("../docs/papers.md", import.meta.url), "utf8");
  const [overview, ...sections] = text.split(/^## /m).map(sectionOf);
  const papers = (overview.tables[0]?.rows ?? []).map(([key, citation, ...counts]) => ({
    key: key.replaceAll("`", ""),
    citation: plain(citation),
    counts: overview.tables[0].head.slice(2).map((word, k) => `${counts[k]} ${word}`),
  }));
  return { papers, sections };
}

/** Its heading, and each table with the words that stand before it. */
function sectionOf(text) {
  const [heading, ...lines] = text.split("\n");
  const tables = [];
  let [title, rows] = ["", []];
  const close = () => {
    if (rows.length > 2) tables.push({ title, head: rows[0], rows: rows.slice(2) });
    rows = [];
  };
  for (const line of lines) {
    if (line.startsWith("|")) rows.push(cells(line));
    else {
      close();
      if (line.endsWith(":")) title = plain(line.replace(/:$/, "").split(/[.] /).at(-1));
    }
  }
  close();
  return { title: plain(heading), tables };
}

function cells(line) {
  return line
    .replaceAll("\\|", "\u0000")
    .split("|")
    .slice(1, -1)
    .map((cell) =>
      cell
        .replaceAll("\u0000", "|")
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .replaceAll("*", "")
        .trim(),
    );
}

function plain(words) {
  return words.replaceAll(/\s+/g, " ").replaceAll(/[*`#]/g, "").trim();
}

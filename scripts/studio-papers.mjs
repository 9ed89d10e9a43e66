/** docs/papers.md as data for the studio's page of papers: the list of papers and its tables. */
import { readFileSync } from "node:fs";

export function papersData() {
  const text = readFileSync(new URL("../docs/papers.md", import.meta.url), "utf8");
  const papers = [...text.matchAll(/^\d+\. ((?:.+\n)(?: {3}.+\n)*)/gm)].map(([, words]) => plain(words));
  const tables = [];
  let title = "What we found in them";
  let rows = [];
  const close = () => {
    if (rows.length > 2) tables.push({ title, head: rows[0], rows: rows.slice(2) });
    rows = [];
  };
  for (const line of text.split("\n")) {
    if (line.startsWith("|")) rows.push(cells(line));
    else {
      close();
      if (line.startsWith("#")) title = plain(line.replace(/^#+ /, ""));
      else if (line.endsWith(":")) title = plain(line.replace(/:$/, "").split(/[.] /).at(-1));
    }
  }
  close();
  return { papers, tables };
}

function cells(line) {
  return line
    .replaceAll("\\|", "\u0000")
    .split("|")
    .slice(1, -1)
    .map((cell) =>
      cell
        .replaceAll("\u0000", "|")
        .replaceAll(/\*|\[([^\]]*)\]\([^)]*\)/g, "$1")
        .trim(),
    );
}

function plain(words) {
  return words.replaceAll(/\s+/g, " ").replaceAll(/[*`]/g, "").trim();
}

/** A report that is no run: a banner, figures, sections, and the problem's text. Needs nothing but itself. */
import { escapeText } from "./escape.ts";
import { REPORT_STYLE } from "./report-style.ts";

export interface PageSection {
  readonly heading: string;
  /** HTML, its text escaped. */
  readonly body: string;
}

export interface ReportPage {
  readonly title: string;
  readonly description?: string;
  readonly status: { readonly state: string; readonly message: string; readonly ok: boolean };
  /** `svg` goes into the page as it is: pass what `toSvg` gives. */
  readonly figures: readonly { readonly caption: string; readonly svg: string }[];
  readonly sections: readonly PageSection[];
  /** Text of the problem file. */
  readonly source: string;
}

export function reportPage({ title, description, status, figures, sections, source }: ReportPage): string {
  const text = escapeText;
  const about = description === undefined ? "" : `<p class="description">${text(description)}</p>`;
  const drawn = figures.map(
    ({ caption, svg }) =>
      `<figure><div class="card" role="img" aria-label="${text(caption)}">${svg}</div><figcaption>${text(caption)}</figcaption></figure>`,
  );
  const file = `<details><summary>Show the text</summary><pre><code>${text(source)}</code></pre></details>`;
  const all = [
    ...(drawn.length > 0 ? [{ heading: "Figures", body: drawn.join("\n") }] : []),
    ...sections.filter(({ body }) => body !== ""),
    { heading: "Problem file", body: file },
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text(title)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
<header>
<h1>${text(title)}</h1>
${about}
<p class="status ${status.ok ? "ok" : "attention"}" role="status"><strong>${text(status.state)}</strong> ${text(status.message)}</p>
</header>
${all.map(section).join("\n")}
</main>
</body>
</html>
`;
}

function section({ heading, body }: PageSection): string {
  const id = heading.toLowerCase().replaceAll(" ", "-");
  return `<section aria-labelledby="${id}">\n<h2 id="${id}">${escapeText(heading)}</h2>\n${body}\n</section>`;
}

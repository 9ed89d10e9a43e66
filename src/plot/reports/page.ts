import type { Event } from "../../simulate/record/trajectory.ts";
import { markupText } from "../markup-text.ts";
import { rateUnit, withUnits } from "../units.ts";
import { REPORT_STYLE } from "./style.ts";
import { type Cell, formatNumber, table } from "./table.ts";

export interface ReportContent {
  readonly title: string;
  readonly description?: string;
  /** How the run ended; `message` closes with the remedy if it failed. */
  readonly status: { readonly state: string; readonly message: string; readonly ok: boolean };
  /** End state; position and velocity in `unit` (m if not given) and `unit`/s. */
  readonly coordinates: readonly {
    readonly name: string;
    readonly unit?: string;
    readonly position: number;
    readonly velocity: number;
  }[];
  /** End state of the friction rows; time stuck in s, heat in J. */
  readonly rows: readonly {
    readonly name: string;
    readonly limit: number;
    /** Of the limit; N if not given, empty where it is not known. */
    readonly unit?: string;
    readonly multiplier: number;
    readonly mode: "stick" | "slip +" | "slip -";
    readonly stuckTime: number;
    readonly heat: number;
  }[];
  /** End state of stops and joints; time closed in s (none for joints), heat in J. */
  readonly contacts?: readonly {
    readonly name: string;
    readonly force: number;
    /** Of the force; N if not given, empty where it is not known. */
    readonly unit?: string;
    readonly state: "open" | "closed" | "joined";
    readonly closedTime: number | undefined;
    readonly heat: number;
  }[];
  /** End state of the controllers: reference and what they control, force before and after its limits; and their figure. */
  readonly controllers?: {
    readonly list: readonly {
      readonly name: string;
      /** Of command and force; N if not given, empty where it is not known. */
      readonly unit?: string;
      readonly reference: number;
      readonly measured: number;
      readonly command: number;
      readonly force: number;
    }[];
    readonly figure: ReportContent["figures"][number];
  };
  /** What the problem asks for: outputs at the end, and measures; null where one has no value. */
  readonly outputs: Readonly<Record<string, number | null>>;
  readonly measures: Readonly<Record<string, number | null>>;
  /** Scheme, solver, step, counts: whatever tells how the run was made. */
  readonly facts: readonly { readonly label: string; readonly value: string | number }[];
  readonly audit: readonly {
    readonly name: string;
    readonly value: number;
    readonly unit: string;
    readonly sentence: string;
    readonly verdict: "ok" | "warning" | "failed";
  }[];
  readonly warnings: readonly string[];
  /** More tables, under the figures. */
  readonly tables?: readonly {
    readonly caption: string;
    readonly columns: readonly string[];
    readonly rows: readonly (readonly Cell[])[];
  }[];
  readonly events: readonly Event[];
  /** Text of the problem file. */
  readonly source: string;
  /** `svg` goes into the page as it is: pass what `toSvg` gives. */
  readonly figures: readonly { readonly caption: string; readonly svg: string }[];
}

const MOST_EVENTS = 200;

/** A page that needs nothing but itself: all text from the problem is escaped, styles and figures are inside, nothing is fetched. */
export function reportHtml(content: ReportContent): string {
  const title = markupText(content.title);
  const description = content.description ? `<p class="description">${markupText(content.description)}</p>` : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
<header>
<h1>${title}</h1>
${description}
${statusBanner(content.status)}
</header>
${sections(content).join("\n")}
</main>
</body>
</html>
`;
}

function sections(content: ReportContent): string[] {
  return [
    section("Warnings", list(content.warnings)),
    section("Figures", content.figures.map(figure).join("\n")),
    section("Controllers", controllers(content.controllers)),
    section(
      "Tables",
      (content.tables ?? []).map(({ caption, columns, rows }) => table(caption, columns, rows)).join("\n"),
    ),
    section("End state", endState(content)),
    section("Outputs and measures", asked(content)),
    section("Audit", auditTable(content.audit)),
    section("Events", eventTable(content.events)),
    section("Run", factTable(content.facts)),
    section(
      "Problem file",
      `<details><summary>Show the text</summary><pre><code>${markupText(content.source)}</code></pre></details>`,
    ),
  ].filter((html) => html !== "");
}

/** Empty if there is nothing to show. */
function section(heading: string, body: string): string {
  if (body === "") return "";
  const id = heading.toLowerCase().replaceAll(" ", "-");
  return `<section aria-labelledby="${id}">\n<h2 id="${id}">${heading}</h2>\n${body}\n</section>`;
}

function statusBanner({ state, message, ok }: ReportContent["status"]): string {
  const text = `<strong>${markupText(state)}</strong> ${markupText(message)}`;
  return `<p class="status ${ok ? "ok" : "attention"}" role="status">${text}</p>`;
}

function list(items: readonly string[]): string {
  if (items.length === 0) return "";
  return `<ul class="warnings">${items.map((item) => `<li>${markupText(item)}</li>`).join("")}</ul>`;
}

function figure({ caption, svg }: ReportContent["figures"][number]): string {
  const text = markupText(caption);
  return `<figure><div class="card" role="img" aria-label="${text}">${svg}</div><figcaption>${text}</figcaption></figure>`;
}

function controllers(content: ReportContent["controllers"]): string {
  if (!content) return "";
  const cells = content.list.map(({ name, reference, measured, command, force }): Cell[] => [
    name,
    reference,
    measured,
    reference - measured,
    command,
    force,
  ]);
  const units = content.list.map(({ unit = "N" }) => unit);
  const head = ["controller", "reference", "measured", "error", withUnits("command", units), withUnits("force", units)];
  return `${figure(content.figure)}\n${table("Controllers at the end", head, cells)}`;
}

function endState({ coordinates, rows, contacts = [] }: ReportContent): string {
  const states = coordinates.map(({ name, unit = "m", position, velocity }): Cell[] => [
    name,
    position,
    velocity,
    unit === "" ? "" : `${unit}, ${rateUnit(unit)}`,
  ]);
  const frictions = rows.map(({ name, limit, multiplier, mode, stuckTime, heat }): Cell[] => [
    name,
    limit,
    multiplier,
    mode,
    stuckTime,
    heat,
  ]);
  const others = contacts.map(({ name, force, state, closedTime, heat }): Cell[] => [
    name,
    force,
    state,
    closedTime ?? "",
    heat,
  ]);
  const limit = withUnits(
    "limit",
    rows.map(({ unit = "N" }) => unit),
  );
  const force = withUnits(
    "force",
    contacts.map(({ unit = "N" }) => unit),
  );
  return [
    table("Coordinates", ["coordinate", "position", "velocity", "units"], states),
    table("Friction rows", ["row", limit, "multiplier \u03bb", "mode", "time stuck (s)", "heat (J)"], frictions),
    table("Stops and joints", ["row", force, "state", "time closed (s)", "heat (J)"], others),
  ]
    .filter((html) => html !== "")
    .join("\n");
}

function asked({ outputs, measures }: ReportContent): string {
  const cells = (values: ReportContent["measures"]) =>
    Object.entries(values).map(([name, value]): Cell[] => [name, value ?? "none"]);
  return [
    table("Measures", ["measure", "value"], cells(measures)),
    table("Outputs at the end", ["output", "value"], cells(outputs)),
  ]
    .filter((html) => html !== "")
    .join("\n");
}

function auditTable(audit: ReportContent["audit"]): string {
  const rows = audit.map(({ name, value, unit, sentence, verdict }): Cell[] => [
    name,
    value,
    unit,
    sentence,
    { text: verdict, className: verdict === "ok" ? "ok" : "attention" },
  ]);
  return table(
    "Recomputed from the motion alone, apart from the scheme",
    ["check", "value", "unit", "meaning", "verdict"],
    rows,
  );
}

function eventTable(events: readonly Event[]): string {
  const rows = events.slice(0, MOST_EVENTS).map(({ time, kind, row }): Cell[] => [time, kind, row]);
  const more = events.length - rows.length;
  const note = more > 0 ? `\n<p class="note">and ${formatNumber(more)} more</p>` : "";
  const listing = table(`${formatNumber(events.length)} events`, ["time (s)", "event", "row"], rows);
  if (listing === "") return "";
  return `<details${events.length <= 20 ? " open" : ""}><summary>Show the list</summary>${listing}${note}</details>`;
}

function factTable(facts: ReportContent["facts"]): string {
  return table(
    "How the run was made",
    ["fact", "value"],
    facts.map(({ label, value }): Cell[] => [label, typeof value === "number" ? formatNumber(value) : value]),
  );
}

import { expect, test } from "vitest";
import { markupText } from "../../src/plot/markup-text.ts";
import { type ReportContent, reportHtml } from "../../src/plot/reports/page.ts";
import { formatNumber } from "../../src/plot/reports/table.ts";

const content: ReportContent = {
  title: "Three masses",
  description: "on a rough floor",
  status: { state: "done", message: "reached t = 5 s.", ok: true },
  coordinates: [
    { name: "base", position: 1.23456789, velocity: 0 },
    { name: "arm", unit: "rad", position: -1e-9, velocity: 2 },
  ],
  rows: [{ name: "floor", limit: 11.772, multiplier: -0.25, mode: "stick", stuckTime: 3.5, heat: 0.75 }],
  outputs: { drift: 0.125 },
  measures: { "peak (m)": 2.5, never: null },
  facts: [
    { label: "scheme", value: "event-driven" },
    { label: "steps", value: 400 },
  ],
  audit: [
    { name: "stick speed", value: 0, unit: "m/s", sentence: "largest speed of a stuck row", verdict: "ok" },
    { name: "energy error", value: 0.01, unit: "J", sentence: "energy out of balance", verdict: "warning" },
  ],
  warnings: ["the step was reduced"],
  events: [{ time: 1.5, kind: "stick", row: "floor" }],
  source: "stickslip: 1\nname: a & b\n",
  figures: [{ caption: "Displacement", svg: "<svg></svg>" }],
};

test("everything that a reader looks for is there", () => {
  const html = reportHtml(content);
  for (const piece of [
    "<h1>Three masses</h1>",
    "on a rough floor",
    '<p class="status ok" role="status"><strong>done</strong> reached t = 5 s.</p>',
    '<td class="number">1.23457</td>',
    "<td>rad, rad/s</td>",
    '<td class="number">\u22121e\u22129</td>',
    '<td class="number">\u22120.25</td><td>stick</td><td class="number">3.5</td><td class="number">0.75</td>',
    '<th scope="row">drift</th><td class="number">0.125</td>',
    '<th scope="row">peak (m)</th><td class="number">2.5</td>',
    '<th scope="row">never</th><td>none</td>',
    '<td class="ok">ok</td>',
    '<td class="attention">warning</td>',
    '<th scope="row">scheme</th><td>event-driven</td>',
    "<li>the step was reduced</li>",
    "name: a &amp; b",
    '<div class="card" role="img" aria-label="Displacement"><svg></svg></div>',
  ]) {
    expect(html).toContain(piece);
  }
});

test("sections without content are left out", () => {
  const html = reportHtml({
    ...content,
    warnings: [],
    events: [],
    figures: [],
    coordinates: [],
    rows: [],
    outputs: {},
    measures: {},
  });
  for (const heading of ["Warnings", "Events", "Figures", "End state", "Outputs and measures"])
    expect(html).not.toContain(`>${heading}</h2>`);
  expect(html).toContain(">Audit</h2>");
});

test("the first 200 events are listed and the rest counted", () => {
  const events = Array.from({ length: 1234 }, (_, k) => ({ time: k, kind: "slip", row: "floor" }) as const);
  const html = reportHtml({ ...content, events });
  expect(html.match(/<td>slip<\/td>/g)?.length).toBe(200);
  expect(html).toContain("and 1034 more");
});

test("text from a problem cannot become markup anywhere", () => {
  const evil = `<script>alert("x")</script>' onload='y`;
  const html = reportHtml({
    ...content,
    title: evil,
    description: evil,
    status: { state: evil, message: evil, ok: false },
    coordinates: [{ name: evil, unit: evil, position: 0, velocity: 0 }],
    rows: [{ ...content.rows[0]!, name: evil }],
    outputs: { [evil]: 1 },
    measures: { [evil]: null },
    facts: [{ label: evil, value: evil }],
    audit: [{ ...content.audit[0]!, name: evil, unit: evil, sentence: evil }],
    warnings: [evil],
    events: [{ time: 0, kind: "slip", row: evil }],
    source: `${evil}</pre></details>`,
    figures: [{ caption: evil, svg: "<svg></svg>" }],
  });
  expect(html).not.toContain("<script");
  expect(html).not.toContain("' onload");
  expect(html.match(/<\/pre>/g)?.length).toBe(1);
  expect(html).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39; onload=&#39;y");
});

test("the page fetches nothing", () => {
  expect(reportHtml(content)).not.toMatch(/https?:|<link|<script|src=|@import|url\(/);
});

test("control characters and lone halves of characters are replaced", () => {
  expect(markupText("a\u0000b\ud800c\n\u{1f600}")).toBe("a\ufffdb\ufffdc\n\u{1f600}");
});

test.each([
  [0, "0"],
  [1_000_000, "1000000"],
  [0.1 + 0.2, "0.3"],
  [1.5e-16, "1.5e\u221216"],
  [123456.789, "123457"],
  [1e30, "1e30"],
  [-2.5, "\u22122.5"],
  [100.000001, "100"],
  [Number.NaN, "NaN"],
])("%s is written %s", (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

test("controllers have a section of their own, with their figure and what they do at the end", () => {
  const list = [{ name: "motor <1>", reference: 3, measured: 2.5, command: 24, force: 2 }];
  const html = reportHtml({ ...content, controllers: { list, figure: { caption: "Signals", svg: "<svg></svg>" } } });
  expect(html).toContain('<h2 id="controllers">Controllers</h2>');
  expect(html).toContain('aria-label="Signals"');
  const cells = ["3", "2.5", "0.5", "24", "2"].map((value) => `<td class="number">${value}</td>`).join("");
  expect(html).toContain(`<th scope="row">motor &lt;1&gt;</th>${cells}`);
  expect(reportHtml(content)).not.toContain('id="controllers"');
});

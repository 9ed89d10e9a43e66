import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { problemText, stickslip } from "./fake-io.ts";

const folder = mkdtempSync(join(tmpdir(), "stickslip-outputs-"));
const outputs = { drift: "2*x(0)", heat: "dissipation(floor)", 'a, "b" <i>': "1/v(0)" };
const measures = {
  peak: { max: "abs(drift)", from: 1 },
  stuck: { time: "floor" },
  never: { first: "impact" },
  "<b>turns</b>": { count: "reversal" },
};
const stdin = problemText({ outputs, measures, scheme: { type: "event-driven" } });

test("--json has the outputs at the end and the measures, null where there is no value", async () => {
  const { code, out } = await stickslip(["simulate", "-", "--json"], { stdin });
  expect(code).toBe(0);
  const result = JSON.parse(out);
  expect(Object.keys(result.outputs)).toEqual(Object.keys(outputs));
  expect(result.outputs.drift).toBeCloseTo(2 * result.position[0], 12);
  expect(result.outputs.heat).toBeCloseTo(result.audit.rows[0].dissipation, 12);
  expect(result.outputs['a, "b" <i>']).toBeNull();
  expect(result.measures).toMatchObject({ never: null, "<b>turns</b>": 1 });
  expect(result.measures.stuck).toBeCloseTo(10 - 2 * Math.PI, 9);
});

test("CSV has the outputs after the energy, quoted where it must be, empty where there is no value", async () => {
  const { out } = await stickslip(["simulate", "-", "--csv", "-"], { stdin });
  const lines = out.trimEnd().split("\n");
  expect(lines[0]).toBe('t,x1,v1,floor,energy,drift,heat,"a, ""b"" <i>"');
  const first = lines[1]!.split(",");
  expect(first.slice(5)).toEqual(["2", "0", ""]);
  for (const line of lines.slice(1)) {
    const fields = line.split(",");
    expect(fields).toHaveLength(8);
    expect(Number(fields[5])).toBe(2 * Number(fields[1]));
  }
});

test("people get tables of them", async () => {
  const { out } = await stickslip(["simulate", "-"], { stdin });
  expect(out).toMatch(/Measures\n {2}name +value\n {2}peak +1\.\d+\n/);
  expect(out).toMatch(/never +none\n/);
  expect(out).toMatch(/Outputs at the end\n {2}name +value\n {2}drift +/);
  expect(out).toMatch(/row +multiplier +state +time stuck \(s\) +heat \(J\)\n/);
});

test("names cannot steer the terminal", async () => {
  const evil = problemText({ outputs: { "\u001b[2J": "t" }, measures: { "\u001b[3J": { max: "t" } } });
  const { code, out } = await stickslip(["simulate", "-"], { stdin: evil });
  expect(code).toBe(0);
  expect(out).not.toContain("\u001b");
});

test("the report and the figure show them, escaped", async () => {
  const out = join(folder, "run");
  const svg = join(folder, "run.svg");
  await stickslip(["simulate", "-", "--quiet", "--out", out, "--svg", svg], { stdin });
  const html = readFileSync(join(out, "report.html"), "utf8");
  for (const piece of [
    ">Outputs and measures</h2>",
    "<caption>Outputs at the end</caption>",
    '<th scope="row">&lt;b&gt;turns&lt;/b&gt;</th><td class="number">1</td>',
    '<th scope="row">never</th><td>none</td>',
    '<th scope="col" class="number">heat (J)</th>',
    "Friction force against slip",
    "a, &quot;b&quot; &lt;i&gt;</text>",
    ">floor: force (N)</text>",
  ]) {
    expect(html).toContain(piece);
  }
  expect(html).not.toContain("<b>turns");
  const figure = readFileSync(svg, "utf8");
  expect(figure).toContain(">drift</text>");
  expect(figure).not.toMatch(/NaN|Infinity|<i>/);
});

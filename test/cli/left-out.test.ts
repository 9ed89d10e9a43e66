/** Outputs and measures with faults: warnings to the analyses, which use neither. */
import { expect, test } from "vitest";
import { problemText, stickslip } from "./fake-io.ts";

const system = { type: "linear", mass: [1], stiffness: [1], friction: [{ name: "rails", on: 0, limit: 0.2 }] };
const shown = {
  outputs: { load: "force(shut)", place: "x(0)" },
  measures: {
    hits: { count: "impact", row: "shut" },
    most: { max: "abs(load)" },
    last: { final: "place" },
  },
};
const text = (changes = {}) => problemText({ system, ...shown, ...changes });

const leftOut = [
  'Left out: outputs.load: invalid formula; unknown symbol force(shut). Write force(rails) or force(0), column 1: "force(shut)".',
  'Left out: measures.hits.row: unknown row "shut"; known: rails.',
  "Left out: measures.most: uses an output that is left out.",
];

const vary = [{ path: "initial.position[0]", from: -1, to: 1, points: 3 }];
const plane = [...vary, { path: "initial.velocity[0]", from: -1, to: 1, points: 3 }];

test.each([
  ["equilibrium", {}, []],
  ["design", {}, []],
  ["attraction", { attraction: { vary: plane } }, ["--threads", "1", "--set", "scheme={type: event-driven}"]],
  ["control", { control: { target: { position: [0.5] } } }, ["--end", "1"]],
])("%s leaves them out and says so", async (command, changes, options) => {
  const asked = [command, "-", "--json", ...options];
  const { code, out, err } = await stickslip(asked, { stdin: text(changes) });
  const plain = await stickslip(asked, { stdin: problemText({ system, ...changes }) });
  if (command !== "control") expect(err).toBe(leftOut.map((line) => `warning: ${line}\n`).join(""));
  expect(code, err).toBe(plain.code);
  const { warnings, seconds: _, ...found } = JSON.parse(out);
  const { warnings: none, seconds: __, ...wanted } = JSON.parse(plain.out);
  expect(warnings).toEqual(expect.arrayContaining(leftOut));
  expect(none).toEqual([]);
  expect(found).toEqual(wanted);
});

test("cycle leaves them out and says so", async () => {
  const { code, out, err } = await stickslip(["cycle", "brake-squeal", "--set", "measures.x={time: nobody}", "--json"]);
  expect(code).toBe(0);
  expect(err).toContain('warning: Left out: measures.x.time: unknown row "nobody"; known: ');
  expect(JSON.parse(out).warnings).toHaveLength(1);
});

test("rows that --set takes away may stand in the measures", async () => {
  const stdin = text({ system: { ...system, stops: [{ name: "shut", on: 0, gap: 2 }] } });
  const { code, err } = await stickslip(["equilibrium", "-", "--set", "system.stops=[]"], { stdin });
  expect(err).toBe(leftOut.map((line) => `warning: ${line}\n`).join(""));
  expect(code).toBe(0);
});

test.each([
  ["simulate", []],
  ["check", []],
  ["sweep", ["--vary", "initial.position[0]=0:1:3"]],
])("%s refuses them", async (command, options) => {
  const { code, err } = await stickslip([command, "-", ...options], { stdin: text() });
  expect(code).toBe(2);
  expect(err).toContain('measures.hits.row: unknown row "shut"; known: rails\n');
  expect(err).toContain("outputs.load: invalid formula");
});

test("with faults elsewhere all are told", async () => {
  const { code, err } = await stickslip(["equilibrium", "-", "--set", "time.step=-1"], { stdin: text() });
  expect(code).toBe(2);
  expect(err).toContain("time.step: ");
  expect(err).toContain("measures.hits.row: ");
});

test("a section that is none is left out as a whole", async () => {
  const { code, err } = await stickslip(["equilibrium", "-"], { stdin: text({ measures: 5, outputs: {} }) });
  expect(code).toBe(0);
  expect(err).toMatch(/^warning: Left out: measures: invalid measures; not a mapping/);
});

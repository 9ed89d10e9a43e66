import fc from "fast-check";
import { expect, test } from "vitest";
import { terminalPlot } from "../../src/cli/terminal/plot.ts";
import { syntheticTrajectory } from "../plot/synthetic.ts";

const BRAILLE = /[\u2801-\u28ff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
const ANSI = /\u001b\[[0-9;]*m/g;
const plain = syntheticTrajectory();

test("every size is kept: no line too long, as many lines as asked for", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 40, max: 200 }),
      fc.integer({ min: 22, max: 60 }),
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      (columns, rows, coordinates, color) => {
        const text = terminalPlot(syntheticTrajectory({ coordinates, samples: 60 }), { columns, rows, color });
        const lines = text.replace(ANSI, "").trimEnd().split("\n");
        expect(lines.length).toBe(rows);
        expect(Math.max(...lines.map((line) => Array.from(line).length))).toBeLessThanOrEqual(columns);
      },
    ),
    { numRuns: 60 },
  );
});

test("without color there is no escape, and names stand at the curves' ends", () => {
  const text = terminalPlot(plain, { columns: 80, rows: 20, color: false });
  expect(text.replace(ANSI, "")).toBe(text);
  for (const name of ["x1", "x2", "x3"]) expect(text).toMatch(new RegExp(`[\\u2800-\\u28ff ] ${name}$`, "m"));
});

test("with color the legend is above the curves", () => {
  const text = terminalPlot(plain, { columns: 80, rows: 20, color: true });
  expect(text.match(ANSI)?.length).toBeGreaterThan(6);
  expect(text.replace(ANSI, "").split("\n")[0]).toBe("displacement x (m)  \u2501 x1  \u2501 x2  \u2501 x3");
});

test("axes tell the lowest and highest value and the time", () => {
  const rising = syntheticTrajectory({ coordinates: 1, value: (_, t) => t - 2, end: 5 });
  const lines = terminalPlot(rising, { columns: 60, rows: 16, color: false }).split("\n");
  expect(lines[1]).toMatch(/^ +3 \u2502/);
  expect(lines.find((line) => line.includes("-2 \u2502"))).toMatch(/\u2502[\u2801-\u28ff]/);
  expect(lines.find((line) => line.includes("\u2514"))).toMatch(/t = 0 +5 s$/);
});

test("rows show stick and the sign of slip over the same time", () => {
  const mode = [Int8Array.from(plain.time, (t) => (t < 1.25 ? 1 : t < 2.5 ? -1 : 0))];
  const names = { ...plain.names, multiplier: ["floor"] };
  const text = terminalPlot(
    { ...plain, names, kinds: ["friction"], mode, events: [] },
    { columns: 80, rows: 20, color: false },
  );
  const signs = /floor \u2502(.*)$/m.exec(text)![1]!;
  expect(signs).toMatch(/^\++-+\u2592?\u2588+$/);
  expect(signs.indexOf("\u2588") / signs.length).toBeCloseTo(0.5, 1);
  expect(signs.indexOf("-") / signs.length).toBeCloseTo(0.25, 1);
});

test("what is left out is said", () => {
  const text = terminalPlot(syntheticTrajectory({ coordinates: 9 }), { columns: 80, rows: 30, color: false });
  expect(text).toContain("not shown: curves x7 to x9");
  expect(text).toContain("not shown: rows row x7 to row x9");
});

test.each([
  ["constant", syntheticTrajectory({ value: () => 2 })],
  ["single sample", syntheticTrajectory({ samples: 1 })],
  ["huge", syntheticTrajectory({ value: (_, t) => (t > 2 ? 1e289 : -1e289) })],
])("%s data draw", (_, trajectory) => {
  const text = terminalPlot(trajectory, { columns: 80, rows: 20, color: false });
  expect(text).toMatch(BRAILLE);
  expect(text).not.toMatch(/NaN|undefined|Infinity/);
});

test("a diverged curve is drawn as far as it goes, also when it goes nowhere", () => {
  const diverged = syntheticTrajectory({ value: (index, t) => (index === 0 || t > 2 ? Number.NaN : t) });
  expect(terminalPlot(diverged, { columns: 80, rows: 20, color: false })).not.toMatch(/NaN|undefined/);
});

test("a name cannot command the terminal", () => {
  const text = terminalPlot(syntheticTrajectory({ names: () => "\u001b[2Jx" }), {
    columns: 80,
    rows: 20,
    color: false,
  });
  expect(text).not.toContain("\u001b");
});

test("a row that sticks in every short period shows it in every character", () => {
  const fast = syntheticTrajectory({ coordinates: 1, samples: 5001 });
  const mode = [Int8Array.from(fast.time, (_, k) => (k % 13 < 4 ? 0 : 1))];
  const text = terminalPlot({ ...fast, mode, events: [] }, { columns: 80, rows: 20, color: false });
  expect(/row x1 \u2502(.*)$/m.exec(text)![1]).toMatch(/^\u2592{60,}$/);
  expect(text).toContain("\u2588 stick  +/- slip  \u2592 both");
});

import { describe, expect, test } from "vitest";
import type { SweepTable } from "../../src/batch/sweep.ts";
import { gridRows, parseVaried, type VariedValues } from "../../src/batch/varied-values.ts";
import { createDocument } from "../../src/node/document.ts";
import { sweepFigure } from "../../src/plot/figures/sweep.ts";
import { sweepAxis } from "../../src/plot/figures/sweep-axis.ts";
import { FAILED_COLOR, heatColors } from "../../src/plot/palette.ts";
import { toSvg } from "../../src/plot/svg.ts";

type Value = (...values: number[]) => number | "failed" | undefined;

/** A table whose measures are these functions of the varied values. */
function table(texts: string[], measures: Record<string, Value>): SweepTable {
  const vary = texts.map((text) => parseVaried(text) as VariedValues);
  const rows = gridRows(vary) as Float64Array;
  const count = rows.length / vary.length;
  const point = vary.map(() => 0);
  const at = (value: Value) =>
    Array.from({ length: count }, (_, k) => {
      for (let d = 0; d < point.length; d++) point[d] = rows[k * point.length + d]!;
      return value(...point);
    });
  const columns = Object.values(measures).map(at);
  return {
    ...{
      status: "done",
      vary,
      measures: Object.keys(measures),
      count,
      failed: {},
      missing: 0,
      resumed: 0,
      computed: count,
    },
    values: vary.map((_, d) => Float64Array.from({ length: count }, (_, k) => rows[k * vary.length + d]!)),
    found: columns.map((column) =>
      Float64Array.from(column, (value) => (typeof value === "number" ? value : Number.NaN)),
    ),
    statuses: Array.from({ length: count }, (_, k) => {
      const value = columns[0]![k];
      return value === "failed" ? "diverged" : value === undefined ? undefined : "done";
    }),
  };
}

const draw = (data: SweepTable) => sweepFigure(data, { document: createDocument() });
const fills = (figure: Element) =>
  Array.from(figure.querySelectorAll("path[fill]"), (path) => path.getAttribute("fill"));

/** Area of all rectangles of the path with this fill, px^2. */
function area(figure: Element, fill: string): number {
  const path = Array.from(figure.querySelectorAll("path")).find((each) => each.getAttribute("fill") === fill);
  const rectangles = path?.getAttribute("d")?.match(/M[^z]*z/g) ?? [];
  return rectangles.reduce((sum, text) => {
    const [, , width, height] = text.match(/-?[\d.]+/g)!.map(Number);
    return sum + Math.abs(width! * height!);
  }, 0);
}

test("one varied value: a curve a measure, in the order of the values", () => {
  const figure = draw(table(["k=3,1,2"], { square: (k) => k * k, cube: (k) => k ** 3 }));
  const text = toSvg(figure);
  for (const part of ["square", "cube", ">k<"]) expect(text).toContain(part);
  const line = figure.querySelector("g[aria-label=line] path")!.getAttribute("d")!;
  const xs = line.match(/[ML][\d.]+/g)!.map((point) => Number(point.slice(1)));
  expect(xs).toEqual([...xs].sort((a, b) => a - b));
  expect(figure.getAttribute("aria-label")).toBe("square, cube over k");
});

test("failed runs are marked and counted", () => {
  const text = toSvg(draw(table(["k=1:9:9"], { last: (k) => (k > 7 ? "failed" : k) })));
  expect(text).toContain("\u00d7 failed: 2");
  expect(text).toContain(FAILED_COLOR);
});

describe("two varied values", () => {
  test("every cell has the color of its value", () => {
    const figure = draw(table(["a=0:3:4", "b=0,1"], { sum: (a, b) => a + 4 * b }));
    const colors = heatColors(64);
    const used = fills(figure);
    expect(new Set(used).size).toBe(8);
    expect(used).toContain(colors[0]);
    expect(used).toContain(colors[63]);
    const total = used.reduce((sum, fill) => sum + area(figure, fill!), 0);
    for (const fill of used) expect(area(figure, fill!) / total).toBeCloseTo(1 / 8, 2);
  });

  test("failed runs are gray with a sample in the legend, values that are not there blank", () => {
    const value = (a: number, b: number) => (a === 0 ? "failed" : a === 1 ? undefined : a + b);
    const figure = draw(table(["a=0:3:4", "b=0,1"], { sum: value }));
    const total = fills(figure).reduce((sum, fill) => sum + area(figure, fill!), 0);
    expect(area(figure, FAILED_COLOR) / total).toBeCloseTo(1 / 3, 2); // of three columns of four
    expect(toSvg(figure)).toContain(">failed<");
    expect(toSvg(draw(table(["a=0,1", "b=0,1"], { sum: (a, b) => a + b })))).not.toContain(">failed<");
  });

  test("a million cells make a small file", () => {
    const text = toSvg(draw(table(["a=0:1:1000", "b=0:1:1000"], { wave: (a, b) => Math.sin(9 * a + 20 * b * b) })));
    expect(text.length).toBeLessThan(1_500_000); // 24 bytes a cell of those that are shown
  });

  test("all the same value, or none at all, still draws", () => {
    for (const value of [() => 1, () => "failed" as const, () => undefined]) {
      expect(toSvg(draw(table(["a=0,1", "b=0,1"], { same: value })))).not.toMatch(/NaN|Infinity/);
      expect(toSvg(draw(table(["a=0,1"], { same: value })))).not.toMatch(/NaN|Infinity/);
    }
  });
});

test("three varied values: a map for each of the third, at most nine", () => {
  const titles = (text: string) => text.match(/m, c = [\d.]+/g);
  expect(titles(toSvg(draw(table(["a=0,1", "b=0,1", "c=1,2,3"], { m: (a, b, c) => a + b * c }))))).toEqual([
    ...["m, c = 1", "m, c = 2", "m, c = 3"],
  ]);
  expect(titles(toSvg(draw(table(["a=0,1", "b=0,1", "c=1:50:50"], { m: (a) => a }))))).toHaveLength(9);
});

test("a value that does not vary takes no axis", () => {
  const figure = draw(table(["a=5", "b=0:1:5"], { m: (a, b) => a + b }));
  expect(toSvg(figure)).toContain(">b<");
  expect(figure.querySelector("g[aria-label=line]")).not.toBeNull();
});

test("names are text, not markup", () => {
  expect(toSvg(draw(table(["k=1,2"], { "<script>": (k) => k })))).not.toContain("<script>");
});

describe("axes", () => {
  const axisOf = (text: string, around = false) => sweepAxis(parseVaried(text) as VariedValues, 6, around);

  test("logarithmic values are spaced evenly, with decades marked", () => {
    const { ticks, place, type } = axisOf("k=log:0.01:100:5");
    expect([type, ticks]).toEqual(["log", [0.01, 0.1, 1, 10, 100]]);
    [0.01, 0.1, 1, 10, 100].forEach((value, k) => {
      expect(place(value)).toBeCloseTo(k / 4, 12);
    });
  });

  test("more than a few decades are thinned, less than one are linear ticks", () => {
    expect(axisOf("k=log:1e-12:1e12:9").ticks.length).toBeLessThanOrEqual(8);
    expect(axisOf("k=log:1:5:9").ticks).toEqual([1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5]);
    expect(axisOf("k=log:-5:-1:9").type).toBe("linear");
  });

  test("cells meet half way between values and reach as far beyond the ends", () => {
    expect(axisOf("k=4,0,1", true).edges).toEqual([-0.5, 0.5, 2.5, 5.5]);
    expect(axisOf("k=4,0,1", true).order).toEqual([1, 2, 0]);
  });
});

import { expect, test } from "vitest";
import { createDocument } from "../../src/node/document.ts";
import { frictionFigure, toSvg } from "../../src/plot/figures/motion.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { compileRaw } from "../support/run.ts";

const row = (i: number, weakening?: object) => ({
  name: `row ${i}`,
  on: i,
  limit: i + 1,
  ...(weakening && { weakening }),
});

function draw(friction: readonly object[], changes: object = {}): string {
  const { length } = friction;
  const simulation = compileRaw({
    stickslip: 1,
    system: { type: "linear", mass: Array(length).fill(1), stiffness: Array(length).fill(4), friction },
    initial: { position: Array(length).fill(5) },
    time: { end: 6, step: 0.02 },
    ...changes,
  });
  const { trajectory } = simulate(simulation);
  return toSvg(frictionFigure(simulation.system, trajectory, { document: createDocument(), width: 900 }));
}

/** Places of the dots of one row, px. */
function dots(svg: string, name: string): [number, number][] {
  const group = new RegExp(`<g aria-label="${name}"[^>]*>(.*?)</g>`).exec(svg)![1]!;
  return [...group.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)]);
}

test("a panel a row, at most six, stops left out", () => {
  const seven = draw(Array.from({ length: 7 }, (_, i) => row(i)));
  expect([...seven.matchAll(/>(row \d): force \(N\)</g)].map(([, name]) => name)).toEqual(
    Array.from({ length: 6 }, (_, i) => `row ${i}`),
  );
  expect(seven).toContain("(6 of 7 rows)");
  expect(seven).toMatch(/^<svg [^>]*width="900" height="460"/);
  expect(draw([row(0)])).toMatch(/^<svg [^>]*width="300" height="230"/);
  const stops = [{ on: 0, gap: 9 }];
  const system = { type: "linear", mass: [1], stiffness: [4], friction: [row(0)], stops };
  expect(draw([row(0)], { system })).not.toContain("stop1");
});

test("Coulomb friction is two levels and a vertical line between them", () => {
  const points = dots(draw([row(0)]), "row 0");
  const heights = new Set(points.map(([, y]) => Math.round(y)));
  const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
  const between = points.filter(([, y]) => Math.round(y) !== top && Math.round(y) !== bottom);
  expect(new Set(between.map(([x]) => x)).size).toBeLessThanOrEqual(1);
  expect(points.length).toBeGreaterThan(50);
  expect(points.length).toBeLessThan(600);
});

test.each([
  { shape: "stribeck", beta: 0.5, speed: 0.2 },
  { shape: "smoothed", eta: 0.1 },
  { shape: "table", speed: [0, 1], ratio: [1, 0.5] },
])("draws without a value that is no number: $shape", (weakening) => {
  const svg = draw([row(0, weakening)]);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  expect(svg).toMatch(/<path aria-label="law" d="M/);
});

test("a machine at rest is a dot, and names are escaped", () => {
  const svg = draw([{ ...row(0), name: '<script>"&' }], { initial: {} });
  expect(svg).not.toContain("<script");
  expect(svg).not.toMatch(/NaN|Infinity/);
  expect(dots(svg, "&lt;script&gt;&quot;&amp;")).toHaveLength(1);
});

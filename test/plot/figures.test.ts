import fc from "fast-check";
import { expect, test } from "vitest";
import { createDocument } from "../../src/node/document.ts";
import {
  displacementFigure,
  energyFigure,
  multiplierFigure,
  outputFigure,
  overviewFigure,
  toSvg,
  velocityFigure,
} from "../../src/plot/figures/motion.ts";
import type { Trajectory } from "../../src/simulate/record/trajectory.ts";
import { cases } from "../support/torture.ts";
import { syntheticTrajectory } from "./synthetic.ts";

const FIGURES = { displacementFigure, velocityFigure, multiplierFigure, energyFigure, outputFigure, overviewFigure };
const draw = (figure: keyof typeof FIGURES, trajectory: Trajectory, options = {}): string =>
  toSvg(FIGURES[figure](trajectory, { document: createDocument(), ...options }));

const zeros = (column: Float64Array): Float64Array => new Float64Array(column.length);
const plain = syntheticTrajectory();
const empty: Trajectory = {
  names: { position: [], velocity: [], multiplier: [] },
  units: { position: [], row: [] },
  kinds: [],
  time: new Float64Array(0),
  position: [],
  velocity: [],
  multiplier: [],
  mode: [],
  energy: new Float64Array(0),
  friction: [],
  controllers: [],
  outputs: [],
  events: [],
};
const CASES: Record<string, Trajectory> = {
  plain,
  empty,
  single: syntheticTrajectory({ samples: 1 }),
  constant: syntheticTrajectory({ value: () => 3 }),
  "all at rest": { ...plain, velocity: plain.velocity.map(zeros), energy: zeros(plain.energy) },
  tiny: syntheticTrajectory({ value: (index, t) => 1e-300 * Math.sin(t + index), end: 1e-9 }),
  "large range": syntheticTrajectory({ value: (_, t) => (t > 2 ? 1e289 : -1e289) }),
  diverged: syntheticTrajectory({ value: (index, t) => (t > 3 ? (index === 0 ? Number.NaN : Infinity) : t) }),
  "no rows": { ...plain, kinds: [], multiplier: [], mode: [], events: [], names: { ...plain.names, multiplier: [] } },
  stops: {
    ...plain,
    kinds: ["stop", "stop", "joint"],
    multiplier: plain.multiplier.map((column) => column.map((value) => 40 * value)),
  },
  outputs: {
    ...plain,
    outputs: [
      { name: "drift", values: plain.time.map((t) => 3 - t) },
      { name: "hole", values: plain.time.map((t) => (t > 1 ? Number.NaN : 1 / t)) },
    ],
  },
  "negative energy": { ...plain, energy: plain.energy.map((value) => -value) },
};

test.each(Object.entries(CASES))("%s draws without a value that is no number", (_, trajectory) => {
  for (const figure of Object.keys(FIGURES) as (keyof typeof FIGURES)[]) {
    const svg = draw(figure, trajectory);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="800" height="\d+"/);
  }
});

test("figures are the same bytes every time, without ids or classes that could clash on a page", () => {
  const first = draw("overviewFigure", plain);
  expect(draw("overviewFigure", plain)).toBe(first);
  expect(first).not.toMatch(/ (id|class)=|<style|url\(/);
});

test("a figure stands alone: white ground, font, role and label", () => {
  const svg = draw("displacementFigure", plain);
  expect(svg).toContain('fill="#ffffff"');
  expect(svg).toContain('font-family="DejaVu Sans, Helvetica, Arial, sans-serif"');
  expect(svg).toContain('role="img" aria-label="displacement x (m) over t (s)"');
  expect(draw("displacementFigure", plain, { theme: "dark" })).not.toContain('fill="#ffffff"');
});

test("each curve carries its name and the axes their units", () => {
  const svg = draw("overviewFigure", plain);
  for (const text of [
    "x1",
    "v x2",
    "row x3",
    "displacement x (m)",
    "velocity v (m/s)",
    "multiplier \u03bb",
    "energy (J)",
    "t (s)",
  ]) {
    expect(svg).toContain(`>${text}</text>`);
  }
  expect(svg.match(/<path aria-label="x1" d="M/g)?.length).toBe(1);
});

test("stick intervals are drawn where the row sticks", () => {
  const mode = [Int8Array.from(plain.time, (t) => (t >= 2.5 ? 0 : 1))];
  const names = { ...plain.names, multiplier: ["floor"] };
  const events = [{ time: 2.5, kind: "stick", row: "floor" } as const];
  const svg = draw("velocityFigure", {
    ...plain,
    ...{ names, mode, multiplier: plain.multiplier.slice(0, 1), events, kinds: ["friction"] },
  });
  const bars = /<g fill="#[0-9a-f]{6}" aria-label="stick of floor">(.*?)<\/g>/.exec(svg)![1]!;
  const [left, right] = [48, 800 - 76];
  const rects = [...bars.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g)];
  expect(rects.length).toBe(1);
  expect(Number(rects[0]![1])).toBeCloseTo((left + right) / 2, 1);
  expect(Number(rects[0]![1]) + Number(rects[0]![2])).toBeCloseTo(right, 1);
});

test("a multiplier jumps at the event, not along a leaning line", () => {
  const time = Float64Array.of(0, 1, 2, 3);
  const column = Float64Array.of(-1, -1, 1, 1);
  const trajectory: Trajectory = {
    names: { position: ["x"], velocity: ["v"], multiplier: ["row"] },
    units: { position: ["m"], row: ["m"] },
    kinds: ["friction"],
    time,
    position: [column],
    velocity: [column],
    multiplier: [column],
    mode: [Int8Array.of(-1, -1, 1, 1)],
    energy: time,
    friction: [],
    controllers: [],
    outputs: [],
    events: [{ time: 1.5, kind: "reversal", row: "row" }],
  };
  const path = /<path aria-label="row" d="([^"]*)"/.exec(draw("multiplierFigure", trajectory))![1]!;
  const xs = path
    .split(/[ML]/)
    .filter(Boolean)
    .map((point) => Number(point.split(",")[0]));
  expect(xs).toEqual([48, expect.closeTo(273.333, 2), 386, 386, expect.closeTo(498.667, 2), 724]);
});

test("many coordinates and rows: a fair choice is drawn, and said", () => {
  const svg = draw("overviewFigure", syntheticTrajectory({ coordinates: 100, samples: 50 }));
  expect(svg).toContain(">24 of 100</text>");
  expect(svg).toContain("multiplier \u03bb (12 of 100 rows)");
  expect(svg).toContain(">x1</text>");
  expect(svg).toContain(">x100</text>");
});

test("a million samples make a file that can be opened", () => {
  const million = syntheticTrajectory({
    coordinates: 1,
    samples: 1_000_000,
    value: (index, t) => Math.sin(5000 * t + index),
  });
  expect(draw("overviewFigure", million).length).toBeLessThan(150_000);
});

test("an output has a panel of its own, on the common time axis; of many a fair choice", () => {
  const output = (name: string) => ({ name, values: plain.time.map((t) => 5 * t) });
  const two = { ...plain, outputs: [output("drift"), output("pull <N>")] };
  for (const figure of ["overviewFigure", "outputFigure"] as const) {
    const svg = draw(figure, two);
    expect(svg).toContain(">drift</text>");
    expect(svg).toContain(">pull &lt;N&gt;</text>");
    expect(svg.match(/<path aria-label="drift" d="M48,/g)?.length).toBe(1);
  }
  const many = { ...plain, outputs: Array.from({ length: 40 }, (_, i) => output(`signal${i}`)) };
  const svg = draw("outputFigure", many);
  expect(svg).toContain(">signal0 (12 of 40 outputs)</text>");
  expect(svg.match(/<path aria-label="signal\d+"/g)?.length).toBe(12);
});

test("names are escaped in text and in attributes, whatever they hold", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 12 }), (name) => {
      const hostile = `<script>"'&${name}`;
      const svg = draw("overviewFigure", syntheticTrajectory({ coordinates: 1, samples: 5, names: () => hostile }));
      expect(svg).not.toContain("<script");
      // Well-formed: outside of tags there is no bracket, inside attributes none either.
      expect(svg.replace(/<\/?[a-z]+( [a-zA-Z0-9:-]+="[^"<>]*")*\/?>/gi, "")).not.toMatch(/[<>]/);
    }),
    { numRuns: cases(10, 25) },
  );
});

test("the height asked for is kept when the panels can be read in it", () => {
  const heightOf = (svg: string) => Number(/height="(\d+)"/.exec(svg)![1]);
  expect(heightOf(draw("displacementFigure", plain, { height: 500 }))).toBe(500);
  expect(Math.abs(heightOf(draw("overviewFigure", plain, { height: 1500 })) - 1500)).toBeLessThan(5);
  expect(heightOf(draw("overviewFigure", plain, { height: 10 }))).toBeGreaterThan(400);
});

test("coordinates of another size or unit have a panel of their own, with bars under the last", () => {
  const wide = syntheticTrajectory({ coordinates: 2, value: (index, t) => (index === 0 ? 40 : 1) * t });
  const names = (svg: string) => [...svg.matchAll(/<path aria-label="(x\d)"/g)].map(([, name]) => name);
  const svg = draw("displacementFigure", wide);
  expect(svg.match(/>displacement x \(m\)<\/text>/g)).toHaveLength(2);
  expect(names(svg)).toEqual(["x1", "x2"]);
  expect(svg.match(/aria-label="stick of row x1"/g)).toHaveLength(1);
  const even = syntheticTrajectory({ coordinates: 2, value: (index, t) => (index + 1) * t });
  expect(draw("displacementFigure", even).match(/>displacement x \(m\)<\/text>/g)).toHaveLength(1);
  const units = { position: ["m", "rad"], row: ["m", "rad"] };
  const mixed = draw("overviewFigure", { ...even, units });
  for (const label of ["displacement x (m)", "displacement x (rad)", "velocity v (m/s)", "velocity v (rad/s)"]) {
    expect(mixed).toContain(`>${label}</text>`);
  }
});

test("lines of events that would merge are thinned out", () => {
  const events = Array.from({ length: 60 }, (_, k) => ({
    time: 4 * (1 - 0.8 ** k),
    kind: "impact" as const,
    row: "row x1",
  }));
  const svg = draw("energyFigure", { ...plain, events });
  const rule = /<g aria-label="rule"[^>]*dasharray="2,2">(.*?)<\/g>/.exec(svg)![1]!;
  const xs = [...rule.matchAll(/x1="([\d.]+)"/g)].map(([, x]) => Number(x));
  expect(xs.length).toBeGreaterThan(10);
  expect(Math.min(...xs.slice(1).map((x, k) => x - xs[k]!))).toBeGreaterThanOrEqual(5);
});

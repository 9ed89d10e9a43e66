/** Poses, walls and curves of machines that know how they look. */
import { describe, expect, test } from "vitest";
import { createDocument } from "../../src/node/document.ts";
import { contour, wallArea } from "../../src/plot/blocks/outlines.ts";
import { constrainedRows, constraintFigure } from "../../src/plot/figures/constraints.ts";
import { posesFigure } from "../../src/plot/figures/poses.ts";
import { toSvg } from "../../src/plot/svg.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { loadSimulation } from "../support/run.ts";

const box = { x: { low: -2, high: 2 }, y: { low: -1, high: 3 } };

describe("outlines", () => {
  test("a curve is found where it is", () => {
    const pieces = contour({ name: "circle", value: (p, out) => void out.fill(p[0]! ** 2 + p[1]! ** 2 - 1) }, box);
    let length = 0;
    for (const [[x, y], [u, w]] of pieces) {
      expect(Math.abs(Math.hypot(x, y) - 1)).toBeLessThan(1e-3);
      length += Math.hypot(x - u, y - w);
    }
    expect(Math.abs(length - 2 * Math.PI)).toBeLessThan(1e-2); // all of it, once
    expect(contour({ name: "none", value: (_, out) => void out.fill(Number.NaN) }, box)).toEqual([]);
  });

  test("a wall takes its part of the box", () => {
    const inside = wallArea({ name: "w", normal: [0, 1], distance: 1 }, box);
    expect(new Set(inside.map(String))).toEqual(new Set(["2,1", "2,3", "-2,3", "-2,1"]));
    expect(wallArea({ name: "w", normal: [1, 0], distance: 5 }, box)).toEqual([]);
    expect(wallArea({ name: "w", normal: [1, 0], distance: -5 }, box)).toHaveLength(4);
  });
});

describe.each([
  { problem: "gh95-wall", end: 2, shows: ["wall", "path of the tip"], rows: 1 },
  { problem: "gh95-ellipse", end: 1, shows: ["ellipse", "t = 1 s"], rows: 1 },
  { problem: "shuttle-arm", end: 60, shows: ["t = 60 s"], rows: 0 },
])("$problem", ({ problem, end, shows, rows }) => {
  const simulation = loadSimulation(problem, { time: { end } });
  const { trajectory } = simulate(simulation);
  const { drawing, size } = simulation.system;

  test("draws poses, the path, and what stands around", () => {
    for (const theme of ["light", "dark"] as const) {
      const svg = toSvg(posesFigure({ drawing: drawing!, size }, trajectory, { document: createDocument(), theme }));
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
      for (const text of shows) expect(svg).toContain(text);
      expect(svg.match(/aria-label="pose"/g)!.length).toBeGreaterThan(10);
    }
  });

  test("draws what its constraints are violated by", () => {
    expect(constrainedRows(simulation.system)).toHaveLength(rows);
    if (rows === 0) return;
    const svg = toSvg(constraintFigure(simulation.system, trajectory, { document: createDocument() }));
    expect(svg).not.toMatch(/NaN|undefined/);
    expect(svg).toMatch(/gap of wall \(m\)|violation of ellipse/);
  });
});

test("a run that broke off at once is drawn too", () => {
  const { system } = loadSimulation("gh95-wall");
  const { trajectory } = simulate(loadSimulation("gh95-wall", { time: { end: 0.02, output: 0.02 } }), { samples: 2 });
  const broken = { ...trajectory, position: trajectory.position.map((column) => column.map(() => Number.NaN)) };
  const figure = posesFigure({ drawing: system.drawing!, size: 2 }, broken, { document: createDocument() });
  expect(toSvg(figure)).not.toMatch(/NaN/);
});

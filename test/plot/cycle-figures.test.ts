import { expect, test } from "vitest";
import { createDocument } from "../../src/node/document.ts";
import { branchFigure, phaseFigure } from "../../src/plot/figures/cycle.ts";
import { toSvg } from "../../src/plot/figures/motion.ts";
import { syntheticTrajectory } from "./synthetic.ts";

const document = createDocument();

test("each phase plane has the units of its coordinate", () => {
  const plain = syntheticTrajectory({ coordinates: 2 });
  const svg = toSvg(phaseFigure({ ...plain, units: { position: ["m", "rad"], row: ["m", "rad"] } }, { document }));
  for (const label of ["x1 (m)", "v x1 (m/s)", "x2 (rad)", "v x2 (rad/s)"]) expect(svg).toContain(`>${label}</text>`);
});

test("amplitudes of a branch have the units of the coordinates", () => {
  const point = { value: 1, period: 2, amplitudes: [1], multiplier: 0.5, stability: "stable" } as const;
  const points = [point, { ...point, value: 2 }] as unknown as Parameters<typeof branchFigure>[0];
  const label = (unit: string) => toSvg(branchFigure(points, [{ name: "q", unit }], "parameters.p", { document }));
  expect(label("rad")).toContain(">amplitude (rad)</text>");
  expect(label("")).toContain(">amplitude</text>");
});

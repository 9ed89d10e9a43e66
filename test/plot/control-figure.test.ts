import { expect, test } from "vitest";
import type { Milestone } from "../../src/control/result.ts";
import { createDocument } from "../../src/node/document.ts";
import { controlFigure, convergenceFigure, effortFigure } from "../../src/plot/figures/control.ts";
import { toSvg } from "../../src/plot/svg.ts";

const milestone = (runs: number, error: number, part: Milestone["part"]): Milestone => {
  return { runs, error, part, simplexes: 0, objective: 10 / runs };
};

test("errors of zero and beyond all bounds are drawn on whole decades, each part in its color", () => {
  const history = [milestone(1, Number.POSITIVE_INFINITY, "newton"), milestone(2, 3, "newton"), milestone(5, 0, "pds")];
  const svg = toSvg(convergenceFigure(history, { document: createDocument() }));
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  expect(svg).toContain(">newton<");
  expect(svg).toContain(">pds<");
  expect(svg).toContain(">1e\u221217<");
  const colors = new Set([...svg.matchAll(/<circle[^>]*fill="([^"]+)"/g)].map(([, color]) => color));
  expect(colors.size).toBe(2);
});

test("a control that is constant on intervals is drawn in steps, with a name for each value", () => {
  const curve = {
    times: [0, 1, 3],
    values: [
      [1, -2],
      [4, -2],
    ],
    names: ["u1", "<b>"],
  };
  const svg = toSvg(controlFigure(curve, { document: createDocument(), width: 300 }));
  expect(svg).toContain(">u1<");
  expect(svg).toContain("&lt;b&gt;");
  const paths = [...svg.matchAll(/<path[^>]*stroke-width="1.8"[^>]*d="([^"]+)"|<path[^>]*d="(M[^"]+L[^"]+)"/g)];
  expect(paths.length).toBeGreaterThanOrEqual(2);
});

test("the effort of the best control is drawn, also when it never changes", () => {
  const still = [milestone(1, 1, "newton"), { ...milestone(2, 0.1, "newton"), objective: 10 }];
  expect(toSvg(effortFigure(still, { document: createDocument() }))).not.toMatch(/NaN|undefined/);
});

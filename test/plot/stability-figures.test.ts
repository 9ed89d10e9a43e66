import { describe, expect, test } from "vitest";
import { createDocument } from "../../src/node/document.ts";
import { equilibriumFigure } from "../../src/plot/figures/equilibrium.ts";
import { gainFigure } from "../../src/plot/figures/gain.ts";
import { planeFigure } from "../../src/plot/figures/plane.ts";
import { toSvg } from "../../src/plot/svg.ts";
import { gainCurve } from "../../src/stability/design/gain-curve.ts";
import { twoMasses } from "../stability/machines.ts";

const document = createDocument();
const sides = { x: { name: "x1", unit: "m" }, y: { name: "x2", unit: "m" } };

describe("figures of rest", () => {
  test("a set, its region and the paper's box, each with its name", () => {
    const corners = [
      [-1, -1],
      [1 / 3, -1 / 3],
      [1, 1],
      [-1 / 3, 1 / 3],
    ] as const;
    const region = {
      label: "guaranteed <16 J>",
      ellipse: {
        center: [0, 0],
        axes: [
          [4, 4],
          [-2, 2],
        ],
      },
    } as const;
    const svg = toSvg(
      equilibriumFigure({ title: "two masses", ...sides, set: corners, regions: [region], box: corners }, { document }),
    );
    for (const text of [
      "two masses",
      "equilibrium set E",
      "guaranteed &lt;16 J&gt;",
      "the box (26)",
      "x1 (m)",
      "x2 (m)",
    ]) {
      expect(svg).toContain(`>${text}<`);
    }
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  test("the same scale on both axes, also for a set that is a line or a point", () => {
    for (const outline of [
      [[1, 2]],
      [
        [-1, 0],
        [1, 0],
      ],
    ] as [number, number][][]) {
      const layers = [{ label: "E", outline, color: "#000000", style: "area" as const }];
      const svg = toSvg(planeFigure({ title: "E", ...sides, layers }, { document }));
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  test("over a gain: a curve a bound, the least gains in the legend, and regions under it", async () => {
    const gain = await gainCurve((d1) => twoMasses(d1), [-0.4, -0.2, 0.1, 0.4, 0.6, 0.8], { pair: [0, 1] });
    const svg = toSvg(gainFigure(gain, { name: "d1", ...sides }, { document }));
    for (const text of [
      "exact; E inside from \u22120.25",
      "(27) as printed; E inside from 0.25",
      "greatest energy on E",
      "region at d1 = 0.4",
    ]) {
      expect(svg).toContain(text);
    }
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });
});

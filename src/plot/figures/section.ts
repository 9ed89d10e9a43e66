/** Rests in a section: curves in a plane, or along one coordinate what is left of the rows' limits. */
import { gridX, gridY, line, plot, rect, ruleX, ruleY } from "@observablehq/plot";
import type { SectionDrawing } from "../../results/section.ts";
import { axis } from "../axis.ts";
import { leftAxis, lowerAxis } from "../blocks/axes.ts";
import { type FigureOptions, FONT, FONT_SIZE } from "../blocks/frame.ts";
import { bare } from "../blocks/panel.ts";
import { curveColors, THEMES } from "../palette.ts";
import { svgElement } from "../svg.ts";
import { planeFigure } from "./plane.ts";

const COLOR = "#d55e00";
const WIDTH = 640;
const HEIGHT = 300;
const MARGINS = { marginTop: 34, marginRight: 16, marginBottom: 42, marginLeft: 64 };
/** The lowest margin that is shown: far outside nothing is to be seen. */
const LOWEST = -1;
/** Below it a margin may have no end. */
const FAR = -1e3;

export function sectionFigure(drawing: SectionDrawing, options: FigureOptions): SVGElement {
  if (drawing.kind === "line") return lineFigure(drawing, options);
  const { title, x, y, curves } = drawing;
  const [first = [], ...others] = curves;
  const label = first.length === 1 ? "positions of rest" : "positions of rest, not certified";
  return planeFigure(
    { title, x, y, layers: [{ label, outline: first, others, color: COLOR, style: "area" }] },
    options,
  );
}

function lineFigure(
  { title, x, range, bands, profiles }: Extract<SectionDrawing, { kind: "line" }>,
  options: FigureOptions,
): SVGElement {
  const { document } = options;
  const theme = THEMES[options.theme ?? "light"];
  const width = options.width ?? WIDTH;
  const high = Math.max(range[1], ...bands.map(([, to]) => to));
  const across = axis({ low: range[0], high }, 8);
  const up = axis({ low: LOWEST, high: 1 }, 5);
  const colors = curveColors(Math.max(3, profiles.length));
  const wide = bands.filter(([from, to]) => to > from);
  const drawn = plot({
    document,
    width,
    height: HEIGHT,
    ...MARGINS,
    x: { domain: [range[0], high], axis: null },
    y: { domain: [LOWEST, 1], axis: null },
    marks: [
      gridX(across.ticks),
      gridY(up.ticks),
      rect(wide, {
        ...{ x1: (band: readonly [number, number]) => band[0], x2: (band: readonly [number, number]) => band[1] },
        ...{ y1: LOWEST, y2: 1, fill: COLOR, fillOpacity: 0.18, ariaLabel: () => "rest" },
      }),
      ruleX(
        bands.flatMap(([from, to]) => (from === to ? [from] : [from, to])),
        { stroke: COLOR, strokeWidth: 1.4 },
      ),
      ruleY([0], { stroke: theme.ink }),
      ...profiles.map((profile, k) =>
        line(
          profile.map(([s, margin]) => [s, Math.max(margin, FAR)]),
          { stroke: colors[k]!, strokeWidth: 1.6, clip: true, ariaLabel: () => "margin" },
        ),
      ),
      leftAxis(up),
      lowerAxis(across),
    ],
  }) as SVGElement;
  bare(drawn);
  const figure = svgElement(document, "svg", {
    ...{ width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": title },
    ...{ "font-family": FONT, "font-size": FONT_SIZE, fill: "currentColor", color: theme.ink },
  });
  figure.appendChild(svgElement(document, "rect", { width, height: HEIGHT, fill: theme.background }));
  figure.appendChild(drawn);
  const text = (at: Record<string, string | number>, words: string) =>
    figure.appendChild(svgElement(document, "text", at, words));
  text({ x: 12, y: 15, "font-weight": "bold" }, title);
  text({ x: 12, y: 29 }, "part of the limits that is left; shaded: positions of rest");
  text({ x: width - MARGINS.marginRight, y: HEIGHT - 8, "text-anchor": "end" }, `${x.name} (${x.unit})`);
  return figure;
}

/** Sets in a plane of two coordinates: areas, outlines and points over each other. */
import { dot, gridX, gridY, line, plot } from "@observablehq/plot";
import { axis, extent, padded, type Range } from "../axis.ts";
import { leftAxis, lowerAxis } from "../blocks/axes.ts";
import { type FigureOptions, FONT, FONT_SIZE } from "../blocks/frame.ts";
import { bare } from "../blocks/panel.ts";
import { THEMES } from "../palette.ts";
import { svgElement } from "../svg.ts";

export interface PlaneLayer {
  readonly label: string;
  /** Corners of an outline that is closed (a single one: a point). */
  readonly outline: readonly (readonly [number, number])[];
  /** More of them in the same look; those that turn right are holes. */
  readonly others?: readonly (readonly (readonly [number, number])[])[];
  readonly color: string;
  /** Filled, or a line alone; dashed lines for what is shown for comparison. */
  readonly style: "area" | "line" | "dashed";
}

export interface PlaneContent {
  readonly title: string;
  readonly x: { readonly name: string; readonly unit: string };
  readonly y: { readonly name: string; readonly unit: string };
  readonly layers: readonly PlaneLayer[];
}

const WIDTH = 560;
const MARGINS = { marginTop: 34, marginRight: 16, marginBottom: 42, marginLeft: 64 };
const LEGEND_LINE = 16;

export function planeFigure({ title, x, y, layers }: PlaneContent, options: FigureOptions): SVGElement {
  const { document } = options;
  const theme = THEMES[options.theme ?? "light"];
  const width = options.width ?? WIDTH;
  const across = width - MARGINS.marginLeft - MARGINS.marginRight;
  const ranges = rangesOf(layers, x.unit === y.unit);
  const body =
    x.unit === y.unit ? (across * (ranges.y.high - ranges.y.low)) / (ranges.x.high - ranges.x.low) : across * 0.7;
  const plotHeight = Math.round(body + MARGINS.marginTop + MARGINS.marginBottom);
  const height = plotHeight + LEGEND_LINE * layers.length + 6;
  const [xAxis, yAxis] = [axis(ranges.x, 7), axis(ranges.y, 7)];
  const drawing = plot({
    document,
    width,
    height: plotHeight,
    ...MARGINS,
    x: { domain: [ranges.x.low, ranges.x.high], axis: null },
    y: { domain: [ranges.y.low, ranges.y.high], axis: null },
    marks: [gridX(xAxis.ticks), gridY(yAxis.ticks), ...layers.map(markOf), leftAxis(yAxis), lowerAxis(xAxis)],
  }) as SVGElement;
  bare(drawing);
  const figure = svgElement(document, "svg", {
    ...{ width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title },
    ...{ "font-family": FONT, "font-size": FONT_SIZE, fill: "currentColor", color: theme.ink },
  });
  figure.appendChild(svgElement(document, "rect", { width, height, fill: theme.background }));
  figure.appendChild(drawing);
  const text = (at: Record<string, string | number>, words: string) =>
    figure.appendChild(svgElement(document, "text", at, words));
  text({ x: 12, y: 15, "font-weight": "bold" }, title);
  text({ x: 12, y: 29 }, `${y.name} (${y.unit})`);
  text({ x: width - MARGINS.marginRight, y: plotHeight - 8, "text-anchor": "end" }, `${x.name} (${x.unit})`);
  layers.forEach(({ label, color, style }, k) => {
    const top = plotHeight + LEGEND_LINE * k;
    figure.appendChild(legendMark(document, top + 4, color, style));
    text({ x: MARGINS.marginLeft + 30, y: top + 9 }, label);
  });
  return figure;
}

/** All outlines, with a margin; with the same scale on both axes where their unit is the same, but not flatter than 1:3. */
function rangesOf(layers: readonly PlaneLayer[], sameUnit: boolean): { x: Range; y: Range } {
  const points = layers.flatMap(({ outline, others = [] }) => [...outline, ...others.flat()]);
  const range = (k: 0 | 1) => padded(extent([Float64Array.from(points, (point) => point[k])]), 0.08);
  const [x, y] = [range(0), range(1)];
  if (!sameUnit) return { x, y };
  const spanX = Math.max(x.high - x.low, (y.high - y.low) / 1.2);
  const spanY = Math.max(y.high - y.low, spanX / 3);
  return { x: widened(x, spanX), y: widened(y, spanY) };
}

function widened({ low, high }: Range, span: number): Range {
  const more = (span - (high - low)) / 2;
  return { low: low - more, high: high + more };
}

function markOf({ label, outline, others = [], color, style }: PlaneLayer) {
  const named = { ariaLabel: () => label };
  if (outline.length === 1) return dot([outline, ...others].flat(), { ...named, fill: color, r: 4 });
  // a line breaks where a place is no number
  const closed = [outline, ...others].flatMap((one, k) => [
    ...(k > 0 ? [[Number.NaN, Number.NaN] as const] : []),
    ...one,
    one[0]!,
  ]);
  if (style !== "area") {
    return line(closed, {
      ...named,
      stroke: color,
      strokeWidth: 1.6,
      ...(style === "dashed" ? { strokeDasharray: "5 4" } : {}),
    });
  }
  return line(closed, { ...named, stroke: color, strokeWidth: 1.6, fill: color, fillOpacity: 0.25 });
}

function legendMark(document: Document, y: number, color: string, style: PlaneLayer["style"]): SVGElement {
  return svgElement(document, "line", {
    ...{ x1: MARGINS.marginLeft, x2: MARGINS.marginLeft + 22, y1: y, y2: y, stroke: color },
    "stroke-width": style === "area" ? 7 : 2,
    ...(style === "area" ? { "stroke-opacity": 0.5 } : {}),
    ...(style === "dashed" ? { "stroke-dasharray": "5 4" } : {}),
  });
}

/** Curves over any quantity, in panels side by side or under each other: phase planes, branches, convergence. */
import { dot, gridX, gridY, line, plot } from "@observablehq/plot";
import type { Vector } from "../../numeric/vector.ts";
import { type Axis, axis, drawable, extent, padded } from "../axis.ts";
import { leftAxis, lowerAxis } from "../blocks/axes.ts";
import { DEFAULT_WIDTH, type FigureOptions, FONT, FONT_SIZE, shortName } from "../blocks/frame.ts";
import { bare } from "../blocks/panel.ts";
import { decimate } from "../decimate.ts";
import { curveColors, THEMES } from "../palette.ts";
import { svgElement } from "../svg.ts";

export interface XyCurve {
  readonly name: string;
  readonly x: Vector;
  readonly y: Vector;
  /** Dots alone, a dashed line or (default) a line. */
  readonly style?: "line" | "dashed" | "dots";
  /** Curves of the same number have the same color; default: each its own. */
  readonly color?: number;
}

export interface XyPanel {
  /** Of the vertical axis, and of the horizontal one. */
  readonly label: string;
  readonly across: string;
  readonly curves: readonly XyCurve[];
  /** Both axes in powers of ten; what is not positive is left out. */
  readonly log?: boolean;
}

const HEIGHT = 260;
const MARGINS = { marginTop: 34, marginRight: 16, marginBottom: 42, marginLeft: 66 };
const LINE_OF_NAMES = 15;
/** Between names: blanks, as a shift would move the last one beyond the edge. */
const GAP = "\u00a0\u00a0\u00a0";

/** `columns` panels side by side. */
export function xyFigure(
  panels: readonly XyPanel[],
  options: FigureOptions & { readonly columns?: number },
): SVGElement {
  const { document, columns = 1 } = options;
  const theme = THEMES[options.theme ?? "light"];
  const width = options.width ?? DEFAULT_WIDTH;
  const panelWidth = Math.floor(width / columns);
  const height = Math.ceil(panels.length / columns) * HEIGHT;
  const figure = svgElement(document, "svg", {
    ...{ width, height, viewBox: `0 0 ${width} ${height}`, role: "img" },
    "aria-label": panels.map(({ label, across }) => `${label} against ${across}`).join("; "),
    ...{ "font-family": FONT, "font-size": FONT_SIZE, fill: "currentColor", color: theme.ink },
  });
  figure.appendChild(svgElement(document, "rect", { width, height, fill: theme.background }));
  panels.forEach((panel, place) => {
    const drawing = drawXy(panel, document, panelWidth);
    drawing.setAttribute("x", String((place % columns) * panelWidth));
    drawing.setAttribute("y", String(Math.floor(place / columns) * HEIGHT));
    figure.appendChild(drawing);
  });
  return figure;
}

function drawXy({ label, across, curves, log = false }: XyPanel, document: Document, width: number): SVGElement {
  const palette = curveColors(Math.max(...curves.map(({ color }, i) => (color ?? i) + 1), 1));
  const colorOf = (i: number) => palette[curves[i]!.color ?? i]!;
  const side = (columns: readonly Vector[], margin: number, ticks: number) =>
    log ? decades(columns) : axis(padded(extent(columns), margin), ticks);
  const horizontal = side(
    curves.map(({ x }) => x),
    0.04,
    Math.max(3, width / 110),
  );
  const vertical = side(
    curves.map(({ y }) => y),
    0.08,
    6,
  );
  const placed = log ? Math.log10 : (value: number) => value;
  const marks = curves.flatMap(({ name, x, y, style = "line" }, i) => {
    const shown = inOrder(x) ? Array.from(decimate(x, y, width)) : Array.from(x.keys());
    const points = shown.map((k) => ({ x: drawable(placed(x[k]!)), y: drawable(placed(y[k]!)) }));
    const channels = { x: "x", y: "y", ariaLabel: () => name };
    if (style === "dots") return [dot(points, { ...channels, fill: colorOf(i), r: 2.2 })];
    const dashes = style === "dashed" ? { strokeDasharray: "5,4" } : {};
    return [line(points, { ...channels, ...dashes, stroke: colorOf(i), strokeWidth: 1.5 })];
  });
  const drawing = plot({
    document,
    width,
    height: HEIGHT,
    ...MARGINS,
    x: { domain: [horizontal.range.low, horizontal.range.high], axis: null },
    y: { domain: [vertical.range.low, vertical.range.high], axis: null },
    marks: [gridX(horizontal.ticks), gridY(vertical.ticks), ...marks, leftAxis(vertical), lowerAxis(horizontal)],
  }) as SVGElement;
  bare(drawing);
  const heading = { x: 12, y: LINE_OF_NAMES, "text-anchor": "start", "font-weight": "bold" };
  drawing.appendChild(svgElement(document, "text", heading, label));
  const below = { x: width - MARGINS.marginRight, y: HEIGHT - 8, "text-anchor": "end" };
  drawing.appendChild(svgElement(document, "text", below, across));
  drawing.appendChild(nameList(curves, colorOf, document, width));
  return drawing;
}

/** An axis of powers of ten about all positive values, by their logarithms. */
function decades(columns: readonly Vector[]): Axis {
  const { low, high } = extent(columns.map((column) => column.filter((value) => value > 0).map(Math.log10)));
  const range = padded({ low, high: Math.max(high, low + 0.3) }, 0.06);
  const powers = Array.from(
    { length: Math.ceil(range.high) - Math.floor(range.low) + 1 },
    (_, k) => k + Math.floor(range.low),
  );
  const factors = powers.length <= 4 ? [1, 2, 5] : [1];
  const marks = powers.flatMap((power) => factors.map((factor) => `${factor}e${power}`));
  const labels = new Map(marks.map((mark) => [Math.log10(Number(mark)), mark.replace("-", "\u2212")]));
  const ticks = [...labels.keys()].filter((tick) => tick >= range.low && tick <= range.high);
  return { range, ticks, format: (tick) => labels.get(tick) ?? "" };
}

/** Whether a column never goes back: a time. */
function inOrder(column: Vector): boolean {
  return column.every((value, k) => k === 0 || value >= column[k - 1]!);
}

/** Names in the colors of their curves, flush right above the panel; a name that comes twice stands once. */
function nameList(
  curves: readonly XyCurve[],
  colorOf: (i: number) => string,
  document: Document,
  width: number,
): SVGElement {
  const place = { x: width - MARGINS.marginRight, y: LINE_OF_NAMES, "text-anchor": "end" };
  const text = svgElement(document, "text", place);
  const seen = new Set<string>();
  curves.forEach(({ name }, i) => {
    if (seen.has(name) || curves.length === 1) return;
    seen.add(name);
    text.appendChild(svgElement(document, "tspan", { fill: colorOf(i) }, `${GAP}${shortName(name)}`));
  });
  return text;
}

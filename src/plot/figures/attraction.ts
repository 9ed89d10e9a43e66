/** A map of attraction: time to rest as color, what escapes in gray, and over it what theory and tracing know. */
import type { VariedValues } from "../../batch/varied-values.ts";
import type { StartOutcome } from "../../stability/attraction/attraction-task.ts";
import type { Point } from "../../stability/rest/polygon.ts";
import type { Ellipse } from "../../stability/rest/sections.ts";
import { axis, type Range } from "../axis.ts";
import { type FigureOptions, FONT, FONT_SIZE } from "../blocks/frame.ts";
import { spread } from "../decimate.ts";
import { heatColors, THEMES } from "../palette.ts";
import { svgElement } from "../svg.ts";
import { colorBar, colorCells, colorSample, pixel } from "./color-cells.ts";
import { ellipseOutline } from "./equilibrium.ts";

export interface AttractionDrawing {
  readonly title: string;
  /** Of the axes, as "x1 at the start (m)". */
  readonly labels: readonly [string, string];
  /** Whether both are drawn to the same scale. */
  readonly sameUnit: boolean;
  readonly vary: readonly [VariedValues, VariedValues];
  /** Of the starts of the grid; absent where the boundary is drawn alone. */
  readonly cells?: {
    readonly outcome: (i: number, j: number) => StartOutcome | undefined;
    /** s */
    readonly time: (i: number, j: number) => number;
    /** Of the slowest, s. */
    readonly slowest: number;
  };
  /** Corners of the equilibrium set. */
  readonly set?: readonly Point[];
  /** The guaranteed region. */
  readonly region?: { readonly label: string; readonly ellipse: Ellipse };
  /** Starts of a coarse grid, as dots. */
  readonly dots?: readonly { readonly place: Point; readonly attracted: boolean }[];
  /** The traced boundary. */
  readonly curves?: readonly { readonly points: readonly Point[]; readonly closed: boolean }[];
}

const OUTCOME_COLORS = {
  escaped: "#d4d4d4",
  undecided: "#cc79a7",
  periodic: "#f3d3e4",
  endless: "#d9d3f3",
  invalid: "#6b6b6b",
} as const;
const DOTS = { attracted: "#2a788e", other: "#b8b8b8" };
const LINES = { set: "#d55e00", region: "#ffffff", curve: "#000000", casing: "#1a1a1a" };

const WIDTH = 600;
const MARGINS = { top: 46, right: 92, bottom: 42, left: 62 };
const LEVELS = 24;
/** Cells along an axis: more are finer than what one sees, and make large files. */
const MOST_CELLS = 250;
const LEGEND_LINE = 18;

/** Pixels of a place on the map. */
interface Frame {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly ranges: readonly [Range, Range];
  readonly bottom: number;
  readonly right: number;
}

export function attractionFigure(drawing: AttractionDrawing, options: FigureOptions): SVGElement {
  const { document } = options;
  const theme = THEMES[options.theme ?? "light"];
  const width = options.width ?? WIDTH;
  const frame = frameOf(drawing, width);
  const items = legendItems(drawing);
  const height = frame.bottom + MARGINS.bottom + LEGEND_LINE * Math.ceil(items.length / 2) + (items.length > 0 ? 8 : 0);
  const figure = svgElement(document, "svg", {
    ...{ width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": drawing.title },
    ...{ "font-family": FONT, "font-size": FONT_SIZE, fill: "currentColor", color: theme.ink },
  });
  const add = (...elements: readonly SVGElement[]) => {
    for (const element of elements) figure.appendChild(element);
  };
  add(svgElement(document, "rect", { width, height, fill: theme.background }));
  if (drawing.cells) add(...cellsOf(drawing, frame, document), ...scaleOf(drawing.cells.slowest, frame, document));
  add(overlayOf(drawing, frame, document), ...axesOf(frame, document, theme.muted));
  add(svgElement(document, "text", { x: 12, y: 16, "font-weight": "bold" }, drawing.title));
  add(svgElement(document, "text", { x: 12, y: 36 }, drawing.labels[1]));
  const below = { x: frame.right, y: frame.bottom + 34, "text-anchor": "end" };
  add(svgElement(document, "text", below, drawing.labels[0]));
  items.forEach((item, k) => {
    const place = {
      x: MARGINS.left + (k % 2) * 240,
      y: frame.bottom + MARGINS.bottom + LEGEND_LINE * Math.floor(k / 2) + 10,
    };
    add(...legendItem(item, place, document));
  });
  return figure;
}

function frameOf({ vary, sameUnit }: AttractionDrawing, width: number): Frame {
  const ranges = vary.map(rangeOf) as [Range, Range];
  const [x, y] = ranges;
  const across = width - MARGINS.left - MARGINS.right;
  const ratio = sameUnit ? (y.high - y.low) / (x.high - x.low) : 0.75;
  const bottom = MARGINS.top + Math.round(across * Math.min(1.5, Math.max(0.4, ratio)));
  const right = width - MARGINS.right;
  return {
    ranges,
    bottom,
    right,
    x: (value) => MARGINS.left + ((value - x.low) / (x.high - x.low)) * (right - MARGINS.left),
    y: (value) => bottom - ((value - y.low) / (y.high - y.low)) * (bottom - MARGINS.top),
  };
}

/** Around the whole cells of the first and the last value. */
function rangeOf({ values }: VariedValues): Range {
  const [a, b] = [values[0]!, values.at(-1)!];
  const half = Math.abs(b - a) / (2 * (values.length - 1));
  return { low: Math.min(a, b) - half, high: Math.max(a, b) + half };
}

function cellsOf({ vary, cells }: AttractionDrawing, frame: Frame, document: Document): SVGElement[] {
  const colors = heatColors(LEVELS);
  const { outcome, time, slowest } = cells!;
  const shown = vary.map(({ values }) => {
    const kept = spread(values.length, MOST_CELLS);
    return values[0]! < values.at(-1)! ? kept : kept.reverse();
  }) as [number[], number[]];
  const colorAt = (i: number, j: number): string | undefined => {
    const [k, l] = [shown[0][i]!, shown[1][j]!];
    const found = outcome(k, l);
    if (found !== "attracted") return found && OUTCOME_COLORS[found];
    return colors[Math.min(LEVELS - 1, Math.floor(placeOfTime(time(k, l), slowest) * LEVELS))];
  };
  const edges = (from: number, to: number, count: number) =>
    Array.from({ length: count + 1 }, (_, k) => pixel(from, to, k / count));
  const x = edges(MARGINS.left, frame.right, shown[0].length);
  const y = edges(frame.bottom, MARGINS.top, shown[1].length);
  return colorCells(document, x, y, colorAt);
}

/** 0..1 on the scale: roots, as most starts are quick and the slow ones lie along the boundary. */
function placeOfTime(time: number, slowest: number): number {
  return slowest > 0 ? Math.sqrt(Math.max(0, time) / slowest) : 0;
}

function scaleOf(slowest: number, { bottom, right }: Frame, document: Document): SVGElement[] {
  if (!(slowest > 0)) return [];
  const { ticks, format } = axis({ low: 0, high: slowest }, 6);
  const places = ticks.map((tick) => ({ place: placeOfTime(tick, slowest), text: format(tick) }));
  // Roots crowd the ticks at the top: those that would touch are left out.
  const apart = places.filter(
    ({ place }, k) => k === 0 || (place - places[k - 1]!.place) * (bottom - MARGINS.top) > 13,
  );
  const bar = { x: right + 16, top: MARGINS.top, bottom, colors: heatColors(LEVELS), ticks: apart };
  const title = { x: right + 16, y: MARGINS.top - 10, "text-anchor": "start" };
  return [...colorBar(document, bar), svgElement(document, "text", title, "rest after (s)")];
}

/** Lines over the map, cut at its edge. */
function overlayOf(
  { set, region, curves = [], dots = [] }: AttractionDrawing,
  frame: Frame,
  document: Document,
): SVGElement {
  const [width, height] = [frame.right - MARGINS.left, frame.bottom - MARGINS.top];
  const viewBox = `${MARGINS.left} ${MARGINS.top} ${width} ${height}`;
  const window = svgElement(document, "svg", { x: MARGINS.left, y: MARGINS.top, width, height, viewBox });
  const path = (points: readonly Point[], closed: boolean) =>
    `M${points.map(([x, y]) => `${round(frame.x(x))} ${round(frame.y(y))}`).join("L")}${closed ? "z" : ""}`;
  const line = (d: string, attributes: Record<string, string | number>) =>
    window.appendChild(svgElement(document, "path", { d, fill: "none", "stroke-linejoin": "round", ...attributes }));
  for (const { place, attracted } of dots) {
    const [cx, cy] = [round(frame.x(place[0])), round(frame.y(place[1]))];
    const fill = attracted ? DOTS.attracted : DOTS.other;
    window.appendChild(svgElement(document, "circle", { cx, cy, r: 1.8, fill }));
  }
  for (const { points, closed } of curves) line(path(points, closed), { stroke: LINES.curve, "stroke-width": 1.8 });
  if (region) {
    const d = path(ellipseOutline(region.ellipse), true);
    line(d, { stroke: LINES.casing, "stroke-width": 3 });
    line(d, { stroke: LINES.region, "stroke-width": 1.6, "stroke-dasharray": "6 4" });
  }
  if (set && set.length > 1) {
    const d = path(set, set.length > 2);
    line(d, { stroke: LINES.region, "stroke-width": 3.4 });
    line(d, { stroke: LINES.set, "stroke-width": 1.8, fill: LINES.set, "fill-opacity": 0.35 });
  }
  if (set?.length === 1) {
    const [x, y] = set[0]!;
    const dot = { cx: round(frame.x(x)), cy: round(frame.y(y)), r: 4, fill: LINES.set, stroke: LINES.region };
    window.appendChild(svgElement(document, "circle", dot));
  }
  return window;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function axesOf(frame: Frame, document: Document, muted: string): SVGElement[] {
  const { right, bottom, ranges } = frame;
  const [across, up] = [axis(ranges[0], 7), axis(ranges[1], 7)];
  const box = { x: MARGINS.left, y: MARGINS.top, width: right - MARGINS.left, height: bottom - MARGINS.top };
  const mark = (x1: number, y1: number, x2: number, y2: number) =>
    svgElement(document, "line", {
      x1: round(x1),
      y1: round(y1),
      x2: round(x2),
      y2: round(y2),
      stroke: "currentColor",
    });
  return [
    svgElement(document, "rect", { ...box, fill: "none", stroke: muted }),
    ...across.ticks.flatMap((tick) => {
      const x = frame.x(tick);
      const place = { x: round(x), y: bottom + 16, "text-anchor": "middle" };
      return [mark(x, bottom, x, bottom + 4), svgElement(document, "text", place, across.format(tick))];
    }),
    ...up.ticks.flatMap((tick) => {
      const y = frame.y(tick);
      const place = { x: MARGINS.left - 7, y: round(y + 4), "text-anchor": "end" };
      return [mark(MARGINS.left - 4, y, MARGINS.left, y), svgElement(document, "text", place, up.format(tick))];
    }),
  ];
}

type LegendItem = { readonly text: string } & (
  | { readonly fill: string }
  | { readonly line: "set" | "region" | "curve" }
);

function legendItems({ cells, vary, set, region, curves, dots }: AttractionDrawing): LegendItem[] {
  const present = new Set<StartOutcome>();
  vary[0].values.forEach((_, i) => {
    vary[1].values.forEach((_, j) => {
      const found = cells?.outcome(i, j);
      if (found) present.add(found);
    });
  });
  const texts = {
    escaped: "escapes for good",
    undecided: "undecided within the horizon",
    periodic: "periodic: neither rests nor escapes",
    endless: "endless: nothing takes its energy",
    invalid: "no machine with these values",
  } as const;
  return [
    ...(dots
      ? [
          { text: "attracted start of the coarse grid", fill: DOTS.attracted },
          { text: "other start of it", fill: DOTS.other },
        ]
      : []),
    ...(["escaped", "undecided", "periodic", "endless", "invalid"] as const)
      .filter((outcome) => present.has(outcome))
      .map((outcome) => ({ text: texts[outcome], fill: OUTCOME_COLORS[outcome] })),
    ...(set ? [{ text: "equilibrium set E", line: "set" as const }] : []),
    ...(region ? [{ text: region.label, line: "region" as const }] : []),
    ...(curves && curves.length > 0 ? [{ text: "traced boundary", line: "curve" as const }] : []),
  ];
}

function legendItem(item: LegendItem, { x, y }: { x: number; y: number }, document: Document): SVGElement[] {
  if ("fill" in item) return colorSample(document, x, y, item.fill, item.text);
  const line = (stroke: string, width: number, dashes?: string) =>
    svgElement(document, "line", {
      ...{ x1: x - 4, x2: x + 14, y1: y - 4, y2: y - 4, stroke, "stroke-width": width },
      ...(dashes === undefined ? {} : { "stroke-dasharray": dashes }),
    });
  const text = svgElement(document, "text", { x: x + 19, y, "text-anchor": "start" }, item.text);
  if (item.line === "region") return [line(LINES.casing, 3.4), line(LINES.region, 1.6, "6 4"), text];
  return [line(LINES[item.line], item.line === "set" ? 5 : 2), text];
}

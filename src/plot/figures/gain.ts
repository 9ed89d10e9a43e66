/** Guaranteed energy against a gain, on a logarithmic scale, with the energy that the equilibrium set needs. */
import { gridX, gridY, line, plot, ruleX } from "@observablehq/plot";
import type { GainCurve, GainRow } from "../../stability/design/gain-curve.ts";
import { type Axis, axis, extent, padded } from "../axis.ts";
import { leftAxis, lowerAxis } from "../blocks/axes.ts";
import { type FigureOptions, FONT, FONT_SIZE } from "../blocks/frame.ts";
import { bare } from "../blocks/panel.ts";
import { curveColors, THEMES } from "../palette.ts";
import { svgElement } from "../svg.ts";
import { ellipseOutline } from "./equilibrium.ts";
import { type PlaneLayer, planeFigure } from "./plane.ts";

const WIDTH = 640;
const HEIGHT = 360;
const MARGINS = { marginTop: 34, marginRight: 16, marginBottom: 42, marginLeft: 64 };
const LEGEND_LINE = 16;

interface Curve {
  readonly label: string;
  readonly color: string;
  readonly dash?: string;
  readonly of: (row: GainRow) => number | undefined;
  /** Where E comes inside. */
  readonly least?: number | undefined;
}

export interface GainLabels {
  /** Of the number that varies. */
  readonly name: string;
  readonly x?: { readonly name: string; readonly unit: string };
  readonly y?: { readonly name: string; readonly unit: string };
}

/** Regions that are drawn of a gain. */
const MOST_REGIONS = 6;

/** Curves against the gain, and under them some of the guaranteed regions in two coordinates: figure 4 of the paper. */
export function gainFigure(gain: GainCurve, labels: GainLabels, options: FigureOptions): SVGElement {
  const curves = curveFigure(gain, labels.name, options);
  const drawn = gain.rows.filter(({ region, set }) => region && set);
  const { x, y } = labels;
  if (!x || !y || drawn.length === 0) return curves;
  const every = Math.max(1, Math.floor((drawn.length - 1) / (MOST_REGIONS - 1)));
  const shown = drawn.filter((_, k) => k % every === 0).slice(0, MOST_REGIONS);
  const colors = curveColors(Math.max(8, shown.length)).slice(0, shown.length);
  const changing = shown.some(({ set }) => JSON.stringify(set) !== JSON.stringify(shown[0]!.set));
  const layers = shown.flatMap(({ value, region, set }, k): PlaneLayer[] => {
    const at = `${labels.name} = ${shortValue(value)}`;
    const color = colors[k]!;
    return [
      { label: `region at ${at}`, outline: ellipseOutline(region!), color, style: "line" },
      ...(changing ? [{ label: `E at ${at}`, outline: set!, color, style: "area" as const }] : []),
    ];
  });
  const one: PlaneLayer[] = changing ? [] : [{ label: "E", outline: shown[0]!.set!, color: "#d55e00", style: "area" }];
  const title = "guaranteed regions, exact";
  const plane = planeFigure(
    { title, x, y, layers: [...layers, ...one] },
    { ...options, width: options.width ?? WIDTH },
  );
  return stacked(curves, plane, options.document);
}

function stacked(top: SVGElement, bottom: SVGElement, document: Document): SVGElement {
  const [first, second] = [top, bottom].map((part) => Number(part.getAttribute("height")));
  const width = Number(top.getAttribute("width"));
  const height = first! + second!;
  const figure = svgElement(document, "svg", {
    ...{ width, height, viewBox: `0 0 ${width} ${height}`, role: "img" },
    "aria-label": [top, bottom].map((part) => part.getAttribute("aria-label")).join("; "),
  });
  bottom.setAttribute("y", String(first));
  figure.appendChild(top);
  figure.appendChild(bottom);
  return figure;
}

function curveFigure(gain: GainCurve, name: string, options: FigureOptions): SVGElement {
  const { document } = options;
  const theme = THEMES[options.theme ?? "light"];
  const width = options.width ?? WIDTH;
  const curves = curvesOf(gain, theme.ink);
  const values = gain.rows.map(({ value }) => value);
  const across = axis({ low: values[0]!, high: values.at(-1)! }, 8);
  const up = decades(curves.flatMap(({ of }) => gain.rows.map(of)));
  const height = HEIGHT + LEGEND_LINE * curves.length + 6;
  const drawing = plot({
    document,
    width,
    height: HEIGHT,
    ...MARGINS,
    x: { domain: [across.range.low, across.range.high], axis: null },
    y: { domain: [up.range.low, up.range.high], axis: null },
    marks: [
      gridX(across.ticks),
      gridY(up.ticks),
      ...curves.flatMap((curve) => curveMarks(curve, gain.rows, up)),
      leftAxis(up),
      lowerAxis(across),
    ],
  }) as SVGElement;
  bare(drawing);
  const figure = svgElement(document, "svg", {
    ...{ width, height, viewBox: `0 0 ${width} ${height}`, role: "img" },
    "aria-label": `guaranteed energy against ${name}`,
    ...{ "font-family": FONT, "font-size": FONT_SIZE, fill: "currentColor", color: theme.ink },
  });
  figure.appendChild(svgElement(document, "rect", { width, height, fill: theme.background }));
  figure.appendChild(drawing);
  const text = (at: Record<string, string | number>, words: string) =>
    figure.appendChild(svgElement(document, "text", at, words));
  text({ x: 12, y: 15, "font-weight": "bold" }, "guaranteed energy rho (J); vertical lines: E is inside from here on");
  text({ x: width - MARGINS.marginRight, y: HEIGHT - 8, "text-anchor": "end" }, name);
  curves.forEach(({ label, color, dash }, k) => {
    const y = HEIGHT + LEGEND_LINE * k + 4;
    const stroke = { stroke: color, "stroke-width": 2, ...(dash ? { "stroke-dasharray": dash } : {}) };
    const ends = { x1: MARGINS.marginLeft, x2: MARGINS.marginLeft + 22, y1: y, y2: y };
    figure.appendChild(svgElement(document, "line", { ...ends, ...stroke }));
    text({ x: MARGINS.marginLeft + 30, y: y + 5 }, label);
  });
  return figure;
}

function curvesOf({ rows, least }: GainCurve, ink: string): Curve[] {
  const from = (value: number | undefined) => (value === undefined ? "" : `; E inside from ${shortValue(value)}`);
  const curve = (bound: keyof GainCurve["least"], label: string, color: string, dash?: string): Curve => ({
    label: `${label}${from(least[bound])}`,
    color,
    ...(dash === undefined ? {} : { dash }),
    of: ({ rho }) => rho[bound],
    least: least[bound],
  });
  return [
    curve("exact", "exact", "#0072b2"),
    curve("weighted", "weighted", "#009e73", "7 3"),
    curve("paper", "(7) with the best alpha of (9)", "#d55e00", "3 3"),
    ...(rows.some(({ rho }) => rho.printed !== undefined)
      ? [curve("printed", "(27) as printed", "#cc79a7", "2 4")]
      : []),
    { label: "greatest energy on E", color: ink, dash: "1 2", of: ({ maxEnergy }) => maxEnergy },
  ];
}

function shortValue(value: number): string {
  const rounded = Number(value.toPrecision(6));
  return String(Math.abs(rounded) < 1e-9 ? 0 : rounded).replace("-", "\u2212");
}

function curveMarks({ of, color, dash, least, label }: Curve, rows: readonly GainRow[], up: Axis) {
  const points = rows.map((row) => [row.value, logOf(of(row), up)] as const);
  return [
    line(points, {
      stroke: color,
      strokeWidth: 1.8,
      ariaLabel: () => label,
      ...(dash === undefined ? {} : { strokeDasharray: dash }),
    }),
    ...(least === undefined ? [] : [ruleX([least], { stroke: color, strokeWidth: 1, strokeOpacity: 0.7 })]),
  ];
}

/** On the axis; where it has no value, nothing; beyond the top, at the top. */
function logOf(value: number | undefined, { range }: Axis): number {
  if (value === undefined || !(value > 0)) return Number.NaN;
  const height = Math.log10(value);
  return height > range.high ? Number.NaN : height;
}

/** Powers of ten around all finite values. */
function decades(values: readonly (number | undefined)[]): Axis {
  const logs = values
    .filter((value) => value !== undefined && value > 0 && Number.isFinite(value))
    .map((value) => Math.log10(value!));
  const range = padded(extent([Float64Array.from(logs)]), 0.05);
  const powers = Array.from(
    { length: Math.ceil(range.high) - Math.floor(range.low) + 1 },
    (_, k) => Math.floor(range.low) + k,
  );
  const steps = range.high - range.low > 2 ? [1] : [1, 2, 5];
  const chosen = powers
    .flatMap((power) => steps.map((step) => power + Math.log10(step)))
    .filter((tick) => tick >= range.low && tick <= range.high);
  return { range, ticks: chosen, format: (tick) => String(Number((10 ** tick).toPrecision(2))) };
}

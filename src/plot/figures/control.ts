/** Figures of a control search: the control over time, and how the search came to the target. */
import { axisX, axisY, dot, gridX, gridY, line, type Markish, plot, ruleY } from "@observablehq/plot";
import type { Milestone, PartName } from "../../control/result.ts";
import type { ControlCurve } from "../../results/control.ts";
import { type Axis, axis, extent, padded, type Range } from "../axis.ts";
import { DEFAULT_WIDTH, type FigureOptions, FONT, FONT_SIZE, shortName } from "../blocks/frame.ts";
import { bare } from "../blocks/panel.ts";
import { curveColors, THEMES } from "../palette.ts";
import { svgElement } from "../svg.ts";

const HEIGHT = 240;
const MARGINS = { marginTop: 30, marginRight: 110, marginBottom: 40, marginLeft: 64 };
/** Errors below are drawn here: nothing is exact. */
const SMALLEST = 1e-17;

/** Each control value over time. */
export function controlFigure({ times, values, names }: ControlCurve, options: FigureOptions): SVGElement {
  const colors = curveColors(names.length);
  const across = axis({ low: times[0]!, high: times.at(-1)! }, 8);
  const up = axis(padded(extent([Float64Array.from(values.flat())]), 0.08), 6);
  const steps = (k: number) => values.flatMap((row, j) => [times[j]!, times[j + 1]!].map((x) => ({ x, y: row[k]! })));
  const curves = names.map((name, k) =>
    line(steps(k), { x: "x", y: "y", stroke: colors[k]!, strokeWidth: 1.8, ariaLabel: () => name }),
  );
  const legend = names.map((name, k) => ({ name, color: colors[k]! }));
  return drawing(options, { across, up, marks: [...zeroLine(up.range), ...curves] }, "control u", "t (s)", legend);
}

/** The error of the best control so far over the runs that were spent, by the part that found it. */
export function convergenceFigure(history: readonly Milestone[], options: FigureOptions): SVGElement {
  const points = history.map(({ runs, error, part }) => ({
    x: runs,
    y: Math.log10(Math.min(1e290, Math.max(SMALLEST, error))),
    part,
  }));
  const parts = [...new Set(points.map(({ part }) => part))];
  const colors = curveColors(parts.length);
  const colorOf = (part: PartName) => colors[parts.indexOf(part)]!;
  const across = axis({ low: 0, high: Math.max(1, ...points.map(({ x }) => x)) }, 8);
  const marks = [
    line(points, { x: "x", y: "y", stroke: THEMES[options.theme ?? "light"].muted, curve: "step-after" }),
    dot(points, { x: "x", y: "y", fill: (point: { part: PartName }) => colorOf(point.part), r: 2.5 }),
  ];
  const legend = parts.map((part) => ({ name: part, color: colorOf(part) }));
  const up = decades(extent([Float64Array.from(points, ({ y }) => y)]));
  return drawing(options, { across, up, marks }, "target error of the best control", "runs", legend);
}

/** The effort of the best control so far over the runs that were spent. */
export function effortFigure(history: readonly Milestone[], options: FigureOptions): SVGElement {
  const points = history.map(({ runs, objective }) => ({ x: runs, y: objective }));
  const across = axis({ low: 0, high: Math.max(1, ...points.map(({ x }) => x)) }, 8);
  const up = axis(padded(extent([Float64Array.from(points, ({ y }) => y)]), 0.08), 6);
  const stroke = THEMES[options.theme ?? "light"].neutral;
  const marks = [
    line(points, { x: "x", y: "y", stroke, curve: "step-after" }),
    dot(points, { x: "x", y: "y", fill: stroke, r: 2 }),
  ];
  return drawing(options, { across, up, marks }, "effort J of the best control", "runs", []);
}

/** An axis of whole decades. */
function decades({ low, high }: Range): Axis {
  const from = Math.floor(low);
  const to = Math.max(from + 1, Math.ceil(high));
  const step = Math.ceil((to - from) / 8);
  const ticks = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, k) => from + k * step);
  return { range: { low: from, high: to }, ticks, format: (tick) => `1e${tick}`.replace("-", "\u2212") };
}

function zeroLine({ low, high }: Range): Markish[] {
  return low <= 0 && high >= 0 ? [ruleY([0], { strokeOpacity: 0.35 })] : [];
}

interface Panel {
  readonly across: Axis;
  readonly up: Axis;
  readonly marks: readonly Markish[];
}

function drawing(
  options: FigureOptions,
  { across, up, marks }: Panel,
  heading: string,
  below: string,
  legend: readonly { readonly name: string; readonly color: string }[],
): SVGElement {
  const { document, width = DEFAULT_WIDTH, height = HEIGHT } = options;
  const theme = THEMES[options.theme ?? "light"];
  const text = { label: null, tickSize: 4, fontSize: FONT_SIZE };
  const panel = plot({
    document,
    width,
    height,
    ...MARGINS,
    x: { domain: [across.range.low, across.range.high], axis: null },
    y: { domain: [up.range.low, up.range.high], axis: null },
    marks: [
      gridX(across.ticks),
      gridY(up.ticks),
      ...marks,
      axisY(up.ticks, { ...text, tickFormat: up.format }),
      axisX(across.ticks, { ...text, tickFormat: across.format }),
    ],
  }) as SVGElement;
  bare(panel);
  const figure = svgElement(document, "svg", {
    ...{ width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${heading} over ${below}` },
    ...{ "font-family": FONT, "font-size": FONT_SIZE, fill: "currentColor", color: theme.ink },
  });
  figure.appendChild(svgElement(document, "rect", { width, height, fill: theme.background }));
  figure.appendChild(panel);
  const write = (x: number, y: number, words: string, more: Record<string, string> = {}) =>
    figure.appendChild(svgElement(document, "text", { x, y, "text-anchor": "start", ...more }, words));
  write(12, 15, heading, { "font-weight": "bold" });
  write(width - MARGINS.marginRight + 20, height - MARGINS.marginBottom + 17, below);
  const x = width - MARGINS.marginRight + 12;
  legend.slice(0, 12).forEach(({ name, color }, k) => {
    const y = MARGINS.marginTop + 8 + 15 * k;
    figure.appendChild(
      svgElement(document, "line", { x1: x, x2: x + 14, y1: y, y2: y, stroke: color, "stroke-width": 2.5 }),
    );
    write(x + 20, y + 4, shortName(name));
  });
  return figure;
}

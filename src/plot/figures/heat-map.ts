import { plot } from "@observablehq/plot";
import type { VariedValues } from "../../batch/varied-values.ts";
import { type Axis, axis, extent, padded, type Range } from "../axis.ts";
import { leftAxis, lowerAxis } from "../blocks/axes.ts";
import { bare } from "../blocks/panel.ts";
import { spread } from "../decimate.ts";
import { FAILED_COLOR, heatColors } from "../palette.ts";
import { svgElement } from "../svg.ts";
import { colorBar, colorCells, colorSample, pixel } from "./color-cells.ts";
import type { SweepPanel } from "./sweep.ts";
import { type SweepAxis, sweepAxis } from "./sweep-axis.ts";

const MARGINS = { marginTop: 46, marginRight: 84, marginBottom: 44, marginLeft: 62 };
const LEVELS = 64;
/** Cells along an axis: more are finer than what one sees, and make large files. */
const MOST_CELLS = 250;

/** A measure as colors over two varied values, with the scale beside it; failed runs are gray, values that are not defined blank. */
export function heatMap(panel: SweepPanel): SVGElement {
  const { document, width, height, title } = panel;
  const [first, second] = panel.axes.map(thinned) as [Thinned, Thinned];
  const across = sweepAxis(first.varied, Math.max(2, width / 80), true);
  const up = sweepAxis(second.varied, 6, true);
  const range = padded(extent([panel.column]), 0);
  const drawing = plot({
    ...{ document, width, height, ...MARGINS },
    x: { type: across.type, domain: [across.range.low, across.range.high], axis: null },
    y: { type: up.type, domain: [up.range.low, up.range.high], axis: null },
    marks: [leftAxis(up), lowerAxis(across)],
  }) as SVGElement;
  bare(drawing);
  const row = (i: number, j: number) => panel.rowAt(first.kept[across.order[i]!]!, second.kept[up.order[j]!]!);
  for (const cells of cellPaths(panel, { across, up, range, row })) drawing.appendChild(cells);
  const text = (attributes: Record<string, string | number>, content: string) =>
    drawing.appendChild(svgElement(document, "text", attributes, content));
  text({ x: 12, y: 15, "text-anchor": "start", "font-weight": "bold" }, title);
  text({ x: 12, y: 35, "text-anchor": "start" }, second.varied.path);
  text({ x: width - MARGINS.marginRight, y: height - 8, "text-anchor": "end" }, first.varied.path);
  addScale(panel, drawing, axis(range, 5));
  return drawing;
}

interface Thinned {
  readonly varied: VariedValues;
  /** Places of the values in the whole list. */
  readonly kept: readonly number[];
}

function thinned(varied: VariedValues): Thinned {
  const kept = spread(varied.values.length, MOST_CELLS);
  return { varied: { ...varied, values: kept.map((k) => varied.values[k]!) }, kept };
}

interface Cells {
  readonly across: SweepAxis;
  readonly up: SweepAxis;
  readonly range: Range;
  readonly row: (i: number, j: number) => number;
}

function cellPaths(panel: SweepPanel, { across, up, range, row }: Cells): SVGElement[] {
  const { document, width, height } = panel;
  const x = across.edges.map((edge) => pixel(MARGINS.marginLeft, width - MARGINS.marginRight, across.place(edge)));
  const y = up.edges.map((edge) => pixel(height - MARGINS.marginBottom, MARGINS.marginTop, up.place(edge)));
  const colors = heatColors(LEVELS);
  return colorCells(document, x, y, (i, j) => colorAt(panel, row(i, j), range, colors));
}

function colorAt(
  { column, statuses }: SweepPanel,
  row: number,
  { low, high }: Range,
  colors: readonly string[],
): string | undefined {
  const status = statuses[row];
  if (status !== undefined && status !== "done") return FAILED_COLOR;
  const value = column[row]!;
  if (Number.isNaN(value)) return undefined;
  const level = Math.floor(((value - low) / (high - low)) * colors.length);
  return colors[Math.max(0, Math.min(colors.length - 1, level))];
}

/** The color scale, its numbers, and a sample for failed runs where there are any. */
function addScale({ document, width, height, statuses }: SweepPanel, drawing: SVGElement, values: Axis): void {
  const x = width - MARGINS.marginRight + 14;
  const top = MARGINS.marginTop;
  const { low, high } = values.range;
  const ticks = values.ticks.map((tick) => ({ place: (tick - low) / (high - low), text: values.format(tick) }));
  const bar = { x, top, bottom: height - MARGINS.marginBottom, colors: heatColors(LEVELS), ticks };
  const failed = statuses.some((status) => status !== undefined && status !== "done");
  const sample = failed ? colorSample(document, x, top - 13, FAILED_COLOR, "failed") : [];
  for (const element of [...colorBar(document, bar), ...sample]) drawing.appendChild(element);
}

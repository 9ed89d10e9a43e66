import { axisX, axisY, dot, gridX, gridY, line, plot } from "@observablehq/plot";
import { axis, drawable, extent, padded } from "./axis.ts";
import { FONT_SIZE } from "./frame.ts";
import { curveColors, FAILED_COLOR } from "./palette.ts";
import { bare } from "./panel.ts";
import { svgElement } from "./svg.ts";
import { sweepAxis } from "./sweep-axis.ts";
import type { SweepPanel } from "./sweep-figure.ts";

const MARGINS = { marginTop: 30, marginRight: 24, marginBottom: 42, marginLeft: 66 };
/** Above this the dots would run into each other. */
const MOST_DOTS = 100;
/** px between the ends of the value axis and the marks of failed runs. */
const FAILED_ABOVE = 7;

/** A measure over one varied value; runs that failed as crosses at the foot. */
export function sweepCurves({ document, width, height, title, axes, measure, ...rows }: SweepPanel): SVGElement {
  const [varied] = axes;
  const across = sweepAxis(varied!, Math.max(2, width / 80), false);
  const points = across.order.map((k) => {
    const row = rows.rowAt(k, 0);
    return { at: varied!.values[k]!, value: drawable(rows.column[row]!), status: rows.statuses[row] };
  });
  const up = axis(padded(extent([Float64Array.from(points, ({ value }) => value)]), 0.06), 5);
  const colors = curveColors(6);
  const color = colors[measure % colors.length]!;
  const channels = { x: "at", y: "value" };
  const failed = points.filter(({ status }) => status !== undefined && status !== "done");
  const drawing = plot({
    ...{ document, width, height, ...MARGINS },
    x: { type: across.type, domain: [across.range.low, across.range.high], axis: null },
    y: { domain: [up.range.low, up.range.high], axis: null },
    marks: [
      gridX(across.ticks),
      gridY(up.ticks),
      line(points, { ...channels, stroke: color, strokeWidth: 1.6, ariaLabel: () => title }),
      ...(points.length <= MOST_DOTS ? [dot(points, { ...channels, fill: color, r: 2.4 })] : []),
      dot(failed, {
        ...{ x: "at", y: up.range.low, dy: -FAILED_ABOVE, symbol: "times", r: 3.2 },
        ...{ stroke: FAILED_COLOR, strokeWidth: 1.4, ariaLabel: () => "failed" },
      }),
      axisY(up.ticks, { label: null, tickFormat: up.format, tickSize: 4, fontSize: FONT_SIZE }),
      axisX(across.ticks, { label: null, tickFormat: across.format, tickSize: 4, fontSize: FONT_SIZE }),
    ],
  }) as SVGElement;
  bare(drawing);
  const heading = { x: 12, y: 15, "text-anchor": "start", "font-weight": "bold" };
  drawing.appendChild(svgElement(document, "text", heading, title));
  const below = { x: width - MARGINS.marginRight, y: height - 8, "text-anchor": "end" };
  const note = failed.length > 0 ? `   (\u00d7 failed: ${failed.length})` : "";
  drawing.appendChild(svgElement(document, "text", below, `${varied!.path}${note}`));
  return drawing;
}

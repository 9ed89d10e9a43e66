import { dot, gridX, gridY, line, plot } from "@observablehq/plot";
import { axis, drawable, extent, padded } from "../axis.ts";
import { leftAxis, lowerAxis } from "../blocks/axes.ts";
import { bare } from "../blocks/panel.ts";
import { decimate, spread } from "../decimate.ts";
import { curveColors, FAILED_COLOR } from "../palette.ts";
import { svgElement } from "../svg.ts";
import type { SweepPanel } from "./sweep.ts";
import { sweepAxis } from "./sweep-axis.ts";

const MARGINS = { marginTop: 30, marginRight: 24, marginBottom: 42, marginLeft: 66 };
/** Above this the dots would run into each other. */
const MOST_DOTS = 100;
/** Of failed runs: more would cover each other. */
const MOST_CROSSES = 300;
/** px between the ends of the value axis and the marks of failed runs. */
const FAILED_ABOVE = 7;

/** A measure over one varied value; runs that failed as crosses at the foot. */
export function sweepCurves({ document, width, height, title, axes, measure, ...rows }: SweepPanel): SVGElement {
  const [varied] = axes;
  const across = sweepAxis(varied!, Math.max(2, width / 80), false);
  const { order, place } = across;
  const column = new Float64Array(order.length);
  const places = new Float64Array(order.length);
  order.forEach((k, index) => {
    column[index] = drawable(rows.column[rows.rowAt(k, 0)]!);
    places[index] = place(varied!.values[k]!);
  });
  const points = Array.from(decimate(places, column, width), (index) => ({
    at: varied!.values[order[index]!]!,
    value: column[index]!,
  }));
  const up = axis(padded(extent([column]), 0.06), 5);
  const colors = curveColors(6);
  const color = colors[measure % colors.length]!;
  const channels = { x: "at", y: "value" };
  const failed = order.filter((k) => {
    const status = rows.statuses[rows.rowAt(k, 0)];
    return status !== undefined && status !== "done";
  });
  const crosses = spread(failed.length, MOST_CROSSES).map((index) => ({ at: varied!.values[failed[index]!]! }));
  const drawing = plot({
    ...{ document, width, height, ...MARGINS },
    x: { type: across.type, domain: [across.range.low, across.range.high], axis: null },
    y: { domain: [up.range.low, up.range.high], axis: null },
    marks: [
      gridX(across.ticks),
      gridY(up.ticks),
      line(points, { ...channels, stroke: color, strokeWidth: 1.6, ariaLabel: () => title }),
      ...(points.length <= MOST_DOTS ? [dot(points, { ...channels, fill: color, r: 2.4 })] : []),
      dot(crosses, {
        ...{ x: "at", y: up.range.low, dy: -FAILED_ABOVE, symbol: "times", r: 3.2 },
        ...{ stroke: FAILED_COLOR, strokeWidth: 1.4, ariaLabel: () => "failed" },
      }),
      leftAxis(up),
      lowerAxis(across),
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

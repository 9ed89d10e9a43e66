/** Curves over time on a canvas: axes, stick behind them, events, and a cursor on a second canvas above. */
import { axis, extent, padded, type Range } from "../../plot/axis.ts";
import { decimate } from "../../plot/decimate.ts";
import type { Event } from "../../simulate/record/trajectory.ts";
import type { Colors } from "./colors.ts";
import { type Curve, type Lane, type Panel, sampleAt, valueAt } from "./panels.ts";
import type { Surface } from "./surface.ts";

export const MARGIN = { left: 52, right: 10, top: 8, bottom: 22 } as const;
/** Rows whose stick is shaded, the darker the more of them stick; of more the bars tell. */
const SHADED = 6;

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export function timeToX({ from, to }: Stretch, width: number, time: number): number {
  return MARGIN.left + ((time - from) / (to - from)) * (width - MARGIN.left - MARGIN.right);
}

export function xToTime({ from, to }: Stretch, width: number, x: number): number {
  return from + ((x - MARGIN.left) / (width - MARGIN.left - MARGIN.right)) * (to - from);
}

/** Values of the part that is shown, with room above and below. */
export function valueRange(panel: Panel, { from, to }: Stretch): Range {
  const columns = panel.curves.map(({ time, values }) =>
    values.subarray(sampleAt(time, from), Math.min(values.length, sampleAt(time, to) + 2)),
  );
  const found = extent(columns);
  const [low, high] = panel.band ?? [found.low, found.high];
  return padded({ low: Math.min(low, found.low), high: Math.max(high, found.high) }, 0.07);
}

export interface Scales {
  readonly values: Range;
  readonly y: (value: number) => number;
}

export function drawPanel(
  { context, width, height }: Surface,
  panel: Panel,
  stretch: Stretch,
  { lanes, events, colors }: { lanes: readonly Lane[]; events: readonly Event[]; colors: Colors },
): Scales {
  const [right, bottom] = [width - MARGIN.right, height - MARGIN.bottom];
  const values = valueRange(panel, stretch);
  const y = (value: number) => bottom - ((value - values.low) / (values.high - values.low)) * (bottom - MARGIN.top);
  const x = (time: number) => timeToX(stretch, width, time);
  if (panel.band) {
    context.fillStyle = colors.band;
    context.fillRect(MARGIN.left, y(panel.band[1]), right - MARGIN.left, y(panel.band[0]) - y(panel.band[1]));
  }
  if (panel.shaded) shade(context, lanes, stretch, x, { left: MARGIN.left, right, top: MARGIN.top, bottom }, colors);
  drawAxes(context, { stretch, values, x, y, right, bottom, colors });
  context.save();
  context.beginPath();
  context.rect(MARGIN.left, MARGIN.top - 2, right - MARGIN.left, bottom - MARGIN.top + 4);
  context.clip();
  drawEvents(context, events, stretch, x, { top: MARGIN.top, bottom }, colors);
  for (const curve of panel.curves) drawCurve(context, curve, stretch, x, y, right - MARGIN.left, colors);
  context.restore();
  return { values, y };
}

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function shade(
  context: CanvasRenderingContext2D,
  lanes: readonly Lane[],
  { from, to }: Stretch,
  x: (time: number) => number,
  { left, right, top, bottom }: Frame,
  colors: Colors,
): void {
  const rows = lanes.filter(({ stop }) => !stop);
  if (rows.length > SHADED) return;
  context.fillStyle = colors.stick;
  context.globalAlpha = colors.shade / rows.length;
  for (const { spans } of rows) {
    for (const { start, end } of spans) {
      if (end < from || start > to) continue;
      const [a, b] = [Math.max(left, x(start)), Math.min(right, x(end))];
      context.fillRect(a, top, Math.max(0.6, b - a), bottom - top);
    }
  }
  context.globalAlpha = 1;
}

function drawAxes(
  context: CanvasRenderingContext2D,
  part: {
    readonly stretch: Stretch;
    readonly values: Range;
    readonly x: (time: number) => number;
    readonly y: (value: number) => number;
    readonly right: number;
    readonly bottom: number;
    readonly colors: Colors;
  },
): void {
  const { stretch, values, x, y, right, bottom, colors } = part;
  const times = axis({ low: stretch.from, high: stretch.to }, Math.max(2, (right - MARGIN.left) / 90));
  const ticks = axis(values, Math.max(2, (bottom - MARGIN.top) / 34));
  context.lineWidth = 1;
  context.strokeStyle = colors.grid;
  context.beginPath();
  for (const tick of times.ticks) {
    context.moveTo(crisp(x(tick)), MARGIN.top);
    context.lineTo(crisp(x(tick)), bottom);
  }
  for (const tick of ticks.ticks) {
    context.moveTo(MARGIN.left, crisp(y(tick)));
    context.lineTo(right, crisp(y(tick)));
  }
  context.stroke();
  if (values.low < 0 && values.high > 0) {
    context.strokeStyle = colors.line;
    context.beginPath();
    context.moveTo(MARGIN.left, crisp(y(0)));
    context.lineTo(right, crisp(y(0)));
    context.stroke();
  }
  context.fillStyle = colors.muted;
  context.textBaseline = "middle";
  context.textAlign = "right";
  for (const tick of ticks.ticks) context.fillText(ticks.format(tick), MARGIN.left - 8, y(tick));
  context.textAlign = "center";
  context.textBaseline = "top";
  for (const tick of times.ticks) {
    const text = times.format(tick);
    // The last one keeps inside the edge.
    context.fillText(text, Math.min(x(tick), right + MARGIN.right - context.measureText(text).width / 2), bottom + 7);
  }
}

function drawEvents(
  context: CanvasRenderingContext2D,
  events: readonly Event[],
  { from, to }: Stretch,
  x: (time: number) => number,
  { top, bottom }: Pick<Frame, "top" | "bottom">,
  colors: Colors,
): void {
  context.strokeStyle = colors.muted;
  context.globalAlpha = 0.45;
  context.beginPath();
  let previous = Number.NEGATIVE_INFINITY;
  for (const { time } of events) {
    if (time < from || time > to) continue;
    const place = crisp(x(time));
    if (place - previous < 1) continue;
    previous = place;
    context.moveTo(place, bottom - 5);
    context.lineTo(place, bottom + 1);
    context.moveTo(place, top - 1);
    context.lineTo(place, top + 4);
  }
  context.stroke();
  context.globalAlpha = 1;
}

function drawCurve(
  context: CanvasRenderingContext2D,
  { time, values, color, style }: Curve,
  { from, to }: Stretch,
  x: (time: number) => number,
  y: (value: number) => number,
  width: number,
  colors: Colors,
): void {
  const [first, last] = [sampleAt(time, from), Math.min(time.length, sampleAt(time, to) + 2)];
  const [times, column] = [time.subarray(first, last), values.subarray(first, last)];
  if (times.length === 0) return;
  const kept = decimate(times, column, Math.max(1, Math.round(width)));
  context.strokeStyle = colors.resolve(color);
  context.fillStyle = context.strokeStyle;
  if (style === "dots") {
    for (const k of kept) context.fillRect(x(times[k]!) - 1, y(column[k]!) - 1, 2, 2);
    return;
  }
  context.lineWidth = style === "dashed" ? 1.25 : 1.6;
  context.setLineDash(style === "dashed" ? [5, 4] : []);
  context.lineJoin = "round";
  context.beginPath();
  let pen = false;
  for (const k of kept) {
    const place = y(column[k]!);
    if (!Number.isFinite(place)) {
      pen = false;
      continue;
    }
    const at = Math.max(-1e5, Math.min(1e5, place));
    if (pen) context.lineTo(x(times[k]!), at);
    else context.moveTo(x(times[k]!), at);
    pen = true;
  }
  context.stroke();
  context.setLineDash([]);
}

/** The cursor: a line at the time, and a dot on each curve. */
export function drawCursor(
  { context, width, height }: Surface,
  panel: Panel,
  stretch: Stretch,
  { y }: Scales,
  time: number,
  colors: Colors,
): void {
  if (time < stretch.from || time > stretch.to) return;
  const x = timeToX(stretch, width, time);
  context.strokeStyle = colors.accent;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(crisp(x), 2);
  context.lineTo(crisp(x), height - MARGIN.bottom + 3);
  context.stroke();
  if (panel.curves.length > 12) return;
  for (const curve of panel.curves) {
    const place = y(valueAt(curve, time));
    if (!Number.isFinite(place)) continue;
    context.beginPath();
    context.arc(x, place, 3.2, 0, 7);
    context.fillStyle = colors.resolve(curve.color);
    context.fill();
    context.strokeStyle = colors.panel;
    context.lineWidth = 1.5;
    context.stroke();
  }
}

export function drawLaneCursor(
  { context, width, height }: Surface,
  stretch: Stretch,
  time: number,
  colors: Colors,
): void {
  if (time < stretch.from || time > stretch.to) return;
  const x = crisp(timeToX(stretch, width, time));
  context.strokeStyle = colors.accent;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x, 0);
  context.lineTo(x, height);
  context.stroke();
}

/** Bars where rows stick, one lane each. */
export function drawLanes(
  { context, width, height }: Surface,
  lanes: readonly Lane[],
  stretch: Stretch,
  events: readonly Event[],
  colors: Colors,
): void {
  const right = width - MARGIN.right;
  const tall = height / Math.max(1, lanes.length);
  const thick = Math.max(0.75, Math.min(11, tall - (tall > 5 ? 4 : 0.4)));
  context.fillStyle = colors.muted;
  lanes.forEach(({ spans, color, stop }, k) => {
    const top = k * tall + (tall - thick) / 2;
    if (lanes.length <= 24) {
      context.fillStyle = colors.band;
      context.fillRect(MARGIN.left, top, right - MARGIN.left, thick);
    }
    context.fillStyle = stop ? colors.muted : colors.resolve(color);
    for (const { start, end } of spans) {
      if (end < stretch.from || start > stretch.to) continue;
      const a = Math.max(MARGIN.left, timeToX(stretch, width, start));
      const b = Math.min(right, timeToX(stretch, width, end));
      context.fillRect(a, top, Math.max(0.8, b - a), thick);
    }
  });
  if (lanes.length > 12) return;
  context.strokeStyle = colors.ink;
  context.globalAlpha = 0.55;
  context.lineWidth = 1;
  const place = new Map(lanes.map(({ name }, k) => [name, k]));
  context.beginPath();
  for (const { time, row } of events) {
    const k = place.get(row);
    if (k === undefined || time < stretch.from || time > stretch.to) continue;
    const x = crisp(timeToX(stretch, width, time));
    context.moveTo(x, k * tall + 1);
    context.lineTo(x, (k + 1) * tall - 1);
  }
  context.stroke();
  context.globalAlpha = 1;
}

function crisp(place: number): number {
  return Math.round(place) + 0.5;
}

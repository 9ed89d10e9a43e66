import { gridX, gridY, type Markish, plot, ruleX } from "@observablehq/plot";
import type { Axis } from "../axis.ts";
import { decimate } from "../decimate.ts";
import { leftAxis, lowerAxis } from "./axes.ts";
import { type Frame, plotWidth, timeToPixel } from "./frame.ts";

export interface Panel {
  /** px of the curves alone. */
  readonly body: number;
  /** px kept free between the curves and the time axis. */
  readonly strip?: number;
  readonly values: Axis;
  readonly label?: string;
  /** False leaves the time axis to the panel below. */
  readonly showTime?: boolean;
  readonly marks: readonly Markish[];
}

/** px above the curves, for the label, and below them, for the time axis. */
export const HEAD = 26;
export const FOOT = 34;
/** px above and below a panel without label or time axis. */
export const GAP = 4;
/** Above this the marks would be a gray wash; the stick bars still show every one. */
const MOST_EVENT_MARKS = 80;
/** px between two of them. */
const EVENT_DISTANCE = 5;

/** One pair of axes with marks on them, as a nested svg of the frame's width. */
export function drawPanel(frame: Frame, panel: Panel): SVGElement {
  const { body, strip = 0, values, label, showTime = true } = panel;
  const { time } = frame;
  const marginTop = label === undefined ? GAP : HEAD;
  const marginBottom = showTime ? FOOT : GAP;
  const drawing = plot({
    document: frame.document,
    width: frame.width,
    height: marginTop + body + strip + marginBottom,
    marginTop,
    marginBottom,
    marginLeft: frame.left,
    marginRight: frame.right,
    x: { domain: [time.range.low, time.range.high], axis: null },
    y: { domain: [values.range.low, values.range.high], axis: null, insetBottom: strip },
    marks: [
      gridX(time.ticks),
      gridY(values.ticks),
      ...panel.marks,
      leftAxis(values),
      ...(showTime ? [lowerAxis(time)] : []),
    ],
  }) as SVGElement;
  bare(drawing);
  return drawing;
}

/** Light lines at the times of the events (s), thinned out where they would merge; none if there are too many to tell apart. */
export function eventMarks(frame: Frame, times: readonly number[]): Markish[] {
  const shown: number[] = [];
  for (const time of [...times].sort((a, b) => a - b)) {
    const last = shown.at(-1);
    if (last === undefined || timeToPixel(frame, time) - timeToPixel(frame, last) >= EVENT_DISTANCE) shown.push(time);
  }
  if (shown.length > MOST_EVENT_MARKS) return [];
  return [
    ruleX(shown, {
      stroke: frame.theme.muted,
      strokeWidth: 0.6,
      strokeOpacity: 0.7,
      strokeDasharray: "2,2",
    }),
  ];
}

/** Samples to draw, as many as the panel's width can show. */
export function samplesToDraw(frame: Frame, time: Float64Array, values: Float64Array): number[] {
  return Array.from(decimate(time, values, Math.ceil(plotWidth(frame))));
}

/** Takes away the style sheet and class, which would be the same for all figures of a page, and the font, which the figure sets. */
export function bare(drawing: SVGElement): void {
  for (const sheet of Array.from(drawing.querySelectorAll("style"))) sheet.remove();
  for (const name of ["class", "font-family", "font-size", "fill"]) drawing.removeAttribute(name);
}

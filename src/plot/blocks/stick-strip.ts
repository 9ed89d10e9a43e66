import type { RowKind } from "../../model/rows/law.ts";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import { curveColors } from "../palette.ts";
import { svgElement } from "../svg.ts";
import { addName } from "./captions.ts";
import { type Frame, plotWidth, timeToPixel } from "./frame.ts";
import { stickSpans } from "./mode-spans.ts";

const LANE = 13;
/** px of all lanes together, when there are too many to name each. */
const TALLEST = 78;
const PADDING = 4;
/** px; a shorter stick is drawn this wide, so that it is seen. */
const NARROWEST = 0.6;

/** Rows that have a lane: friction, then stops; a joint holds all the time. */
function lanesOf({ kinds }: Trajectory): { readonly friction: readonly number[]; readonly stops: readonly number[] } {
  const of = (wanted: RowKind) => kinds.flatMap((kind, row) => (kind === wanted ? [row] : []));
  return { friction: of("friction"), stops: of("stop") };
}

/** px that the bars of all rows need. */
export function stripHeight(trajectory: Trajectory): number {
  const { friction, stops } = lanesOf(trajectory);
  const lanes = friction.length + stops.length;
  return lanes === 0 ? 0 : Math.min(lanes * LANE, TALLEST) + 2 * PADDING;
}

/** Bars where each row sticks and each stop is closed, a lane each, from `top` px downward. */
export function addStickStrip(frame: Frame, panel: SVGElement, trajectory: Trajectory, top: number): void {
  const { document } = frame;
  const { friction, stops } = lanesOf(trajectory);
  const rows = [...friction, ...stops];
  if (rows.length === 0) return;
  const lane = Math.min(LANE, TALLEST / rows.length);
  const named = (place: number) => lane === LANE || place === 0 || place === rows.length - 1;
  const colors = rowColors(trajectory, frame.theme.neutral);
  rows.forEach((row, place) => {
    const middle = top + PADDING + (place + 0.5) * lane;
    addLane(frame, panel, trajectory, row, { middle, lane, color: colors[row]! });
    if (named(place)) addName(frame, panel, trajectory.names.multiplier[row]!, middle, 0);
  });
  const first = top + PADDING;
  addWord(frame, panel, "stick", first, friction.length * lane);
  addWord(frame, panel, "closed", first + friction.length * lane, stops.length * lane);
  const edge = { x1: frame.left, x2: frame.left + plotWidth(frame), y1: top, y2: top };
  panel.appendChild(svgElement(document, "line", { ...edge, stroke: "currentColor", "stroke-opacity": 0.35 }));
}

function addLane(
  frame: Frame,
  panel: SVGElement,
  trajectory: Trajectory,
  row: number,
  { middle, lane, color }: { middle: number; lane: number; color: string },
): void {
  const name = trajectory.names.multiplier[row]!;
  const height = Math.round(Math.max(0.5, lane - Math.min(5, lane / 4)) * 100) / 100;
  const y = Math.round((middle - height / 2) * 100) / 100;
  const meaning = trajectory.kinds[row] === "stop" ? `${name} closed` : `stick of ${name}`;
  const bars = svgElement(frame.document, "g", { fill: color, "aria-label": meaning });
  for (const [x, width] of stickPixels(frame, trajectory, row)) {
    bars.appendChild(svgElement(frame.document, "rect", { x, y, width, height }));
  }
  panel.appendChild(bars);
}

/** What the bars of the lanes beside it mean; nothing where there are none. */
function addWord(frame: Frame, panel: SVGElement, word: string, top: number, height: number): void {
  if (height === 0) return;
  const place = { x: frame.left - 9, y: top + height / 2 + 4, "text-anchor": "end", fill: frame.theme.muted };
  panel.appendChild(svgElement(frame.document, "text", place, word));
}

/** Left edge and width of the bars of one row, px. */
export function stickPixels(frame: Frame, trajectory: Trajectory, row: number): [number, number][] {
  const { low, high } = frame.time.range;
  const halfPixel = (0.5 * (high - low)) / plotWidth(frame);
  return stickSpans(trajectory, row, halfPixel).map(({ start, end }) => {
    const x = timeToPixel(frame, start);
    return [x, Math.max(NARROWEST, Math.round((timeToPixel(frame, end) - x) * 100) / 100)];
  });
}

/**
 * Colors of the rows: those of the coordinates when there are as many friction rows, since then each usually brakes its own coordinate;
 * otherwise one neutral color, which promises no such link.
 */
export function rowColors({ kinds, position }: Trajectory, neutral: string): string[] {
  const friction = kinds.flatMap((kind, row) => (kind === "friction" ? [row] : []));
  const colors = friction.length === position.length ? curveColors(friction.length) : [];
  const own = new Map(friction.map((row, place) => [row, colors[place]]));
  return kinds.map((_, row) => own.get(row) ?? neutral);
}

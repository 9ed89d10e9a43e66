import type { Trajectory } from "../simulate/trajectory.ts";
import { addName } from "./captions.ts";
import { type Frame, plotWidth, timeToPixel } from "./frame.ts";
import { stickSpans } from "./mode-spans.ts";
import { curveColors } from "./palette.ts";
import { svgElement } from "./svg.ts";

const LANE = 13;
/** px of all lanes together, when there are too many to name each. */
const TALLEST = 78;
const PADDING = 4;
/** px; a shorter stick is drawn this wide, so that it is seen. */
const NARROWEST = 0.6;

/** px that the stick bars of all rows need. */
export function stripHeight(trajectory: Trajectory): number {
  const rows = trajectory.mode.length;
  return rows === 0 ? 0 : Math.min(rows * LANE, TALLEST) + 2 * PADDING;
}

/** Bars where each row sticks, one lane a row, from `top` px downward. */
export function addStickStrip(frame: Frame, panel: SVGElement, trajectory: Trajectory, top: number): void {
  const { document, theme } = frame;
  const rows = trajectory.mode.length;
  if (rows === 0) return;
  const colors = rowColors(trajectory, theme.neutral);
  const lane = Math.min(LANE, TALLEST / rows);
  const thickness = Math.round(Math.max(0.5, lane - Math.min(5, lane / 4)) * 100) / 100;
  for (let row = 0; row < rows; row++) {
    const middle = top + PADDING + (row + 0.5) * lane;
    const bars = svgElement(document, "g", {
      fill: colors[row]!,
      "aria-label": `stick of ${trajectory.names.multiplier[row]}`,
    });
    for (const [x, width] of stickPixels(frame, trajectory, row)) {
      const y = Math.round((middle - thickness / 2) * 100) / 100;
      bars.appendChild(svgElement(document, "rect", { x, y, width, height: thickness }));
    }
    panel.appendChild(bars);
    if (lane === LANE || row === 0 || row === rows - 1)
      addName(frame, panel, trajectory.names.multiplier[row]!, middle, 0);
  }
  const y = top + PADDING + (rows * lane) / 2 + 4;
  panel.appendChild(
    svgElement(document, "text", { x: frame.left - 9, y, "text-anchor": "end", fill: theme.muted }, "stick"),
  );
  const edge = { x1: frame.left, x2: frame.left + plotWidth(frame), y1: top, y2: top };
  panel.appendChild(svgElement(document, "line", { ...edge, stroke: "currentColor", "stroke-opacity": 0.35 }));
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
 * Colors of the rows: those of the coordinates when there are as many of them, since then each row usually brakes its own coordinate;
 * otherwise one neutral color, which promises no such link.
 */
export function rowColors(trajectory: Trajectory, neutral: string): string[] {
  const rows = trajectory.mode.length;
  return rows === trajectory.position.length ? curveColors(rows) : Array.from({ length: rows }, () => neutral);
}

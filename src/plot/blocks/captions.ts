import { svgElement } from "../svg.ts";
import { type Frame, shortName, timeOverhang } from "./frame.ts";

/** What a panel shows, above its value axis, and the unit of time at the end of its time axis, `timeAt` px down. */
export function addLabels(frame: Frame, panel: SVGElement, valueLabel: string, timeAt: number): void {
  const { document, width, right } = frame;
  const start = { "text-anchor": "start" };
  panel.appendChild(svgElement(document, "text", { ...start, x: 12, y: 15, "font-weight": "bold" }, valueLabel));
  const x = width - right + timeOverhang(frame) + 8;
  panel.appendChild(svgElement(document, "text", { ...start, x, y: timeAt + 17 }, "t (s)"));
}

/** A name in the right margin, vertically centered at `y` px; the full one as a tooltip where it had to be cut. */
export function addName(frame: Frame, panel: SVGElement, name: string, y: number, indent: number): void {
  const { document } = frame;
  const shown = shortName(name);
  const x = frame.width - frame.right + 10 + indent;
  const text = svgElement(document, "text", { x, y: y + 4, "text-anchor": "start" }, shown);
  if (shown !== name) text.appendChild(svgElement(document, "title", {}, name));
  panel.appendChild(text);
}

export interface LegendEntry {
  readonly name: string;
  readonly color: string;
}

const LINE_HEIGHT = 15;

/** A color sample and name for each curve in the right margin between `top` and `top + height` px, closing with `note`. */
export function addLegend(
  frame: Frame,
  panel: SVGElement,
  entries: readonly LegendEntry[],
  note: string | undefined,
  top: number,
  height: number,
): void {
  const { document, theme } = frame;
  const x = frame.width - frame.right + 10;
  const lines = entries.length + (note === undefined ? 0 : 1);
  const pitch = Math.min(LINE_HEIGHT, height / lines);
  entries.forEach(({ name, color }, index) => {
    const y = top + (index + 0.5) * pitch;
    panel.appendChild(
      svgElement(document, "line", { x1: x, x2: x + 14, y1: y, y2: y, stroke: color, "stroke-width": 2.5 }),
    );
    addName(frame, panel, name, y, 20);
  });
  if (note === undefined) return;
  const y = top + (entries.length + 0.5) * pitch + 4;
  panel.appendChild(svgElement(document, "text", { x, y, "text-anchor": "start", fill: theme.muted }, note));
}

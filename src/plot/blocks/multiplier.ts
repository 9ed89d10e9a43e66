import { dot, line, type Markish, rect, ruleY } from "@observablehq/plot";
import type { RowKind } from "../../model/rows/law.ts";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import { drawable } from "../axis.ts";
import { spread } from "../decimate.ts";
import { svgElement } from "../svg.ts";
import { forceUnit, withUnits } from "../units.ts";
import { addLabels, addName } from "./captions.ts";
import type { Block, Frame } from "./frame.ts";
import { changeTime, eventTimes } from "./mode-spans.ts";
import { FRICTION_AXIS, rowAxis } from "./multiplier-axis.ts";
import { drawPanel, eventMarks, FOOT, GAP, HEAD, samplesToDraw } from "./panel.ts";
import { rowColors, stickPixels } from "./stick-strip.ts";

const MOST_PANELS = 12;
/** px of one row's panel by how many there are. */
const bodyOf = (panels: number): number => (panels <= 4 ? 62 : panels <= 8 ? 46 : 36);
const SMALLEST_BODY = 30;

/** Multipliers of friction rows, which are ratios, and forces of stops and joints apart from them. */
export function multiplierBlocks(frame: Frame, trajectory: Trajectory): Block[] {
  const { kinds, units } = trajectory;
  const of = (wanted: (kind: RowKind) => boolean) => kinds.flatMap((kind, row) => (wanted(kind) ? [row] : []));
  const friction = of((kind) => kind === "friction");
  const others = of((kind) => kind !== "friction");
  const words = (["stop", "joint"] as const).filter((kind) => kinds.includes(kind)).map((kind) => `${kind}s`);
  const force = withUnits(
    `force of ${words.join(" and ")}`,
    others.map((row) => forceUnit(units.row[row]!)),
  );
  return [
    ...(friction.length > 0 ? [rowBlock(frame, trajectory, friction, "multiplier \u03bb")] : []),
    ...(others.length > 0 ? [rowBlock(frame, trajectory, others, force)] : []),
  ];
}

/** One panel a row: what it carries, the band [-1, 1] of a multiplier, and shading where the row sticks or the stop is closed. */
function rowBlock(frame: Frame, trajectory: Trajectory, rows: readonly number[], title: string): Block {
  const shown = spread(rows.length, MOST_PANELS).map((place) => rows[place]!);
  const label = shown.length < rows.length ? `${title} (${shown.length} of ${rows.length} rows)` : title;
  const fixed = HEAD + Math.max(0, shown.length - 1) * 2 * GAP + FOOT;
  const draw = (body: number): SVGElement => {
    const stack = svgElement(frame.document, "svg", { width: frame.width, height: fixed + body });
    const each = body / shown.length;
    let top = 0;
    shown.forEach((row, place) => {
      const panel = drawRow(frame, trajectory, row, each, place === 0 ? title : undefined, place === shown.length - 1);
      panel.setAttribute("y", String(top));
      top += Number(panel.getAttribute("height"));
      stack.appendChild(panel);
    });
    addLabels(frame, stack, label, top - FOOT);
    return stack;
  };
  return {
    label: `${label} over t (s)`,
    fixed,
    body: shown.length * bodyOf(shown.length),
    smallest: shown.length * SMALLEST_BODY,
    draw,
  };
}

function drawRow(
  frame: Frame,
  trajectory: Trajectory,
  row: number,
  body: number,
  title: string | undefined,
  last: boolean,
): SVGElement {
  const values = rowAxis(trajectory, row);
  const color = rowColors(trajectory, frame.theme.neutral)[row]!;
  const friction = values === FRICTION_AXIS;
  const marks = [
    ...(friction ? bandMarks(frame) : [ruleY([0], { strokeOpacity: 0.35 })]),
    ...eventMarks(frame, eventTimes(trajectory, row)),
    ...multiplierMarks(frame, trajectory, row, color),
  ];
  const panel = drawPanel(frame, { body, values, showTime: last, marks, ...(title !== undefined && { label: title }) });
  const top = title === undefined ? GAP : HEAD;
  const kind = trajectory.kinds[row]!;
  const meaning = kind === "stop" ? "closed" : "stick";
  const shading = svgElement(frame.document, "g", { fill: color, "fill-opacity": 0.2, "aria-label": meaning });
  for (const [x, width] of kind === "joint" ? [] : stickPixels(frame, trajectory, row)) {
    shading.appendChild(svgElement(frame.document, "rect", { x, y: top, width, height: body }));
  }
  panel.insertBefore(shading, panel.querySelector("[aria-label=rule]"));
  addName(frame, panel, trajectory.names.multiplier[row]!, top + body / 2, 0);
  return panel;
}

function bandMarks(frame: Frame): Markish[] {
  const { low, high } = frame.time.range;
  const { theme } = frame;
  return [
    rect([0], { x1: low, x2: high, y1: -1, y2: 1, fill: theme.band }),
    ruleY([-1, 1], { stroke: theme.muted, strokeWidth: 0.8 }),
    ruleY([0], { strokeOpacity: 0.2 }),
  ];
}

/** Smooth within a mode, a vertical line where the mode changes: drawn through the samples alone, a jump would lean over a whole step. */
function multiplierMarks(frame: Frame, trajectory: Trajectory, row: number, stroke: string): Markish[] {
  const points = multiplierPoints(frame, trajectory, row);
  const channels = { x: "0", y: "1", ariaLabel: () => trajectory.names.multiplier[row]! };
  if (points.length === 1) return [dot(points, { ...channels, fill: stroke, r: 3 })];
  return [line(points, { ...channels, stroke, strokeWidth: 1.6 })];
}

function multiplierPoints(frame: Frame, trajectory: Trajectory, row: number): [number, number][] {
  const { time } = trajectory;
  const multiplier = trajectory.multiplier[row]!;
  const mode = trajectory.mode[row]!;
  const times = eventTimes(trajectory, row);
  const points: [number, number][] = [];
  let previous = 0;
  for (const sample of samplesToDraw(frame, time, multiplier)) {
    const value = drawable(multiplier[sample]!);
    if (mode[sample] !== mode[previous]) {
      const jump = changeTime(times, time[previous]!, time[sample]!);
      points.push([jump, drawable(multiplier[previous]!)], [jump, value]);
    }
    points.push([time[sample]!, value]);
    previous = sample;
  }
  return points;
}

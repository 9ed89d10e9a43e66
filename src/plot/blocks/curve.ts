import { dot, line, type Markish, ruleY } from "@observablehq/plot";
import type { Vector } from "../../numeric/vector.ts";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import { drawable, type Range } from "../axis.ts";
import { spread } from "../decimate.ts";
import { curveColors } from "../palette.ts";
import type { AxisGroup } from "./axis-groups.ts";
import { addLabels, addLegend } from "./captions.ts";
import { type Block, type Frame, valueAxis } from "./frame.ts";
import { drawPanel, eventMarks, FOOT, HEAD, samplesToDraw } from "./panel.ts";
import { addStickStrip, stripHeight } from "./stick-strip.ts";

/** Curves of one quantity, a column a coordinate, of which a panel shows a group. */
export interface Curves {
  readonly label: string;
  readonly names: readonly string[];
  readonly columns: readonly Vector[];
  readonly group: AxisGroup;
  /** Whether the bars of the rows stand under them. */
  readonly bars: boolean;
}

/** More curves hide each other and make files of many megabytes; these are then a fair choice among all. */
const MOST_CURVES = 24;
const MOST_LEGEND_ENTRIES = 8;
const BODY = 180;

/** A panel with the curves of coordinates and, under them, the bars in which rows stick and stops are closed. */
export function curveBlock(frame: Frame, trajectory: Trajectory, curves: Curves): Block {
  const strip = curves.bars ? stripHeight(trajectory) : 0;
  const { members, range } = curves.group;
  const shown = spread(members.length, MOST_CURVES).map((place) => members[place]!);
  const colors = curveColors(curves.columns.length);
  const draw = (body: number): SVGElement => {
    const marks = [
      ...eventMarks(
        frame,
        trajectory.events.map(({ time }) => time),
      ),
      ruleY([0], { strokeOpacity: zeroOpacity(range) }),
      ...shown.flatMap((index) =>
        curveMarks(frame, trajectory.time, curves.columns[index]!, curves.names[index]!, colors[index]!),
      ),
    ];
    const panel = drawPanel(frame, { body, strip, values: valueAxis(range, body), label: curves.label, marks });
    addLabels(frame, panel, curves.label, HEAD + body + strip);
    const entries = spread(shown.length, MOST_LEGEND_ENTRIES).map((place) => shown[place]!);
    const legend = entries.map((index) => ({ name: curves.names[index]!, color: colors[index]! }));
    addLegend(frame, panel, legend, legendNote(entries.length, shown.length, members.length), HEAD, body);
    if (curves.bars) addStickStrip(frame, panel, trajectory, HEAD + body);
    return panel;
  };
  return { label: `${curves.label} over t (s)`, fixed: HEAD + strip + FOOT, body: BODY, smallest: 60, draw };
}

/** A curve through the samples; a lone sample, which has no length, as a point. */
export function curveMarks(frame: Frame, time: Vector, column: Vector, name: string, stroke: string): Markish[] {
  const samples = samplesToDraw(frame, time, column);
  const channels = { x: (k: number) => time[k]!, y: (k: number) => drawable(column[k]!), ariaLabel: () => name };
  if (samples.length === 1) return [dot(samples, { ...channels, fill: stroke, r: 3 })];
  return [line(samples, { ...channels, stroke, strokeWidth: 1.6 })];
}

/** The zero line, if zero is on the axis. */
export function zeroOpacity({ low, high }: Range): number {
  return low <= 0 && high >= 0 ? 0.35 : 0;
}

function legendNote(named: number, drawn: number, all: number): string | undefined {
  if (drawn < all) return `${drawn} of ${all}`;
  return named < all ? `${all} curves` : undefined;
}

import { drawable, extent, padded, type Range, timeRange } from "../../plot/axis.ts";
import { decimate } from "../../plot/decimate.ts";
import { withUnits } from "../../plot/units.ts";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import { brailleCanvas } from "./braille.ts";
import { modeLines } from "./modes.ts";
import { leftOut, longest, plainName, shortNumber } from "./text.ts";

export interface TerminalPlotOptions {
  /** Characters across; below 40 the plot is 40 wide. */
  readonly columns: number;
  /** Lines in all; the curves get what names, axes and rows leave, and at least 6. */
  readonly rows: number;
  readonly color: boolean;
}

const MOST_CURVES = 6;
const NARROWEST = 40;
const FEWEST_LINES = MOST_CURVES;
/** Of the 256 terminal colors, near Okabe and Ito's and readable on light and dark. */
const ANSI_COLORS = [32, 166, 36, 175, 178, 74];

/** Where things stand: `left` characters of labels, then `across` of curves, then names. */
interface Layout {
  readonly left: number;
  readonly across: number;
  readonly values: Range;
}

/** Displacements over time in braille dots, with a line under them for each row that sticks and slips, and each stop. */
export function terminalPlot(trajectory: Trajectory, options: TerminalPlotOptions): string {
  const paint = options.color ? ansi : (text: string) => text;
  const layout = createLayout(trajectory, options);
  const above = heading(trajectory, options, paint);
  const below = [timeLine(trajectory, layout), ...modeLines(trajectory, layout.left, layout.across)];
  const height = Math.max(FEWEST_LINES, options.rows - above.length - below.length);
  const lines = [...above, ...curveLines(trajectory, layout, height, options.color, paint), ...below];
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

function ansi(text: string, color: number): string {
  return `\u001b[38;5;${ANSI_COLORS[color]}m${text}\u001b[0m`;
}

function createLayout({ names, position }: Trajectory, options: TerminalPlotOptions): Layout {
  const values = padded(extent(position.slice(0, MOST_CURVES)), 0);
  const left = longest([...names.multiplier.map(plainName), shortNumber(values.low), shortNumber(values.high)]) + 1;
  const right = options.color ? 1 : longest(names.position.slice(0, MOST_CURVES).map(plainName)) + 2;
  return { left, across: Math.max(NARROWEST, options.columns) - left - right - 1, values };
}

/** Quantity, names in their colors (without color they stand at the curves' ends), and how many curves are left out. */
function heading(
  { names, units }: Trajectory,
  { columns, color }: TerminalPlotOptions,
  paint: (text: string, color: number) => string,
): string[] {
  const all = names.position;
  const legend = color
    ? all.slice(0, MOST_CURVES).map((name, index) => [`\u2501 ${plainName(name)}`, index] as const)
    : [];
  const lines: string[] = [];
  let line = withUnits("displacement x", units.position.map(plainName));
  let length = line.length;
  for (const [entry, index] of legend) {
    if (length + 2 + entry.length > Math.max(NARROWEST, columns)) {
      lines.push(line);
      line = "";
      length = 0;
    }
    line += `  ${paint(entry, index)}`;
    length += 2 + entry.length;
  }
  lines.push(line);
  return [...lines, ...leftOut("curves", all, MOST_CURVES)];
}

function curveLines(
  trajectory: Trajectory,
  layout: Layout,
  lines: number,
  color: boolean,
  paint: (text: string, color: number) => string,
): string[] {
  const { time } = trajectory;
  const { left, across, values } = layout;
  const canvas = brailleCanvas(across, lines);
  const toX = pixelScale(timeRange(time), canvas.width);
  const toY = pixelScale({ low: values.high, high: values.low }, canvas.height);
  const ends = new Array<string>(lines).fill("");
  trajectory.position.slice(0, MOST_CURVES).forEach((column, curve) => {
    let pen: [number, number] | undefined;
    let end = 0;
    for (const sample of decimate(time, column, canvas.width)) {
      const y = toY(drawable(column[sample]!));
      const point: [number, number] | undefined = Number.isNaN(y) ? undefined : [toX(time[sample]!), y];
      if (point) canvas.line(...(pen ?? point), ...point, curve);
      if (point) end = y;
      pen = point;
    }
    if (!color) ends[freeLine(ends, end >> 2)] = plainName(trajectory.names.position[curve]!);
  });
  return canvas.render(paint).map((text, line) => {
    const label = line === 0 ? shortNumber(values.high) : line === lines - 1 ? shortNumber(values.low) : "";
    return `${label.padStart(left - 1)} \u2502${text} ${ends[line]}`;
  });
}

/** The line nearest to `wanted` that has no name yet; there are at least as many lines as curves. */
function freeLine(ends: readonly string[], wanted: number): number {
  for (let distance = 0; distance < ends.length; distance++) {
    if (ends[wanted - distance] === "") return wanted - distance;
    if (ends[wanted + distance] === "") return wanted + distance;
  }
  return wanted;
}

function timeLine({ time }: Trajectory, { left, across }: Layout): string {
  const { low, high } = timeRange(time);
  const start = `t = ${shortNumber(low)}`;
  const end = `${shortNumber(high)} s`;
  return `${" ".repeat(left)}\u2514${start}${end.padStart(across - start.length)}`;
}

/** From values to dots 0..dots-1. */
function pixelScale({ low, high }: Range, dots: number): (value: number) => number {
  return (value) => Math.round(((value - low) / (high - low)) * (dots - 1));
}

import type { Trajectory } from "../../simulate/record/trajectory.ts";
import { type Axis, axis, extent, padded, type Range, timeRange } from "../axis.ts";
import { THEMES, type Theme } from "../palette.ts";
import { svgElement } from "../svg.ts";
import { type AxisGroup, axisGroups } from "./axis-groups.ts";
import { rowAxis } from "./multiplier-axis.ts";

export interface FigureOptions {
  /** Of the browser, or `createDocument()` of stickslip/node. */
  readonly document: Document;
  /** px; 800 if not given. */
  readonly width?: number;
  /** px; what the panels need if not given, and never less than leaves them readable. */
  readonly height?: number;
  readonly theme?: keyof typeof THEMES;
}

/** What all panels of one trajectory share, so that they line up over each other, also as separate figures. */
export interface Frame {
  readonly document: Document;
  readonly theme: Theme;
  readonly width: number;
  /** Margins in px: value labels on the left, names on the right. */
  readonly left: number;
  readonly right: number;
  readonly time: Axis;
  /** Coordinates that share an axis. */
  readonly position: readonly AxisGroup[];
  readonly velocity: readonly AxisGroup[];
  readonly energy: Range;
  /** One an output. */
  readonly outputs: readonly Range[];
  /** One a controller. */
  readonly controllers: readonly { readonly value: Range; readonly force: Range }[];
}

/** A part of a figure: `body` px of curves, at will, and `fixed` px of labels around them. */
export interface Block {
  readonly label: string;
  readonly fixed: number;
  readonly body: number;
  /** px below which the curves cannot be read. */
  readonly smallest: number;
  /** Draws itself fixed + body px high. */
  readonly draw: (body: number) => SVGElement;
}

export const FONT = "DejaVu Sans, Helvetica, Arial, sans-serif";
export const FONT_SIZE = 11;
/** Mean advance of a character of DejaVu Sans at that size, px; other fonts are narrower. */
const CHARACTER_WIDTH = 6.8;
const LONGEST_NAME = 16;
export const DEFAULT_WIDTH = 800;
const PADDING = 8;
const MOST_VALUE_TICKS = 8;
/** px of the left margin that the word beside the bars of stops needs. */
const WITH_STOPS = 58;
/** Share of a curve's span left free above and below it. */
const MARGIN = 0.05;

export function createFrame(trajectory: Trajectory, options: FigureOptions): Frame {
  const { names, units } = trajectory;
  const width = options.width ?? DEFAULT_WIDTH;
  const position = axisGroups(trajectory.position, units.position);
  const velocity = axisGroups(trajectory.velocity, units.position);
  const energy = energyRange(extent([trajectory.energy]));
  const outputs = trajectory.outputs.map(({ values }) => padded(extent([values]), MARGIN));
  const controllers = trajectory.controllers.map(({ reference, measured, command, force }) => ({
    value: padded(extent([reference, measured]), MARGIN),
    force: padded(extent([command, force]), MARGIN),
  }));
  const ofControllers = controllers.flatMap(({ value, force }) => [value, force]);
  const ofGroups = [...position, ...velocity].map(({ range }) => range);
  const valueAxes = [
    ...[...ofGroups, energy, ...outputs, ...ofControllers].map((range) => axis(range, MOST_VALUE_TICKS)),
    ...trajectory.multiplier.map((_, row) => rowAxis(trajectory, row)),
  ];
  const longestTick = Math.max(...valueAxes.map(tickLength));
  const longestName = longest(
    [...(controllers.length > 0 ? ["reference"] : []), ...names.position, ...names.velocity, ...names.multiplier].map(
      shortName,
    ),
  );
  const left = Math.max(
    trajectory.kinds.includes("stop") ? WITH_STOPS : 48,
    Math.ceil(20 + CHARACTER_WIDTH * longestTick),
  );
  const right = Math.max(76, Math.ceil(40 + CHARACTER_WIDTH * longestName));
  const time = timeAxis(timeRange(trajectory.time), width - left - right);
  const theme = THEMES[options.theme ?? "light"];
  return {
    document: options.document,
    theme,
    width,
    left,
    right,
    time,
    position,
    velocity,
    energy,
    outputs,
    controllers,
  };
}

/** A value axis for `body` px of curves. */
export function valueAxis(range: Range, body: number): Axis {
  return axis(range, Math.min(MOST_VALUE_TICKS, Math.max(2, body / 28)));
}

/** px that half of the last label takes beyond the end of the time axis. */
export function timeOverhang({ time }: Frame): number {
  return (CHARACTER_WIDTH * tickLength(time)) / 2;
}

/** Width of the plotting area, px. */
export function plotWidth(frame: Frame): number {
  return Math.max(1, frame.width - frame.left - frame.right);
}

/** From time in s to px. */
export function timeToPixel(frame: Frame, time: number): number {
  const { low, high } = frame.time.range;
  const pixel = frame.left + ((time - low) / (high - low)) * plotWidth(frame);
  return Math.round(pixel * 100) / 100;
}

export function shortName(name: string): string {
  const characters = Array.from(name);
  return characters.length <= LONGEST_NAME ? name : `${characters.slice(0, LONGEST_NAME - 1).join("")}\u2026`;
}

/** The blocks under each other on a background, with everything set that a standalone file needs. */
export function stackBlocks(frame: Frame, blocks: readonly Block[], height: number | undefined): SVGElement {
  const { document, theme, width } = frame;
  const fixed = sum(blocks.map((block) => block.fixed)) + 2 * PADDING;
  const flexible = sum(blocks.map((block) => block.body));
  const stretch = height === undefined ? 1 : (height - fixed) / flexible;
  const bodies = blocks.map((block) => Math.max(block.smallest, Math.floor(block.body * stretch)));
  const total = fixed + sum(bodies);
  const figure = svgElement(document, "svg", {
    width,
    height: total,
    viewBox: `0 0 ${width} ${total}`,
    role: "img",
    "aria-label": blocks.map((block) => block.label).join("; "),
    "font-family": FONT,
    "font-size": FONT_SIZE,
    fill: "currentColor",
    color: theme.ink,
  });
  figure.appendChild(svgElement(document, "rect", { width, height: total, fill: theme.background }));
  let top = PADDING;
  blocks.forEach((block, index) => {
    const part = block.draw(bodies[index]!);
    part.setAttribute("y", String(top));
    figure.appendChild(part);
    top += block.fixed + bodies[index]!;
  });
  return figure;
}

/** As many ticks as there is room for the labels. */
function timeAxis(range: Range, width: number): Axis {
  for (let count = Math.max(2, Math.round(width / 65)); ; count--) {
    const ticks = axis(range, count);
    if (count <= 2 || ticks.ticks.length * (tickLength(ticks) + 2) * CHARACTER_WIDTH <= width) return ticks;
  }
}

/** Energies are compared with zero, so zero is always in the picture. */
function energyRange({ low, high }: Range): Range {
  if (low >= 0 && high > 0) return { low: 0, high: padded({ low: 0, high }, MARGIN).high };
  return low === high ? { low: 0, high: 1 } : padded({ low, high: Math.max(0, high) }, MARGIN);
}

function tickLength({ ticks, format }: Axis): number {
  return longest(ticks.map(format));
}

function longest(texts: readonly string[]): number {
  return texts.reduce((length, text) => Math.max(length, text.length), 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

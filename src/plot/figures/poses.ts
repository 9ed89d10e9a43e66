/** The motion of a machine that knows how it looks: its poses over each other with the path of its tip, and a strip of them. */
import { dot, gridX, gridY, line, link, plot } from "@observablehq/plot";
import type { Drawing } from "../../model/drawing.ts";
import { spread } from "../../model/shape.ts";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import { axis, drawable, extent, padded, type Range } from "../axis.ts";
import { leftAxis, lowerAxis } from "../blocks/axes.ts";
import { DEFAULT_WIDTH, type FigureOptions, FONT, FONT_SIZE } from "../blocks/frame.ts";
import { type Box, contour, type Spot, wallArea } from "../blocks/outlines.ts";
import { bare } from "../blocks/panel.ts";
import { curveColors, THEMES, type Theme } from "../palette.ts";
import { svgElement } from "../svg.ts";

const MOST_PATH_POINTS = 3000;
const OVERLAID = 15;
const STRIP = 6;
const LEGEND = 22;
const TITLE = 18;
/** Of the larger side of what is drawn: how far around it is looked for curves. */
const AROUND = 0.6;
const MOST_HEIGHT = 0.75;

interface Scene {
  readonly drawing: Drawing;
  readonly box: Box;
  readonly curves: readonly (readonly [Spot, Spot])[];
  readonly places: readonly (readonly Spot[])[];
  readonly theme: Theme;
  readonly document: Document;
}

/** Sample k of the points at places[k][point]. */
function placesOf({ position, time }: Trajectory, drawing: Drawing, size: number): Spot[][] {
  const q = new Float64Array(size);
  const out = new Float64Array(2 * drawing.points);
  return Array.from(time, (_, k) => {
    position.forEach((column, i) => {
      q[i] = column[k]!;
    });
    drawing.placesAt(q, out);
    return Array.from({ length: drawing.points }, (_, j): Spot => [drawable(out[2 * j]!), drawable(out[2 * j + 1]!)]);
  });
}

export function posesFigure(
  system: { readonly drawing: Drawing; readonly size: number },
  trajectory: Trajectory,
  options: FigureOptions,
): SVGElement {
  const { document } = options;
  const { drawing } = system;
  const theme = THEMES[options.theme ?? "light"];
  const width = options.width ?? DEFAULT_WIDTH;
  const places = placesOf(trajectory, drawing, system.size);
  const { box, curves } = sceneBox(drawing, places);
  const scene: Scene = { drawing, box, curves, places, theme, document };
  const shape = (box.y.high - box.y.low) / (box.x.high - box.x.low);
  const across = Math.min(width, Math.floor(width * (MOST_HEIGHT / Math.max(MOST_HEIGHT, shape))));
  const margins = { marginTop: TITLE + 8, marginRight: 12, marginBottom: 38, marginLeft: 56 };
  const tall = Math.round((across - 68) * shape) + margins.marginTop + margins.marginBottom;
  const panel = Math.floor(width / STRIP);
  const small = { marginTop: TITLE, marginRight: 5, marginBottom: 5, marginLeft: 5 };
  const smallTall = Math.round((panel - 10) * shape) + small.marginTop + small.marginBottom;
  const height = tall + LEGEND + smallTall;
  const figure = svgElement(document, "svg", {
    ...{ width, height, viewBox: `0 0 ${width} ${height}`, role: "img" },
    "aria-label": "poses of the machine and the path of its tip, y (m) against x (m)",
    ...{ "font-family": FONT, "font-size": FONT_SIZE, fill: "currentColor", color: theme.ink },
  });
  figure.appendChild(svgElement(document, "rect", { width, height, fill: theme.background }));
  const samples = places.length;
  const chosen = spread(samples, OVERLAID);
  const poses = chosen.map((sample, k) => ({ sample, opacity: 0.12 + (0.88 * (k + 1)) / chosen.length }));
  figure.appendChild(drawScene(scene, { width: across, height: tall, margins, poses, until: samples, axes: true }));
  const text = (at: Record<string, string | number>, words: string) =>
    figure.appendChild(svgElement(document, "text", at, words));
  text({ x: 12, y: 14, "font-weight": "bold" }, "y (m): later poses are darker");
  text({ x: across - 12, y: tall - 6, "text-anchor": "end" }, "x (m)");
  spread(samples, STRIP).forEach((sample, k) => {
    const one = { width: panel, height: smallTall, margins: small, axes: false };
    const drawn = drawScene(scene, { ...one, poses: [{ sample, opacity: 1 }], until: sample + 1 });
    drawn.setAttribute("x", String(k * panel));
    drawn.setAttribute("y", String(tall + LEGEND));
    figure.appendChild(drawn);
    const label = `t = ${Number(trajectory.time[sample]!.toPrecision(4))} s`;
    text({ x: k * panel + panel / 2, y: tall + LEGEND + 12, "text-anchor": "middle" }, label);
  });
  addLegend(figure, scene, tall);
  return figure;
}

/** All poses with the curves near them, in boxes of one scale. */
function sceneBox(drawing: Drawing, places: readonly (readonly Spot[])[]): Pick<Scene, "box" | "curves"> {
  const range = (spots: readonly Spot[], k: 0 | 1) => extent([Float64Array.from(spots, (spot) => spot[k])]);
  const all = places.flat();
  const [x, y] = [range(all, 0), range(all, 1)];
  const side = Math.max(x.high - x.low, y.high - y.low, 1e-12);
  const wide = ({ low, high }: Range) => ({ low: low - AROUND * side, high: high + AROUND * side });
  const curves = drawing.curves.flatMap((curve) => contour(curve, { x: wide(x), y: wide(y) }));
  const shown = [...all, ...curves.flat()];
  const least = (r: Range): Range => {
    const missing = Math.max(0, 0.35 * side - (r.high - r.low)) / 2;
    return padded({ low: r.low - missing, high: r.high + missing }, 0.06);
  };
  return { box: { x: least(range(shown, 0)), y: least(range(shown, 1)) }, curves };
}

interface Panel {
  readonly width: number;
  readonly height: number;
  readonly margins: Readonly<Record<"marginTop" | "marginRight" | "marginBottom" | "marginLeft", number>>;
  readonly poses: readonly { readonly sample: number; readonly opacity: number }[];
  /** Samples of the tip's path. */
  readonly until: number;
  readonly axes: boolean;
}

function drawScene(scene: Scene, { width, height, margins, poses, until, axes }: Panel): SVGElement {
  const { drawing, box, curves, places, theme, document } = scene;
  const [bodyColor, tipColor, curveColor] = colors();
  const [xAxis, yAxis] = [axis(box.x, 8), axis(box.y, 6)];
  const { tip } = drawing;
  const path = tip === undefined ? [] : spread(until, MOST_PATH_POINTS).map((k) => places[k]![tip]!);
  const drawn = plot({
    document,
    width,
    height,
    ...margins,
    x: { domain: [box.x.low, box.x.high], axis: null },
    y: { domain: [box.y.low, box.y.high], axis: null },
    marks: [
      ...(axes ? [gridX(xAxis.ticks), gridY(yAxis.ticks)] : []),
      ...drawing.walls.map((wall) => {
        const named = { ariaLabel: () => wall.name };
        return line(closed(wallArea(wall, box)), {
          ...named,
          stroke: theme.muted,
          fill: theme.muted,
          fillOpacity: 0.3,
        });
      }),
      link(curves, {
        ...{
          x1: (piece) => piece[0][0],
          y1: (piece) => piece[0][1],
          x2: (piece) => piece[1][0],
          y2: (piece) => piece[1][1],
        },
        stroke: curveColor!,
        strokeWidth: 1.2,
      }),
      line(path, { stroke: tipColor!, strokeWidth: axes ? 2 : 1.4, strokeOpacity: 0.8, ariaLabel: () => "tip" }),
      ...poses.flatMap(({ sample, opacity }) =>
        drawing.lines.flatMap((points) => {
          const spots = points.map((j) => places[sample]![j]!);
          const common = { ariaLabel: () => "pose" };
          return [
            line(spots, { ...common, stroke: bodyColor!, strokeWidth: axes ? 2 : 2.4, strokeOpacity: opacity }),
            dot(spots, { ...common, fill: bodyColor!, fillOpacity: opacity, r: spots.length > 10 ? 1.2 : 2.4 }),
          ];
        }),
      ),
      ...(axes ? [leftAxis(yAxis), lowerAxis(xAxis)] : []),
    ],
  }) as SVGElement;
  bare(drawn);
  return drawn;
}

const colors = () => curveColors(3);
const closed = (outline: readonly Spot[]): Spot[] => (outline.length === 0 ? [] : [...outline, outline[0]!]);

function addLegend(figure: SVGElement, { drawing, document, theme }: Scene, top: number): void {
  const [bodyColor, tipColor, curveColor] = colors();
  const entries = [
    { color: bodyColor!, words: "pose" },
    ...(drawing.tip === undefined ? [] : [{ color: tipColor!, words: "path of the tip" }]),
    ...drawing.curves.map(({ name }) => ({ color: curveColor!, words: name })),
    ...drawing.walls.map(({ name }) => ({ color: theme.muted, words: name })),
  ].slice(0, 6);
  entries.forEach(({ color, words }, k) => {
    const x = 12 + 145 * k;
    figure.appendChild(
      svgElement(document, "line", { x1: x, x2: x + 20, y1: top + 10, y2: top + 10, stroke: color, "stroke-width": 3 }),
    );
    figure.appendChild(svgElement(document, "text", { x: x + 26, y: top + 14 }, words.slice(0, 17)));
  });
}

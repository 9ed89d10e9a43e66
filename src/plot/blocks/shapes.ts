/** How a string lies at some instants: all over each other, and a panel for each. */
import { areaY, gridX, gridY, line, type Markish, plot } from "@observablehq/plot";
import { curvesAt, type Shape, spread } from "../../model/shape.ts";
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import { axis, drawable, extent, padded, type Range } from "../axis.ts";
import { curveColors } from "../palette.ts";
import { svgElement } from "../svg.ts";
import { leftAxis, lowerAxis } from "./axes.ts";
import { type Block, type Frame, valueAxis } from "./frame.ts";
import { bare, FOOT, HEAD } from "./panel.ts";
import { planeShapeBlocks } from "./plane-shapes.ts";

export type Extended = Pick<System, "size" | "load"> &
  Partial<Pick<System, "conditioned" | "violationsAt" | "rows">> & { readonly shape: Shape };

const OVERLAID = 13;
const PANELS = 12;
const ACROSS = 6;
const MOST_POINTS = 500;
const MARGIN = 0.06;

interface Scene {
  readonly frame: Frame;
  readonly shape: Shape;
  readonly values: Range;
  /** Places that are drawn, of all that there are. */
  readonly places: readonly number[];
}

export function shapeBlocks(frame: Frame, system: Extended, trajectory: Trajectory): Block[] {
  const { shape } = system;
  if (shape.names.includes("y")) return planeShapeBlocks(frame, system, trajectory); // it lies in the plane, not over s
  const samples = spread(trajectory.time.length, OVERLAID);
  const panels = spread(trajectory.time.length, PANELS);
  const curves = curvesAt(system, trajectory, [...samples, ...panels]);
  const all = [...curves.flat(), ...shape.obstacles.map(({ values }) => values)];
  const scene: Scene = {
    frame,
    shape,
    values: padded(extent(all), MARGIN),
    places: spread(shape.s.length, MOST_POINTS),
  };
  const instants = panels.map((sample, k) => ({ time: trajectory.time[sample]!, curves: curves[samples.length + k]! }));
  return [overlay(scene, curves.slice(0, samples.length)), strip(scene, instants)];
}

function overlay(scene: Scene, curves: readonly (readonly Vector[])[]): Block {
  const { frame, shape } = scene;
  const label = `${shape.names.join(", ")} (m) along x (m); later shapes are darker`;
  return {
    label,
    fixed: HEAD + FOOT,
    body: 200,
    smallest: 60,
    draw(body) {
      const marks = curves.flatMap((places, k) => drawCurves(scene, places, 0.15 + (0.85 * (k + 1)) / curves.length));
      const values = valueAxis(scene.values, body);
      const end = { low: shape.s[0]!, high: shape.s.at(-1)! };
      const along = axis(end, 10);
      const drawn = plot({
        ...{ document: frame.document, width: frame.width, height: HEAD + body + FOOT, marginTop: HEAD },
        ...{ marginBottom: FOOT, marginLeft: frame.left, marginRight: frame.right },
        x: { domain: [end.low, end.high], axis: null },
        y: { domain: [values.range.low, values.range.high], axis: null },
        marks: [
          ...[gridX(along.ticks), gridY(values.ticks), ...obstacleMarks(scene), ...marks],
          leftAxis(values),
          lowerAxis(along),
        ],
      }) as SVGElement;
      bare(drawn);
      const title = { x: 12, y: 15, "text-anchor": "start", "font-weight": "bold" };
      drawn.appendChild(svgElement(frame.document, "text", title, label));
      addNames(scene, drawn);
      return drawn;
    },
  };
}

/** Names of the curves in their colors, on the right. */
function addNames({ frame, shape }: Scene, drawn: SVGElement): void {
  const colors = curveColors(shape.names.length);
  const x = frame.width - frame.right + 12;
  shape.names.forEach((name, k) => {
    const at = { x, y: HEAD + 14 + 16 * k, "text-anchor": "start", fill: colors[k]!, "font-weight": "bold" };
    drawn.appendChild(svgElement(frame.document, "text", at, name));
  });
}

function strip(scene: Scene, instants: readonly { time: number; curves: readonly Vector[] }[]): Block {
  const { frame, shape, values } = scene;
  const rows = Math.ceil(instants.length / ACROSS);
  const width = Math.floor((frame.width - 16) / ACROSS);
  return {
    label: "the same at single times",
    fixed: 18 * rows,
    body: 90 * rows,
    smallest: 40 * rows,
    draw(body) {
      const height = Math.floor(body / rows);
      const drawn = svgElement(frame.document, "svg", { width: frame.width, height: body + 18 * rows });
      instants.forEach(({ time, curves }, k) => {
        const [x, y] = [8 + (k % ACROSS) * width, Math.floor(k / ACROSS) * (height + 18)];
        const panel = plot({
          ...{ document: frame.document, width, height, margin: 4 },
          x: { domain: [shape.s[0]!, shape.s.at(-1)!], axis: null },
          y: { domain: [values.low, values.high], axis: null },
          marks: [gridY([0]), ...obstacleMarks(scene), ...drawCurves(scene, curves, 1)],
        }) as SVGElement;
        bare(panel);
        panel.setAttribute("x", String(x));
        panel.setAttribute("y", String(y + 16));
        drawn.appendChild(panel);
        const label = { x: x + width / 2, y: y + 12, "text-anchor": "middle" };
        drawn.appendChild(svgElement(frame.document, "text", label, `t = ${Number(time.toPrecision(4))} s`));
      });
      return drawn;
    },
  };
}

function drawCurves({ shape, places }: Scene, curves: readonly Vector[], opacity: number): Markish[] {
  const colors = curveColors(shape.names.length);
  return curves.map((curve, k) => {
    const options = { x: (j: number) => shape.s[j]!, y: (j: number) => drawable(curve[j]!) };
    const name = shape.names[k]!;
    return line(places, {
      ...options,
      stroke: colors[k]!,
      strokeWidth: 1.5,
      strokeOpacity: opacity,
      ariaLabel: () => name,
    });
  });
}

function obstacleMarks({ frame, shape, values: range, places }: Scene): Markish[] {
  return shape.obstacles.map(({ name, values }) => {
    const edge = name === "above" ? range.high : range.low;
    const options = { x: (j: number) => shape.s[j]!, y1: edge, y2: (j: number) => drawable(values[j]!) };
    return areaY(places, {
      ...options,
      fill: frame.theme.muted,
      fillOpacity: 0.35,
      ariaLabel: () => `obstacle ${name}`,
    });
  });
}

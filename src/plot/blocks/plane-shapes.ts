/** How a beam lies in the plane at many instants, in the first and in the second half of the run; in space seen from two sides. */
import { dot, gridX, gridY, line, plot } from "@observablehq/plot";
import { curvesAt, spread } from "../../model/shape.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import { axis, drawable, extent, padded, type Range } from "../axis.ts";
import { curveColors } from "../palette.ts";
import { svgElement } from "../svg.ts";
import { leftAxis, lowerAxis } from "./axes.ts";
import type { Block, Frame } from "./frame.ts";
import { bare, FOOT, HEAD } from "./panel.ts";
import type { Extended } from "./shapes.ts";

/** Shapes of a panel: 0.1 s apart in a run of 10 s, as in the paper's figures 9 and 10. */
const SHAPES = 51;
const MOST_POINTS = 400;
const MARGIN = 0.05;
const LEFT = 52;
const RIGHT = 14;
const MOST_HEIGHT = 420;
/** Of the line above each panel that says when its shapes were taken: inside it would lie on them. */
const CAPTION = 18;

interface View {
  /** Components that are drawn against each other. */
  readonly across: number;
  readonly up: number;
}

interface Instant {
  readonly time: number;
  readonly curves: readonly Vector[];
}

export function planeShapeBlocks(frame: Frame, system: Extended, trajectory: Trajectory): Block[] {
  const { shape } = system;
  const count = trajectory.time.length;
  const half = Math.floor(count / 2);
  const halves =
    count < 4 ? [spread(count, SHAPES)] : [spread(half + 1, SHAPES), spread(count - half, SHAPES).map((k) => k + half)];
  const panels = halves.map((samples): Instant[] => {
    const curves = curvesAt(system, trajectory, samples);
    return samples.map((sample, k) => ({ time: trajectory.time[sample]!, curves: curves[k]! }));
  });
  const views: View[] =
    shape.names.length === 2
      ? [{ across: 0, up: 1 }]
      : [
          { across: 0, up: 1 },
          { across: 0, up: 2 },
        ];
  return views.map((view) => viewBlock(frame, system, panels, view));
}

function viewBlock(frame: Frame, { shape }: Extended, panels: readonly Instant[][], view: View): Block {
  const all = (component: number) => extent(panels.flat().map(({ curves }) => curves[component]!));
  const [x, y] = square(all(view.across), all(view.up));
  const width = Math.floor(frame.width / panels.length);
  const ratio = (y.high - y.low) / (x.high - x.low);
  const label = `${shape.names[view.up]} (m) against ${shape.names[view.across]} (m); later shapes are darker; with the path of the end s = L`;
  return {
    label,
    fixed: HEAD + CAPTION + FOOT,
    body: Math.min(MOST_HEIGHT, Math.round((width - LEFT - RIGHT) * ratio)),
    smallest: 100,
    draw(body) {
      const drawn = svgElement(frame.document, "svg", { width: frame.width, height: HEAD + CAPTION + body + FOOT });
      const title = { x: 12, y: 15, "text-anchor": "start", "font-weight": "bold" };
      drawn.appendChild(svgElement(frame.document, "text", title, label));
      const used = Math.min(width, Math.round(body / ratio) + LEFT + RIGHT);
      panels.forEach((instants, k) => {
        const panel = drawShapes(frame, instants, view, { x, y }, { width: used, body });
        panel.setAttribute("x", String(k * width));
        panel.setAttribute("y", String(CAPTION));
        drawn.appendChild(panel);
        const times = [instants[0]!, instants.at(-1)!].map(({ time }) => Number(time.toPrecision(4)));
        const span =
          times[0] === times[1] ? `t = ${times[0]} s` : `t = ${times.join(" to ")} s, ${instants.length} shapes`;
        const at = { x: k * width + LEFT, y: HEAD + CAPTION - 8, "text-anchor": "start" };
        drawn.appendChild(svgElement(frame.document, "text", at, span));
      });
      return drawn;
    },
  };
}

/** Ranges with room around them; a flat one gets some height. */
function square(x: Range, y: Range): [Range, Range] {
  const side = Math.max(x.high - x.low, y.high - y.low, 1e-12);
  const least = ({ low, high }: Range): Range => {
    const missing = Math.max(0, 0.3 * side - (high - low)) / 2;
    return padded({ low: low - missing, high: high + missing }, MARGIN);
  };
  return [least(x), least(y)];
}

function drawShapes(
  frame: Frame,
  instants: readonly Instant[],
  { across, up }: View,
  { x, y }: { readonly x: Range; readonly y: Range },
  { width, body }: { readonly width: number; readonly body: number },
): SVGElement {
  const [bodyColor, tipColor] = ["#1f5fa8", curveColors(2)[1]!];
  const [xAxis, yAxis] = [axis(x, Math.max(3, width / 80)), axis(y, Math.max(3, body / 45))];
  const marks = instants.map(({ curves }, k) => {
    const points = spread(curves[0]!.length, MOST_POINTS);
    const opacity = 0.12 + (0.88 * (k + 1)) / instants.length;
    const channels = { x: (j: number) => drawable(curves[across]![j]!), y: (j: number) => drawable(curves[up]![j]!) };
    return line(points, {
      ...channels,
      stroke: bodyColor,
      strokeWidth: 1,
      strokeOpacity: opacity,
      ariaLabel: () => "shape",
    });
  });
  const tips = instants.map(({ curves }) => [drawable(curves[across]!.at(-1)!), drawable(curves[up]!.at(-1)!)]);
  const drawn = plot({
    ...{ document: frame.document, width, height: HEAD + body + FOOT },
    ...{ marginTop: HEAD, marginBottom: FOOT, marginLeft: LEFT, marginRight: RIGHT },
    x: { domain: [x.low, x.high], axis: null },
    y: { domain: [y.low, y.high], axis: null },
    marks: [
      ...[gridX(xAxis.ticks), gridY(yAxis.ticks), ...marks],
      ...(tips.length > 1
        ? [line(tips, { stroke: tipColor, strokeWidth: 1, ariaLabel: () => "path of the end" })]
        : []),
      dot(tips.slice(-1), { fill: tipColor, r: 2.5 }),
      leftAxis(yAxis),
      lowerAxis(xAxis),
    ],
  }) as SVGElement;
  bare(drawn);
  return drawn;
}

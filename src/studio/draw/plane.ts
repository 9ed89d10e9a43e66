/** A plane of two values: axes, curves and points. */
import { axis, type Range } from "../../plot/axis.ts";
import type { Colors } from "./colors.ts";
import type { Surface } from "./surface.ts";

export interface Plane {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const PLANE_MARGIN = { left: 62, right: 16, top: 12, bottom: 44 } as const;

export function planeOf({ width, height }: Pick<Surface, "width" | "height">, across: Range, up: Range): Plane {
  const [left, top] = [PLANE_MARGIN.left, PLANE_MARGIN.top];
  const [right, bottom] = [width - PLANE_MARGIN.right, height - PLANE_MARGIN.bottom];
  return {
    ...{ left, right, top, bottom },
    x: (value) => left + ((value - across.low) / (across.high - across.low)) * (right - left),
    y: (value) => bottom - ((value - up.low) / (up.high - up.low)) * (bottom - top),
  };
}

export function drawPlaneAxes(
  context: CanvasRenderingContext2D,
  plane: Plane,
  {
    across,
    up,
    labels,
    colors,
    grid = true,
  }: { across: Range; up: Range; labels: readonly [string, string]; colors: Colors; grid?: boolean },
): void {
  const { x, y, left, right, top, bottom } = plane;
  const [xs, ys] = [axis(across, Math.max(2, (right - left) / 80)), axis(up, Math.max(2, (bottom - top) / 48))];
  context.strokeStyle = colors.grid;
  context.lineWidth = 1;
  context.beginPath();
  if (grid) {
    for (const tick of xs.ticks) line(context, x(tick), top, x(tick), bottom);
    for (const tick of ys.ticks) line(context, left, y(tick), right, y(tick));
  }
  context.stroke();
  context.strokeStyle = colors.line;
  context.strokeRect(left + 0.5, top + 0.5, right - left - 1, bottom - top - 1);
  context.fillStyle = colors.muted;
  context.textAlign = "center";
  context.textBaseline = "top";
  for (const tick of xs.ticks) context.fillText(xs.format(tick), x(tick), bottom + 7);
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const tick of ys.ticks) context.fillText(ys.format(tick), left - 8, y(tick));
  context.fillStyle = colors.ink;
  context.textAlign = "right";
  context.textBaseline = "bottom";
  context.fillText(labels[0], right, bottom + 38);
  context.save();
  context.translate(12, top);
  context.rotate(-Math.PI / 2);
  context.textAlign = "right";
  context.textBaseline = "middle";
  context.fillText(labels[1], 0, 0);
  context.restore();
}

function line(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  context.moveTo(Math.round(x1) + 0.5, Math.round(y1) + 0.5);
  context.lineTo(Math.round(x2) + 0.5, Math.round(y2) + 0.5);
}

/** A curve through points; NaN lifts the pen. */
export function drawTrace(
  context: CanvasRenderingContext2D,
  { x, y }: Plane,
  xs: ArrayLike<number>,
  ys: ArrayLike<number>,
  last = xs.length - 1,
): void {
  context.lineJoin = "round";
  context.beginPath();
  let [pen, px, py] = [false, 0, 0];
  for (let k = 0; k <= last; k++) {
    const [a, b] = [x(xs[k]!), y(ys[k]!)];
    if (!Number.isFinite(a + b)) {
      pen = false;
      continue;
    }
    if (pen && Math.abs(a - px) + Math.abs(b - py) < 0.4 && k < last) continue;
    if (pen) context.lineTo(a, b);
    else context.moveTo(a, b);
    [pen, px, py] = [true, a, b];
  }
  context.stroke();
}

/** A dot a point, once a pixel. */
export function drawDots(
  context: CanvasRenderingContext2D,
  { x, y }: Plane,
  xs: ArrayLike<number>,
  ys: ArrayLike<number>,
  color: string,
): void {
  const seen = new Set<number>();
  context.fillStyle = color;
  for (let k = 0; k < xs.length; k++) {
    const [a, b] = [x(xs[k]!), y(ys[k]!)];
    const pixel = Math.round(a) * 10_000 + Math.round(b);
    if (!Number.isFinite(pixel) || seen.has(pixel)) continue;
    seen.add(pixel);
    context.fillRect(a - 1.4, b - 1.4, 2.8, 2.8);
  }
}

export function drawSpot(context: CanvasRenderingContext2D, x: number, y: number, fill: string, edge: string): void {
  context.beginPath();
  context.arc(x, y, 4.5, 0, 7);
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = edge;
  context.lineWidth = 2;
  context.stroke();
}

/** A map of attraction: a color a start, by the time until it rests; over it where the machine can rest and what is guaranteed. */
import type { MapView } from "../engine/messages.ts";
import { type Colors, viridis } from "./colors.ts";
import { drawPlaneAxes, drawSpot, type Plane, planeOf } from "./plane.ts";
import type { Surface } from "./surface.ts";

/** Codes of MapView. */
const ATTRACTED = 0;
const ESCAPED = 1;
const PERIODIC = 3;

/** Colors of starts that do not come to rest, or of which nothing is proved. */
function otherColor(code: number, dark: boolean): readonly [number, number, number] {
  if (code === ESCAPED) return dark ? [52, 56, 62] : [232, 232, 229];
  if (code === PERIODIC) return [204, 121, 167];
  return [150, 150, 150];
}

export function slowest({ code, time }: MapView): number {
  let most = 0;
  for (let k = 0; k < code.length; k++) if (code[k] === ATTRACTED && time[k]! > most) most = time[k]!;
  return most;
}

const SHADES = Array.from({ length: 257 }, (_, k) => viridis(0.92 - 0.9 * Math.sqrt(k / 256)));

/** By the time to rest, as a part of the slowest. */
function shadeOf(part: number): readonly [number, number, number] {
  return SHADES[Math.round(256 * Math.max(0, Math.min(1, part)))]!;
}

/** The cells as an image, the coarse ones as large as they stand for. */
function picture(map: MapView, dark: boolean): ImageData {
  const [columns, rows] = map.vary.map(({ points }) => points) as [number, number];
  const image = new ImageData(columns, rows);
  const most = slowest(map) || 1;
  const { data } = image;
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      const cell = knownCell(map, i, j, rows);
      const at = 4 * ((rows - 1 - j) * columns + i);
      if (cell < 0) continue;
      const code = map.code[cell]!;
      const [red, green, blue] = code === ATTRACTED ? shadeOf(map.time[cell]! / most) : otherColor(code, dark);
      data[at] = red;
      data[at + 1] = green;
      data[at + 2] = blue;
      data[at + 3] = 255;
    }
  }
  return image;
}

/** The start itself, or the nearest coarser one that is known; -1: none. */
function knownCell({ code, stride }: MapView, i: number, j: number, rows: number): number {
  for (let step = 1; step <= 2 * stride || step <= 32; step *= 2) {
    const cell = (i - (i % step)) * rows + (j - (j % step));
    if (code[cell]! >= 0) return cell;
    if (step > 64) break;
  }
  return -1;
}

export function mapPlane(surface: Pick<Surface, "width" | "height">, { vary: [across, up] }: MapView): Plane {
  const half = (axis: typeof across) => (axis.to - axis.from) / (axis.points - 1) / 2;
  return planeOf(
    surface,
    { low: across.from - half(across), high: across.to + half(across) },
    { low: up.from - half(up), high: up.to + half(up) },
  );
}

export function drawMap(
  surface: Surface,
  map: MapView,
  start: readonly [number, number] | undefined,
  colors: Colors,
): void {
  const { context } = surface;
  const plane = mapPlane(surface, map);
  const dark = isDark(colors.panel);
  const image = picture(map, dark);
  const cells = new OffscreenCanvas(image.width, image.height);
  cells.getContext("2d")!.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(cells, plane.left, plane.top, plane.right - plane.left, plane.bottom - plane.top);
  const [across, up] = map.vary;
  drawPlaneAxes(context, plane, {
    across: { low: across.from, high: across.to },
    up: { low: up.from, high: up.to },
    labels: map.labels,
    colors,
    grid: false,
  });
  context.save();
  context.beginPath();
  context.rect(plane.left, plane.top, plane.right - plane.left, plane.bottom - plane.top);
  context.clip();
  if (map.region) outline(context, plane, map.region.outline, "#ffffff", [6, 4]);
  if (map.set) outline(context, plane, map.set, "#d55e00", []);
  context.restore();
  if (start) drawSpot(context, plane.x(start[0]), plane.y(start[1]), "#ffffff", "#1c1d1f");
}

function outline(
  context: CanvasRenderingContext2D,
  { x, y }: Plane,
  corners: readonly (readonly [number, number])[],
  color: string,
  dash: number[],
): void {
  for (const [stroke, width] of [
    ["rgb(0 0 0 / 0.45)", 4],
    [color, 2],
  ] as const) {
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.setLineDash(dash);
    context.beginPath();
    corners.forEach(([a, b], k) => {
      if (k === 0) context.moveTo(x(a), y(b));
      else context.lineTo(x(a), y(b));
    });
    context.closePath();
    context.stroke();
  }
  context.setLineDash([]);
}

function isDark(color: string): boolean {
  const [r = 255] = (/^#(..)/.exec(color)?.slice(1) ?? []).map((part) => Number.parseInt(part, 16));
  return r < 128;
}

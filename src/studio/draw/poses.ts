/** A machine that knows how it looks, at one time: links and joints, the path of its tip, walls and curves. */

import type { Trajectory } from "../../simulate/record/trajectory.ts";
import type { PoseScene } from "../engine/scene.ts";
import type { Colors } from "./colors.ts";
import { sampleAt } from "./panels.ts";
import type { Surface } from "./surface.ts";

const PADDING = 14;
const MOST_PATH = 2500;

export function drawPoses(
  { context, width, height }: Surface,
  scene: PoseScene,
  trajectory: Trajectory,
  time: number,
  colors: Colors,
): void {
  const { box, points, places } = scene;
  const scale = Math.min(
    (width - 2 * PADDING) / (box.x.high - box.x.low),
    (height - 2 * PADDING) / (box.y.high - box.y.low),
  );
  const [cx, cy] = [(box.x.low + box.x.high) / 2, (box.y.low + box.y.high) / 2];
  const x = (value: number) => width / 2 + scale * (value - cx);
  const y = (value: number) => height / 2 - scale * (value - cy);
  const k = sampleAt(trajectory.time, time);
  const next = Math.min(trajectory.time.length - 1, k + 1);
  const span = trajectory.time[next]! - trajectory.time[k]!;
  const part = span > 0 ? Math.max(0, Math.min(1, (time - trajectory.time[k]!) / span)) : 0;
  const spot = (j: number, side: number) => {
    const [a, b] = [places[2 * (k * points + j) + side]!, places[2 * (next * points + j) + side]!];
    return a + part * (b - a);
  };
  drawSurroundings(context, scene, x, y, colors);
  if (scene.tip >= 0) drawPath(context, scene, k, x, y, colors);
  context.lineJoin = "round";
  context.lineCap = "round";
  for (const line of scene.lines) {
    const many = line.length > 8;
    context.strokeStyle = colors.body;
    context.lineWidth = many ? 3.5 : 7;
    context.beginPath();
    line.forEach((j, place) => {
      if (place === 0) context.moveTo(x(spot(j, 0)), y(spot(j, 1)));
      else context.lineTo(x(spot(j, 0)), y(spot(j, 1)));
    });
    context.stroke();
    for (const j of line)
      dot(context, x(spot(j, 0)), y(spot(j, 1)), many ? 2.2 : line.length === 1 ? 9 : 4.5, colors.panel, colors.body);
  }
  for (const { row, point } of scene.joints) {
    const stuck = trajectory.mode[row]?.[k] === 0;
    dot(
      context,
      x(spot(point, 0)),
      y(spot(point, 1)),
      scene.points > 9 ? 3.6 : 6.5,
      stuck ? colors.stick : colors.slip,
      colors.panel,
    );
  }
  context.lineCap = "butt";
  // Rows that sit nowhere: lamps in a corner.
  const placed = new Set(scene.joints.map(({ row }) => row));
  const lamps = trajectory.kinds
    .flatMap((kind, row) => (kind !== "joint" && !placed.has(row) ? [row] : []))
    .slice(0, 8);
  context.textBaseline = "middle";
  context.textAlign = "left";
  lamps.forEach((row, place) => {
    const held = trajectory.mode[row]?.[k] === 0;
    const at = 14 + 17 * place;
    const stop = trajectory.kinds[row] === "stop";
    dot(context, 14, at, 4, held ? (stop ? colors.ink : colors.stick) : colors.slip, colors.panel);
    context.fillStyle = colors.muted;
    const state = stop ? (held ? "closed" : "open") : held ? "sticks" : "slips";
    context.fillText(`${trajectory.names.multiplier[row]!.slice(0, 24)} ${state}`, 24, at);
  });
}

type Place = (value: number) => number;

function drawSurroundings(
  context: CanvasRenderingContext2D,
  { walls, curves }: PoseScene,
  x: Place,
  y: Place,
  colors: Colors,
): void {
  context.fillStyle = colors.band;
  context.strokeStyle = colors.muted;
  context.lineWidth = 1.2;
  for (const wall of walls) {
    context.beginPath();
    wall.forEach(([a, b], k) => {
      if (k === 0) context.moveTo(x(a), y(b));
      else context.lineTo(x(a), y(b));
    });
    context.closePath();
    context.fill();
    context.stroke();
  }
  context.beginPath();
  for (let k = 0; k + 3 < curves.length; k += 4) {
    context.moveTo(x(curves[k]!), y(curves[k + 1]!));
    context.lineTo(x(curves[k + 2]!), y(curves[k + 3]!));
  }
  context.stroke();
}

function drawPath(
  context: CanvasRenderingContext2D,
  { places, points, tip }: PoseScene,
  until: number,
  x: Place,
  y: Place,
  colors: Colors,
): void {
  const samples = places.length / (2 * points);
  const stride = Math.max(1, Math.ceil(samples / MOST_PATH));
  const trace = (last: number, alpha: number) => {
    context.globalAlpha = alpha;
    context.beginPath();
    for (let k = 0; k <= last; k += stride) {
      const at = 2 * (k * points + tip);
      if (k === 0) context.moveTo(x(places[at]!), y(places[at + 1]!));
      else context.lineTo(x(places[at]!), y(places[at + 1]!));
    }
    context.stroke();
  };
  context.strokeStyle = colors.accent;
  context.lineWidth = 1.4;
  trace(samples - 1, 0.22);
  trace(until, 0.85);
  context.globalAlpha = 1;
}

function dot(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  fill: string,
  stroke: string,
): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = stroke;
  context.lineWidth = 1.8;
  context.stroke();
}

/** A machine that knows how it looks, at one time: links and joints, the path of its tip, walls and curves. */

import type { Trajectory } from "../../simulate/record/trajectory.ts";
import type { PoseScene } from "../engine/scene.ts";
import type { Colors } from "./colors.ts";
import { sampleAt, valueAt } from "./panels.ts";
import { arrow, hinge, turn } from "./parts.ts";
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
  const still = new Set(scene.fixed);
  for (const point of hinges(scene, still))
    hinge(context, x(spot(point, 0)), y(spot(point, 1)), colors.muted, colors.band);
  for (const line of scene.lines) {
    const many = line.length > 8;
    const wall = line.every((j) => still.has(j));
    context.strokeStyle = wall ? colors.muted : colors.body;
    context.lineWidth = many ? 3.5 : wall ? 4 : 7;
    context.beginPath();
    line.forEach((j, place) => {
      if (place === 0) context.moveTo(x(spot(j, 0)), y(spot(j, 1)));
      else context.lineTo(x(spot(j, 0)), y(spot(j, 1)));
    });
    context.stroke();
    for (const j of wall ? [] : line) {
      const mass = line.length === 1;
      dot(
        context,
        x(spot(j, 0)),
        y(spot(j, 1)),
        many ? 2.2 : mass ? 11 : 4.5,
        mass ? colors.body : colors.panel,
        colors.body,
      );
    }
  }
  const strength = strengthOf(trajectory);
  const forceOf = (row: number) => {
    const own = trajectory.friction.find(({ name }) => name === trajectory.names.multiplier[row]);
    return own ? valueAt({ time: trajectory.time, values: own.force }, time) / strength : 0;
  };
  for (const { row, point, turns } of scene.joints) {
    const color = trajectory.mode[row]?.[k] === 0 ? colors.stick : colors.slip;
    const [px, py] = [x(spot(point, 0)), y(spot(point, 1))];
    const push = forceOf(row);
    dot(context, px, py, scene.points > 9 ? 3.6 : 6.5, color, colors.panel);
    if (Math.abs(push) < 0.01 || scene.points > 9) continue;
    if (turns) turn(context, px, py, { radius: 15, part: push, color });
    else arrow(context, px, py + 16, push * ARROW, color);
  }
  context.lineCap = "butt";
  drawLamps(context, scene, trajectory, { k, forceOf, colors });
}

/** px of the arrow of the strongest friction. */
const ARROW = 46;

const strengths = new WeakMap<Trajectory, number>();

/** The largest friction of the run. */
function strengthOf(trajectory: Trajectory): number {
  const known = strengths.get(trajectory);
  if (known !== undefined) return known;
  const most =
    trajectory.friction.reduce((a, { force }) => force.reduce((b, c) => Math.max(b, Math.abs(c)), a), 0) || 1;
  strengths.set(trajectory, most);
  return most;
}

/** Fixed ends of what moves, each place once. */
function hinges({ lines, places }: PoseScene, still: ReadonlySet<number>): readonly number[] {
  const found = lines.flatMap((line) => (line.some((j) => !still.has(j)) ? line.filter((j) => still.has(j)) : []));
  const seen = new Set<string>();
  return found.filter((j) => {
    const place = `${places[2 * j]} ${places[2 * j + 1]}`;
    if (seen.has(place)) return false;
    seen.add(place);
    return true;
  });
}

/** Rows that sit nowhere: lamps in a corner, with the arrows of their friction. */
function drawLamps(
  context: CanvasRenderingContext2D,
  scene: PoseScene,
  { kinds, mode, names }: Trajectory,
  { k, forceOf, colors }: { readonly k: number; readonly forceOf: (row: number) => number; readonly colors: Colors },
): void {
  const placed = new Set(scene.joints.map(({ row }) => row));
  const lamps = kinds.flatMap((kind, row) => (kind !== "joint" && !placed.has(row) ? [row] : [])).slice(0, 8);
  context.textBaseline = "middle";
  context.textAlign = "left";
  lamps.forEach((row, place) => {
    const held = mode[row]?.[k] === 0;
    const at = 18 + 19 * place;
    const stop = kinds[row] === "stop";
    const color = held ? (stop ? colors.ink : colors.stick) : colors.slip;
    dot(context, 18, at, 5.5, color, colors.panel);
    context.fillStyle = colors.muted;
    const state = stop ? (held ? "closed" : "open") : held ? "sticks" : "slips";
    const words = `${names.multiplier[row]!.slice(0, 24)} ${state}`;
    context.fillText(words, 30, at);
    const push = stop ? 0 : forceOf(row);
    const middle = 30 + context.measureText(words).width + 14 + ARROW;
    if (Math.abs(push) > 0.01) arrow(context, middle, at, push * ARROW, color);
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

/** A machine of coordinates at one time: blocks and discs on a floor, tied by springs, dampers and joints, with friction under them. */
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import type { BlockScene } from "../engine/scene.ts";
import type { Colors } from "./colors.ts";
import { drawGears } from "./gears.ts";
import { sampleAt, valueAt } from "./panels.ts";
import { arrow, damper, hatch, shortened, spring, tag } from "./parts.ts";
import type { Surface } from "./surface.ts";

/** More bodies are drawn as a profile: displacement over their number. */
const MOST_BODIES = 24;
const EDGE = 30;
/** px that the longest friction arrow has. */
const ARROW = 46;

interface Range {
  readonly low: number;
  readonly high: number;
}

interface Memory {
  readonly ranges: readonly Range[];
  readonly strongest: number;
  /** How far the ground under each row has moved, at each sample. */
  readonly ground: ReadonlyMap<number, Float64Array>;
}

const kept = new WeakMap<Trajectory, Memory>();

/** What is the same at all times of a run. */
function memoryOf(trajectory: Trajectory, scene: BlockScene): Memory {
  const known = kept.get(trajectory);
  if (known) return known;
  const { position, friction, names, time, velocity } = trajectory;
  const ranges = position.map((column) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const value of column) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return { low, high };
  });
  const strongest = friction.reduce((most, { force }) => force.reduce((a, b) => Math.max(a, Math.abs(b)), most), 0);
  const ground = new Map<number, Float64Array>();
  for (const { row, body, other } of scene.rows) {
    const slip = friction.find(({ name }) => name === names.multiplier[row])?.slip;
    if (!slip || body < 0 || other >= 0) continue;
    const moved = new Float64Array(time.length);
    for (let k = 1; k < time.length; k++) {
      const rate = (j: number) => velocity[body]![j]! - slip[j]!;
      moved[k] = moved[k - 1]! + ((rate(k) + rate(k - 1)) / 2) * (time[k]! - time[k - 1]!);
    }
    ground.set(row, moved);
  }
  const memory = { ranges, strongest: strongest || 1, ground };
  kept.set(trajectory, memory);
  return memory;
}

interface Moment {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly scene: BlockScene;
  readonly trajectory: Trajectory;
  readonly memory: Memory;
  readonly time: number;
  /** The sample at or before it. */
  readonly k: number;
  readonly colors: Colors;
}

export function drawBlocks(
  { context, width, height }: Surface,
  scene: BlockScene,
  trajectory: Trajectory,
  time: number,
  colors: Colors,
): void {
  const memory = memoryOf(trajectory, scene);
  const k = sampleAt(trajectory.time, time);
  const moment: Moment = { context, width, height, scene, trajectory, memory, time, k, colors };
  if (scene.layout === "gears") drawGears({ context, width, height }, scene, trajectory, time, colors);
  else if (scene.bodies.length > MOST_BODIES) drawProfile(moment);
  else if (scene.layout === "chain") drawChain(moment);
  else drawLaneBodies(moment);
}

const at = ({ trajectory, time }: Moment, body: number) =>
  valueAt({ time: trajectory.time, values: trajectory.position[body]! }, time);

/** Color of the friction under a body; undefined where there is none. */
function contactColor({ scene, trajectory, k, colors }: Moment, body: number): string | undefined {
  const rows = scene.rows.filter((row) => row.body === body && row.other < 0);
  if (rows.length === 0) return undefined;
  return rows.every(({ row }) => trajectory.mode[row]![k] === 0) ? colors.stick : colors.slip;
}

/** Friction force on a body as a part of the strongest; 0 where it is not known. */
function pushOn({ scene, trajectory, memory, time }: Moment, body: number): number {
  let sum = 0;
  for (const { row, other } of scene.rows.filter((one) => one.body === body)) {
    const name = trajectory.names.multiplier[row];
    const own = trajectory.friction.find((one) => one.name === name);
    if (other >= 0 || !own) continue;
    sum += valueAt({ time: trajectory.time, values: own.force }, time) / memory.strongest;
  }
  return sum;
}

function drawChain(moment: Moment): void {
  const { context, width, height, scene, memory, colors } = moment;
  const count = scene.bodies.length;
  const room = width - 2 * EDGE;
  const pitch = room / count;
  const discs = scene.bodies.every(({ turns }) => turns);
  const size = Math.max(6, Math.min(pitch * 0.42, 84, height * 0.42));
  const reach = memory.ranges.reduce((most, { low, high }) => Math.max(most, high - low), 0) || 1;
  const scale = discs ? 0 : Math.max(0, pitch - size - 22) / reach;
  const middle = (body: number) => (memory.ranges[body]!.low + memory.ranges[body]!.high) / 2;
  const floor = discs ? height / 2 + size / 2 : Math.round(height * 0.66);
  const center = (body: number) => EDGE + pitch * (body + 0.5) + scale * (at(moment, body) - middle(body));
  const y = discs ? height / 2 : floor - size / 2;
  if (!discs) drawFloor(moment, floor, { left: EDGE - 14, right: width - EDGE + 14, scale, pitch });
  for (const { from, to, kind } of scene.links) {
    const lift = kind === "damper" ? -size * 0.22 : kind === "spring" ? size * 0.16 : 0;
    const isLast = to === count - 1 && count > 1;
    const ends =
      from < 0
        ? isLast
          ? [center(to) + size / 2, width - EDGE + 14]
          : [EDGE - 14, center(to) - size / 2]
        : [center(from) + size / 2, center(to) - size / 2];
    if (from < 0 && !isLast && to !== 0) continue;
    context.strokeStyle = colors.muted;
    context.lineWidth = 1.3;
    if (kind === "spring") spring(context, ends[0]!, ends[1]!, y + lift, Math.min(7, size / 5));
    else if (kind === "damper") damper(context, ends[0]!, ends[1]!, y + lift, Math.min(6, size / 6));
    else {
      context.lineWidth = 4;
      context.beginPath();
      context.moveTo(ends[0]!, y);
      context.lineTo(ends[1]!, y);
      context.stroke();
    }
    if (from < 0) wall(context, isLast ? width - EDGE + 14 : EDGE - 14, y, size, isLast ? 1 : -1, colors);
  }
  for (const { row, body, other } of scene.rows) {
    if (other < 0 || body < 0) continue;
    const stuck = moment.trajectory.mode[row]![moment.k] === 0;
    const [left, right] = [center(Math.min(body, other)) + size / 2, center(Math.max(body, other)) - size / 2];
    context.strokeStyle = stuck ? colors.stick : colors.slip;
    context.lineWidth = 5;
    context.beginPath();
    context.moveTo(left, y - size * 0.3);
    context.lineTo(right, y - size * 0.3);
    context.stroke();
  }
  for (const { body, at: place, side } of scene.stops) {
    if (discs) continue;
    const x = EDGE + pitch * (body + 0.5) + scale * (place - middle(body)) + (side * size) / 2;
    if (x > 4 && x < width - 4) wall(context, x, y, size * 1.15, side, colors);
  }
  scene.bodies.forEach(({ name, turns }, body) => {
    const x = center(body);
    const contact = contactColor(moment, body);
    if (turns) disc(moment, x, y, size / 2, at(moment, body), contact);
    else block(context, x, floor, size, contact, colors);
    if (size > 15)
      tag(
        context,
        name,
        x,
        turns ? y + size / 2 + 18 : y,
        turns ? colors.muted : colors.panel,
        turns ? size + 20 : size,
      );
    const push = pushOn(moment, body);
    if (Math.abs(push) > 0.01 && !turns && size > 12) {
      arrow(context, x, floor + 13, push * Math.min(ARROW, pitch * 0.6), contact ?? colors.slip);
    }
  });
}

/** The ground, with hatching that moves as the belt does. */
function drawFloor(
  moment: Moment,
  floor: number,
  { left, right, scale, pitch }: { left: number; right: number; scale: number; pitch: number },
): void {
  const { context, scene, memory, k, colors } = moment;
  context.strokeStyle = colors.muted;
  context.lineWidth = 1.2;
  context.beginPath();
  context.moveTo(left, floor + 0.5);
  context.lineTo(right, floor + 0.5);
  context.stroke();
  scene.bodies.forEach((_, body) => {
    const row = scene.rows.find((one) => one.body === body && one.other < 0);
    if (!row) return;
    const moved = memory.ground.get(row.row)?.[k] ?? 0;
    const from = Math.max(left, EDGE + pitch * body - (body === 0 ? 14 : 0));
    const to = Math.min(right, EDGE + pitch * (body + 1) + (body === scene.bodies.length - 1 ? 14 : 0));
    hatch(context, from, to, floor + 1, (scale * moved) % 9, colors.line);
  });
}

function drawLaneBodies(moment: Moment): void {
  const { context, width, height, scene, memory, colors } = moment;
  const count = scene.bodies.length;
  const tall = height / count;
  const size = Math.max(6, Math.min(34, tall * 0.52));
  const left = 86;
  const low = Math.min(...memory.ranges.map((range) => range.low));
  const high = Math.max(...memory.ranges.map((range) => range.high));
  const scale = (width - left - EDGE - size) / (high - low || 1);
  scene.bodies.forEach(({ name, turns }, body) => {
    const floor = (body + 0.5) * tall + size / 2;
    const x = left + size / 2 + scale * (at(moment, body) - low);
    const contact = contactColor(moment, body);
    context.strokeStyle = colors.line;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(left, floor + 0.5);
    context.lineTo(width - EDGE, floor + 0.5);
    context.stroke();
    const row = scene.rows.find((one) => one.body === body && one.other < 0);
    if (row && tall > 22) {
      hatch(
        context,
        left,
        width - EDGE,
        floor + 1,
        (scale * (memory.ground.get(row.row)?.[moment.k] ?? 0)) % 9,
        colors.line,
      );
    }
    for (const stop of scene.stops.filter((one) => one.body === body)) {
      wall(
        context,
        left + size / 2 + scale * (stop.at - low) + (stop.side * size) / 2,
        floor - size / 2,
        size * 1.2,
        stop.side,
        colors,
      );
    }
    if (turns) disc(moment, x, floor - size / 2, size / 2, at(moment, body), contact);
    else block(context, x, floor, size, contact, colors);
    const push = pushOn(moment, body);
    if (Math.abs(push) > 0.01 && tall > 26) arrow(context, x, floor + 7, push * ARROW, contact ?? colors.slip);
    context.fillStyle = colors.muted;
    context.textAlign = "right";
    context.textBaseline = "middle";
    if (tall > 12) context.fillText(shortened(context, name, left - 18), left - 14, floor - size / 2);
  });
}

function drawProfile(moment: Moment): void {
  const { context, width, height, scene, memory, trajectory, k, colors } = moment;
  const count = scene.bodies.length;
  const low = Math.min(...memory.ranges.map((range) => range.low));
  const high = Math.max(...memory.ranges.map((range) => range.high));
  const x = (body: number) => EDGE + ((width - 2 * EDGE) * body) / (count - 1);
  const y = (value: number) => height - 30 - ((height - 60) * (value - low)) / (high - low || 1);
  context.strokeStyle = colors.line;
  context.beginPath();
  context.moveTo(EDGE, y(0));
  context.lineTo(width - EDGE, y(0));
  context.stroke();
  const rows = new Map(scene.rows.filter(({ other }) => other < 0).map(({ row, body }) => [body, row]));
  const wide = Math.max(1, Math.min(6, (width - 2 * EDGE) / count - 0.5));
  for (let body = 0; body < count; body++) {
    const row = rows.get(body);
    context.fillStyle = row === undefined ? colors.body : trajectory.mode[row]![k] === 0 ? colors.stick : colors.slip;
    const [top, base] = [y(at(moment, body)), y(0)];
    context.fillRect(x(body) - wide / 2, Math.min(top, base) - 1, wide, Math.abs(top - base) + 2);
  }
  context.fillStyle = colors.muted;
  context.textAlign = "left";
  context.textBaseline = "top";
  context.fillText(`displacement of ${count} bodies, one bar each`, EDGE, 8);
}

function block(
  context: CanvasRenderingContext2D,
  x: number,
  floor: number,
  size: number,
  contact: string | undefined,
  colors: Colors,
): void {
  const foot = Math.max(2.5, Math.min(5, size / 9));
  context.fillStyle = colors.body;
  context.beginPath();
  context.roundRect(x - size / 2, floor - size, size, size - (contact ? foot : 0), Math.min(4, size / 6));
  context.fill();
  if (!contact) return;
  context.fillStyle = contact;
  context.fillRect(x - size / 2, floor - foot, size, foot);
}

function disc(
  { context, colors }: Moment,
  x: number,
  y: number,
  radius: number,
  angle: number,
  contact: string | undefined,
): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
  context.fillStyle = colors.body;
  context.fill();
  context.strokeStyle = contact ?? colors.line;
  context.lineWidth = contact ? 4 : 1.5;
  context.stroke();
  context.strokeStyle = colors.panel;
  context.lineWidth = Math.max(1.5, radius / 9);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + 0.8 * radius * Math.cos(angle), y - 0.8 * radius * Math.sin(angle));
  context.stroke();
  context.beginPath();
  context.arc(x, y, Math.max(1.5, radius / 7), 0, 7);
  context.fillStyle = colors.panel;
  context.fill();
}

/** A wall whose solid side is at `side`. */
function wall(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  size: number,
  side: number,
  colors: Colors,
): void {
  context.fillStyle = colors.muted;
  context.fillRect(side > 0 ? x : x - 4, y - size * 0.62, 4, size * 1.12);
}

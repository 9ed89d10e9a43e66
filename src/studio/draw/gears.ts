/** A gear box at one time: the motor's wheel, the one that it drives, and the load on its drum. */
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import type { BlockScene } from "../engine/scene.ts";
import type { Colors } from "./colors.ts";
import { sampleAt, valueAt } from "./panels.ts";
import { hatch, tag, turn } from "./parts.ts";
import type { Surface } from "./surface.ts";

/** Teeth of the two wheels: their ratio is for the eye alone. */
const TEETH = [12, 24] as const;

export function drawGears(
  { context, width, height }: Surface,
  { bodies, rows }: BlockScene,
  trajectory: Trajectory,
  time: number,
  colors: Colors,
): void {
  const angle = valueAt({ time: trajectory.time, values: trajectory.position[0]! }, time);
  const k = sampleAt(trajectory.time, time);
  const small = Math.min(height * 0.125, width * 0.09);
  const large = (small * TEETH[1]) / TEETH[0];
  const [x, y] = [width / 2 - large * 0.9, height * 0.33];
  const far = x + small + large;
  const own = rows[0];
  const stuck = own !== undefined && trajectory.mode[own.row]?.[k] === 0;
  const contact = own === undefined ? colors.line : stuck ? colors.stick : colors.slip;
  wheel(context, far, y, {
    radius: large,
    teeth: TEETH[1],
    angle: -(angle * TEETH[0]) / TEETH[1] + Math.PI / TEETH[1],
    colors,
  });
  wheel(context, x, y, { radius: small, teeth: TEETH[0], angle, colors });
  const range = rangeOf(trajectory.position[0]!);
  load(context, { x: far, y, drum: large * 0.5, from: y + large + 10, angle, height, range, colors });
  context.lineWidth = 5;
  context.strokeStyle = contact;
  context.beginPath();
  context.arc(x, y, small * 0.45, 0, 7);
  context.stroke();
  const friction = trajectory.friction.find(({ name }) => name === trajectory.names.multiplier[own?.row ?? -1]);
  if (friction) {
    const most = friction.force.reduce((a, b) => Math.max(a, Math.abs(b)), 0) || 1;
    const part = valueAt({ time: trajectory.time, values: friction.force }, time) / most;
    if (Math.abs(part) > 0.01) turn(context, x, y, { radius: small + 13, part, color: contact });
  }
  tag(context, bodies[0]?.name ?? "", x, y + small + 26, colors.muted, 120);
}

function rangeOf(column: Float64Array): { readonly low: number; readonly high: number } {
  return column.reduce((range, value) => ({ low: Math.min(range.low, value), high: Math.max(range.high, value) }), {
    low: Number.POSITIVE_INFINITY,
    high: Number.NEGATIVE_INFINITY,
  });
}

function wheel(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  { radius, teeth, angle, colors }: { radius: number; teeth: number; angle: number; colors: Colors },
): void {
  const [inner, outer] = [radius - radius / teeth - 1.5, radius + radius / teeth + 0.5];
  context.fillStyle = colors.body;
  context.beginPath();
  for (let tooth = 0; tooth < teeth; tooth++) {
    for (const [part, size] of [
      [-0.3, inner],
      [-0.16, outer],
      [0.16, outer],
      [0.3, inner],
    ] as const) {
      const at = -angle + (2 * Math.PI * (tooth + part)) / teeth;
      context.lineTo(x + size * Math.cos(at), y + size * Math.sin(at));
    }
  }
  context.closePath();
  context.fill();
  context.strokeStyle = colors.panel;
  context.lineWidth = Math.max(1.5, radius / 14);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + 0.75 * radius * Math.cos(angle), y - 0.75 * radius * Math.sin(angle));
  context.stroke();
  context.fillStyle = colors.panel;
  context.beginPath();
  context.arc(x, y, Math.max(2, radius / 12), 0, 7);
  context.fill();
}

/** A weight on a rope from the drum: it rises as the motor turns forward. */
function load(
  context: CanvasRenderingContext2D,
  part: {
    readonly x: number;
    readonly y: number;
    readonly drum: number;
    /** Where the load is at its highest. */
    readonly from: number;
    readonly angle: number;
    readonly height: number;
    readonly range: { readonly low: number; readonly high: number };
    readonly colors: Colors;
  },
): void {
  const { x, y, drum, from, angle, height, range, colors } = part;
  const risen = (angle - range.low) / (range.high - range.low || 1);
  const at = from + (height - 42 - from) * (1 - risen);
  context.strokeStyle = colors.line;
  context.lineWidth = 3;
  context.beginPath();
  context.arc(x, y, drum, 0, 7);
  context.stroke();
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(x + drum, y);
  context.lineTo(x + drum, at);
  context.stroke();
  context.fillStyle = colors.body;
  context.beginPath();
  context.roundRect(x + drum - 22, at, 44, 26, 3);
  context.fill();
  tag(context, "load", x + drum, at + 13, colors.panel, 44);
  hatch(context, x + drum - 50, x + drum + 50, height - 12, 0, colors.muted);
}

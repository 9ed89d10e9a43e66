/** A body that extends in space at one time: its curves, yellow where they stick, with what they cannot cross. */
import { extent, padded, type Range } from "../../plot/axis.ts";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import type { ShapeScene } from "../engine/scene.ts";
import { type Colors, curveColors } from "./colors.ts";
import { sampleAt } from "./panels.ts";
import { hinge } from "./parts.ts";
import type { Surface } from "./surface.ts";

const PADDING = 26;

export function drawShape(
  { context, width, height }: Surface,
  scene: ShapeScene,
  trajectory: Trajectory,
  time: number,
  colors: Colors,
): void {
  const { s, names, plane, places } = scene;
  const now = sampleAt(trajectory.time, time);
  const k = frameAt(scene.samples, now);
  const count = s.length;
  const component = (c: number) => places.subarray((k * names.length + c) * count, (k * names.length + c + 1) * count);
  const { xs, ys } = rangesOf(scene);
  const scale = plane
    ? Math.min((width - 2 * PADDING) / (xs.high - xs.low), (height - 2 * PADDING) / (ys.high - ys.low))
    : 0;
  const x = (value: number) =>
    plane
      ? width / 2 + scale * (value - (xs.low + xs.high) / 2)
      : PADDING + ((value - xs.low) / (xs.high - xs.low)) * (width - 2 * PADDING);
  const y = (value: number) =>
    plane
      ? height / 2 - scale * (value - (ys.low + ys.high) / 2)
      : height - PADDING - ((value - ys.low) / (ys.high - ys.low)) * (height - 2 * PADDING);
  context.lineWidth = 1;
  context.strokeStyle = colors.line;
  if (!plane) trace(context, [s[0]!, s[count - 1]!], [0, 0], x, y);
  context.strokeStyle = colors.muted;
  for (const values of scene.obstacles) trace(context, s, values, x, y);
  const start = (c: number) => places.subarray(c * count, (c + 1) * count);
  context.setLineDash([4, 4]);
  if (plane) trace(context, start(0), start(1), x, y);
  context.setLineDash([]);
  for (const j of plane ? fixedEnds(scene) : [])
    hinge(context, x(start(0)[j]!), y(start(1)[j]!), colors.muted, colors.band);
  const tints = curveColors(names.length);
  const stuck = new Set(scene.rows.filter(({ row }) => trajectory.mode[row]?.[now] === 0).map(({ place }) => place));
  const curves = plane ? [[component(0), component(1)] as const] : names.map((_, c) => [s, component(c)] as const);
  curves.forEach(([across, up], c) => {
    context.lineWidth = 3.5;
    context.strokeStyle = plane ? colors.body : colors.resolve(tints[c]!);
    trace(context, across, up, x, y);
    context.fillStyle = colors.stick;
    for (const place of stuck) {
      context.beginPath();
      context.arc(x(across[place]!), y(up[place]!), 3.2, 0, 7);
      context.fill();
    }
  });
}

/** Ends that stay where they are. */
function fixedEnds({ s, names, places }: ShapeScene): readonly number[] {
  const size = names.length * s.length;
  return [0, s.length - 1].filter((j) => {
    for (let at = j; at < places.length; at += size) {
      for (const c of [0, 1]) if (Math.abs(places[at + c * s.length]! - places[j + c * s.length]!) > 1e-6) return false;
    }
    return true;
  });
}

const kept = new WeakMap<ShapeScene, { readonly xs: Range; readonly ys: Range }>();

/** Of the whole motion. */
function rangesOf(scene: ShapeScene): { readonly xs: Range; readonly ys: Range } {
  const known = kept.get(scene);
  if (known) return known;
  const { s, names, plane, places, obstacles } = scene;
  const count = s.length;
  const component = (c: number) =>
    Float64Array.from(places.filter((_, j) => Math.floor(j / count) % names.length === c));
  const found = {
    xs: plane ? padded(extent([component(0)]), 0.04) : { low: s[0]!, high: s[count - 1]! },
    ys: padded(
      extent([
        ...(plane ? [component(1)] : [Float64Array.from(places)]),
        ...obstacles.map((values) => Float64Array.from(values)),
      ]),
      0.08,
    ),
  };
  kept.set(scene, found);
  return found;
}

/** The last of the samples that are there at or before one. */
function frameAt(samples: Int32Array, sample: number): number {
  let [below, above] = [0, samples.length];
  while (below < above) {
    const middle = (below + above) >> 1;
    if (samples[middle]! <= sample) below = middle + 1;
    else above = middle;
  }
  return Math.max(0, below - 1);
}

function trace(
  context: CanvasRenderingContext2D,
  xs: ArrayLike<number>,
  ys: ArrayLike<number>,
  x: (value: number) => number,
  y: (value: number) => number,
): void {
  context.lineJoin = "round";
  context.beginPath();
  let pen = false;
  for (let j = 0; j < xs.length; j++) {
    const [a, b] = [x(xs[j]!), y(ys[j]!)];
    if (!Number.isFinite(a + b)) pen = false;
    else if (pen) context.lineTo(a, b);
    else context.moveTo(a, b);
    pen = Number.isFinite(a + b);
  }
  context.stroke();
}

/** A motion of a body that extends in space as plain data, for drawing it: `animation.json` of a folder of results. */
import { curvesAt, spread } from "../model/shape.ts";
import type { System } from "../model/system.ts";
import type { Trajectory } from "../simulate/record/trajectory.ts";

export interface Animation {
  /** Places along the body, m. */
  readonly s: readonly number[];
  /** Time of each frame, s. */
  readonly time: readonly number[];
  /** Names of the curves, and the curves of each frame: curve k at place j of frame l at frames[l][k][j], m. */
  readonly names: readonly string[];
  readonly frames: readonly (readonly (readonly number[])[])[];
  /** Curves that it cannot cross. */
  readonly obstacles: Readonly<Record<string, readonly number[]>>;
}

/** Frames and places of an animation at most: more than a screen shows. */
const MOST_FRAMES = 500;
const MOST_PLACES = 1000;

/** Undefined for other machines, and where not every coordinate was recorded. */
export function animationOf(system: System, trajectory: Trajectory): Animation | undefined {
  const { shape, size, load } = system;
  if (!shape || trajectory.position.length !== size) return undefined;
  const samples = spread(trajectory.time.length, MOST_FRAMES);
  const places = spread(shape.s.length, MOST_PLACES);
  const chosen = (values: Float64Array) => places.map((j) => values[j]!);
  return {
    s: chosen(shape.s),
    time: samples.map((sample) => trajectory.time[sample]!),
    names: shape.names,
    frames: curvesAt({ shape, size, load }, trajectory, samples).map((curves) => curves.map(chosen)),
    obstacles: Object.fromEntries(shape.obstacles.map(({ name, values }) => [name, chosen(values)])),
  };
}

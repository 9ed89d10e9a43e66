/**
 * Errors of runs against exact motions, and orders as envelopes: friction makes the error of one step length a matter of
 * luck (where in a step an event falls), so an order is read off the largest errors within octaves of steps.
 */
import { columns } from "../../src/simulate/record/columns.ts";
import { startRun } from "../../src/simulate/run/run.ts";
import type { ExactMotion } from "../oracles/gskn06.ts";
import { type Changes, loadSimulation } from "./run.ts";

export interface Errors {
  readonly position: number;
  readonly velocity: number;
  readonly multiplier: number;
}

/** L2 in time and Euclidean in space; a multiplier that is a mean over a step is compared at the step's middle. */
export function errorsOf(file: string, exact: ExactMotion, steps: number, changes: Changes): Errors {
  const step = (exact.end - exact.start) / steps;
  const time = { start: exact.start, end: exact.end, step };
  const simulation = loadSimulation(file, { ...changes, time });
  const record = columns(simulation, steps + 1);
  const run = startRun(simulation, [record]); // nobody asks for an audit here
  run.advance(Number.POSITIVE_INFINITY);
  run.finish();
  const trajectory = record.trajectory();
  const { position, velocity, multiplier } = trajectory;
  const back = simulation.scheme.multiplierAt === "step" ? step / 2 : 0;
  const sum = { position: 0, velocity: 0, multiplier: 0 };
  for (let k = 1; k < trajectory.time.length; k++) {
    const t = trajectory.time[k]!;
    sum.position += step * squaredDistance(position, k, exact.position(t));
    sum.velocity += step * squaredDistance(velocity, k, exact.velocity(t));
    sum.multiplier += step * squaredDistance(multiplier, k, exact.multiplier(t - back));
  }
  return {
    position: Math.sqrt(sum.position),
    velocity: Math.sqrt(sum.velocity),
    multiplier: Math.sqrt(sum.multiplier),
  };
}

function squaredDistance(columns: readonly Float64Array[], k: number, exact: readonly number[]): number {
  return columns.reduce((sum, column, i) => sum + (column[k]! - exact[i]!) ** 2, 0);
}

/** Numbers of steps, a few within each octave, that are all different from each other's doubles. */
export function octavesOf(fewest: number, octaves: number, perOctave: number): number[][] {
  return Array.from({ length: octaves }, (_, octave) =>
    Array.from({ length: perOctave }, (_, k) => Math.round(fewest * 2 ** (octave + k / perOctave))),
  );
}

/** The mean order between the first and the last octave, from the largest error in each. */
export function envelopeOrder(errors: readonly (readonly number[])[]): number {
  const peaks = errors.map((octave) => Math.max(...octave));
  return Math.log2(peaks[0]! / peaks.at(-1)!) / (peaks.length - 1);
}

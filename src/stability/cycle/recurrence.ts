/** Where a long motion comes back to: a first guess of a cycle. */
import type { Vector } from "../../numeric/vector.ts";
import { startRun } from "../../simulate/run.ts";
import type { Simulation } from "../../simulate/simulation.ts";
import type { Sink } from "../../simulate/sink.ts";
import { packState, periodicSize } from "./periodic-state.ts";

/** A motion sampled densely: state k at states[k * size ...]. */
export interface Samples {
  readonly times: readonly number[];
  readonly states: readonly Vector[];
  /** Half the largest range of each of its numbers. */
  readonly ranges: Vector;
}

const MOST_SAMPLES = 200_000;

/** All states that a run tells, thinned out when they are too many, the last one among them; undefined when it fails. */
export function sampleMotion(simulation: Simulation): Samples | undefined {
  const { system } = simulation;
  const size = periodicSize(system);
  const times: number[] = [];
  const states: Vector[] = [];
  const low = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
  const high = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  let every = 1; // so many states are one sample
  let told = 0;
  let last: { time: number; z: Vector } | undefined;
  const keep = ({ time, z }: { time: number; z: Vector }) => {
    times.push(time);
    states.push(z);
  };
  const sink: Sink = {
    step({ time, position, velocity }) {
      if (time === last?.time) return;
      const z = packState(system, position, velocity);
      z.forEach((entry, i) => {
        low[i] = Math.min(low[i]!, entry);
        high[i] = Math.max(high[i]!, entry);
      });
      last = { time, z };
      if (told++ % every === 0) keep(last);
      if (times.length < MOST_SAMPLES) return;
      every *= 2;
      for (let k = 0; 2 * k < times.length; k++) [times[k], states[k]] = [times[2 * k]!, states[2 * k]!];
      times.length = states.length = Math.ceil(times.length / 2);
    },
  };
  const run = startRun(simulation, [sink]);
  run.advance(Number.POSITIVE_INFINITY);
  if (run.finish().status !== "done") return undefined;
  if (last && times.at(-1) !== last.time) keep(last);
  return { times, states, ranges: high.map((top, i) => (top - low[i]!) / 2) };
}

/** How near (in ranges) a return must be to be a guess. */
const NEAR = 0.25;
const MOST_GUESSES = 12;

/** Times before the last sample at which the motion was near its last state, the shortest first. */
export function returns({ times, states, ranges }: Samples): number[] {
  const last = states.length - 1;
  const distance = Float64Array.from(states, (z) => away(z, states[last]!, ranges));
  const found: number[] = [];
  let left = false;
  for (let k = last - 1; k > 0 && found.length < MOST_GUESSES; k--) {
    if (distance[k]! > 2 * NEAR) left = true;
    const lowest = distance[k]! <= distance[k - 1]! && distance[k]! < distance[k + 1]!;
    if (left && lowest && distance[k]! < NEAR)
      found.push(times[last]! - times[k]! - nearest({ times, states, ranges }, k));
  }
  return found;
}

/** Largest difference of two states, each number in its range; numbers that do not move do not count. */
function away(a: Vector, b: Vector, ranges: Vector): number {
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    if (ranges[i]! > 0) largest = Math.max(largest, Math.abs(a[i]! - b[i]!) / ranges[i]!);
  }
  return largest;
}

/** How much after sample k (s) the motion was nearest to its last state, along the chord through the samples beside. */
function nearest({ times, states, ranges }: Samples, k: number): number {
  const target = states.at(-1)!;
  let along = 0;
  let square = 0;
  for (let i = 0; i < target.length; i++) {
    if (!(ranges[i]! > 0)) continue;
    const rate = (states[k + 1]![i]! - states[k - 1]![i]!) / ranges[i]!;
    along += (rate * (target[i]! - states[k]![i]!)) / ranges[i]!;
    square += rate * rate;
  }
  const chord = times[k + 1]! - times[k - 1]!;
  return square > 0 ? Math.max(-chord, Math.min(chord, (along / square) * chord)) : 0;
}

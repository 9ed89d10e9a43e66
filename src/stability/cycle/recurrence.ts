/** Where a long motion comes back to: a first guess of a cycle. */

import { lessTurns } from "../../model/turns.ts";
import { log } from "../../numeric/elementary.ts";
import { maxNorm, type Vector } from "../../numeric/vector.ts";
import type { Sink } from "../../simulate/record/sink.ts";
import { startRun } from "../../simulate/run/run.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { packState, periodicSize, periodsOf } from "./periodic-state.ts";

/** A motion sampled densely: state k at states[k * size ...]. */
export interface Samples {
  readonly times: readonly number[];
  readonly states: readonly Vector[];
  /** Half the largest range of each of its numbers; of an angle at most half a turn. */
  readonly ranges: Vector;
  /** What its numbers are compared modulo; absent: nothing. */
  readonly periods?: Vector | undefined;
}

const MOST_SAMPLES = 200_000;

/** All states that a run tells, thinned out when they are too many, the last one among them; undefined when it fails, which `failed` hears of. */
export function sampleMotion(simulation: Simulation, failed?: (message: string) => void): Samples | undefined {
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
  const { status, message } = run.finish();
  if (status !== "done") {
    failed?.(message);
    return undefined;
  }
  if (last && times.at(-1) !== last.time) keep(last);
  const periods = periodsOf(system);
  const most = (i: number) => (periods && periods[i]! > 0 ? periods[i]! / 2 : Number.POSITIVE_INFINITY);
  return { times, states, ranges: high.map((top, i) => Math.min((top - low[i]!) / 2, most(i))), periods };
}

/** How near (in ranges) a return must be to be a guess; nearer ones than that are all as good. */
const NEAR = 0.25;
const AS_GOOD = 1e-4;
const MOST_GUESSES = 12;
const LN10 = log(10);

/** A time after which the motion was near a state again, and how far it was from it, in ranges. */
export interface Return {
  readonly time: number;
  readonly distance: number;
}

/** Returns to the last state, looked for backwards in time: the nearest first, of equally near ones the shortest. */
export function returns({ times, states, ...others }: Samples): Return[] {
  const reversed = { times: times.map((time) => -time).reverse(), states: [...states].reverse(), ...others };
  return returnsToStart(reversed);
}

/** The same to the first state. */
export function returnsToStart(samples: Samples): Return[] {
  const { times, states } = samples;
  const distance = Float64Array.from(states, (z) => away(z, states[0]!, samples));
  const found: Return[] = [];
  let left = false;
  for (let k = 1; k < states.length - 1; k++) {
    if (distance[k]! > 2 * NEAR) left = true;
    const lowest = distance[k]! <= distance[k + 1]! && distance[k]! < distance[k - 1]!;
    if (!left || !lowest || !(distance[k]! < NEAR)) continue;
    const { after, distance: least } = nearest(samples, k);
    found.push({ time: times[k]! + after - times[0]!, distance: least });
  }
  return byNearness(found).slice(0, MOST_GUESSES);
}

export function byNearness(found: readonly Return[]): Return[] {
  const decade = (one: Return) => Math.ceil(log(Math.max(one.distance, AS_GOOD)) / LN10);
  return [...found].sort((a, b) => decade(a) - decade(b) || a.time - b.time);
}

/**
 * What each number of a state is measured by: its own range in the motion. Beside a value that is much larger the range is lost in
 * round-off; a number that does not move counts as those of its kind (positions, or velocities) do.
 */
export function scalesOf({ states, ranges }: Samples, positions: number): Vector {
  const last = states.at(-1)!;
  const largest = (from: number, to: number) => maxNorm(ranges.subarray(from, to)) || maxNorm(ranges) || 1;
  const usual = [largest(0, positions), largest(positions, ranges.length)] as const;
  return ranges.map((range, i) => (range > 0 ? range + OFFSET * Math.abs(last[i]!) : usual[i < positions ? 0 : 1]!));
}

const OFFSET = 1e-3;

/** Largest difference of two states, each number in its range, angles less whole turns; numbers that do not move do not count. */
export function away(a: Vector, b: Vector, { ranges, periods }: Pick<Samples, "ranges" | "periods">): number {
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    if (!(ranges[i]! > 0)) continue;
    largest = Math.max(largest, Math.abs(lessTurns(a[i]! - b[i]!, periods?.[i] ?? 0)) / ranges[i]!);
  }
  return largest;
}

/** How much after sample k (s) the motion was nearest to its first state, along the chord through the samples beside, and how near. */
function nearest(samples: Samples, k: number): { after: number; distance: number } {
  const { times, states, ranges, periods } = samples;
  const target = states[0]!;
  let along = 0;
  let square = 0;
  const rate = target.map((_, i) => states[k + 1]![i]! - states[k - 1]![i]!);
  for (let i = 0; i < target.length; i++) {
    if (!(ranges[i]! > 0)) continue;
    along += (rate[i]! * lessTurns(target[i]! - states[k]![i]!, periods?.[i] ?? 0)) / (ranges[i]! * ranges[i]!);
    square += (rate[i]! / ranges[i]!) * (rate[i]! / ranges[i]!);
  }
  const share = square > 0 ? Math.max(-1, Math.min(1, along / square)) : 0;
  const there = states[k]!.map((entry, i) => entry + share * rate[i]!);
  return { after: share * (times[k + 1]! - times[k - 1]!), distance: away(there, target, samples) };
}

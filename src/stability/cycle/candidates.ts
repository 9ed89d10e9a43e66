/** Periodic motions near the end of a long run: guesses by its recurrence, made exact by shooting. */
import type { Vector } from "../../numeric/vector.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { cycleStability, multipliersOf } from "./describe-orbit.ts";
import { advance, from, periodsOf } from "./periodic-state.ts";
import {
  away,
  byNearness,
  type Return,
  returns,
  returnsToStart,
  type Samples,
  sampleMotion,
  scalesOf,
} from "./recurrence.ts";
import { type Orbit, shoot } from "./shooting.ts";

/** Guesses that are tried after one run. */
const MOST_TRIED = 6;
/** Multiples of the force's period that an answer may have. */
const MOST_MULTIPLES = 12;
/** How near (in ranges) the run must have come to what it settles to. */
const SETTLED = 0.1;
const SETTLED_STILL = 0.05;
/** A motion whose ranges are this part of the run's, all of them, stands still. */
const STILL = 1e-6;
/** A period is a multiple of a shorter one when the state is there again by then, in ranges. */
const AGAIN = 1e-6;
const MOST_PARTS = 12;

export interface Candidate {
  readonly orbit: Orbit;
  /** Whether the run has come to it and stays. */
  readonly settled: boolean;
  /** Whether it is a state that does not move. */
  readonly still: boolean;
}

/** The nearest first; `period`: of the force, s. */
export function* candidates(
  simulation: Simulation,
  samples: Samples,
  start: number,
  period: number | undefined,
): Generator<Candidate> {
  const z = samples.states.at(-1)!;
  const scale = scalesOf(samples, simulation.system.visible);
  const forced = period !== undefined;
  const guesses = forced ? forcedReturns(samples, period) : returns(samples);
  for (const { time } of guesses.slice(0, MOST_TRIED)) {
    const found = shoot(simulation, z, time, { start, scale, forced });
    if (!found) continue;
    const still = !forced && !moves(simulation, found, start, samples.ranges);
    const orbit = still ? found : shortest(simulation, found, start, scale, period);
    const multipliers = multipliersOf(orbit, forced || still);
    const stays = multipliers !== undefined && ["stable", "neutral"].includes(cycleStability(multipliers));
    const near = away(orbit.z, z, samples) < (still ? SETTLED_STILL : SETTLED);
    yield { orbit, settled: stays && near, still };
  }
}

/** After which multiples of the force's period the motion was near its last state; once is always a guess. */
function forcedReturns(samples: Samples, period: number): Return[] {
  const { times, states } = samples;
  const last = times.length - 1;
  const multiples = Math.min(MOST_MULTIPLES, Math.floor((times[last]! - times[0]!) / period + 1e-9));
  const found = Array.from({ length: multiples }, (_, k): Return => {
    const time = (k + 1) * period;
    return { time, distance: away(stateAt(samples, times[last]! - time), states[last]!, samples) };
  });
  return byNearness(found.filter(({ distance }, k) => k === 0 || distance < SETTLED));
}

/** Between two samples. */
function stateAt({ times, states }: Samples, time: number): Vector {
  const after = Math.max(
    1,
    times.findIndex((t) => t >= time),
  );
  const share = (time - times[after - 1]!) / (times[after]! - times[after - 1]!);
  return states[after - 1]!.map((entry, i) => entry + share * (states[after]![i]! - entry));
}

/** Whether anything moves along an orbit, beside the ranges of a run. */
export function moves(simulation: Simulation, { z, period }: Orbit, start: number, ranges: Vector): boolean {
  const samples = sampleMotion(from(simulation, z, start, period));
  return samples?.ranges.some((range, i) => range > STILL * ranges[i]!) ?? false;
}

/** The same motion with its shortest period, where a guess was a multiple of it. */
export function shortest(
  simulation: Simulation,
  orbit: Orbit,
  start: number,
  scale: Vector,
  forced: number | undefined,
): Orbit {
  for (const parts of partsOf(simulation, orbit, start)) {
    const period = orbit.period / parts;
    const whole = forced === undefined || Number.isInteger(Math.round((period / forced) * 1e6) / 1e6);
    const there = whole ? advance(simulation, orbit.z, start, period) : undefined;
    if (!there || away(there, orbit.z, { ranges: scale, periods: periodsOf(simulation.system) }) > AGAIN) continue;
    const found = shoot(simulation, orbit.z, period, { start, scale, forced: forced !== undefined });
    if (found) return shortest(simulation, found, start, scale, forced); // a guess may be a multiple of a multiple
  }
  return orbit;
}

/** In how many periods of a shorter motion an orbit may have gone round, the most first: as often as it comes back, or a few times. */
function partsOf(simulation: Simulation, { z, period }: Orbit, start: number): number[] {
  const samples = sampleMotion(from(simulation, z, start, period));
  const back = samples ? returnsToStart(samples).map(({ time }) => Math.round(period / time)) : [];
  const few = Array.from({ length: MOST_PARTS }, (_, k) => k + 1);
  return [...new Set([...back, ...few])].filter((parts) => parts > 1).sort((a, b) => b - a);
}

/** Periodic motions: a stable one from a long run, or the one that a force of known period makes. */
import { maxNorm } from "../../numeric/vector.ts";
import type { Simulation } from "../../simulate/simulation.ts";
import { spanning } from "../../simulate/span.ts";
import type { Event } from "../../simulate/trajectory.ts";
import {
  amplitudesOf,
  eventsOf,
  type Multiplier,
  multipliersOf,
  type Stability,
  stabilityOf,
} from "./describe-orbit.ts";
import { isForced, periodMismatch } from "./forcing.ts";
import { from, packState, unpackState } from "./periodic-state.ts";
import { returns, sampleMotion } from "./recurrence.ts";
import { type Orbit, shoot } from "./shooting.ts";

export type CycleStatus = "found" | "rest" | "failed" | "not-periodic";

export interface Cycle {
  readonly status: "found";
  readonly stability: Stability;
  /** s */
  readonly period: number;
  readonly multipliers: readonly Multiplier[];
  /** Half the way of each coordinate, m. */
  readonly amplitudes: readonly number[];
  readonly events: readonly Event[];
  /** A state of the cycle. */
  readonly position: readonly number[];
  readonly velocity: readonly number[];
  /** Of first-order states (integrals, lags), in the order of the machine's; absent where it has none. */
  readonly states?: readonly number[];
  readonly orbit: Orbit;
}

export type CycleResult = Cycle | { readonly status: Exclude<CycleStatus, "found">; readonly message: string };

export interface CycleOptions {
  /** Period of the force, s; absent: the machine is free, and its period is sought. */
  readonly period?: number;
  /** Times that the time of the file is run before a cycle is sought, at most. */
  readonly patience?: number;
}

const PATIENCE = 16;
/** A motion whose range has fallen to this part of the first has died out. */
const DEAD = 1e-6;

/** Why a machine has no cycle to be sought, with the remedy. */
export function cycleRefusal(simulation: Simulation, { period }: CycleOptions): string | undefined {
  const { scheme } = simulation;
  if (scheme.stepsEnd !== "events") return `cycles need event-driven: ${scheme.name}. Leave the scheme out`;
  const forced = isForced(simulation);
  if (forced && period === undefined) return "a force, limit or drive changes in time: give its period with --period";
  if (!forced && period !== undefined) return "nothing changes in time: the period is found. Leave --period out";
  const mismatch = period === undefined ? undefined : periodMismatch(simulation, period);
  if (mismatch === undefined) return undefined;
  return `what changes in time has not the period ${period} s: ${period} s later it differs by ${mismatch.toPrecision(3)} of its size. Give the period with seven digits or more`;
}

export function findCycle(simulation: Simulation, options: CycleOptions = {}): CycleResult {
  const { initial } = simulation;
  const span = options.period ?? initial.end - initial.time;
  const rounds = options.patience ?? PATIENCE;
  let state = { position: initial.position, velocity: initial.velocity };
  let start = initial.time;
  const sizes: number[] = []; // of the motion, round by round
  for (let round = 0; round < rounds; round++) {
    // later rounds run longer: slow transients
    const count = options.period ? 2 << Math.min(round, 10) : Math.min(round + 1, 8);
    const settle = spanning(simulation, { ...state, start, end: start + count * span });
    const samples = sampleMotion(settle);
    if (!samples) return failed(start);
    const z = samples.states.at(-1)!;
    const size = maxNorm(samples.ranges);
    if (isRest(samples.states)) return rest();
    sizes.push(size);
    if (size < DEAD * sizes[0]!) return steady();
    start = options.period ? start : samples.times.at(-1)!; // a force of that period is the same again
    state = unpackState(simulation.system, z);
    const orbit = seek(simulation, z, start, size, options.period, samples);
    if (orbit) return describe(simulation, orbit, start, options.period !== undefined);
  }
  return {
    status: "not-periodic",
    message: `No cycle was found within ${rounds} rounds; ${likely(sizes)} A cycle beside it can be found from another start, or followed from another value with --continue.`,
  };
}

function seek(
  simulation: Simulation,
  z: Float64Array,
  start: number,
  size: number,
  period: number | undefined,
  samples: NonNullable<ReturnType<typeof sampleMotion>>,
): Orbit | undefined {
  if (period !== undefined) return shoot(simulation, z, period, { start, size, forced: true });
  for (const guess of returns(samples)) {
    const orbit = shoot(simulation, z, guess, { start, size });
    if (orbit && !isPoint(simulation, orbit, start, size)) return orbit;
  }
  return undefined;
}

/** Shooting also finds states that do not move. */
function isPoint(simulation: Simulation, { z, period }: Orbit, start: number, size: number): boolean {
  const samples = sampleMotion(from(simulation, z, start, period));
  return !samples || maxNorm(samples.ranges) < 1e-6 * size;
}

function isRest(states: readonly Float64Array[]): boolean {
  const last = states.at(-1)!;
  return states.slice(-Math.max(8, Math.floor(states.length / 4))).every((z) => z.every((x, i) => x === last[i]));
}

export function describe(simulation: Simulation, orbit: Orbit, start: number, forced: boolean): Cycle {
  const multipliers = multipliersOf(orbit, forced);
  const { visible } = simulation.system;
  const { position, velocity } = unpackState(simulation.system, orbit.z);
  return {
    status: "found",
    stability: stabilityOf(multipliers),
    period: orbit.period,
    multipliers,
    amplitudes: amplitudesOf(simulation, orbit, start),
    events: eventsOf(simulation, orbit, start),
    position: [...position.subarray(0, visible)],
    velocity: [...velocity.subarray(0, visible)],
    ...(velocity.length > visible ? { states: [...velocity.subarray(visible)] } : {}),
    orbit,
  };
}

/** What the sizes of the motion suggest. */
function likely(sizes: readonly number[]): string {
  const [first, last] = [sizes[0]!, sizes.at(-1)!];
  if (sizes.every((size, k) => k === 0 || size < sizes[k - 1]!)) {
    return `the motion dies out slowly (its range fell to ${(last / first).toPrecision(2)} of the first): it tends to a steady state.`;
  }
  return "the motion may be quasi-periodic, chaotic or slow to settle.";
}

function steady(): CycleResult {
  return { status: "rest", message: "The motion dies out: it tends to a steady state, at rest or in steady slip." };
}

function rest(): CycleResult {
  return {
    status: "rest",
    message: "The motion comes to rest. Start farther away, or look for a boundary with --boundary.",
  };
}

function failed(time: number): CycleResult {
  return { status: "failed", message: `The run failed after t = ${time} s; it may escape. Start nearer to rest.` };
}

/** The whole state of a simulation's start, as cycles count it. */
export function initialState({ system, initial }: Simulation): Float64Array {
  return packState(system, initial.position, initial.velocity);
}

/** Periodic motions: a stable one from a long run, or the one that a force of known period makes. */
import type { Vector } from "../../numeric/vector.ts";
import type { Event } from "../../simulate/record/trajectory.ts";
import { restarted } from "../../simulate/run/restarted.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { candidates, moves } from "./candidates.ts";
import {
  amplitudesOf,
  type CycleStability,
  cycleStability,
  eventsOf,
  type Multiplier,
  multipliersOf,
} from "./describe-orbit.ts";
import { isForced, mismatchAlong, periodMismatch } from "./forcing.ts";
import { from, packState, stateData, unpackState } from "./periodic-state.ts";
import { returnsToStart, type Samples, sampleMotion, scalesOf } from "./recurrence.ts";
import { type Orbit, shoot } from "./shooting.ts";

export type CycleStatus = "found" | "rest" | "failed" | "not-periodic";

export interface Cycle {
  readonly status: "found";
  readonly stability: CycleStability;
  /** s */
  readonly period: number;
  readonly multipliers: readonly Multiplier[];
  /** Half the way of each coordinate, m. */
  readonly amplitudes: readonly number[];
  readonly events: readonly Event[];
  /** Whole turns of each coordinate in a period; absent where none turns. */
  readonly turns?: readonly number[];
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
  /** Seeks the cycle near the initial state, instead of the one that a long run from there settles to. */
  readonly near?: boolean;
  /** Times that the time of the file is run before a cycle is sought, at most. */
  readonly patience?: number;
}

const PATIENCE = 16;
/** A motion whose ranges have fallen to this part of the first ones, or of where it is, has died out. */
const DEAD = 1e-12;

/** Why a machine has no cycle to be sought, with the remedy. */
export function cycleRefusal(simulation: Simulation, { period }: CycleOptions): string | undefined {
  const { scheme } = simulation;
  if (scheme.stepsEnd !== "events") return `cycles need event-driven: ${scheme.name}. Leave the scheme out`;
  const forced = isForced(simulation);
  if (forced && period === undefined) return "a force, limit or drive changes in time: give its period with --period";
  if (!forced && period !== undefined) return "nothing changes in time: the period is found. Leave --period out";
  const mismatch = period === undefined ? undefined : periodMismatch(simulation, period);
  return mismatch === undefined ? undefined : differs(period!, mismatch);
}

function differs(period: number, mismatch: number): string {
  return `what changes in time has not the period ${period} s: ${period} s later it differs by ${mismatch.toPrecision(3)} of its size. Give the period with seven digits or more`;
}

/** The cycle that a long run settles to; where none is stable, one that was found on the way. */
export function findCycle(simulation: Simulation, options: CycleOptions = {}): CycleResult {
  if (options.near) return findNear(simulation, options);
  const { initial, system } = simulation;
  const span = options.period ?? initial.end - initial.time;
  const rounds = options.patience ?? PATIENCE;
  let state = { position: initial.position, velocity: initial.velocity };
  let start = initial.time;
  let other: CycleResult | undefined;
  const ranges: Vector[] = []; // of the motion, round by round
  for (let round = 0; round < rounds; round++) {
    // later rounds run longer: slow transients
    const count = options.period ? 2 << Math.min(round, 10) : Math.min(round + 1, 8);
    const end = start + count * span;
    let why = "";
    const samples = sampleMotion(restarted(simulation, { ...state, start, end }), (message) => {
      why = message;
    });
    if (!samples) return other ?? failed(start, why);
    if (isRest(samples, options.period)) return rest();
    ranges.push(samples.ranges);
    if (hasDied(samples, ranges[0]!)) return steady();
    start = options.period ? start : samples.times.at(-1)!; // a force of that period is the same again
    state = unpackState(system, samples.states.at(-1)!);
    for (const { orbit, settled, still } of candidates(simulation, samples, start, options.period)) {
      if (still && settled) return steady();
      if (still) continue;
      const cycle = describe(simulation, orbit, start, options.period !== undefined);
      if (settled) return cycle;
      other = better(other, cycle);
    }
  }
  return (
    other ?? {
      status: "not-periodic",
      message: `No cycle was found within ${rounds} rounds; ${likely(ranges)} A cycle beside it can be found from another start, or followed from another value with --continue.`,
    }
  );
}

/** The cycle that the initial state is near to, stable or not: without a long run that would leave it. */
function findNear(simulation: Simulation, { period }: CycleOptions): CycleResult {
  const start = simulation.initial.time;
  const z = initialState(simulation);
  let why = "";
  const samples = sampleMotion(period === undefined ? simulation : from(simulation, z, start, period), (message) => {
    why = message;
  });
  if (!samples) return failed(start, why);
  const scale = scalesOf(samples, simulation.system.visible);
  const guesses = period === undefined ? returnsToStart(samples).map(({ time }) => time) : [period];
  for (const guess of guesses) {
    const orbit = shoot(simulation, z, guess, { start, scale, forced: period !== undefined });
    if (!orbit || (period === undefined && !moves(simulation, orbit, start, samples.ranges))) continue;
    return describe(simulation, orbit, start, period !== undefined);
  }
  const message = "No cycle was found near the initial state. Give a state nearer to it, or a longer time.end.";
  return { status: "not-periodic", message };
}

/** Of cycles that the run has not settled to, a stable one is told rather than another. */
function better(old: CycleResult | undefined, found: CycleResult): CycleResult {
  return old?.status === "found" && (old.stability === "stable" || found.status !== "found") ? old : found;
}

/** A free machine whose last states are one has come to rest; a forced one when it has not moved for a whole period. */
function isRest({ times, states }: Samples, period: number | undefined): boolean {
  const last = states.at(-1)!;
  const quarter = states.length - Math.max(8, Math.floor(states.length / 4));
  const since = period === undefined ? quarter : times.findIndex((time) => time >= times.at(-1)! - period);
  return states.slice(Math.max(0, since)).every((z) => z.every((x, i) => x === last[i]));
}

function hasDied({ states, ranges }: Samples, first: Vector): boolean {
  const last = states.at(-1)!;
  return ranges.every((range, i) => range <= DEAD * (first[i]! + Math.abs(last[i]!)));
}

export function describe(simulation: Simulation, orbit: Orbit, start: number, forced: boolean): CycleResult {
  const mismatch = forced ? mismatchAlong(simulation, orbit, start) : undefined;
  if (mismatch !== undefined) {
    const message = `A motion came back to its start after ${orbit.period} s, but it will not again: where it goes, ${differs(orbit.period, mismatch)}.`;
    return { status: "not-periodic", message };
  }
  const multipliers = multipliersOf(orbit, forced);
  if (!multipliers) {
    const message = `A cycle with period ${orbit.period} s was found, but the eigenvalues of its derivative were not: it is not known whether it is stable. Follow it with simulate from a state near it.`;
    return { status: "failed", message };
  }
  return {
    status: "found",
    stability: cycleStability(multipliers),
    period: orbit.period,
    multipliers,
    amplitudes: amplitudesOf(simulation, orbit, start),
    events: eventsOf(simulation, orbit, start),
    ...(orbit.turns.some((turns) => turns !== 0) ? { turns: orbit.turns } : {}),
    ...stateData(simulation.system, orbit.z),
    orbit,
  };
}

/** What the ranges of the motion suggest. */
function likely(ranges: readonly Vector[]): string {
  const parts = ranges.map((range) => Math.max(...range.map((entry, i) => (entry > 0 ? entry / ranges[0]![i]! : 0))));
  if (parts.every((part, k) => k === 0 || part < parts[k - 1]!)) {
    return `the motion dies out slowly (its range fell to ${parts.at(-1)!.toPrecision(2)} of the first): it tends to a steady state.`;
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

function failed(time: number, why: string): CycleResult {
  return { status: "failed", message: `The run from t = ${time} s on failed: ${why} Start elsewhere, nearer to rest.` };
}

/** The whole state of a simulation's start, as cycles count it. */
export function initialState({ system, initial }: Simulation): Float64Array {
  return packState(system, initial.position, initial.velocity);
}

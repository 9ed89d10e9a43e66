/** The run loop: walks the grid, steps, hands states to the sinks, and ends with a status; it never throws inside. */
import type { LinearSystem } from "../model/linear.ts";
import { copy, isFiniteVector } from "../numeric/vector.ts";
import { END, LENGTH, type Listener, type State, type Stepper, type StepStatus } from "../scheme/scheme.ts";
import type { Tangents } from "../scheme/tangent.ts";
import { newStats, type Stats } from "../step/step.ts";
import { watchModes } from "./events.ts";
import { type Grid, GridWalk } from "./grid.ts";
import type { Simulation } from "./simulation.ts";
import type { Sink } from "./sink.ts";
import { type Status, statusMessage } from "./status.ts";

/** Beyond this size a motion has diverged; its energy is still a number. */
const BOUND = 1e100;

export interface Outcome {
  readonly status: Status;
  readonly message: string;
  readonly stats: Stats;
  /** The last good state. */
  readonly state: State;
}

/** A run that can be driven in slices, so that its host stays responsive. */
export interface Run {
  /** Takes up to so many steps; returns whether there is more to do. */
  advance(steps: number): boolean;
  /** Part of the time that is done, 0..1. */
  progress(): number;
  /** Ends the run (when it has not ended by itself). */
  finish(): Outcome;
}

export interface RunOptions {
  /** The intervals that it walks; default: those of the simulation. */
  readonly grid?: Grid;
  /** Derivatives to carry along. */
  readonly tangents?: Tangents;
}

export function startRun(
  simulation: Simulation,
  sinks: readonly Sink[],
  { grid = simulation.grid, tangents }: RunOptions = {},
): Run {
  const { system, scheme, solver } = simulation;
  const stats = newStats();
  const walk = new GridWalk(grid);
  const interval = new Float64Array(2);
  const stepper = scheme.start(system, solver, simulation.initial, simulation.grid.step, tangents);
  const { state } = stepper;
  const good = copyState(state);
  const watch = watchModes(system, state, simulation.grid.end, (event) => {
    for (const sink of sinks) sink.event?.(event);
  });
  const listener: Listener = {
    event(kind, time, row) {
      const name = (system.rows[row] ?? { name: system.controllers!.names[row - system.rows.length]! }).name;
      for (const sink of sinks) sink.event?.({ kind, time, row: name });
    },
    jump(before, after) {
      for (const sink of sinks) sink.jump?.(before, after);
    },
  };
  const followers = sinks.filter((sink) => sink.step);
  if (followers.length > 0) {
    listener.between = (between) => {
      for (let k = 0; k < followers.length; k++) followers[k]!.step!(between);
    };
  }
  const readers = sinks.filter((sink) => sink.piece);
  if (readers.length > 0) {
    listener.piece = (piece) => {
      for (let k = 0; k < readers.length; k++) readers[k]!.piece!(piece);
    };
  }
  let status: Status | undefined;
  let sampled = Number.NaN;

  function sample(last: boolean): void {
    sampled = state.time;
    for (let k = 0; k < sinks.length; k++) sinks[k]!.sample?.(state, last);
  }

  function oneStep(): void {
    const node = walk.next(interval);
    const failure = attempt(stepper, interval, stats, listener);
    if (failure) {
      status = loadDefined(system, interval) ? failure : "undefined-force";
      restore(state, good);
      return;
    }
    restore(good, state);
    if (scheme.stepsEnd !== "events") watch.step(state);
    if (scheme.stepsEnd !== "events") for (let k = 0; k < sinks.length; k++) sinks[k]!.step?.(state);
    if (!node) return;
    const last = walk.finished;
    if (last || walk.node % grid.every === 0) sample(last);
  }

  for (const sink of sinks) sink.step?.(state);
  sample(false);
  return {
    advance(steps) {
      for (let k = 0; k < steps && status === undefined; k++) {
        if (walk.finished) status = "done";
        else oneStep();
      }
      return status === undefined;
    },
    progress: () => walk.node / grid.steps,
    finish() {
      if (state.time !== sampled) sample(true);
      status ??= "cancelled";
      return { status, message: statusMessage(status, state.time), stats, state };
    },
  };
}

function attempt(stepper: Stepper, interval: Float64Array, stats: Stats, listener: Listener): Status | undefined {
  const status: StepStatus = stepper.step(interval, stats, listener);
  if (status !== "stepped") return status;
  const { position, velocity, force } = stepper.state;
  // an undefined load may leave a stuck row at rest, with a force that is no number
  return bounded(position) && bounded(velocity) && bounded(force) ? undefined : "diverged";
}

/** Whether the load has finite values over a step, as far as eight samples and the ends tell. */
function loadDefined({ load, size }: LinearSystem, interval: Float64Array): boolean {
  const out = new Float64Array(size);
  const middle = interval[END]! - interval[LENGTH]! / 2;
  for (let k = 0; k <= 8; k++) {
    load.evaluate(Float64Array.of(interval[END]! - (k / 8) * interval[LENGTH]!, middle), out);
    if (!isFiniteVector(out)) return false;
  }
  return true;
}

function bounded(x: Float64Array): boolean {
  for (let i = 0; i < x.length; i++) if (!(Math.abs(x[i]!) < BOUND)) return false;
  return true;
}

function copyState(state: State): State {
  return {
    time: state.time,
    position: Float64Array.from(state.position),
    velocity: Float64Array.from(state.velocity),
    force: Float64Array.from(state.force),
    limit: Float64Array.from(state.limit),
    mode: Int8Array.from(state.mode),
    memory: Float64Array.from(state.memory),
  };
}

function restore(into: State, from: State): void {
  into.time = from.time;
  copy(from.position, into.position);
  copy(from.velocity, into.velocity);
  copy(from.force, into.force);
  copy(from.limit, into.limit);
  for (let i = 0; i < into.mode.length; i++) into.mode[i] = from.mode[i]!;
  copy(from.memory, into.memory);
}

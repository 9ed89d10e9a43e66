/** The run loop: walks the grid, steps, hands states to the sinks, and ends with a status; it never throws inside. */
import { LARGEST } from "../../model/load.ts";
import { misfit, restore as restoreKept, type Saved, save } from "../../numeric/kept.ts";
import { copy, LONG, type Vector } from "../../numeric/vector.ts";
import type { Tangents } from "../../scheme/common/tangent.ts";
import type { KernelSlot } from "../../scheme/kernel/slot.ts";
import { LENGTH, type Listener, type State, type Stepper, type StepStatus } from "../../scheme/scheme.ts";
import { type GivingWay, givingWay } from "../../step/giving-way.ts";
import { newStats, type Stats } from "../../step/step.ts";
import type { Sink } from "../record/sink.ts";
import { type Blocks, blocksOf } from "./blocks.ts";
import { definedness, type Undefined } from "./defined.ts";
import { watchModes } from "./events.ts";
import { type Grid, GridWalk } from "./grid.ts";
import { lentStepper } from "./lent-stepper.ts";
import { positiveMass } from "./positive-mass.ts";
import type { Simulation } from "./simulation.ts";
import { type Status, statusMessage } from "./status.ts";

/** Samples of an interval of a scheme that finds its own steps, in which formulas must have values; of a step. */
export const SAMPLES = { events: 16, step: 2 };

/** Steps from which on it is worth it to prepare for blocks of them: of all runs of a problem, to emit what takes them; of one, where that is there. */
const WORTH_BLOCKS = { first: 250, again: 32 };
/** Coordinates times steps that are taken at once: some milliseconds. */
const MOST_AT_ONCE = 1 << 17;

export interface RunOutcome {
  readonly status: Status;
  readonly message: string;
  readonly stats: Stats;
  /** The last good state. */
  readonly state: State;
}

/** A run that can be driven in slices, so that its host stays responsive. */
export interface Run {
  /** Takes up to so many steps, fewer where `pause` says so, also within one; returns whether there is more to do. */
  advance(steps: number, pause?: () => boolean): boolean;
  /** Part of the time that is done, 0..1. */
  progress(): number;
  /** Ends the run (when it has not ended by itself). */
  finish(): RunOutcome;
  /** Why it cannot be saved; undefined: it can. */
  refusesSave(): string | undefined;
  /**
   * All that changes in it and in its sinks, as plain data: for a message to another thread, or a file. A run of the same simulation that
   * is started `from` it, with the same sinks, goes on with the same digits. Throws where it is refused.
   */
  save(): Saved;
}

export interface RunOptions {
  /** The intervals that it walks; default: those of the simulation. */
  readonly grid?: Grid;
  /** Derivatives to carry along. */
  readonly tangents?: Tangents;
  /** What another run of the same simulation saved, to go on from there. Throws where it does not fit. */
  readonly from?: Saved | undefined;
}

export function startRun(
  simulation: Simulation,
  sinks: readonly Sink[],
  { grid = simulation.grid, tangents, from }: RunOptions = {},
): Run {
  const { system, scheme } = simulation;
  const stats = newStats();
  const walk = new GridWalk(grid);
  const interval = new Float64Array(2);
  const way = tangents ? undefined : wayOf(simulation);
  const solver = way?.solver ?? simulation.solver;
  const { stepper, giveBack } = lentStepper(simulation, solver, tangents);
  const { state } = stepper;
  const good = copyState(state);
  const values = definedness(system, grid, scheme.stepsEnd === "events" ? SAMPLES.events : SAMPLES.step);
  const mass = positiveMass(system);
  const heard = Float64Array.of(Number.NEGATIVE_INFINITY); // time of the last event, s
  const hearers = sinks.filter((sink) => sink.event);
  let blocks: Blocks | undefined;
  const watch = watchModes(system, state, simulation.grid.end, (event) => {
    blocks?.catchUp();
    const ahead = blocks?.ahead();
    for (let k = 0; k < hearers.length; k++) hearers[k]!.event!(event, hearers[k]!.eventsAhead ? ahead : undefined);
  });
  const listener: Listener = {
    event(kind, time, row) {
      if (spoiled) return;
      heard[0] = time;
      const name = (system.rows[row] ?? { name: system.controllers!.names[row - system.rows.length]! }).name;
      for (let k = 0; k < hearers.length; k++) hearers[k]!.event!({ kind, time, row: name });
    },
    jump(before, after) {
      spoiled ||= !isGood(before) || !isGood(after);
      if (spoiled) return;
      for (const sink of sinks) sink.jump?.(before, after);
    },
  };
  if (way) {
    listener.part = () => {
      parts = true;
      way.begin(stats);
    };
  }
  const followers = sinks.filter((sink) => sink.step);
  if (followers.length > 0) {
    listener.between = (between) => {
      spoiled ||= !isGood(between);
      if (spoiled) return;
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
  let outcome: RunOutcome | undefined;
  let trouble: Undefined | undefined;
  let spoiled = false; // a motion that is no number any more; it is not reported
  let node = false; // whether the present step ends at a node
  let paused = false; // within it
  let parts = false; // whether it is taken in parts
  let sampled = Number.NaN;

  function sample(last: boolean): void {
    sampled = state.time;
    for (let k = 0; k < sinks.length; k++) sinks[k]!.sample?.(state, last);
  }

  function oneStep(): void {
    if (!paused) {
      node = walk.next(interval);
      trouble = values.within(interval);
      parts = false;
      way?.begin(stats);
    } else way?.again();
    if (trouble) {
      status = "undefined-force";
      return;
    }
    const failure = attempt(stepper, interval, stats, listener);
    if (failure === "paused" && way?.leaves(stats) && !parts) restore(state, good); // parts are left as they began
    paused = failure === "paused" && !spoiled && isGood(state);
    if (paused) return;
    if (failure || spoiled) {
      trouble = values.ahead(good, interval[LENGTH]!);
      status = trouble ? "undefined-force" : failure && failure !== "paused" ? failure : "diverged";
      if (!trouble && mass?.lostAhead(good.position, good.velocity, interval[LENGTH]!)) status = "degenerate-mass";
      restore(state, good);
      return;
    }
    if (mass && !mass.holds(state.position)) {
      status = "degenerate-mass";
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

  // steps in one call are prepared for where there are many to come
  const alone =
    mass || grid.step !== simulation.grid.step || system.controllers?.limited || scheme.stepsEnd === "events";
  const many =
    !alone && isWorthBlocks(simulation.kernels?.made, grid.steps - walk.node) ? stepper.blocks?.() : undefined;
  if (many) blocks = blocksOf(many, state, { walk, grid, values }, watch.blocks, sinks);
  // states between samples that nobody sees need not leave the stepper
  const unseen =
    stepper.skip && !alone && values.sure && sinks.every((sink) => !sink.step && !sink.event && !sink.block);
  const every = sinks.some((sink) => sink.sample) ? grid.every : grid.steps;
  const times = new Float64Array(unseen ? Math.max(1, Math.min(grid.steps, Math.ceil(MOST_AT_ONCE / system.size))) : 0);

  /** Steps in one call, as many as there are at once; returns how many. */
  function manySteps(most: number): number {
    const count = paused ? 0 : blocks!.take(most, stats);
    if (count === 0) return 0;
    restore(good, state);
    if (!Number.isNaN(blocks!.sampled[0]!)) sampled = blocks!.sampled[0]!;
    return count;
  }

  /** The same where only the last of them is seen: to the next sample at most. */
  function unseenSteps(most: number): number {
    const asked = walk.ahead(times, Math.min(most, times.length, every - (walk.node % every)));
    const count = asked > 0 ? stepper.skip!(asked, stats) : 0;
    if (count === 0) return 0;
    walk.take(count, times);
    state.time = times[count - 1]!;
    restore(good, state);
    if (walk.finished || walk.node % every === 0) sample(walk.finished);
    return count;
  }

  if (!isGood(state)) {
    status = "diverged"; // before it began
    forget(state, simulation);
    restore(good, state);
  }
  const variables = {
    save: () => ({ node, paused, parts, spoiled, sampled }),
    restore(saved: Saved) {
      ({ node, paused, parts, spoiled, sampled } = saved as unknown as ReturnType<typeof variables.save>);
    },
  };
  const kept = () => ({
    ...{ stats, interval, good, variables },
    walk: walk.kept,
    stepper: stepper.kept!,
    watch: watch.kept,
    sinks: sinks.map((sink) => sink.kept!),
  });

  function refusesSave(): string | undefined {
    if (status !== undefined) return "a run that has ended cannot be saved";
    if (tangents) return "a run that carries derivatives cannot be saved";
    if (!stepper.kept)
      return `the scheme ${scheme.name} does not say what it remembers, so that its runs cannot be saved`;
    if (sinks.some((sink) => !sink.kept))
      return "a receiver of states does not say what it has gathered (kept), so that the run cannot be saved";
    return undefined;
  }

  function end(): RunOutcome {
    if (state.time !== sampled) sample(true);
    status ??= "cancelled";
    const crowded = status === "event-accumulation" ? Math.max(state.time, heard[0]!) : state.time;
    const message = statusMessage(status, trouble?.time ?? crowded, trouble?.what);
    const last = copyState(state);
    if (status === "done") giveBack();
    return { status, message, stats, state: last };
  }

  function requireSave(): void {
    const refusal = refusesSave();
    if (refusal) throw new Error(refusal);
  }

  if (from === undefined) {
    for (const sink of sinks) sink.step?.(state);
    sample(false);
  } else {
    requireSave();
    restoreKept(kept(), from);
    const counts = Object.values(stats).every(Number.isFinite);
    const within = [state, good].every(({ time }) => time >= grid.start && time <= grid.end);
    if (spoiled || !counts || !within || !isGood(state) || !isGood(good)) misfit(); // no such run is ever saved
  }
  return {
    refusesSave,
    save() {
      requireSave();
      return save(kept());
    },
    advance(steps, pause) {
      listener.pause = pause;
      if (way) way.pause = pause;
      for (let k = 0; k < steps && status === undefined; ) {
        const many = unseen ? unseenSteps(steps - k) : blocks ? manySteps(steps - k) : 0;
        k += Math.max(1, many);
        if (many === 0) {
          if (walk.finished && !paused) status = "done";
          else oneStep();
        }
        if (paused || pause?.()) break;
      }
      return status === undefined;
    },
    progress: () => ((outcome?.state ?? state).time - grid.start) / (grid.end - grid.start),
    finish() {
      outcome ??= end();
      return outcome;
    },
  };
}

/** Solvers that may take long give way within a step, but for schemes that have none in theirs. */
function wayOf({ system, scheme, solver }: Simulation): GivingWay | undefined {
  const iterates =
    solver.iterates || system.rows.some(({ law }) => law.smoothing > 0 || law.method?.type === "augmented-lagrangian");
  return iterates && scheme.stepsEnd !== "events" ? givingWay(solver) : undefined;
}

function attempt(
  stepper: Stepper,
  interval: Float64Array,
  stats: Stats,
  listener: Listener,
): Status | "paused" | undefined {
  const status: StepStatus = stepper.step(interval, stats, listener);
  if (status !== "stepped") return status;
  return isGood(stepper.state) ? undefined : "diverged";
}

/** An undefined load may leave a stuck row at rest, with a force that is no number. */
export function isGood({ position, velocity, force, limit }: State): boolean {
  return bounded(position) && bounded(velocity) && bounded(force) && numbers(limit);
}

/** Forces at the start that are no numbers: only what the problem says is left. */
function forget(state: State, { initial }: Simulation): void {
  copy(initial.position, state.position);
  copy(initial.velocity, state.velocity);
  state.force.fill(0);
}

/** Limits may be infinite. */
function numbers(x: Float64Array): boolean {
  for (let i = 0; i < x.length; i++) if (Number.isNaN(x[i]!)) return false;
  return true;
}

function bounded(x: Float64Array): boolean {
  for (let i = 0; i < x.length; i++) if (!(Math.abs(x[i]!) < LARGEST)) return false;
  return true;
}

/** Numbers up to which the host has arrays without a memory of their own. */
const SMALL = 8;

/** One that later steps do not change; larger ones in one memory: to get one takes longer than to copy. */
export function copyState(state: State): State {
  const { position, force, memory } = state;
  const [n, m, k] = [position.length, force.length, memory.length];
  const buffer = n + m > 2 * SMALL ? new ArrayBuffer(8 * (2 * n + 2 * m + k) + m) : undefined;
  let at = 0;
  const doubles = (length: number): Vector => {
    at += 8 * length;
    return buffer ? new Float64Array(buffer, at - 8 * length, length) : new Float64Array(length);
  };
  const copied: State = {
    time: 0,
    position: doubles(n),
    velocity: doubles(n),
    force: doubles(m),
    limit: doubles(m),
    memory: doubles(k),
    mode: buffer ? new Int8Array(buffer, at, m) : new Int8Array(m),
  };
  restore(copied, state);
  return copied;
}

function restore(into: State, from: State): void {
  into.time = from.time;
  copy(from.position, into.position);
  copy(from.velocity, into.velocity);
  copy(from.force, into.force);
  copy(from.limit, into.limit);
  copyModes(from.mode, into.mode);
  copy(from.memory, into.memory);
}

/** As `copy` does it with numbers. */
function copyModes(from: Int8Array, into: Int8Array): void {
  if (into.length >= LONG) into.set(from);
  else for (let i = 0; i < into.length; i++) into[i] = from[i]!;
}

/** Whether blocks are worth it for a run of so many steps; `made`: what runs of its problem share. */
function isWorthBlocks(made: KernelSlot["made"], steps: number): boolean {
  if (!made) return steps >= WORTH_BLOCKS.first;
  made.steps = (made.steps ?? 0) + steps;
  return steps >= WORTH_BLOCKS.again && (made.kernel !== undefined || made.steps >= WORTH_BLOCKS.first);
}

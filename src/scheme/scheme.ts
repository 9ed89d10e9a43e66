/** What a time discretization is. Schemes fill step problems, solvers solve them. */
import type { ControlInput } from "../model/control/control-load.ts";
import type { System } from "../model/system.ts";
import type { Kept } from "../numeric/kept.ts";
import type { Vector } from "../numeric/vector.ts";
import type { Solver, SolveStatus, Stats, Step } from "../step/step.ts";
import type { Tangents } from "./common/tangent.ts";
import type { KernelSlot } from "./kernel/slot.ts";

/** All that changes in a run: copying it and going on gives the same digits. */
export interface State {
  /** s */
  time: number;
  readonly position: Vector;
  readonly velocity: Vector;
  /** Hard part of the rows' forces, N: -limit lambda. */
  readonly force: Vector;
  /** What the multipliers are measured by, N: the rows' limits. */
  readonly limit: Vector;
  /** 0 stuck, +1 or -1 the direction of slip. */
  readonly mode: Int8Array;
  /** What else the scheme must remember, such as the position one step ahead. */
  readonly memory: Vector;
}

export interface Initial {
  readonly time: number;
  /** End of the run, s. */
  readonly end: number;
  readonly position: Vector;
  readonly velocity: Vector;
}

/** One step: its length (s) and the time at its end; a typed array, since doubles passed as such would be boxed. */
export type Interval = Float64Array;
export const LENGTH = 0;
export const END = 1;

/** Distance of the two Gauss points from the middle of a step, in steps. */
export const GAUSS_OFFSET = 0.5 / Math.sqrt(3);

export type StepStatus =
  | "stepped"
  /** Interrupted by the listener's `pause`; to be called again with the same interval. The state is that of the time reached. */
  | "paused"
  | "undefined-force"
  | "event-accumulation"
  | "too-many-expansions"
  /** The multipliers of an augmented Lagrangian did not bring the violation below its tolerance. */
  | "violated"
  | Exclude<SolveStatus, "solved">;

export type EventKind = "stick" | "slip" | "reversal" | "impact" | "contact" | "release" | "saturate" | "unsaturate";

/** A stretch of motion within one mode, and between two breakpoints where the scheme knows it exactly. */
export interface Piece {
  /** s */
  readonly from: number;
  readonly to: number;
  /** Fills a state at its own time, which lies within; `motionOnly`: nobody asks for more than its position and velocity. */
  fill(state: State, motionOnly?: boolean): void;
}

/** Hears what happens inside a step. */
export interface Listener {
  /** `row`: of the system; beyond them its controllers. */
  event(kind: EventKind, time: number, row: number): void;
  /** A state between the ends of the step; it is only lent. Absent where none is asked for. */
  between?(state: State): void;
  /** The motion that the states between belong to, from end to end; it is only lent. Told by schemes whose steps end at events. */
  piece?(piece: Piece): void;
  /** The states right before and after an impact. */
  jump(before: State, after: State): void;
  /** A part of a step is taken, behind which it does not go back when it is paused. Told by schemes that take steps in parts. */
  part?(): void;
  /** Whether a step that may take long shall give way, for the rest of it to be taken later. Absent: never. */
  pause?: (() => boolean) | undefined;
}

/** States after consecutive steps, in columns: component i of state k at i * capacity + k. They are only lent. */
export interface StateBlock {
  /** Most states of a block. */
  readonly capacity: number;
  readonly time: Vector;
  readonly position: Vector;
  readonly velocity: Vector;
  readonly force: Vector;
  readonly limit: Vector;
  readonly mode: Int8Array;
}

/** Many steps in one call, with the digits of single ones. */
export interface BlockStepper {
  /** Of the last call; the caller fills in the times at which the steps end. */
  readonly states: StateBlock;
  /**
   * Takes up to `count` steps of the length that the stepper was started with. Returns how many: fewer where the next one must be taken by
   * `step`, which has something to say, or to do what is not done here. The stepper's state is the last one then.
   */
  advance(count: number, stats: Stats): number;
}

export interface Stepper {
  readonly state: State;
  /** Prepares for blocks of steps, which costs as much as some hundred single ones; undefined, or absent: single steps only. */
  blocks?(): BlockStepper | undefined;
  /**
   * All that it remembers from step to step (between steps, and where one was paused): restored in a stepper that has just been
   * started, it goes on with the same digits. Absent: it cannot be saved.
   */
  readonly kept?: Kept | undefined;
  step(interval: Interval, stats: Stats, listener: Listener): StepStatus;
  /**
   * So many whole steps at once, where nobody asks for the states between; the caller sets the time of the state. Returns how many it took: the one
   * after them is left to `step`. The digits are those of single steps. Absent: there are single steps only.
   */
  readonly skip?: ((count: number, stats: Stats) => number) | undefined;
  /** As if it had just been started from there, at the same time; what was prepared is used again. Absent: start another one. */
  restart?(position: Vector, velocity: Vector): void;
}

/** Many runs over the same nodes of which only the end is wanted: the same steps to round-off, 1e-12. */
export interface BatchRuns {
  /** `system`: the one prepared for, but for the control on its load. Undefined: this run must be stepped. */
  run(system: System, initial: Initial, stats: Stats): State | undefined;
  /**
   * Prepares many under their own control values each (as in ControlInput, one row after the other): positions, then velocities at the end,
   * a row of `out` each; NaN: this run must be stepped. The digits are those of `run`.
   */
  ends(control: ControlInput, initial: Initial): (values: Vector, out: Vector) => void;
}

export interface Scheme {
  readonly name: string;
  /** Of convergence in x and v between events. */
  readonly order: number;
  /** Whether the multiplier of a state belongs to its time or is the mean over the step that ends there. */
  readonly multiplierAt: "node" | "step";
  /**
   * Where its steps end: at the load's breakpoints too ("breakpoints"), at the nodes only ("nodes": jumps inside a step
   * are smeared), or wherever its own events are ("events": it also tells the listener of them).
   */
  readonly stepsEnd: "breakpoints" | "nodes" | "events";
  /** Why the scheme cannot take this system or step length, with the remedy. */
  refuses(system: System, dt: number): string | undefined;
  /** A step problem as the scheme poses them, for a solver to look at before the run. */
  problem(system: System, dt: number): Step;
  /** Makes the code that runs of such a machine share, before the first of them needs it; whether there is any. */
  prepare?(system: System, initial: Initial, kernels: KernelSlot): boolean;
  /** With `tangents`, the stepper carries their columns along. `kernels`: where code is kept from run to run; absent: no blocks. */
  start(
    system: System,
    solver: Solver,
    initial: Initial,
    dt: number,
    tangents?: Tangents,
    kernels?: KernelSlot,
  ): Stepper;
  /** Why derivatives of the motion cannot be had, with the remedy; absent: they can. */
  refusesTangents?(system: System, solver: Solver): string | undefined;
  /** Prepares a batch of runs whose steps end at the nodes (s); undefined where single steps are needed. */
  batch?(system: System, solver: Solver, dt: number, nodes: Vector): BatchRuns | undefined;
}

/** The state at the start, before the scheme knows forces and limits. */
export function newState(system: System, initial: Initial, memory: number): State {
  return {
    time: initial.time,
    position: Float64Array.from(initial.position),
    velocity: Float64Array.from(initial.velocity),
    force: new Float64Array(system.rows.length),
    limit: new Float64Array(system.rows.length),
    mode: new Int8Array(system.rows.length),
    memory: new Float64Array(memory),
  };
}

/** All of a state that others than its scheme read. */
export function readState(states: StateBlock, k: number, into: State): void {
  const { capacity } = states;
  into.time = states.time[k]!;
  column(states.position, k, capacity, into.position);
  column(states.velocity, k, capacity, into.velocity);
  column(states.force, k, capacity, into.force);
  column(states.limit, k, capacity, into.limit);
  for (let i = 0; i < into.mode.length; i++) into.mode[i] = states.mode[i * capacity + k]!;
}

function column(from: Float64Array, k: number, capacity: number, into: Float64Array): void {
  for (let i = 0, at = k; i < into.length; i++, at += capacity) into[i] = from[at]!;
}

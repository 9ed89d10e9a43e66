/** How a search for a control can end, and what it gives. */
import type { Vector } from "../numeric/vector.ts";
import type { EndState, TargetError } from "./task.ts";

export const CONTROL_STATUSES = [
  "reached",
  "target-missed",
  "singular-tangent",
  "not-converged",
  "run-failed",
  "cancelled",
] as const;
export type ControlStatus = (typeof CONTROL_STATUSES)[number];

/** A point of the convergence figure: the best of all runs so far. */
export interface Milestone {
  readonly runs: number;
  /** Simplexes of direct search so far. */
  readonly simplexes: number;
  /** The larger of (4.1) and (4.2). */
  readonly error: number;
  readonly objective: number;
  readonly part: PartName;
}

export type PartName = "newton" | "least-effort" | "pds" | "multistart";

/** Which part of a search did what. */
export interface Part {
  readonly part: PartName;
  readonly runs: number;
  readonly simplexes?: number;
  /** Target error at its start and end. */
  readonly from: number;
  readonly to: number;
  /** Why it ended. */
  readonly ended: string;
}

/** An instant of a run at which the end state has no derivative: what a tangent met. */
export interface SearchKink {
  /** Number of the run, from 1. */
  readonly run: number;
  /** s */
  readonly time: number;
  readonly row: string;
  readonly reason: string;
  /** What there is instead: `one-sided`, or `none`; absent where a runner does not tell. */
  readonly derivative?: string;
}

/** The best control of a search, wherever it ended. */
export interface Found {
  readonly control: Vector;
  readonly end: EndState;
  readonly error: TargetError;
  readonly objective: number;
}

export interface ControlResult extends Found {
  readonly status: ControlStatus;
  /** A sentence, with the remedy where there is one. */
  readonly message: string;
  /** Initial value problems solved. */
  readonly runs: number;
  /** Runs that did not reach their end; they count as infinitely bad. */
  readonly failures: number;
  /** Of direct search. */
  readonly simplexes?: number;
  /** Other starts from which Newton began, after the given one did not lead to the target. */
  readonly starts?: number;
  /** How far the effort is from stationary among the controls that reach the target, relative; null where a method cannot tell. */
  readonly optimality: number | null;
  readonly parts: readonly Part[];
  readonly kinks: readonly SearchKink[];
  readonly history: readonly Milestone[];
}

/** What searches hear and tell while they work. */
export interface SearchOptions {
  /** Ends the search early: it returns the best so far. */
  readonly signal?: AbortSignal;
  /** Hears of progress between runs; what it returns is waited for, so that the host can attend to other things. */
  readonly report?: (progress: Milestone) => void | Promise<void>;
}

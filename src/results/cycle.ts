/** A cycle and its branch as plain data, and what they say in a sentence. */
import type { Simulation } from "../simulate/run/simulation.ts";
import type { BranchEnd, BranchPoint } from "../stability/cycle/continuation.ts";
import type { Cycle, CycleResult } from "../stability/cycle/cycle.ts";
import type { LostReason } from "../stability/cycle/why-lost.ts";
import { plainName, shortNumber } from "./text.ts";

/** path=from:to */
export interface ContinuedRange {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** How the first cycle of a branch was found. */
export type BranchStart = "long run" | "near the initial state" | "boundary";

export interface Branch extends ContinuedRange {
  readonly start: { readonly value: number; readonly period: number; readonly found: BranchStart };
  readonly points: readonly BranchPoint[];
  /** How many of them an earlier run has found. */
  readonly resumed: number;
  readonly end: BranchEnd | "cancelled";
  /** For a cycle that is lost: what its last point tells. */
  readonly lost?: LostReason;
  /** Why it ends, in a sentence. */
  readonly message: string;
}

/** Why a branch ends, in words. */
export function branchMessage(end: Branch["end"], lost: LostReason | undefined): string {
  if (end === "range") return "The range ends.";
  if (end === "points") return "Enough points: --points allows more.";
  if (end === "cancelled") return "Stopped.";
  if (lost?.kind === "grazing") {
    const near = `${shortNumber(100 * lost.margin, 2)} % of its largest distance`;
    return `The cycle is lost: ${plainName(lost.row)} is about to graze an event at ${shortNumber(lost.time, 6)} s of the period (within ${near}), beyond which the motion is another one.`;
  }
  if (lost?.kind === "fold") {
    return `The cycle is lost where a multiplier is ${shortNumber(lost.multiplier, 4)}: the branch turns back there, more sharply than it can be followed.`;
  }
  return "The cycle is lost: it may end there, or meet another one.";
}

export function cycleMessage({ stability, period, turns }: Cycle): string {
  return `${stability === "unstable" ? "An" : "A"} ${stability} cycle with period ${shortNumber(period, 9)} s${turns ? ", up to whole turns" : ""}.`;
}

/** What --json prints and result.json holds; its fields are stable. */
export function cycleData(simulation: Simulation, result: CycleResult, branch: Branch | undefined, seconds: number) {
  const { name } = simulation;
  if (result.status !== "found") return { name, ...result, seconds };
  const { orbit, ...cycle } = result;
  return {
    name,
    ...cycle,
    message: cycleMessage(result),
    amplitude: Math.max(...cycle.amplitudes),
    residual: orbit.residual,
    differentiable: !orbit.kinked,
    ...(branch ? { branch } : {}),
    seconds,
  };
}

export type CycleData = ReturnType<typeof cycleData>;

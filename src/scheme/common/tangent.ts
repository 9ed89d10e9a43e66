/**
 * Derivatives of a motion with respect to numbers that it depends on: initial values, control values, parameters. Each is a
 * column that a stepper carries along with its state, exactly: by the linearized equation of motion inside a mode and by
 * jump conditions at events.
 */
import type { Load } from "../../model/load.ts";
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { alphaTangents } from "../alpha/tangents.ts";
import type { balancedTangents } from "../balanced/tangents.ts";
import type { carry } from "../event-driven/carry.ts";

export interface TangentColumn {
  /** Derivatives of the position and the velocity: in at the start of the run, out at every state that is shown. */
  readonly position: Vector;
  readonly velocity: Vector;
  /** Derivative of the load, N a unit; absent: it does not change. */
  readonly load?: Load;
  /** For a parameter of the system: the system at values `distance` above and below, whose difference is its derivative. */
  readonly neighbors?: Neighbors;
}

export interface Neighbors {
  readonly above: System;
  readonly below: System;
  readonly distance: number;
  /** Systems at a far smaller distance; undefined: there are none. */
  readonly nearer?: () => Neighbors | undefined;
}

/** An instant at which the motion has no derivative: what follows is the derivative from one side at best. */
export interface TangentKink {
  /** s */
  readonly time: number;
  /** Index of the row; -1: none has a part in it. */
  readonly row: number;
  readonly reason: KinkReason;
  /** What there is instead: the columns go on as derivatives in their own direction, or not even that. */
  readonly derivative: KinkDerivative;
}

export type KinkDerivative = "one-sided" | "none";

export const kinkReasons = {
  grazing: "the event is grazed: it would not happen under a small change",
  simultaneous: "events that feel each other fall together, which a small change would put in one order or another",
  jump: "an event falls on a jump of the load",
  breaks: "jumps or kinks in time fall together, or on the start or the end, or are there under a small change only",
  formula: "formulas that decide by the motion change together, or on a jump of the load, and a force jumps there",
  singular: "a formula has no finite slope there, or one that the machines beside it do not tell",
  rest: "the row starts from rest, where a small change of velocity is lost or not",
} as const;

export type KinkReason = keyof typeof kinkReasons;

export interface Tangents {
  readonly columns: readonly TangentColumn[];
  /** Filled by the stepper. */
  readonly kinks: TangentKink[];
  /** How runs of the schemes carry them: it comes with them, so that who wants none does not load it. */
  readonly carry: typeof carry;
  readonly carryAlpha: typeof alphaTangents;
  readonly carryBalanced: typeof balancedTangents;
}

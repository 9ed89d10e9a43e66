import type { Kept } from "../../numeric/kept.ts";
import type { Piece, State, StateBlock } from "../../scheme/scheme.ts";
import type { Event } from "./trajectory.ts";

/** Which of the states of a block are samples: `first`, `first` + `every` ...; and `last`, which ends the run; -1: none does. */
export interface BlockSamples {
  readonly first: number;
  readonly every: number;
  readonly last: number;
}

export function isSample({ first, every, last }: BlockSamples, k: number): boolean {
  return (k >= first && (k - first) % every === 0) || k === last;
}

/** The last state before an event, where a sink has not got it yet: one of a block. */
export interface Ahead {
  readonly states: StateBlock;
  readonly k: number;
}

/** Receives what a run produces: columns in memory, CSV text, the audit. The state is only lent. */
export interface Sink {
  /** At each output time; `last` at the end of the run. */
  sample?(state: State, last: boolean): void;
  /** After every single step, also a cut one. */
  step?(state: State): void;
  /** The states from one of a block up to before another, in place of `step` and `sample` for each of them. Absent: it gets them one by one. */
  block?: ((states: StateBlock, from: number, to: number, samples: BlockSamples) => void) | undefined;
  /** The motion itself, stretch by stretch, where the scheme knows it between its states. */
  piece?(piece: Piece): void;
  /** Velocities jumped at an impact. */
  jump?(before: State, after: State): void;
  /** `ahead`: for a sink of blocks that says `eventsAhead`, the last state before the event where it has not got that yet. */
  event?(event: Event, ahead?: Ahead): void;
  /** Of a sink of blocks: it may be told of events before it gets the states of the block that come before them. */
  readonly eventsAhead?: boolean;
  /** What it has gathered, for a run that is saved and goes on elsewhere; `[]` for a sink without memory. Absent: it cannot be saved. */
  readonly kept?: Kept | undefined;
}

import type { Kept } from "../../numeric/kept.ts";
import type { Piece, State } from "../../scheme/scheme.ts";
import type { Event } from "./trajectory.ts";

/** Receives what a run produces: columns in memory, CSV text, the audit. The state is only lent. */
export interface Sink {
  /** At each output time; `last` at the end of the run. */
  sample?(state: State, last: boolean): void;
  /** After every single step, also a cut one. */
  step?(state: State): void;
  /** The motion itself, stretch by stretch, where the scheme knows it between its states. */
  piece?(piece: Piece): void;
  /** Velocities jumped at an impact. */
  jump?(before: State, after: State): void;
  event?(event: Event): void;
  /** What it has gathered, for a run that is saved and goes on elsewhere; `[]` for a sink without memory. Absent: it cannot be saved. */
  readonly kept?: Kept | undefined;
}

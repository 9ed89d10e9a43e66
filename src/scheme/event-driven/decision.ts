/** What is decided of the rows at an instant: their modes (mode.ts), and how they begin. */
import type { Vector } from "../../numeric/vector.ts";

/** What a decision leaves behind, row by row. */
export interface Decision {
  readonly mode: Int8Array;
  /** -1 or +1: a stuck row begins at that bound; 0: inside. */
  readonly bound: Int8Array;
  /**
   * How many coefficients are zero by the decision: of the slip of a row that begins to slip, of the force's distance
   * from the bound of a stuck row there; LEVELS or more: undecided.
   */
  readonly lead: Int8Array;
  /** How many coefficients of the distance between a stuck row's bounds are zero: those of a limit that begins at zero. */
  readonly width: Int8Array;
  /** By how much the force of an undecided row may leave its bound, N. */
  readonly play: Vector;
  /** Forces at the instant, N: those before the decision, then those that it found. */
  readonly given: Vector;
  /** Where between its bounds, 0 to 1, the force of a stuck row stays that does not hold, whatever the bounds do. */
  readonly part: Vector;
  /** 1: stuck, and others hold it: of rows that depend on each other. */
  readonly kept: Int8Array;
  /** 1: the row has no force, its limits are zero (or (5) smooths it); its mode says nothing. */
  readonly passive: Int8Array;
  /** Distance from its bound that counts as none for a row that has just reached it, N; else 0. */
  readonly blur: Vector;
  /** 1: the next decision shares the forces of dependent rows anew, far from their limits: as they are they cannot go on. */
  readonly anew: Int8Array;
}

/** `memory`: shared with others. */
export function newDecision(m: number, memory?: Pick<Decision, "mode" | "lead">): Decision {
  return {
    mode: memory?.mode ?? new Int8Array(m),
    bound: new Int8Array(m),
    lead: memory?.lead ?? new Int8Array(m),
    width: new Int8Array(m),
    play: new Float64Array(m),
    given: new Float64Array(m),
    part: new Float64Array(m),
    kept: new Int8Array(m),
    passive: new Int8Array(m),
    blur: new Float64Array(m),
    anew: new Int8Array(1),
  };
}

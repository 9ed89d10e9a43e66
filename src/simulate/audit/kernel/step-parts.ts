/** What the pieces of a step of the audit share. */
import { add, multiply, type Pair, pair } from "../../../numeric/wasm/code.ts";
import type { Variable, Variables } from "../../../numeric/wasm/module.ts";
import { WEIGHTS } from "../mean.ts";
import type { Limits } from "./limits-code.ts";
import type { Matrices, Places } from "./places.ts";
import type { ROW_NAMES } from "./row-records.ts";
import type { Index, Over, Slots } from "./vector-code.ts";

/** Entries 2k and 2k + 1 of a vector that is given in columns. */
export type Column = (k: Index) => Pair;

export interface StepParts {
  readonly places: Places;
  readonly matrices: Matrices;
  readonly variables: Variables;
  /** Pairs of coordinates and of rows. */
  readonly ofCoordinates: number;
  readonly ofRows: number;
  /** The state at the end of the step. */
  readonly state: Readonly<Record<"x" | "v" | "force" | "limit" | "middleLoad" | "load", Column>> & {
    readonly time: Pair;
  };
  /** Drives and limits in the middle of the step and at its end, where they vary. */
  table(point: 1 | 2, name: (typeof ROW_NAMES)[number], k: Index): Pair;
  readonly limits: Limits;
  /** Length of the step, its end, and the size of that. */
  readonly h: Variable<"v128">;
  readonly time: Variable<"v128">;
  readonly late: Variable<"v128">;
  /** Loops over pairs. */
  readonly over: Over;
  /** Sums of the last product, and two variables for anything. */
  readonly sums: Slots;
  readonly a: Variable<"v128">;
  readonly b: Variable<"v128">;
  /** Masks of the rows: slides forwards, backwards; force not known from the law. */
  readonly forwards: Slots;
  readonly backwards: Slots;
  readonly unknown: Slots;
}

/** Simpson's mean. */
export const meanOf = (start: Pair, middle: Pair, end: Pair): Pair =>
  add(add(multiply(pair(WEIGHTS[0]), start), multiply(pair(WEIGHTS[1]), middle)), multiply(pair(WEIGHTS[2]), end));

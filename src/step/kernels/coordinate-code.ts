/**
 * Solves of coordinate-box.ts as WebAssembly, unrolled over the coordinates: the same operations in the same order, and so
 * the same digits.
 */
import type { Vector } from "../../numeric/vector.ts";
import { whole } from "../../numeric/wasm.ts";

export type Code = readonly number[];

/** Numbers of the locals that the solve shares with the step around it, each of a coordinate. */
export interface SharedLocals {
  readonly free: readonly number[];
  readonly start: readonly number[];
  readonly friction: readonly number[];
  readonly dz: readonly number[];
  /** Linear solves, counted up. */
  readonly iterations: number;
  /** Locals for the solve alone. */
  readonly doubles: readonly number[];
  readonly wholes: readonly number[];
}

/** Left by the function when a step was not solved. */
export const UNSOLVED = whole(-1);

export interface SolveCode {
  readonly doubles: number;
  readonly wholes: number;
  /** What the code reads, from the byte address `base` on. */
  readonly data: Vector;
  step(locals: SharedLocals, base: number): Code;
}

/** The code of all coordinates, one after the other. */
export const all = (n: number, code: (i: number) => Code): Code => Array.from({ length: n }, (_, i) => code(i)).flat();

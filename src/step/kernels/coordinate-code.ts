/**
 * Solves of coordinate-box.ts as WebAssembly, unrolled over the coordinates: the same operations in the same order, and so
 * the same digits.
 */
import type { Statement } from "../../numeric/wasm/code.ts";
import type { Layout } from "../../numeric/wasm/memory.ts";
import type { Variable, Variables } from "../../numeric/wasm/module.ts";

/** What the solve shares with the step around it, each of a coordinate. */
export interface SharedVariables {
  readonly free: readonly Variable<"f64">[];
  readonly start: readonly Variable<"f64">[];
  readonly friction: readonly Variable<"f64">[];
  readonly dz: readonly Variable<"f64">[];
  /** Linear solves, counted up. */
  readonly iterations: Variable<"i32">;
}

export interface SolveCode {
  /** Lays out what it reads; the code leaves the function with UNSOLVED (box-code.ts) when a step was not solved. */
  step(shared: SharedVariables, variables: Variables, layout: Layout): Statement;
}

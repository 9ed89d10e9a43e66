/** What a scheme tells a kernel of its steps, and the products that schemes share. */
import { add, type Double, each, type Pair, type Statement, sequence, type Whole } from "../../numeric/wasm/code.ts";
import type { Layout } from "../../numeric/wasm/memory.ts";
import type { Variable, Variables } from "../../numeric/wasm/module.ts";
import type { Held } from "../../step/kernels/held-code.ts";
import { type MatrixCode, matrixCode } from "../../step/kernels/matrix-code.ts";
import type { Combined } from "../common/combined.ts";

/** What a scheme does before and after the step problem. */
export interface SchemeCode {
  /** Combined once, where A^{-1} is made; else A is solved with. */
  readonly matrices: Combined | undefined;
  /** From the state to -A^{-1} R but for weakening, where matrices are combined; the table of loads has A^{-1} f then. Else to -R, without `drag` where rows weaken. */
  residual(variables: Variables, state: StatePairs, loadAt: Whole, to: Held): Statement;
  /** Where rows have slips at the start: their own part, w.v, of pair k of rows that act on the coordinates in turn. */
  rate?(k: number, state: StatePairs): Pair;
  /** The same for all rows, with their drives and what stops give back: at `slip`. */
  slips?(variables: Variables, rowsAt: Whole): Statement;
  /** Velocities are solved for: weakening acts by the trapezoidal rule, and the limits of a jump law begin anew in each solve. */
  readonly kicks: boolean;
  /** Where the velocity stands that a step begins with, and viscous forces, where `given` lacks them. */
  readonly velocity: number;
  readonly drag?: number | undefined;
  /** What the stuck rows shall hold still, from dz, pair k. */
  moved(k: number, dz: Pair, state: StatePairs): Pair;
  /** w. of it for a stuck row on what is driven. */
  target(drive: Double): Double;
  /** The state after the step from it: `other` is what is remembered beside the position. */
  after(
    k: number,
    moved: Pair,
    state: StatePairs,
  ): { readonly position: Pair; readonly velocity: Pair; readonly other: Pair };
}

/** Pair k of the position that a step begins with, and of what is remembered beside it; that as products take it. */
export interface StatePairs {
  x(k: number): Pair;
  other(k: number): Pair;
  readonly others: Held["vector"];
}

/** A constant matrix over the coordinates. */
export function coordinateMatrix(
  layout: Layout,
  matrix: { readonly size: number; at(i: number, j: number): number },
): MatrixCode {
  return matrixCode(layout, matrix.size, matrix.size, (i, j) => matrix.at(i, j));
}

/** The products of combined.ts. */
export function combinedCode(layout: Layout, { elastic, damped }: Combined, n: number) {
  layout.structure.push("combined");
  const springs = matrixCode(layout, n, n, (i, j) => elastic[i * n + j]!);
  const dampers = damped && matrixCode(layout, n, n, (i, j) => damped[i * n + j]!);
  return {
    damps: damped !== undefined,
    /** elastic y + damped u, each sum handed on. */
    held(
      y: Held["vector"],
      u: Held["vector"],
      variables: Variables,
      after: (k: number, sum: Variable<"v128">) => Statement,
    ): Statement {
      const sums = variables.pairs(Math.ceil(n / 2));
      if (!dampers) return springs.times(y, sums, add, true, variables, (k) => after(k, sums[k]!));
      return sequence(
        springs.times(y, sums, add, true, variables),
        dampers.times(u, sums, add, false, variables),
        each(sums.length, (k) => after(k, sums[k]!)),
      );
    },
  };
}

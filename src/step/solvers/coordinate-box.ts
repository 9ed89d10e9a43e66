/**
 * The step problem when every row acts on one coordinate of its own: dz = free + A^{-1} Q, with the rows' forces Q on the
 * coordinates in [lower, upper]. Nothing but `free` changes from step to step, nor from run to run, so that what is derived
 * from A serves all of them. For batches; single runs solve `Step`, which knows all kinds of rows.
 */
import { inverseOf } from "../../numeric/inverse.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { SolveCode } from "../kernels/coordinate-code.ts";
import type { Stats, Step } from "../step.ts";

export interface CoordinateBox {
  readonly size: number;
  /** A^{-1}, row-major. */
  readonly inverse: Vector;
  /** Bounds of the coordinates' friction, N; 0 where no row acts. */
  readonly lower: Vector;
  readonly upper: Vector;
  /** The row on each coordinate, or -1. */
  readonly row: Int32Array;
  /** Force on the coordinate for a unit force of its row. */
  readonly weight: Vector;
}

/** A solver with its working memory; it keeps nothing that could change a digit of another run. */
export interface CoordinateSolver {
  readonly box: CoordinateBox;
  /** The same for emitted steps, of a fixed point; for few coordinates only. Absent: step/kernels/box-code.ts is the same. */
  readonly code?: SolveCode;
  /** Before the first step of a run. `friction`: Q at its start, which alone gives the first guess. */
  begin(friction: Vector): void;
  /** Q and dz from free; `start` is z. `friction` in: of the previous step. False: not solved, take the ordinary way. */
  solve(free: Vector, start: Vector, friction: Vector, dz: Vector, stats: Stats): boolean;
}

/** Sets of stuck coordinates are bits of a number. */
const MOST_COORDINATES = 30;

/** Undefined when a row acts on several coordinates, shares one, or has no finite bounds. */
export function coordinateBox(step: Step): CoordinateBox | undefined {
  const { size: n, count: m, directions } = step;
  if (n > MOST_COORDINATES || !step.tangent.factor()) return undefined;
  const row = new Int32Array(n).fill(-1);
  const weight = new Float64Array(n);
  const lower = new Float64Array(n);
  const upper = new Float64Array(n);
  for (let i = 0; i < m; i++) {
    const first = directions.start[i]!;
    const column = directions.column[first]!;
    if (
      directions.start[i + 1] !== first + 1 ||
      row[column] !== -1 ||
      step.smoothing[i]! > 0 ||
      step.compliance[i]! > 0
    )
      return undefined;
    const w = directions.value[first]!;
    row[column] = i;
    weight[column] = w;
    lower[column] = Math.min(w * step.lower[i]!, w * step.upper[i]!);
    upper[column] = Math.max(w * step.lower[i]!, w * step.upper[i]!);
    if (!(upper[column]! - lower[column]! < Number.POSITIVE_INFINITY)) return undefined;
  }
  return { size: n, inverse: inverseOf(step.tangent), lower, upper, row, weight };
}

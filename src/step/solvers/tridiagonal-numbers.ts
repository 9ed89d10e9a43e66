/** Which step problems are tridiagonal box problems, and their numbers coordinate by coordinate. */
import { Banded } from "../../numeric/banded.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Step } from "../step.ts";
import { ROUND_OFF } from "./condensed.ts";

interface Diagonals {
  readonly n: number;
  readonly below: Vector;
  readonly diagonal: Vector;
  readonly above: Vector;
}

/** The row of each coordinate, -1: none; undefined where the step problem is not of this kind. */
export function rowsOfCoordinates({
  size,
  count,
  directions,
  slipRows,
  compliance,
  smoothing,
}: Step): Int32Array | undefined {
  const rowOf = new Int32Array(size).fill(-1);
  for (let i = 0; i < count; i++) {
    const at = directions.start[i]!;
    const single = directions.start[i + 1] === at + 1 && slipRows.start[i] === at && slipRows.start[i + 1] === at + 1;
    if (!single || compliance[i] !== 0 || smoothing[i] !== 0) return undefined;
    const j = directions.column[at]!;
    if (slipRows.column[at] !== j || rowOf[j]! >= 0 || !(directions.value[at]! * slipRows.value[at]! > 0))
      return undefined;
    rowOf[j] = i;
  }
  return rowOf;
}

/** The numbers of such a step problem by coordinates; one without a row has limits of 0, and push and rate of 1. */
export interface TridiagonalBox {
  readonly size: number;
  /** The row of each coordinate, -1: none. */
  readonly rowOf: Int32Array;
  /** Whether row and coordinate have the same number, and there are as many. */
  readonly aligned: boolean;
  readonly below: Vector;
  readonly diagonal: Vector;
  readonly above: Vector;
  readonly push: Vector;
  readonly rate: Vector;
  readonly lower: Vector;
  readonly upper: Vector;
}

/** Undefined where the step problem is not of this kind, or its matrix not positive definite. Limits that are not numbers yet are taken as they are. */
export function tridiagonalNumbers(step: Step): TridiagonalBox | undefined {
  const { tangent, size: n, directions, slipRows } = step;
  if (!(tangent instanceof Banded) || tangent.band.below > 1 || tangent.band.above > 1) return undefined;
  const rowOf = rowsOfCoordinates(step);
  if (!rowOf) return undefined;
  const ofRow = (of: (i: number) => number, otherwise: number) =>
    Float64Array.from(rowOf, (i) => (i < 0 ? otherwise : of(i)));
  const entries = (shift: number) => Float64Array.from({ length: n }, (_, j) => tangent.at(j, j + shift));
  const box: TridiagonalBox = {
    ...{ size: n, rowOf, aligned: isAligned(step, rowOf) },
    ...{ below: entries(-1), diagonal: entries(0), above: entries(1) },
    push: ofRow((i) => directions.value[directions.start[i]!]!, 1),
    rate: ofRow((i) => slipRows.value[slipRows.start[i]!]!, 1),
    lower: ofRow((i) => step.lower[i]!, 0),
    upper: ofRow((i) => step.upper[i]!, 0),
  };
  return isPositive({ n, ...box }) ? box : undefined;
}

export const isAligned = ({ size, count }: Step, rowOf: Int32Array): boolean =>
  size === count && rowOf.every((i, j) => i === j);

/** Whether A is symmetric with positive pivots: then those of all its parts are positive, and elimination needs no exchange of rows. */
export function isPositive({ n, below, diagonal, above }: Diagonals): boolean {
  let pivot = 1;
  for (let j = 0; j < n; j++) {
    if (j > 0 && below[j] !== above[j - 1]) return false;
    pivot = diagonal[j]! - (j > 0 ? (below[j]! * below[j]!) / pivot : 0);
    if (!(pivot > ROUND_OFF * diagonal[j]!)) return false;
  }
  return true;
}

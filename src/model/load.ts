/** Forces and other functions of time alone, as systems take them. */
import type { Vector } from "../numeric/vector.ts";
import type { ControlInput } from "./control/control-load.ts";

/**
 * The load f(t) + B u. `at` holds the time and a *side*, a time in whose neighborhood no decision of the formulas
 * changes: at a jump of f it tells which of the two limits is meant.
 */
export interface Load {
  evaluate(at: Vector, out: Vector): void;
  /**
   * The same at many instants, with the same digits: the time and side of instant k at at[2 * k], at[2 * k + 1], component i of it at
   * out[k * stride + i]. Absent: nothing is gained by it.
   */
  evaluateMany?(at: Vector, count: number, out: Vector, stride: number): void;
  /** Taylor coefficients in time: `expand(at, out)` puts coefficient k of component i at out[k * size + i]. */
  expansion(order: number): (at: Vector, out: Vector) => void;
  /** It does not depend on time at all. */
  readonly constant?: boolean;
  /** It is another one in each run: values that were found in one say nothing of the next. */
  readonly changes?: boolean;
  /** Its series converge everywhere, and their last coefficients tell what comes after them: nothing hides between samples. */
  readonly entire?: boolean;
  /** It may begin or end as a root or a power, without a Taylor series there. */
  readonly rooted?: boolean;
  /** Whether it is proved that all its values in an interval are numbers below LARGEST. */
  bounded?(from: number, to: number): boolean;
  /** Times in the open interval where f or a derivative of it may jump. */
  breakpoints(from: number, to: number): { readonly times: readonly number[]; readonly complete: boolean };
  /**
   * Where the functions change within less than `resolution` (s), by bounds and not by samples. Absent: they do so nowhere.
   */
  detail?(from: number, to: number, resolution: number): Detail;
  /** What the load is made of, when it is another one with a control on it: many runs share that other one. */
  readonly control?: ControlInput;
}

/** Numbers of a machine and of its motion are smaller than this: their energies are numbers still. */
export const LARGEST = 1e100;

/** Loads at many instants, as `evaluateMany` has them, of any load of so many components. */
export function manyValues(load: Load, size: number): NonNullable<Load["evaluateMany"]> {
  const instant = new Float64Array(2);
  const values = new Float64Array(size);
  return (at, count, out, stride) => {
    if (load.evaluateMany) {
      load.evaluateMany(at, count, out, stride);
      return;
    }
    for (let k = 0; k < count; k++) {
      instant[0] = at[2 * k]!;
      instant[1] = at[2 * k + 1]!;
      load.evaluate(instant, values);
      for (let i = 0; i < size; i++) out[k * stride + i] = values[i]!;
    }
  };
}

export interface Detail {
  /** Zones, ascending; on zone k the functions are as good as polynomials of degree 7 on pieces of length piece[k], s. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly piece: readonly number[];
  /** Numbers of the functions of which it could not be found out everywhere. */
  readonly doubtful: readonly number[];
}

export const NO_DETAIL: Detail = { from: [], to: [], piece: [], doubtful: [] };

/** Samples for what is a polynomial of degree 7, and at most so many in a run: what lasts so long needs none of its own. */
const SAMPLES = 8;
const MOST_SAMPLES = 4096;

export function resolutionOf(span: number, spacing: number): number {
  return SAMPLES * Math.max(spacing, span / MOST_SAMPLES);
}

/**
 * A branch of cycles over a parameter p, by pseudo-arclength: each point is predicted along the branch and corrected across
 * it, so that the branch may turn back. Unknowns are the state z, the period T (unless it is the force's) and p, each in
 * units of its own size.
 */
import { luFactor, luSolve } from "../../numeric/lu.ts";
import { maxNorm, type Vector } from "../../numeric/vector.ts";
import type { Direction } from "../../simulate/sensitivity.ts";
import type { Simulation } from "../../simulate/simulation.ts";
import { amplitudesOf, multipliersOf, type Stability, stabilityOf } from "./describe-orbit.ts";
import { flow } from "./periodic-state.ts";
import type { Orbit } from "./shooting.ts";

/** The machine at a value of the parameter, and the parameter as a direction. */
export type Family = (value: number) => { readonly simulation: Simulation; readonly direction: Direction } | undefined;

export interface BranchPoint {
  readonly value: number;
  readonly period: number;
  readonly amplitudes: readonly number[];
  /** Largest modulus of a multiplier. */
  readonly multiplier: number;
  readonly stability: Stability;
}

/** Why a branch ends: the parameter left its range, the cycle was lost, or there were enough points. */
export type BranchEnd = "range" | "lost" | "points";

export interface ContinuationOptions {
  readonly from: number;
  readonly to: number;
  readonly forced: boolean;
  readonly start: number;
  /** At most so many. */
  readonly points?: number;
}

const MOST_POINTS = 200;
const FIRST_STEP = 0.02;
const LONGEST_STEP = 0.05;
const SHORTEST_STEP = 1e-6;
const MOST_CORRECTIONS = 8;
const CONVERGED = 1e-10;

interface Point {
  /** z, T (unless forced), p, scaled. */
  readonly y: Vector;
  /** Unit tangent of the branch. */
  readonly tangent: Vector;
  readonly orbit: Orbit;
}

/** From a cycle at `from` on towards `to`: point by point, so that its host can look up between them. */
export function* continueCycle(
  family: Family,
  first: Orbit,
  options: ContinuationOptions,
): Generator<BranchPoint, BranchEnd> {
  const { from, to, forced, start } = options;
  const size = Math.max(maxNorm(first.z), 1e-300);
  const unit = Float64Array.from([...first.z.map(() => size), ...(forced ? [] : [first.period]), Math.abs(to - from)]);
  const pack = (orbit: Orbit, value: number) =>
    Float64Array.of(...orbit.z, ...(forced ? [] : [orbit.period]), value).map((entry, i) => entry / unit[i]!);
  const corrector = corrections(family, unit, first.z.length, first.period, options);
  const told = (point: Point): BranchPoint => {
    const value = point.y.at(-1)! * unit.at(-1)!;
    const { simulation } = family(value)!;
    const multipliers = multipliersOf(point.orbit, forced);
    return {
      value,
      period: point.orbit.period,
      amplitudes: amplitudesOf(simulation, point.orbit, start),
      multiplier: multipliers[0]?.modulus ?? 0,
      stability: stabilityOf(multipliers),
    };
  };
  const towards = new Float64Array(unit.length);
  towards[unit.length - 1] = Math.sign(to - from);
  let point = corrector(pack(first, from), towards, true);
  if (!point) return "lost";
  yield told(point);
  let step = FIRST_STEP;
  for (let count = 1; count < (options.points ?? MOST_POINTS); ) {
    const here: Point = point;
    const predicted = here.y.map((entry, i) => entry + step * here.tangent[i]!);
    const next = corrector(predicted, here.tangent, false);
    if (!next || maxNorm(next.y.map((entry, i) => entry - here.y[i]!)) > 4 * step) {
      step /= 2;
      if (step < SHORTEST_STEP) return "lost";
      continue;
    }
    point = next;
    const value = next.y.at(-1)! * unit.at(-1)!;
    const beyond =
      (value - to) * Math.sign(to - from) > 0 ? to : (value - from) * Math.sign(to - from) < 0 ? from : undefined;
    if (beyond !== undefined) {
      const edge = corrector(between(here.y, next.y, beyond / unit.at(-1)!), towards, true);
      if (edge) yield told(edge);
      return "range";
    }
    yield told(next);
    count++;
    // a cycle that has grown may change by more
    const grown = Math.max(1, maxNorm(next.y.subarray(0, first.z.length)));
    step = Math.min(LONGEST_STEP * grown, 1.5 * step);
  }
  return "points";
}

/** Newton's method for a point near `guess` across `along`; `fixed`: with the parameter held. */
function corrections(
  family: Family,
  unit: Vector,
  n: number,
  period: number,
  { forced, start }: ContinuationOptions,
): (guess: Vector, along: Vector, fixed: boolean) => Point | undefined {
  const width = unit.length;
  return (guess, along, fixed) => {
    let y = Float64Array.from(guess);
    for (let k = 0; k < MOST_CORRECTIONS; k++) {
      const z = Float64Array.from({ length: n }, (_, i) => y[i]! * unit[i]!);
      const T = forced ? period : y[n]! * unit[n]!;
      const machine = T > 0 ? family(y[width - 1]! * unit[width - 1]!) : undefined;
      const way = machine && flow(machine.simulation, z, start, T, [machine.direction]);
      if (!way) return undefined;
      const matrix = new Float64Array(width * width);
      const right = new Float64Array(width);
      for (let i = 0; i < n; i++) {
        const row = i * width;
        for (let j = 0; j < n; j++) {
          matrix[row + j] = ((way.tangent[i * n + j]! - (i === j ? 1 : 0)) * unit[j]!) / unit[i]!;
        }
        if (!forced) matrix[row + n] = (way.rate[i]! * unit[n]!) / unit[i]!;
        matrix[row + width - 1] = (way.further[0]![i]! * unit[width - 1]!) / unit[i]!;
        right[i] = (z[i]! - way.end[i]!) / unit[i]!;
        if (!forced) matrix[n * width + i] = (way.rate[i]! * unit[i]!) / unit[n]!; // the phase
      }
      const last = (width - 1) * width;
      if (fixed) matrix[last + width - 1] = 1;
      else for (let j = 0; j < width; j++) matrix[last + j] = along[j]!;
      const residual = maxNorm(right);
      const pivots = new Int32Array(width);
      if (!luFactor(matrix, width, width, pivots, 1e-14)) return undefined;
      if (residual < CONVERGED) {
        const orbit = { z, period: T, tangent: way.tangent, residual, iterations: k, kinked: way.kinked };
        return { y, tangent: tangentOf(matrix, width, pivots, along), orbit };
      }
      luSolve(matrix, width, width, pivots, right);
      if (!right.every(Number.isFinite) || maxNorm(right) > 1) return undefined;
      y = y.map((entry, i) => entry + right[i]!);
    }
    return undefined;
  };
}

/** Solves the factored system for a step along the branch; of length 1 and in the direction of the one before. */
function tangentOf(factors: Vector, width: number, pivots: Int32Array, along: Vector): Vector {
  const tangent = new Float64Array(width);
  tangent[width - 1] = 1;
  luSolve(factors, width, width, pivots, tangent);
  const length = Math.sqrt(tangent.reduce((sum, entry) => sum + entry * entry, 0));
  const sign = Math.sign(tangent.reduce((sum, entry, i) => sum + entry * along[i]!, 0)) || 1;
  return tangent.map((entry) => (sign * entry) / length);
}

/** The point of a straight line whose last number is the given one. */
function between(a: Vector, b: Vector, last: number): Vector {
  const share = (last - a.at(-1)!) / (b.at(-1)! - a.at(-1)!);
  return a.map((entry, i) => entry + share * (b[i]! - entry));
}

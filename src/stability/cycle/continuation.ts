/**
 * A branch of cycles over a parameter p, by pseudo-arclength: each point is predicted along the branch and corrected across
 * it, so that the branch may turn back. Unknowns are the state z, the period T (unless it is the force's) and p, each in
 * units of its own size.
 */
import { luFactor, luSolve } from "../../numeric/lu.ts";
import { maxNorm, type Vector } from "../../numeric/vector.ts";
import type { Direction } from "../../simulate/run/sensitivity.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { amplitudesOf, type CycleStability, cycleStability, eventsOf, multipliersOf } from "./describe-orbit.ts";
import { flow, from, stateData } from "./periodic-state.ts";
import { quietShift } from "./quiet-instant.ts";
import { sampleMotion, scalesOf } from "./recurrence.ts";
import type { Orbit } from "./shooting.ts";

/** The machine at a value of the parameter, and the parameter as a direction. */
export type Family = (value: number) => { readonly simulation: Simulation; readonly direction: Direction } | undefined;

export interface BranchPoint {
  readonly value: number;
  readonly period: number;
  readonly amplitudes: readonly number[];
  /** Largest modulus of a multiplier. */
  readonly multiplier: number;
  readonly stability: CycleStability;
  /** A state of the cycle, at that time of the force, s. */
  readonly time: number;
  readonly position: readonly number[];
  readonly velocity: readonly number[];
  /** Of first-order states; absent where the machine has none. */
  readonly states?: readonly number[];
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
  /** Hears before each point what it takes to go on behind it. */
  readonly kept?: (state: BranchState) => void;
  /** Goes on behind a point of an earlier call with the same first cycle and options; its points are not told again. */
  readonly resume?: BranchState;
}

/** All that a branch needs to go on behind one of its points, with the same digits. */
export interface BranchState {
  /** Points told so far. */
  readonly count: number;
  /** Length of the next step. */
  readonly step: number;
  /** s */
  readonly start: number;
  /** z, T (unless forced), p, scaled, and the tangent of the branch there. */
  readonly y: Vector;
  readonly tangent: Vector;
  /** The branch has left its range. */
  readonly ended: boolean;
}

const MOST_POINTS = 200;
const FIRST_STEP = 0.02;
const LONGEST_STEP = 0.05;
const SHORTEST_STEP = 1e-6;
/** Corrections after which a step may grow fast, and at most. */
const FEW_CORRECTIONS = 3;
const MOST_CORRECTIONS = 8;
const CONVERGED = 1e-10;

interface Point {
  /** z, T (unless forced), p, scaled. */
  readonly y: Vector;
  /** Unit tangent of the branch. */
  readonly tangent: Vector;
  readonly orbit: Orbit;
  /** Time at which the state is taken, s. */
  readonly start: number;
}

/** What is told of an orbit needs more of it than going on does. */
type Place = Omit<Point, "orbit"> & { readonly orbit: Pick<Orbit, "z" | "period"> };

/** From a cycle at `from` on towards `to`: point by point, so that its host can look up between them. */
export function* continueCycle(
  family: Family,
  first: Orbit,
  options: ContinuationOptions,
): Generator<BranchPoint, BranchEnd> {
  const { from: low, to, forced, start } = options;
  const unit = unitsOf(family(low)?.simulation, first, options);
  if (!unit) return "lost";
  const towardsEnd = Math.sign(to - low);
  const parameterOf = ({ y }: Pick<Point, "y">) => y.at(-1)! * unit.at(-1)!;
  const correct = corrections(family, unit, first, forced);
  const towards = new Float64Array(unit.length);
  towards[unit.length - 1] = towardsEnd;
  const told = (point: Point) => tell(family(parameterOf(point))!.simulation, point, parameterOf(point), forced);

  const keep = ({ y, tangent, start }: Place, count: number, step: number, ended = false): void =>
    options.kept?.({ y, tangent, start, count, step, ended });
  let [point, count, step]: [Place | undefined, number, number] = [undefined, 1, FIRST_STEP];
  if (options.resume) {
    const { ended, ...known } = options.resume;
    if (ended) return "range";
    point = { ...known, orbit: orbitAt(known.y, unit, first, forced) };
    ({ count, step } = known);
  } else {
    const packed = Float64Array.of(...first.z, ...(forced ? [] : [first.period]), low);
    const scaled = packed.map((entry, i) => entry / unit[i]!);
    const begun = correct(scaled, towards, start, true);
    const shown = begun && told(begun);
    if (!begun || !shown) return "lost";
    keep(begun, count, step);
    yield shown;
    point = begun;
  }
  while (count < (options.points ?? MOST_POINTS)) {
    const here: Place = anchored(family(parameterOf(point))!, point, unit, options, correct) ?? point;
    const predicted = here.y.map((entry, i) => entry + step * here.tangent[i]!);
    const next = correct(predicted, here.tangent, here.start, false);
    if (!next || maxNorm(next.y.map((entry, i) => entry - here.y[i]!)) > 4 * step) {
      step /= 2;
      if (step < SHORTEST_STEP) return "lost";
      continue;
    }
    point = next;
    const value = parameterOf(next);
    const beyond = (value - to) * towardsEnd > 0 ? to : (value - low) * towardsEnd < 0 ? low : undefined;
    if (beyond !== undefined) {
      const edge = correct(between(here.y, next.y, beyond / unit.at(-1)!), towards, here.start, true);
      const last = edge && told(edge);
      if (last) {
        keep(edge, count + 1, step, true);
        yield last;
      }
      return "range";
    }
    const shown = told(next);
    if (!shown) return "lost";
    count++;
    // a cycle that has grown may change by more
    const grown = Math.max(1, maxNorm(next.y.subarray(0, first.z.length)));
    const growth = next.orbit.iterations <= FEW_CORRECTIONS ? 2 : 1.3;
    step = Math.min(LONGEST_STEP * grown, growth * step);
    keep(next, count, step);
    yield shown;
  }
  return "points";
}

/** State and period of scaled unknowns. */
function orbitAt(y: Vector, unit: Vector, { z: { length: n }, period }: Orbit, forced: boolean) {
  const z = Float64Array.from({ length: n }, (_, i) => y[i]! * unit[i]!);
  return { z, period: forced ? period : y[n]! * unit[n]! };
}

/** What each unknown is measured by: the first cycle's own ranges, its period, and the way of the parameter. */
function unitsOf(
  simulation: Simulation | undefined,
  { z, period }: Orbit,
  { from: low, to, forced, start }: ContinuationOptions,
): Vector | undefined {
  const samples = simulation && sampleMotion(from(simulation, z, start, period));
  if (!samples) return undefined;
  const scale = scalesOf(samples, simulation.system.visible);
  return Float64Array.of(...scale, ...(forced ? [] : [period]), Math.abs(to - low));
}

/** Undefined where the multipliers are not found. */
function tell(
  simulation: Simulation,
  { orbit, start }: Point,
  value: number,
  forced: boolean,
): BranchPoint | undefined {
  const multipliers = multipliersOf(orbit, forced);
  return (
    multipliers && {
      value,
      period: orbit.period,
      amplitudes: amplitudesOf(simulation, orbit, start),
      multiplier: multipliers[0]?.modulus ?? 0,
      stability: cycleStability(multipliers),
      time: start,
      ...stateData(simulation.system, orbit.z),
    }
  );
}

/**
 * The same cycle from another of its states, where the present one is near an event: which side of it a start lies on is a kink of
 * the equations, although none of the cycle. The tangent is carried along.
 */
function anchored(
  { simulation, direction }: NonNullable<ReturnType<Family>>,
  { y, tangent, orbit, start }: Place,
  unit: Vector,
  { forced, start: origin }: ContinuationOptions,
  correct: Corrector,
): Point | undefined {
  const shift = quietShift(eventsOf(simulation, orbit, start), orbit.period);
  const n = orbit.z.length;
  const way = shift > 0 ? flow(simulation, orbit.z, start, shift, [direction]) : undefined;
  if (!way) return undefined;
  const moved = Float64Array.from(y);
  const along = Float64Array.from(tangent);
  for (let i = 0; i < n; i++) {
    moved[i] = way.end[i]! / unit[i]!;
    let sum = way.further[0]![i]! * tangent.at(-1)! * unit.at(-1)!;
    for (let j = 0; j < n; j++) sum += way.tangent[i * n + j]! * tangent[j]! * unit[j]!;
    along[i] = sum / unit[i]!;
  }
  if (!forced)
    removePart(
      along,
      way.rate.map((entry, i) => entry / unit[i]!),
    );
  const later = forced ? origin + ((start + shift - origin) % orbit.period) : start;
  return correct(moved, normalized(along), later, false);
}

/** Leaves of the first numbers of a vector what is across a direction. */
function removePart(entries: Vector, direction: Vector): void {
  let [along, square] = [0, 0];
  for (let i = 0; i < direction.length; i++) {
    along += entries[i]! * direction[i]!;
    square += direction[i]! * direction[i]!;
  }
  if (square > 0) for (let i = 0; i < direction.length; i++) entries[i]! -= (along / square) * direction[i]!;
}

type Corrector = (guess: Vector, along: Vector, start: number, fixed: boolean) => Point | undefined;

/** Newton's method for a point near `guess` across `along`; `fixed`: with the parameter held. */
function corrections(family: Family, unit: Vector, first: Orbit, forced: boolean): Corrector {
  const width = unit.length;
  const n = first.z.length;
  return (guess, along, start, fixed) => {
    let y = Float64Array.from(guess);
    for (let k = 0; k < MOST_CORRECTIONS; k++) {
      const { z, period: T } = orbitAt(y, unit, first, forced);
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
        if (!forced) matrix[n * width + i] = (way.rate[i]! * unit[n]!) / unit[i]!; // across the motion
      }
      const last = (width - 1) * width;
      if (fixed) matrix[last + width - 1] = 1;
      else for (let j = 0; j < width; j++) matrix[last + j] = along[j]!;
      const residual = maxNorm(right);
      const pivots = new Int32Array(width);
      if (!luFactor(matrix, width, width, pivots, 1e-14)) return undefined;
      if (residual < CONVERGED) {
        const orbit = {
          z: way.from,
          period: T,
          tangent: way.tangent,
          held: way.held,
          residual,
          iterations: k,
          kinked: way.kinked,
          turns: way.turns,
        };
        return { y, tangent: tangentOf(matrix, width, pivots, along), orbit, start };
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
  const sign = Math.sign(tangent.reduce((sum, entry, i) => sum + entry * along[i]!, 0)) || 1;
  return normalized(tangent.map((entry) => sign * entry));
}

function normalized(entries: Vector): Vector {
  const length = Math.sqrt(entries.reduce((sum, entry) => sum + entry * entry, 0));
  return entries.map((entry) => entry / length);
}

/** The point of a straight line whose last number is the given one. */
function between(a: Vector, b: Vector, last: number): Vector {
  const share = (last - a.at(-1)!) / (b.at(-1)! - a.at(-1)!);
  return a.map((entry, i) => entry + share * (b[i]! - entry));
}

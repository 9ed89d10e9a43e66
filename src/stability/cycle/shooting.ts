/**
 * Shooting: a state z and a period T with z(T; z) = z, by Newton's method with tangents through the events. Without a given
 * period the phase is fixed by asking that the correction stay across the motion. Stuck rows are no trouble: a small slip is
 * lost in them, so their columns of the tangent vanish and the matrix of the correction is the better for it.
 */
import { singularValues } from "../../numeric/svd.ts";
import { dot, maxNorm, type Vector } from "../../numeric/vector.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { type Flow, flow, from } from "./periodic-state.ts";
import { sampleMotion, scalesOf } from "./recurrence.ts";

export interface Orbit {
  readonly z: Vector;
  /** s */
  readonly period: number;
  /** The monodromy matrix, row-major. */
  readonly tangent: Vector;
  /** Numbers of the state that joints hold: so many multipliers are none. */
  readonly held: number;
  /** Largest part of z(T) - z, each number over its size. */
  readonly residual: number;
  readonly iterations: number;
  readonly kinked: boolean;
  /** Whole turns of each coordinate in a period. */
  readonly turns: readonly number[];
}

export interface ShootingOptions {
  /** Of the force, s: the period is then known. */
  readonly forced?: boolean;
  /** Start of the period, s. */
  readonly start: number;
  /** Sizes of the motion, number by number, that residuals and corrections are measured by. */
  readonly scale: Vector;
}

const MOST_ITERATIONS = 30;
const CONVERGED = 1e-12;
/** What round-off may leave when corrections no longer help. */
const GOOD = 1e-9;
const LARGEST_CORRECTION = 0.5;
/** Part of a size below which an orbit's own one counts, how often, and part of the largest of its kind that is round-off. */
const SMALLER = 1e-2;
const MOST_SCALES = 50;
const NOISE = 1e-9;
/** Singular values below this part of the largest are zero: differences of a tangent and the identity. */
const RANK = 1e-10;

/**
 * Undefined when Newton's method leaves the neighborhood or does not settle. A cycle of a forced machine may be far smaller than the motion that led
 * to it, which may even escape: then nothing that it does would count, and it is looked for again by its own size.
 */
export function shoot(
  simulation: Simulation,
  guess: Vector,
  period: number,
  options: ShootingOptions,
): Orbit | undefined {
  let { scale } = options;
  let orbit = shootBy(simulation, guess, period, options);
  for (let k = 0; orbit && options.forced; k++) {
    const own = smallerScale(simulation, orbit, options.start, scale);
    if (!own) return orbit;
    if (k === MOST_SCALES) return undefined;
    scale = own;
    orbit = shootBy(simulation, orbit.z, orbit.period, { ...options, scale });
  }
  return orbit;
}

/** Sizes with those of the orbit itself where these are far smaller, but for what is round-off beside others; undefined where none is, or no run tells. */
function smallerScale(simulation: Simulation, { z, period }: Orbit, start: number, scale: Vector): Vector | undefined {
  const samples = sampleMotion(from(simulation, z, start, period));
  if (!samples) return undefined;
  const { visible } = simulation.system;
  const own = scalesOf(samples, visible);
  const largest = [maxNorm(own.subarray(0, visible)), maxNorm(own.subarray(visible))] as const;
  const isSmaller = (size: number, i: number) =>
    size < SMALLER * scale[i]! && size > NOISE * largest[i < visible ? 0 : 1]!;
  return own.some(isSmaller) ? scale.map((size, i) => (isSmaller(own[i]!, i) ? own[i]! : size)) : undefined;
}

function shootBy(simulation: Simulation, guess: Vector, period: number, options: ShootingOptions): Orbit | undefined {
  const { start, scale, forced = false } = options;
  const measured = (entries: Vector) => maxNorm(entries.map((entry, i) => entry / scale[i]!));
  let z = Float64Array.from(guess);
  let T = period;
  let best: Orbit | undefined;
  for (let k = 1; k <= MOST_ITERATIONS; k++) {
    const way = flow(simulation, z, start, T);
    if (!way) return closed(best);
    const residual = measured(way.end.map((entry, i) => entry - z[i]!));
    if (best && residual >= best.residual && best.residual < GOOD) return best;
    if (!best || residual < best.residual) {
      const { from, tangent, held, kinked, turns } = way;
      best = { z: from, period: T, tangent, held, residual, iterations: k, kinked, turns };
    }
    if (residual < CONVERGED) return best;
    const step = correction(way, z, T, scale, forced);
    if (!step) return closed(best);
    const largest = Math.max(measured(step.z), Math.abs(step.T) / period);
    const damping = Math.min(1, LARGEST_CORRECTION / largest);
    z = z.map((entry, i) => entry + damping * step.z[i]!);
    T += damping * step.T;
    if (!(T > period / 4 && T < 4 * period)) return undefined;
  }
  return closed(best);
}

/** An orbit that comes back, or none. */
function closed(best: Orbit | undefined): Orbit | undefined {
  return best && best.residual < GOOD ? best : undefined;
}

/**
 * dz, dT of (Phi - I) dz + z' dT = z - z(T), z'.dz = 0, each number in its own unit: the shortest, where cycles lie in families
 * (as those of a machine that loses no energy) and the equations do not say which one.
 */
function correction(
  { end, tangent, rate }: Flow,
  z: Vector,
  period: number,
  scale: Vector,
  forced: boolean,
): { z: Vector; T: number } | undefined {
  const n = z.length;
  const width = forced ? n : n + 1;
  const rows = Array.from({ length: width }, () => new Float64Array(width));
  const right = new Float64Array(width);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) rows[i]![j] = (tangent[i * n + j]! * scale[j]!) / scale[i]! - (i === j ? 1 : 0);
    right[i] = (z[i]! - end[i]!) / scale[i]!;
    if (forced) continue;
    rows[i]![n] = (rate[i]! * period) / scale[i]!;
    rows[n]![i] = (rate[i]! * period) / scale[i]!;
  }
  const { values, left, right: along } = singularValues(rows);
  const step = new Float64Array(width);
  for (let k = 0; k < width; k++) {
    if (!(values[k]! > RANK * values[0]!)) continue;
    const part = dot(left[k]!, right) / values[k]!;
    for (let i = 0; i < width; i++) step[i]! += part * along[k]![i]!;
  }
  if (!step.every(Number.isFinite)) return undefined;
  return { z: scale.map((unit, i) => unit * step[i]!), T: forced ? 0 : period * step[n]! };
}

/** What is told of a periodic motion: multipliers, stability, amplitudes, events. */
import { eigenvalues } from "../../numeric/general-eigenvalues.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Event } from "../../simulate/record/trajectory.ts";
import { startRun } from "../../simulate/run/run.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { advance, from } from "./periodic-state.ts";
import { sampleMotion } from "./recurrence.ts";
import type { Orbit } from "./shooting.ts";

/** A Floquet multiplier: what a small disturbance is multiplied by in each period. */
export interface Multiplier {
  readonly real: number;
  readonly imaginary: number;
  readonly modulus: number;
}

/** A multiplier of that size is zero: what was disturbed is lost in stick. */
const ROUND_OFF = 1e-13;
/** How near to 1 a modulus counts as 1. */
const NEUTRAL = 1e-6;

/** Largest first; a free motion has the multiplier 1 of a shift along itself, which is left out, and joints allow no disturbances off them. Undefined: they were not found. */
export function multipliersOf({ tangent, z, held }: Orbit, forced: boolean): Multiplier[] | undefined {
  const values = eigenvalues(tangent, z.length);
  if (!values) return undefined;
  const round = (x: number) => (Math.abs(x) < ROUND_OFF ? 0 : x);
  const list = Array.from(values.real, (entry, i) => {
    const [real, imaginary] = [round(entry), round(values.imaginary[i]!)];
    return { real, imaginary, modulus: Math.sqrt(real * real + imaginary * imaginary) };
  });
  list.sort((a, b) => b.modulus - a.modulus);
  list.length -= held; // they are zero
  if (forced) return list;
  const fromOne = list.map(({ real, imaginary }) => Math.abs(real - 1) + Math.abs(imaginary));
  list.splice(fromOne.indexOf(Math.min(...fromOne)), 1);
  return list;
}

export const STABILITIES = ["stable", "saddle", "unstable", "neutral"] as const;
export type CycleStability = (typeof STABILITIES)[number];

export function cycleStability(multipliers: readonly Multiplier[]): CycleStability {
  const outside = multipliers.filter(({ modulus }) => modulus > 1 + NEUTRAL).length;
  if (outside > 0) return outside === multipliers.length ? "unstable" : "saddle";
  return multipliers.some(({ modulus }) => modulus > 1 - NEUTRAL) ? "neutral" : "stable";
}

/** Half the way from the lowest to the highest position of each coordinate in a period, m. */
export function amplitudesOf(simulation: Simulation, { z, period }: Orbit, start: number): number[] {
  const samples = sampleMotion(from(simulation, z, start, period));
  if (!samples) return [];
  const { times, states } = samples;
  return Array.from({ length: simulation.system.visible }, (_, i) => {
    const column = states.map((state) => state[i]!);
    const extreme = (sign: number) => {
      const k = column.reduce((best, value, at) => (sign * value > sign * column[best]! ? at : best), 0);
      const last = states.length - 1;
      const near = (at: number) =>
        refined(simulation, z, start, i, [
          times[Math.max(0, at - 1)]! - start,
          times[at]! - start,
          times[Math.min(last, at + 1)]! - start,
        ]);
      if (k > 0 && k < last) return near(k);
      return sign * Math.max(sign * near(0), sign * near(last)); // it may be on the other side of where the period begins
    };
    return (extreme(1) - extreme(-1)) / 2;
  });
}

/** Position of coordinate i where its velocity changes sign around the middle time, by bisection on runs up to there. */
function refined(simulation: Simulation, z: Vector, start: number, i: number, [low, middle, high]: number[]): number {
  const { visible } = simulation.system;
  const at = (duration: number) => (duration > 0 ? advance(simulation, z, start, duration) : z);
  const center = at(middle!);
  if (!center || center[visible + i] === 0) return center?.[i] ?? Number.NaN;
  const rising = center[visible + i]!;
  let [a, b] = [middle!, high!];
  let other = at(high!);
  if (!other || rising * other[visible + i]! > 0) {
    [a, b] = [low!, middle!];
    other = at(low!);
    if (!other || rising * other[visible + i]! > 0) return center[i]!;
    [a, b] = [middle!, low!];
  }
  // regula falsi, Illinois: velocity is continuous between impacts
  let [va, vb] = [rising, other[visible + i]!];
  let best = center[i]!;
  for (let k = 0; k < 60 && Math.abs(b - a) > 1e-14 * Math.abs(b) && va !== vb; k++) {
    const t = b - (vb * (b - a)) / (vb - va);
    const state = at(t);
    if (!state) break;
    best = state[i]!;
    const v = state[visible + i]!;
    if (v === 0 || Math.abs(t - b) < 1e-13 * (1 + Math.abs(t))) break;
    if (v * vb < 0) [a, va] = [b, vb];
    else va /= 2;
    [b, vb] = [t, v];
  }
  return best;
}

/** Events of one period, times counted from its start. */
export function eventsOf(simulation: Simulation, { z, period }: Pick<Orbit, "z" | "period">, start: number): Event[] {
  const events: Event[] = [];
  const run = startRun(from(simulation, z, start, period), [{ event: (event) => events.push(event) }]);
  run.advance(Number.POSITIVE_INFINITY);
  run.finish();
  return events.map((event) => ({ ...event, time: event.time - start }));
}

/** Hostile machines as problems: states of a given energy, friction in motion as a jump, a curve or both, and the times that matter. */
import { symmetricEigenvalues } from "../../src/numeric/eigenvalues.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import type { FrictionMachine, FrictionRow } from "../../src/stability/rest/machine.ts";
import { problemOf } from "../stability/machines.ts";
import { list, type Random } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";

export interface Start {
  readonly position: readonly number[];
  readonly velocity: readonly number[];
}

export const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, entry, i) => sum + entry * b[i]!, 0);
export const form = (a: FrictionMachine["mass"], u: readonly number[]) =>
  a.reduce((sum, row, i) => sum + u[i]! * dot(row, u), 0);

/** States of a given energy about a center: all position, all velocity, both. */
export function starts(machine: FrictionMachine, center: readonly number[], energy: number, random: Random): Start[] {
  const draw = (a: FrictionMachine["mass"], share: number) => {
    const u = a.map((row, i) => random.normal() / Math.sqrt(Math.abs(row[i]!) || machine.mass[i]![i]!));
    const scale = Math.sqrt((2 * share * energy) / (Math.abs(form(a, u)) || form(machine.mass, u)));
    return u.map((entry) => entry * scale);
  };
  return [1, 0, random.next()].map((share) => ({
    position: draw(machine.stiffness, share).map((entry, i) => entry + center[i]!),
    velocity: draw(machine.mass, 1 - share),
  }));
}

/** The slowest period, or fifty of the fastest rate of swings and damping, s. */
export function spanOf({ mass, damping, stiffness }: FrictionMachine): number {
  const unit = mass.map((row, i) => Math.sqrt(row[i]!));
  const even = stiffness.flatMap((row, i) => row.map((entry, j) => entry / unit[i]! / unit[j]!));
  const values = symmetricEigenvalues(Float64Array.from(even), mass.length);
  const damped = damping.reduce((sum, row, i) => sum + Math.abs(row[i]!) / mass[i]![i]!, 0);
  const most = Math.max(...values.map(Math.abs));
  const slow = Math.sqrt(Math.max(values[0]!, 1e-12 * most)) || damped || 1;
  return Math.min((2 * Math.PI) / slow, (50 * 2 * Math.PI) / Math.max(Math.sqrt(most), damped));
}

/** `curves`: draws a weakening for rows that lose a part of their force in motion; without, they lose it at once. */
export function simulationOf(machine: FrictionMachine, start: Start, curves?: Random): Simulation {
  const span = spanOf(machine);
  const raw = problemOf(machine, start.position, span, start.velocity);
  const speeds = machine.rows.map(
    ({ direction }) => Math.sqrt(form(machine.mass, start.velocity) / machine.mass[0]![0]!) * Math.abs(direction[0]!),
  );
  const friction = raw.system.friction.map((row, i) =>
    curves ? weakened(curves, row, machine.rows[i]!, speeds[i]! || 1) : row,
  );
  return compileRaw({ ...raw, system: { ...raw.system, friction }, time: { end: span, step: span / 32 } });
}

type RawRow = ReturnType<typeof problemOf>["system"]["friction"][number];

function weakened(random: Random, raw: RawRow, { forward, kineticForward }: FrictionRow, typical: number): object {
  const left = forward > 0 ? kineticForward / forward : 1;
  const jump = random.chance(0.3) ? Math.sqrt(left) : 1;
  const beta = 1 - left / jump;
  const speed = typical * random.decade(-2, 1);
  const { kinetic: _, ...row } = raw;
  if (!(left > 0 && left < 1 && beta > 0)) return raw;
  const weakening = random.pick([
    { shape: "ramp", beta, epsilon: speed },
    { shape: "smooth", beta, epsilon: speed },
    { shape: "stribeck", beta, speed, exponent: random.pick([0.5, 1, 2, 3]) },
    { shape: "hyperbolic", beta, speed },
    { shape: "table", speed: list(4, (k) => k * speed), ratio: [1, random.between(1 - beta, 1.3), 1 - beta, 1.1] },
  ]);
  return { ...row, weakening, ...(jump < 1 ? { kinetic: jump * forward } : {}) };
}

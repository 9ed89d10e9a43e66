/** What schemes refuse: stops, springs, saturation, and steps beyond their stability bounds. */
import { linearOf, type System } from "../../model/system.ts";
import { spectralRadius } from "../../numeric/eigenvalues.ts";

/** nu: spectral radius of M^{-1} K, 1/s^2; or a bound of it that is below `harmless` already, which costs far less. */
export function largestFrequencySquared(system: System, harmless: number): number {
  const linear = linearOf(system);
  const n = system.size;
  const mass = system.matrix();
  linear.mass.addTo(mass, 1);
  mass.factor();
  const ratio = new Float64Array(n * n);
  const column = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) column[i] = linear.stiffness.at(i, j);
    mass.solve(column);
    for (let i = 0; i < n; i++) ratio[i * n + j] = column[i]!;
  }
  const bound = largestRowSum(ratio, n);
  return bound < harmless ? bound : spectralRadius(ratio, n);
}

function largestRowSum(matrix: Float64Array, n: number): number {
  let largest = 0;
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += Math.abs(matrix[i * n + j]!);
    largest = Math.max(largest, sum);
  }
  return largest;
}

/** The message when a step is not below its bound (both in s). */
export function stabilityFault(scheme: string, dt: number, bound: number, called = "step"): string | undefined {
  if (dt < bound) return undefined;
  return `invalid ${called} for ${scheme}; not below its stability bound ${bound.toPrecision(6)} s: ${dt}. Take a smaller step, or alpha with alpha >= 1/4, which has no bound`;
}

/** Why a scheme that factors constant matrices, or expands forces by them, cannot take a machine that has none. */
export function noMatrices(scheme: string): string {
  return `${scheme} needs constant mass, damping and stiffness matrices, which this machine has not. Take balanced`;
}

/** Why a scheme that treats elasticity by itself cannot take the system. */
export function noSprings(scheme: string): string {
  return `${scheme} cannot treat nonlinear springs. Take event-driven, balanced or alpha`;
}

export function noStops(scheme: string): string {
  return `${scheme} cannot treat stops. Take event-driven or balanced`;
}

/** Velocities and positions are never known together in such a scheme, so neither is a command. */
export function noSaturation(scheme: string): string {
  return `${scheme} cannot treat controllers with a limit. Take event-driven, balanced or alpha, or leave the limit out`;
}

/** Anti-windup takes the excess of a command back at the rate 1/tracking, explicitly: the step must be below 2 tracking. */
export function trackingFault(scheme: string, system: System, dt: number): string | undefined {
  const { controllers, visible } = system;
  if (!controllers?.limited) return undefined;
  const q = new Float64Array(system.size);
  const { velocity, action, names } = controllers;
  for (let j = 0; j < names.length; j++) {
    q.fill(0);
    for (let i = velocity.start[j]!; i < velocity.start[j + 1]!; i++) q[velocity.column[i]!] = velocity.value[i]!;
    let rate = 0;
    for (let i = action.start[j]!; i < action.start[j + 1]!; i++) {
      if (action.column[i]! >= visible) rate += action.value[i]! * q[action.column[i]!]!;
    }
    if (dt * rate < 2) continue;
    return `invalid step for ${scheme}; not below ${(2 / rate).toPrecision(6)} s, twice the tracking time of ${names[j]}: ${dt}. Take a smaller step or a longer tracking`;
  }
  return undefined;
}

export function noTangents(scheme: string): string {
  return `${scheme} carries no derivatives of the motion. Take event-driven`;
}

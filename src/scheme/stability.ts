/** What schemes refuse: stops, and steps beyond their stability bounds. */
import type { LinearSystem } from "../model/linear.ts";
import { spectralRadius } from "../numeric/eigenvalues.ts";

/** nu: spectral radius of M^{-1} K, 1/s^2. */
export function largestFrequencySquared(system: LinearSystem): number {
  const n = system.size;
  const mass = system.matrix();
  system.mass.addTo(mass, 1);
  mass.factor();
  const ratio = new Float64Array(n * n);
  const column = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) column[i] = system.stiffness.at(i, j);
    mass.solve(column);
    for (let i = 0; i < n; i++) ratio[i * n + j] = column[i]!;
  }
  return spectralRadius(ratio, n);
}

/** The message when a step is not below its bound (both in s). */
export function stabilityFault(scheme: string, dt: number, bound: number, called = "step"): string | undefined {
  if (dt < bound) return undefined;
  return `invalid ${called} for ${scheme}; not below its stability bound ${bound.toPrecision(6)} s: ${dt}. Take a smaller step, or alpha with alpha >= 1/4, which has no bound`;
}

/** Why a scheme that treats elasticity by itself cannot take the system. */
export function noSprings(scheme: string): string {
  return `${scheme} cannot treat nonlinear springs. Take event-driven, balanced or alpha`;
}

export function noStops(scheme: string): string {
  return `${scheme} cannot treat stops. Take event-driven or balanced`;
}

export function noTangents(scheme: string): string {
  return `${scheme} carries no derivatives of the motion. Take event-driven`;
}

/**
 * The energy-keeping force of nonlinear springs, (30): psi = (Phi(p) - Phi(m)) / (p - m), p and m the deformations half a
 * step ahead and back. What it does over a step is the change of the potential, so the energy (19) + (32) is constant.
 */
import type { Springs } from "../../model/linear/springs.ts";
import type { Vector } from "../../numeric/vector.ts";

/** Below this distance (m) the quotient loses digits that the mean of Phi' keeps. */
const CLOSE = 1e-3;
/** Three-point Gauss rule on [0, 1]. */
const POINTS = [0.5 - Math.sqrt(0.15), 0.5, 0.5 + Math.sqrt(0.15)];
const WEIGHTS = [5 / 18, 8 / 18, 5 / 18];

export interface DiscreteGradient {
  /** psi and its derivative with respect to p. */
  readonly force: Vector;
  readonly slope: Vector;
  evaluate(back: Vector, ahead: Vector): void;
}

export function discreteGradient(springs: Springs): DiscreteGradient {
  const { count } = springs.directions;
  const force = new Float64Array(count);
  const slope = new Float64Array(count);
  const y = new Float64Array(count);
  const potential = [new Float64Array(count), new Float64Array(count)];
  const phi = new Float64Array(count);
  const bend = new Float64Array(count);
  return {
    force,
    slope,
    evaluate(back, ahead) {
      force.fill(0);
      slope.fill(0);
      for (let g = 0; g < POINTS.length; g++) {
        const theta = POINTS[g]!;
        for (let j = 0; j < count; j++) y[j] = back[j]! + theta * (ahead[j]! - back[j]!);
        springs.evaluate(y, potential[0]!, phi, bend);
        for (let j = 0; j < count; j++) {
          force[j]! += WEIGHTS[g]! * phi[j]!;
          slope[j]! += WEIGHTS[g]! * theta * bend[j]!;
        }
      }
      springs.evaluate(back, potential[0]!, phi, bend);
      springs.evaluate(ahead, potential[1]!, phi, bend);
      for (let j = 0; j < count; j++) {
        const distance = ahead[j]! - back[j]!;
        if (Math.abs(distance) < CLOSE) continue;
        force[j] = (potential[1]![j]! - potential[0]![j]!) / distance;
        slope[j] = (phi[j]! - force[j]!) / distance;
      }
    },
  };
}

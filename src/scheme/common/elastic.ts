/**
 * The implicit alpha discretization of elasticity, M x'' + D x' + K x:
 *   M (x+ - 2 x + x-)/tau^2 + D (x+ - x-)/(2 tau) + K (alpha x+ + (1 - 2 alpha) x + alpha x-), (1.1), (16), (56).
 * Written for dz = x+ - x-, which is exactly zero in stick.
 */
import { linearOf, type System } from "../../model/system.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import { copy, type Vector } from "../../numeric/vector.ts";

/** The matrix of dz, N/m. */
export function alphaTangent(system: System, alpha: number, tau: number, into: Matrix): void {
  const linear = linearOf(system);
  into.clear();
  linear.mass.addTo(into, 1 / (tau * tau));
  linear.damping.addTo(into, 1 / (2 * tau));
  linear.stiffness.addTo(into, alpha);
}

/** The residual at x+ = x-, N. */
export function alphaResidual(
  system: System,
  alpha: number,
): (tau: Vector, before: Vector, x: Vector, out: Vector) => void {
  const linear = linearOf(system);
  const n = system.size;
  const bendings = new Float64Array(n);
  const means = new Float64Array(n);
  return (tau, before, x, out) => {
    const bend = bendings; // what stays in a closure is loaded again in every round of a loop
    const mean = means;
    const factor = 2 / (tau[0]! * tau[0]!);
    const outer = 2 * alpha;
    const inner = 1 - 2 * alpha;
    for (let k = 0; k < n; k++) {
      const old = before[k]!;
      const now = x[k]!;
      bend[k] = factor * (old - now);
      mean[k] = outer * old + inner * now;
    }
    linear.mass.multiply(bend, out);
    linear.stiffness.multiplyAdd(mean, out);
  };
}

/** Free elastic motion over Q sub-steps, (55)-(57), in place. */
export interface ElasticMotion {
  /** tau[0], s: a sub-step; the matrices follow. */
  setDuration(tau: Vector): void;
  advance(x: Vector, v: Vector): void;
}

export function elasticMotion(system: System, alpha: number, Q: number): ElasticMotion {
  const linear = linearOf(system);
  const n = system.size;
  const startMatrix = system.matrix();
  const matrix = system.matrix();
  const residual = alphaResidual(system, alpha);
  const tau = new Float64Array(1);
  const before = new Float64Array(n);
  const change = new Float64Array(n);

  return {
    setDuration(given) {
      if (given[0] === tau[0]) return;
      const length = given[0]!;
      tau[0] = length;
      startMatrix.clear();
      linear.mass.addTo(startMatrix, 1);
      linear.stiffness.addTo(startMatrix, alpha * length * length);
      startMatrix.factor();
      alphaTangent(system, alpha, length, matrix);
      matrix.factor();
    },
    advance(x, v) {
      const h = tau[0]!;
      linear.stiffness.multiply(x, change); // (55): acceleration at the start
      linear.damping.multiplyAdd(v, change);
      startMatrix.solve(change);
      copy(x, before);
      for (let k = 0; k < n; k++) x[k]! += h * v[k]! - ((h * h) / 2) * change[k]!;
      for (let q = 1; q <= Q; q++) {
        residual(tau, before, x, change); // (56)
        matrix.solve(change);
        for (let k = 0; k < n; k++) {
          const ahead = before[k]! - change[k]!;
          before[k] = x[k]!;
          if (q < Q) x[k] = ahead;
          else v[k] = -change[k]! / (2 * h); // (57)
        }
      }
    },
  };
}

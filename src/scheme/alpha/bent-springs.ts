/**
 * Nonlinear springs in the alpha scheme, (31), by their discrete gradient (30): around a displacement dz the force is
 * psi + psi'/2 w.(change), which is what Newton's method (step/newton.ts) restates the step problem by.
 */

import type { Springs } from "../../model/linear/springs.ts";
import type { System } from "../../model/system.ts";
import { rowsAddDyads, rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Step } from "../../step/step.ts";
import { alphaTangent } from "../common/elastic.ts";
import { discreteGradient } from "./discrete-gradient.ts";

/** Change of dz that ends the iteration, relative to the positions: it converges quadratically, so the last dz is exact. */
const SETTLED = 1e-10;

export interface BentSprings {
  /** A first guess of dz: the motion goes on as it is. */
  begin(before: Vector, x: Vector, dz: Vector): void;
  /** Puts the springs, linearized at dz, into the tangent and adds them to the residual. */
  linearize(before: Vector, x: Vector, dz: Vector): void;
  /** Whether dz has not changed since then. */
  settled(x: Vector, last: Vector, dz: Vector): boolean;
}

export function bentSprings(system: System, springs: Springs, step: Step, weight: number, dt: number): BentSprings {
  const n = system.size;
  const { directions } = springs;
  const gradient = discreteGradient(springs);
  const back = new Float64Array(directions.count);
  const ahead = new Float64Array(directions.count);
  const change = new Float64Array(directions.count);
  const middle = new Float64Array(n);
  const half = new Float64Array(directions.count);

  return {
    begin(before, x, dz) {
      for (let k = 0; k < n; k++) dz[k] = 2 * (x[k]! - before[k]!);
    },
    linearize(before, x, dz) {
      for (let k = 0; k < n; k++) middle[k] = (x[k]! + before[k]!) / 2;
      rowsMultiply(directions, middle, back);
      for (let k = 0; k < n; k++) middle[k] = (before[k]! + dz[k]! + x[k]!) / 2;
      rowsMultiply(directions, middle, ahead);
      gradient.evaluate(back, ahead);
      alphaTangent(system, weight, dt, step.tangent);
      for (let j = 0; j < half.length; j++) half[j] = gradient.slope[j]! / 2;
      rowsAddDyads(directions, half, step.tangent); // psi'/2 w w^T
      step.version++;
      rowsMultiply(directions, dz, change);
      for (let j = 0; j < change.length; j++) change[j] = gradient.force[j]! - half[j]! * change[j]!;
      rowsAddTransposed(directions, change, step.residual);
    },
    settled(x, last, dz) {
      for (let k = 0; k < n; k++) {
        if (!(Math.abs(dz[k]! - last[k]!) <= SETTLED * (Math.abs(x[k]!) + Math.abs(dz[k]!)))) return false;
      }
      return true;
    },
  };
}

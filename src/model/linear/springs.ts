/**
 * Nonlinear springs: a potential Phi(y) of the deformation y = w.x, with the force -w Phi'(y) (Glowinski & Holmström
 * 1995, (24)-(32)).
 */
import type { Matrix } from "../../numeric/matrix.ts";
import { type Rows, rowsAddDyads, rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";

export interface Springs {
  /** w, one sparse row a spring. */
  readonly directions: Rows;
  /** Of each spring its place in the list of all springs. */
  readonly places: readonly number[];
  /** At the deformations y: potential Phi (J), force Phi' (N) and slope Phi'' (N/m) of each spring. */
  evaluate(y: Vector, potential: Vector, force: Vector, slope: Vector): void;
  /** out[j]: Taylor coefficient k of Phi'(y_j(tau)), from the coefficients 0..k of y_j at y[j * (order + 1) + ...]. */
  expansion(order: number): (y: Vector, k: number, out: Vector) => void;
  /** The same of the slope Phi''(y_j(tau)). */
  slopes(order: number): (y: Vector, k: number, out: Vector) => void;
}

/** Place of the first spring without a finite potential and force at a position, stretched by a part (m, where it is 0). */
export function undefinedSpring(
  { springs }: { readonly springs?: Springs },
  position: Vector,
  [part, length]: readonly [number, number] = [0, 0],
): number | undefined {
  if (!springs) return undefined;
  const { count } = springs.directions;
  const y = new Float64Array(count);
  const [potential, force, slope] = [0, 1, 2].map(() => new Float64Array(count)) as [Vector, Vector, Vector];
  rowsMultiply(springs.directions, position, y);
  for (let j = 0; j < count; j++) y[j] = y[j]! === 0 ? length : y[j]! * (1 + part);
  springs.evaluate(y, potential, force, slope);
  const bad = force.findIndex((value, j) => !Number.isFinite(value) || !Number.isFinite(potential[j]!));
  return springs.places[bad];
}

/** What the springs of a system do at a position. */
export interface SpringForces {
  readonly force: Vector;
  /** out += W Phi'(W^T x) */
  add(x: Vector, out: Vector): void;
  /** into += factor W Phi''(W^T x) W^T */
  addSlopes(x: Vector, factor: number, into: Matrix): void;
  /** Sum of the potentials, J. */
  energy(x: Vector): number;
}

export function springForces(springs: Springs | undefined): SpringForces {
  const count = springs?.directions.count ?? 0;
  const y = new Float64Array(count);
  const potential = new Float64Array(count);
  const force = new Float64Array(count);
  const slope = new Float64Array(count);
  return {
    force,
    add(x, out) {
      if (!springs) return;
      rowsMultiply(springs.directions, x, y);
      springs.evaluate(y, potential, force, slope);
      rowsAddTransposed(springs.directions, force, out);
    },
    addSlopes(x, factor, into) {
      if (!springs) return;
      rowsMultiply(springs.directions, x, y);
      springs.evaluate(y, potential, force, slope);
      for (let j = 0; j < count; j++) slope[j]! *= factor;
      rowsAddDyads(springs.directions, slope, into);
    },
    energy(x) {
      if (!springs) return 0;
      rowsMultiply(springs.directions, x, y);
      springs.evaluate(y, potential, force, slope);
      let sum = 0;
      for (let j = 0; j < count; j++) sum += potential[j]!;
      return sum;
    },
  };
}

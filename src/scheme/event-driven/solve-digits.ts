/**
 * What round-off of the accelerations, which are solved for, leaves of the equation of motion. Forces that cancel in an acceleration (a weight and the
 * stop under it) leave round-off on every coordinate that the mass couples with theirs, also where nothing pushes.
 */
import type { System } from "../../model/system.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import type { Vector } from "../../numeric/vector.ts";

/** Of an acceleration, relative to those that the single forces make. */
const ROUND_OFF = 16 * Number.EPSILON;

/** Of the equation of coordinate i, N, where each coordinate has forces of these sizes. */
export function solveDigits(system: System): (i: number, mass: Matrix, forces: Vector) => number {
  const n = system.size;
  const factored = system.matrix();
  const column = new Float64Array(n);
  const sizes = new Float64Array(n);
  return (i, mass, forces) => {
    factored.clear();
    mass.addTo(factored, 1);
    factored.factor();
    sizes.fill(0);
    for (let k = 0; k < n; k++) {
      if (forces[k] === 0) continue;
      column.fill(0);
      column[k] = forces[k]!;
      factored.solve(column);
      for (let j = 0; j < n; j++) sizes[j]! += Math.abs(column[j]!);
    }
    let sum = 0;
    for (let j = 0; j < n; j++) sum += Math.abs(mass.at(i, j)) * sizes[j]!;
    return ROUND_OFF * sum;
  };
}

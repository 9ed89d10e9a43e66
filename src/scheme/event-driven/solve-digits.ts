/**
 * What round-off of accelerations and of forces of held rows, which are solved for together, leaves of the equation of motion. Forces that cancel in an
 * acceleration (a weight and the stop under it) leave round-off on every coordinate that the mass couples with theirs, also where nothing pushes; and a
 * joint that bears nothing has the digits of what the rows at its other end bear.
 */
import type { System } from "../../model/system.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import type { Rows } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";

/** Of an acceleration, relative to those that the single forces make. */
const ROUND_OFF = 16 * Number.EPSILON;

export interface SolveDigits {
  /** Of the equation of coordinate i, N, where each coordinate has forces of these sizes; rows of mode 0 are held. */
  at(i: number, mass: Matrix, forces: Vector, rows: Rows, mode: Int8Array): number;
}

export function solveDigits(system: System): SolveDigits {
  const n = system.size;
  const factored = system.matrix();
  const column = new Float64Array(n);
  const sizes = new Float64Array(n);
  const passed = new Float64Array(n);
  const used = new Int8Array(system.rows.length);

  /** Forces as held rows may pass them on to their other coordinates, each row once: the largest first. */
  function passOn(forces: Vector, { start, column: on, value }: Rows, mode: Int8Array): void {
    passed.set(forces);
    used.fill(0);
    for (;;) {
      let [next, most] = [-1, 0];
      for (let r = 0; r < used.length; r++) {
        if (mode[r] !== 0 || used[r] === 1) continue;
        const force = forceOf(r);
        if (force > most) [next, most] = [r, force];
      }
      if (next < 0) return;
      used[next] = 1;
      for (let e = start[next]!; e < start[next + 1]!; e++) {
        passed[on[e]!] = Math.max(passed[on[e]!]!, most * Math.abs(value[e]!));
      }
    }

    /** The largest that a row can be balanced with. */
    function forceOf(r: number): number {
      let force = 0;
      for (let e = start[r]!; e < start[r + 1]!; e++) {
        if (value[e] !== 0) force = Math.max(force, passed[on[e]!]! / Math.abs(value[e]!));
      }
      return force;
    }
  }

  function digitsAt(i: number, mass: Matrix): number {
    factored.clear();
    mass.addTo(factored, 1);
    factored.factor();
    sizes.fill(0);
    for (let k = 0; k < n; k++) {
      if (passed[k] === 0) continue;
      column.fill(0);
      column[k] = passed[k]!;
      factored.solve(column);
      for (let j = 0; j < n; j++) sizes[j]! += Math.abs(column[j]!);
    }
    let sum = 0;
    for (let j = 0; j < n; j++) sum += Math.abs(mass.at(i, j)) * sizes[j]!;
    return ROUND_OFF * sum;
  }

  return {
    at(i, mass, forces, rows, mode) {
      passOn(forces, rows, mode);
      return digitsAt(i, mass);
    },
  };
}

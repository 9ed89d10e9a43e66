/**
 * The equation of motion over a step, integrated twice:
 *     M (v1 - v0) - int q = W int F             its impulse, and
 *     M (h (v0 + v1)/2 - (x1 - x0)) - int (t - tm) q = W int (t - tm) F     its first moment about the middle tm,
 * of which the second tells whether x is the integral of v. Rows that slide have the forces of their laws; those of the others are
 * the admissible ones that come nearest. What no admissible forces balance is an error of the motion.
 */

import { isFriction } from "../../model/rows/law.ts";
import { linearOf, type System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import { boxLeastSquares } from "./box-least-squares.ts";
import type { Coupling } from "./coupling.ts";
import { type Laws, slidingForce } from "./laws.ts";
import { meanOf, WEIGHTS } from "./mean.ts";
import type { Reading } from "./reading.ts";

export interface Balance {
  /** Mean hard forces of the rows, N, and their first moments, N s^2. */
  readonly force: Vector;
  readonly moment: Vector;
  /** Bounds of the mean forces, N. */
  readonly lower: Vector;
  readonly upper: Vector;
  /** +1 or -1 for rows that slide over the step; 0 for the others. */
  readonly sliding: Int8Array;
  /** 1 for rows whose forces are not known from a law: at rest, in contact, joints. */
  readonly unknown: Int8Array;
  /** What the forces do not balance, N a coordinate. */
  readonly residual: Vector;
  /** By how much x is not the integral of v, m/s a coordinate (mean over the step). */
  readonly defect: Vector;
  /** Solves with the present `sliding` and `unknown`. */
  solve(step: Reading, laws: Laws): void;
  readonly kept: Kept;
}

export function balance(system: System, coupling: Coupling): Balance {
  const n = system.size;
  const { rows } = system;
  const { directions } = linearOf(system);
  const m = rows.length;
  const { inverseRows, inverseMass, matrix } = coupling;
  const solver = boxLeastSquares(matrix, coupling.groups);
  const force = new Float64Array(m);
  const moment = new Float64Array(m);
  const lower = Float64Array.from(rows, ({ law }) => (law.joint ? Number.NEGATIVE_INFINITY : 0));
  const upper = new Float64Array(m).fill(Number.POSITIVE_INFINITY);
  const friction = rows.map(({ law }) => isFriction(law));
  let bounded = false;
  const sliding = new Int8Array(m);
  const unknown = new Int8Array(m);
  const residual = new Float64Array(n);
  const defect = new Float64Array(n);
  const rest = new Float64Array(n);
  const target = new Float64Array(m);
  const opposite = new Float64Array(m);

  /** Bounds of a friction row at rest, means over the step. */
  function setBounds(i: number, { points }: Laws): void {
    if (!friction[i]) return;
    const a = points[0];
    const b = points[1];
    const c = points[2];
    lower[i] = -meanOf(a.forward, b.forward, c.forward, i);
    upper[i] = meanOf(a.backward, b.backward, c.backward, i);
  }

  /** Forces of the laws: of a row that slides, or of one without force. */
  function setKnown(i: number, h: Vector, { points, varying }: Laws): void {
    const sign = sliding[i]!;
    moment[i] = 0;
    force[i] = sign === 0 ? 0 : slidingForce(points[2], i, sign);
    if (sign === 0 || !varying) return;
    const first = slidingForce(points[0], i, sign);
    const last = force[i]!;
    force[i] = WEIGHTS[0] * first + WEIGHTS[1] * slidingForce(points[1], i, sign) + WEIGHTS[2] * last;
    moment[i] = ((h[0]! * h[0]!) / 12) * (last - first);
  }

  function subtractRows(forces: Vector, out: Vector): void {
    for (let i = 0; i < m; i++) opposite[i] = -forces[i]!;
    rowsAddTransposed(directions, opposite, out);
  }

  return {
    kept: { force, moment, lower, upper, sliding, unknown, residual, defect },
    force,
    moment,
    lower,
    upper,
    sliding,
    unknown,
    residual,
    defect,
    solve(step, laws) {
      const h = step.h[0]!;
      const q0 = step.points[0].q;
      const q1 = step.points[1].q;
      const q2 = step.points[2].q;
      if (laws.varying || !bounded) for (let i = 0; i < m; i++) setBounds(i, laws);
      bounded = true;
      for (let i = 0; i < m; i++) if (unknown[i] === 0) setKnown(i, step.h, laws);
      for (let k = 0; k < n; k++) {
        const mean = WEIGHTS[0] * q0[k]! + WEIGHTS[1] * q1[k]! + WEIGHTS[2] * q2[k]!;
        residual[k] = step.momentum[k]! / h - mean;
        rest[k] = step.moment[k]! - ((h * h) / 12) * (q2[k]! - q0[k]!);
      }
      if (laws.correction) subtractRows(laws.correction, residual);
      if (m > 0) {
        rowsMultiply(inverseRows, residual, target);
        solver.solve(unknown, lower, upper, target, force);
        subtractRows(force, residual);
        rowsMultiply(inverseRows, rest, target);
        solver.solveFree(unknown, target, moment);
        subtractRows(moment, rest);
      }
      rowsMultiply(inverseMass, rest, defect);
      for (let k = 0; k < n; k++) defect[k]! /= h;
    },
  };
}

/**
 * Derivatives of a time-stepped motion, through the sets of stuck rows of its step problems. The discrete map is piecewise
 * smooth: a row that changes its mode in another step is another piece, so these are the derivatives of the present piece.
 */

import { isFriction } from "../../model/rows/law.ts";
import type { RowValues } from "../../model/rows/row-values.ts";
import { weakeningAt } from "../../model/rows/soft-force.ts";
import { linearOf, type System } from "../../model/system.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Solver } from "../../step/step.ts";
import { stepTangent } from "../../step/step-tangent.ts";
import type { State } from "../scheme.ts";
import { rowStep, slipOf } from "./rows.ts";
import type { TangentColumn, Tangents } from "./tangent.ts";

/** Why derivatives cannot be had through step problems, with the remedy. */
export function refusesStepTangents(system: System, solver: Solver): string | undefined {
  if (!system.linear)
    return "derivatives of time stepping need constant matrices, which this machine has not. Take scheme event-driven";
  if (!solver.direct) {
    return `invalid solver for derivatives; it does not end with a set of stuck rows: ${solver.name}. Take active-set, or scheme event-driven`;
  }
  if (system.rowMotion) return "derivatives through limits and drives that follow the motion need scheme event-driven";
  if (system.controllers?.limited) return "derivatives through controllers with a limit need scheme event-driven";
  if (system.linear.springs) return "derivatives through nonlinear springs need scheme event-driven";
  if (system.rows.some(({ law }) => law.smoothing > 0)) {
    return "derivatives of rows under the smoothed law need scheme event-driven";
  }
  return undefined;
}

/** What a change of velocity makes of the force of weakening. */
export interface WeakeningSlope {
  /** out += weight W C gamma'(s) W^T dv at the slips of `velocity`. */
  add(velocity: Vector, values: RowValues, weight: number, dv: Vector, out: Vector): void;
}

/** The directions of the rows are constant. */
export function weakeningSlope(system: System): WeakeningSlope {
  const linear = linearOf(system);
  const m = system.rows.length;
  const slip = new Float64Array(m);
  const force = new Float64Array(m);
  const slope = new Float64Array(m);
  const change = new Float64Array(m);
  const present = system.rows.some(({ law }) => law.weakening !== undefined);
  return {
    add(velocity, values, weight, dv, out) {
      if (!present) return;
      slipOf(linear.directions, velocity, values.drive, slip);
      rowsMultiply(linear.directions, dv, change);
      for (let i = 0; i < m; i++) {
        weakeningAt(system.rows[i]!.law, i, slip, values, force, slope);
        change[i]! *= weight * slope[i]!;
      }
      rowsAddTransposed(linear.directions, change, out);
    },
  };
}

/** Derivatives of the first accelerations, with the modes of the start; `stiffness` as in startRows. */
export function startTangent(
  system: System,
  state: State,
  values: RowValues,
  stiffness: number,
): (column: TangentColumn, at: Vector, out: Vector) => void {
  const linear = linearOf(system);
  const inertia = system.matrix();
  linear.mass.addTo(inertia, 1);
  linear.stiffness.addTo(inertia, stiffness);
  const step = rowStep(system, inertia, linear.directions);
  const tangent = stepTangent(step);
  const slopes = weakeningSlope(system);
  const load = new Float64Array(system.size);
  const minus = new Float64Array(system.size);
  const none = new Float64Array(system.rows.length);
  const set = Int8Array.from(state.mode);
  return ({ position, velocity, load: change }, at, out) => {
    step.residual.fill(0);
    linear.stiffness.multiplyAdd(position, step.residual);
    linear.damping.multiplyAdd(velocity, step.residual);
    minus.fill(0);
    slopes.add(state.velocity, values, 1, velocity, minus);
    if (change) {
      change.evaluate(at, load);
      for (let k = 0; k < load.length; k++) minus[k]! += load[k]!;
    }
    for (let k = 0; k < load.length; k++) step.residual[k]! -= minus[k]!;
    tangent.solve(set, step.residual, none, out);
  };
}

/** Notes rows that start from rest, whose first multiplier jumps with their velocity. */
export function noteRest({ columns, kinks }: Tangents, system: System, state: State, values: RowValues): void {
  const linear = linearOf(system);
  const slip = new Float64Array(system.rows.length);
  const change = new Float64Array(system.rows.length);
  slipOf(linear.directions, state.velocity, values.drive, slip);
  for (const { velocity } of columns) {
    rowsMultiply(linear.directions, velocity, change);
    system.rows.forEach(({ law }, row) => {
      const noted = kinks.some((kink) => kink.row === row);
      if (!noted && isFriction(law) && slip[row] === 0 && change[row] !== 0) {
        kinks.push({ time: state.time, row, reason: "rest", derivative: "one-sided" });
      }
    });
  }
}

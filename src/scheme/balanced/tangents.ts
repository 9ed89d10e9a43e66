/** Derivatives of the motion of `balanced`: drift, kick and drift, linearized. */

import type { RowValues } from "../../model/rows/row-values.ts";
import { linearOf, type System } from "../../model/system.ts";
import { rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Step } from "../../step/step.ts";
import { stepTangent } from "../../step/step-tangent.ts";
import { noteRest, weakeningSlope } from "../common/step-tangents.ts";
import type { Tangents } from "../common/tangent.ts";
import { END, GAUSS_OFFSET, type Interval, LENGTH, type State } from "../scheme.ts";

export interface BalancedTangents {
  /** The half drift, and the load's mean at the Gauss points of the step. */
  drift(interval: Interval): void;
  /** A solve of the kick is done; weakening was taken at (velocity, values), each with its weight. */
  kick(set: Int8Array, parts: readonly WeakenedAt[]): void;
  /** The second half drift. */
  end(interval: Interval): void;
}

/** Where a part of the weakening was taken: at the old velocity, or at the new one of the solve before. */
export interface WeakenedAt {
  readonly velocity: Vector;
  readonly values: RowValues;
  readonly weight: number;
  readonly which: "old" | "new";
}

/** `returned[i]`: what of a change of its rate a stop gives back in this step. */
export function balancedTangents(
  system: System,
  step: Step,
  state: State,
  values: RowValues,
  returned: Vector,
  tangents: Tangents,
): BalancedTangents {
  const linear = linearOf(system);
  const n = system.size;
  const m = system.rows.length;
  const tangent = stepTangent(step);
  const slopes = weakeningSlope(system);
  const load = new Float64Array(n);
  const residual = new Float64Array(n);
  const slip = new Float64Array(m);
  const dz = new Float64Array(n);
  const at = new Float64Array(2);
  noteRest(tangents, system, state, values);
  const list = tangents.columns.map((column) => ({
    ...column,
    external: new Float64Array(n),
    next: Float64Array.from(column.velocity),
  }));

  return {
    drift(interval) {
      const h = interval[LENGTH]!;
      at[1] = interval[END]! - h / 2;
      for (const { position, velocity, external, load: change } of list) {
        for (let k = 0; k < n; k++) position[k]! += (h / 2) * velocity[k]!;
        linear.stiffness.multiply(position, external);
        for (let k = 0; k < n; k++) external[k] = -external[k]!;
        for (const sign of change ? [-1, 1] : []) {
          at[0] = at[1]! + sign * GAUSS_OFFSET * h;
          change!.evaluate(at, load);
          for (let k = 0; k < n; k++) external[k]! += load[k]! / 2;
        }
      }
    },
    kick(set, parts) {
      for (const { velocity, external, next } of list) {
        residual.set(external);
        for (const { velocity: at, values: rows, weight, which } of parts) {
          slopes.add(at, rows, weight, which === "old" ? velocity : next, residual);
        }
        for (let k = 0; k < n; k++) residual[k] = -residual[k]!;
        linear.damping.multiplyAdd(velocity, residual);
        rowsMultiply(linear.directions, velocity, slip);
        for (let i = 0; i < m; i++) slip[i]! *= 1 + returned[i]!;
        tangent.solve(set, residual, slip, dz);
        for (let k = 0; k < n; k++) next[k] = velocity[k]! + dz[k]!;
      }
    },
    end(interval) {
      for (const { position, velocity, next } of list) {
        velocity.set(next);
        for (let k = 0; k < n; k++) position[k]! += (interval[LENGTH]! / 2) * velocity[k]!;
      }
    },
  };
}

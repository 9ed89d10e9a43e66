/** Derivatives of the motion of `alpha`: its own formulas, linearized solve by solve. */

import { type RowValues, rowValues } from "../../model/rows/row-values.ts";
import { linearOf, type System } from "../../model/system.ts";
import { rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Step } from "../../step/step.ts";
import { stepTangent } from "../../step/step-tangent.ts";
import { alphaResidual } from "../common/elastic.ts";
import { noteRest, startTangent, weakeningSlope } from "../common/step-tangents.ts";
import type { Tangents } from "../common/tangent.ts";
import type { State } from "../scheme.ts";

export interface AlphaTangents {
  /** The step from t^n to t^{n+1} begins. */
  begin(): void;
  /** A solve of it is done; `velocity` is what its weakening was taken at, `at` the node, `arrested` as in Arrests. */
  solve(set: Int8Array, velocity: Vector, values: RowValues, at: Vector, arrested: Int8Array): void;
  end(): void;
}

/** The state holds the first modes. */
export function alphaTangents(
  weight: number,
  system: System,
  step: Step,
  state: State,
  dt: number,
  tangents: Tangents,
): AlphaTangents {
  const linear = linearOf(system);
  const n = system.size;
  const values = rowValues(system);
  const at = Float64Array.of(state.time, state.time);
  values.update(at, state.position, state.velocity);
  const accelerate = startTangent(system, state, values, weight * dt * dt);
  const residual = alphaResidual(system, weight);
  const tangent = stepTangent(step);
  const slopes = weakeningSlope(system);
  const tau = Float64Array.of(dt);
  const change = new Float64Array(n);
  const acceleration = new Float64Array(n);
  const load = new Float64Array(n);
  const way = new Float64Array(system.rows.length); // of arrested rows, as a slip
  noteRest(tangents, system, state, values);
  const list = tangents.columns.map((column) => {
    accelerate(column, at, acceleration);
    const { position, velocity } = column;
    const ahead = position.map((x, k) => x + dt * velocity[k]! + ((dt * dt) / 2) * acceleration[k]!); // (1.4)
    return { ...column, ahead, before: new Float64Array(n), dz: new Float64Array(n) };
  });

  return {
    begin() {
      for (const { position, ahead, before } of list) {
        before.set(position);
        position.set(ahead);
      }
    },
    solve(set, at0, rows, node, arrested) {
      for (const { position, velocity, before, dz, load: ofLoad } of list) {
        residual(tau, before, position, change);
        slopes.add(at0, rows, -1, velocity, change);
        if (ofLoad) {
          ofLoad.evaluate(node, load);
          for (let k = 0; k < n; k++) change[k]! -= load[k]!;
        }
        for (let k = 0; k < n; k++) dz[k] = (before[k]! - position[k]!) / (2 * dt);
        rowsMultiply(linear.directions, dz, way);
        for (let i = 0; i < way.length; i++) if (arrested[i] === 0) way[i] = 0;
        tangent.solve(set, change, way, dz);
        for (let k = 0; k < n; k++) velocity[k] = dz[k]! / (2 * dt);
      }
    },
    end() {
      for (const { ahead, before, dz } of list) for (let k = 0; k < n; k++) ahead[k] = before[k]! + dz[k]!;
    },
  };
}

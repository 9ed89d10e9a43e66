/**
 * Limits of rows under the jump law within one step of time stepping. A row that slips has its kinetic force, one at rest its
 * limit; but a row that passes rest in the step may be held there by its limit, and one that its limit cannot hold slips
 * with the kinetic force at once. Such rows change their limits, and the step is solved again.
 */

import type { RowValues } from "../../model/rows/row-values.ts";
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Step } from "../../step/step.ts";
import { setLimits } from "./rows.ts";

export interface JumpLimits {
  /** Sets the limits of a new step, by the modes that it begins with. */
  begin(values: RowValues, mode: Int8Array, step: Step): void;
  /** Gives rows that pass rest in the first solve the limits of rest; returns whether there are any. */
  catchPassing(values: RowValues, slip: Vector, step: Step): boolean;
  /**
   * Gives a row that its limit does not hold the limits of slip; returns whether there is one. One by one, the fastest
   * first: the drop of its force may keep the others.
   */
  letLoose(values: RowValues, set: Int8Array, slip: Vector, step: Step): boolean;
}

export function jumpLimits(system: System): JumpLimits {
  const m = system.rows.length;
  const before = new Int8Array(m);
  const moving = new Int8Array(m); // 0: the limits of rest, else those of slip
  const jumps = system.rows.map(({ law }) => law.jumps === true);
  const same = !system.rowFunctions && !system.rowMotion && !jumps.includes(true);
  let first = true;
  return {
    begin(values, mode, step) {
      if (same) return; // as the step problem has them from the start
      setLimits(system, values, mode, step);
      if (!values.jumps) return;
      before.set(mode);
      moving.set(mode);
      first = true;
    },
    catchPassing(values, slip, step) {
      if (!values.jumps || !first) return false;
      first = false;
      let any = false;
      for (let i = 0; i < m; i++) {
        if (!jumps[i] || before[i] === 0 || slip[i]! * before[i]! > 0) continue;
        moving[i] = 0;
        any = true;
      }
      if (any) setLimits(system, values, moving, step);
      return any;
    },
    letLoose(values, set, slip, step) {
      if (!values.jumps) return false;
      let fastest = -1;
      for (let i = 0; i < m; i++) {
        if (!jumps[i] || moving[i] !== 0 || set[i] === 0 || step.lower[i] === step.upper[i]) continue;
        if (fastest < 0 || Math.abs(slip[i]!) > Math.abs(slip[fastest]!)) fastest = i;
      }
      if (fastest < 0) return false;
      moving[fastest] = -set[fastest]!;
      setLimits(system, values, moving, step);
      return true;
    },
  };
}

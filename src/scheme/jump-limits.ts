/**
 * Limits of rows under the jump law within one step of time stepping. A row that slips has its kinetic force, one at rest its
 * limit; but a row that passes rest in the step may be held there by its limit, and one that its limit cannot hold slips
 * with the kinetic force at once. Such rows change their limits, and the step is solved again: at most two times.
 */
import type { LinearSystem } from "../model/linear.ts";
import type { RowValues } from "../model/row-values.ts";
import type { Vector } from "../numeric/vector.ts";
import type { Step } from "../step/step.ts";
import { setLimits } from "./rows.ts";

export interface JumpLimits {
  /** Sets the limits of a new step, by the modes of the last one. */
  begin(values: RowValues, mode: Int8Array, step: Step): void;
  /** After a solve with this set and these new slips: whether limits have changed, so that it must be solved again. */
  changed(values: RowValues, set: Int8Array, slip: Vector, step: Step): boolean;
}

export function jumpLimits(system: LinearSystem): JumpLimits {
  const m = system.rows.length;
  const before = new Int8Array(m);
  const moving = new Int8Array(m); // 0: the limits of rest, else those of slip
  const jumps = system.rows.map(({ law }) => law.jumps);
  let first = true;
  return {
    begin(values, mode, step) {
      setLimits(system, values, mode, step);
      if (!values.jumps) return;
      before.set(mode);
      moving.set(mode);
      first = true;
    },
    changed(values, set, slip, step) {
      if (!values.jumps) return false;
      let any = false;
      for (let i = 0; i < m; i++) {
        if (!jumps[i]) continue;
        const passes = first && before[i] !== 0 && slip[i]! * before[i]! <= 0;
        const loose = moving[i] === 0 && set[i] !== 0;
        if (!passes && !loose) continue;
        moving[i] = passes ? 0 : -set[i]!;
        any = true;
      }
      first = false;
      if (any) setLimits(system, values, moving, step);
      return any;
    },
  };
}

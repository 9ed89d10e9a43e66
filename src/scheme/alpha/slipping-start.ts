/**
 * The start of many runs that differ in their control, where every row slips: its force is known, so that the accelerations are one linear
 * solve away. Where a row rests the box problem is asked (common/start.ts).
 */
import type { Load } from "../../model/load.ts";
import { smoothForce } from "../../model/smooth-force.ts";
import { linearOf, type System } from "../../model/system.ts";
import { inverseOf, multiplyRows } from "../../numeric/inverse.ts";
import { rowsAddTransposed } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import { restingSlip } from "../common/rest-box.ts";
import type { State } from "../scheme.ts";

export interface SlippingStart {
  /** Prepares an initial state without control and fills its forces and modes; false: a row rests. */
  prepare(state: State, uncontrolled: Load): boolean;
  /** Accelerations under a control B u, N; they are only lent. */
  under(control: Vector): Vector;
}

/** `stiffness` is added to the inertia as stiffness * K; the limits of the rows are constant, and there are no drives. */
export function slippingStart(system: System, stiffness: number): SlippingStart {
  const { mass, stiffness: K, directions } = linearOf(system);
  const n = system.size;
  const inertia = system.matrix();
  mass.addTo(inertia, 1);
  K.addTo(inertia, stiffness);
  const inverse = inertia.factor() ? inverseOf(inertia) : undefined;
  const smooth = smoothForce(system);
  const still = new Float64Array(system.rows.length);
  const slip = new Float64Array(system.rows.length);
  const given = new Float64Array(n);
  const own = new Float64Array(n);
  const acceleration = new Float64Array(n);
  return {
    prepare(state, uncontrolled) {
      const { position, velocity, force, limit, mode } = state;
      restingSlip(directions, velocity, still, slip);
      const fixed = system.rows.map(({ law }) => law.fixed);
      if (!inverse || fixed.some((bounds, i) => !bounds || slip[i] === 0)) return false;
      const at = Float64Array.of(state.time, state.time);
      uncontrolled.evaluate(at, given);
      smooth.complete(at, position, velocity, given);
      fixed.forEach((bounds, i) => {
        mode[i] = Math.sign(slip[i]!);
        limit[i] = bounds!.forward;
        force[i] = mode[i]! > 0 ? -bounds!.forward : bounds!.backward;
      });
      rowsAddTransposed(directions, force, given);
      return true;
    },
    under(control) {
      for (let i = 0; i < n; i++) own[i] = given[i]! + control[i]!;
      multiplyRows(inverse!, n, own, acceleration);
      return acceleration;
    },
  };
}

/** States of the present expansion, filled in at a time within it. */
import { rowValues } from "../../model/rows/row-values.ts";
import { smoothedAt } from "../../model/rows/soft-force.ts";
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import { slipOf } from "../common/rows.ts";
import type { State } from "../scheme.ts";
import type { Decision } from "./decision.ts";
import type { Departure } from "./departure.ts";
import type { Place } from "./place.ts";
import type { Propagation } from "./propagation.ts";

/** Fills in a state (but for its time) at tau[0] of the expansion that began at at[0]; `inside`: where formulas of rows decide as in all of it. */
export function showing(
  system: System,
  place: Place,
  motion: Propagation,
  depart: Pick<Departure, "reach">,
  { mode, passive }: Decision,
  at: Vector,
  inside: { readonly x: Vector; readonly v: Vector } | undefined,
): (tau: Vector, into: State, motionOnly?: boolean) => void {
  const { rows } = system;
  const values = rowValues(system);
  const slip = new Float64Array(rows.length);
  const instant = new Float64Array(2);
  return (tau, into, motionOnly = false) => {
    depart.reach(tau);
    motion.evaluate(tau, into.position, into.velocity);
    if (motionOnly) return;
    motion.forces(tau, into.force);
    instant[0] = at[0]! + tau[0]!;
    instant[1] = at[1]!;
    values.update(instant, into.position, into.velocity, inside);
    if (place.fixed) slipOf(place.directions, into.velocity, values.drive, slip);
    else motion.slips(tau, slip);
    for (let i = 0; i < rows.length; i++) {
      into.limit[i] = values.forward[i]!;
      into.mode[i] = passive[i] === 1 ? Math.sign(slip[i]!) : mode[i]!;
      const { law } = rows[i]!;
      if (law.smoothing > 0) smoothedAt(law, i, slip, values, into.force);
    }
  };
}

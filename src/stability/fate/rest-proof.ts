/** What proves of a machine that is not linear that it stays where it is, and that it never stops. */
import { isFriction } from "../../model/rows/law.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import type { System } from "../../model/system.ts";
import { lengthOf } from "../../numeric/plain-matrix.ts";
import type { Vector } from "../../numeric/vector.ts";
import { restBalance } from "../section/balance.ts";

/** Round-off of forces, as parts of the rows' limits and of what pulls; and of a gap that is closed, m. */
const SLACK = 1e-12;
const BALANCED = 1e-10;
const CLOSED = 1e-9;

/**
 * Whether the rows' forces can hold the machine at a position, all within their limits: an autonomous machine that has no velocity there
 * stays. Undefined where that says nothing: first-order states go on.
 */
export function restProof(system: System, time: number): ((position: Vector) => boolean) | undefined {
  if (system.states.length > 0) return undefined;
  const balance = restBalance(system, Float64Array.of(time, time));
  const stops = system.rows.flatMap(({ law }, i) => (law.stop ? [i] : []));
  return (position) => {
    const gaps = balance.gaps(position);
    const closed = stops.filter((i) => gaps[i]! <= CLOSED);
    const forces = balance.at(position, closed);
    return balance.margin(forces) >= -SLACK && lengthOf(balance.missing(forces)) <= BALANCED * forces.size;
  };
}

/** Whether nothing ever takes energy from the motion: no friction, no damping, no impact that loses any. A motion then never stops. */
export function keepsEnergy(system: System, time: number, position: Vector): boolean {
  if (!storesAll(system)) return false;
  if (system.rowMotion) return false;
  const values = rowValues(system);
  values.update(Float64Array.of(time, time), position, new Float64Array(system.size));
  return system.rows.every(({ law }, i) => {
    if (law.stop) return law.stop.restitution === 1;
    return law.joint || (isFriction(law) && frictionless(values, i));
  });
}

/** Whether the machine's own forces take nothing: then only rows do. */
export function storesAll(system: System): boolean {
  return !system.linear && !system.dissipationInto && !system.controllers?.limited && system.states.length === 0;
}

function frictionless(values: ReturnType<typeof rowValues>, i: number): boolean {
  const all = [values.forward, values.backward, values.kineticForward, values.kineticBackward];
  return all.every((list) => list[i] === 0);
}

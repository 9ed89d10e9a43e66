/**
 * The first forces. A row that slips has a known force, -limit sign(s). The force of a row at rest comes from the box
 * problem on accelerations; (1.5)'s zero would let a held mass move.
 */
import type { Load } from "../../model/load.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import { massWeights, type System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import { stickProjection } from "../../step/stick.ts";
import type { State } from "../scheme.ts";
import { restBox, restingSlip } from "./rest-box.ts";
import { heldExactly } from "./rows.ts";

/** Fills force and mode of a state at its time and returns its accelerations, which are only lent. */
export type RowStart = (state: State, load: Load, side: number) => Vector;

/** One start. `stiffness` is added to the inertia as stiffness * K: the alpha scheme's own accelerations. */
export function startRows(system: System, state: State, side: number, stiffness: number): Vector {
  return rowStart(system, stiffness)(state, system.load, side);
}

/** Prepared for many starts, under any load. */
export function rowStart(system: System, stiffness: number): RowStart {
  const m = system.rows.length;
  const values = rowValues(system);
  const box = restBox(system, stiffness, values);
  const { acceleration, leaves, step } = box;
  const at = new Float64Array(2);
  const slip = new Float64Array(m);
  const stuckRate = new Float64Array(m); // w.a of a row whose slip does not change
  const held = new Int8Array(m); // 0: its slip must not change
  const stick = stickProjection(step.directions, system.size, massWeights(system), heldExactly(system));

  return (state, load, side) => {
    const { position, velocity, force, mode } = state;
    at[0] = state.time;
    at[1] = side;
    values.update(at, position, velocity);
    state.limit.set(values.forward);
    system.directionsAt(position, step.directions);
    restingSlip(step.directions, velocity, values.drive, slip);
    box.solve(at, position, velocity, load, slip, force);
    for (let i = 0; i < m; i++) {
      const { law } = system.rows[i]!;
      stuckRate[i] = 0 - step.slip[i]!;
      const open = law.stop !== undefined && step.upper[i] === 0;
      if (law.stop) mode[i] = open || leaves[i] !== 0 ? 1 : 0;
      else mode[i] = slip[i] === 0 || law.joint ? leaves[i]! : Math.sign(slip[i]!);
      held[i] = mode[i] === 0 && step.lower[i]! < step.upper[i]! ? 0 : 1;
    }
    stick.apply(held, acceleration, stuckRate);
    return acceleration;
  };
}

/** Columns that follow from others: they are computed when somebody looks at them, not while the machine runs. */
import { isFriction, type Law, multiplier } from "../../model/rows/law.ts";
import { isSoft } from "../../model/rows/soft-force.ts";
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";

/** Whether slips and energies follow from all positions and velocities, and forces and multipliers of the rows from those of the states. */
export function isDerivable({ rows, visible, size, constant, rowFunctions, rowMotion }: System): boolean {
  if (visible !== size || !constant.directions || rowFunctions || rowMotion) return false;
  return rows.every(({ law }) => isFriction(law) && !isSoft(law) && law.fixed !== undefined);
}

/** Kinetic and elastic energy, J; of all coordinates' columns. */
export function energyColumn(system: System, position: readonly Vector[], velocity: readonly Vector[]): Vector {
  const [x, v] = [new Float64Array(system.size), new Float64Array(system.size)];
  return Float64Array.from(position[0] ?? [], (_, k) => {
    for (let i = 0; i < x.length; i++) {
      x[i] = position[i]![k]!;
      v[i] = velocity[i]![k]!;
    }
    return system.energy(x, v);
  });
}

/** Slip of a row of constant direction on something at rest, m/s. */
export function slipColumn(system: System, row: number, velocity: readonly Vector[], length: number): Vector {
  const { start, column, value } = system.newDirections();
  const slip = new Float64Array(length);
  for (let e = start[row]!; e < start[row + 1]!; e++) {
    const weight = value[e]!;
    const speed = velocity[column[e]!]!;
    for (let k = 0; k < length; k++) slip[k]! += weight * speed[k]!;
  }
  return slip;
}

/** Multipliers of a row whose limit is constant. */
export function multiplierColumn(law: Law, force: Vector): Vector {
  const limit = law.fixed!.forward;
  const column = new Float64Array(force.length);
  for (let k = 0; k < column.length; k++) column[k] = multiplier(law, force[k]!, limit);
  return column;
}

/** What was recorded as a trajectory. */
import type { Vector } from "../../numeric/vector.ts";
import { energyColumn, multiplierColumn, slipColumn } from "./derived.ts";
import type { RecordPlan } from "./plan.ts";
import type { Event, Trajectory } from "./trajectory.ts";

/** `cut`: the columns of a plan; those that follow from others are made when somebody asks for them. */
export function trajectoryOf(
  plan: RecordPlan,
  cut: readonly Vector[],
  mode: readonly Int8Array[],
  events: readonly Event[],
): Trajectory {
  const { system, derived, coordinates, rows, energy, firstController, firstOutput } = plan;
  const n = coordinates.length;
  const position = cut.slice(1, 1 + n);
  const velocity = cut.slice(1 + n, 1 + 2 * n);
  const ofRows = cut.slice(1 + 2 * n, 1 + 2 * n + rows.length);
  let multipliers: readonly Vector[] | undefined = derived ? undefined : ofRows;
  let energies: Vector | undefined = derived ? undefined : cut[energy]!;
  let friction: Trajectory["friction"] | undefined;

  function frictionColumns(): Trajectory["friction"] {
    return plan.friction.map((row, i) => {
      let slip: Vector | undefined = derived ? undefined : cut[energy + 1 + 2 * i]!;
      return {
        name: system.rows[row]!.name,
        unit: plan.rowUnits[row]!,
        get slip(): Vector {
          slip ??= slipColumn(system, row, velocity, cut[0]!.length);
          return slip;
        },
        force: derived ? ofRows[rows.indexOf(row)]! : cut[energy + 2 + 2 * i]!,
      };
    });
  }

  return {
    names: plan.names,
    units: plan.units,
    kinds: plan.kinds,
    time: cut[0]!,
    position,
    velocity,
    get multiplier() {
      multipliers ??= ofRows.map((force, i) => multiplierColumn(plan.laws[i]!, force));
      return multipliers;
    },
    mode,
    get energy() {
      energies ??= energyColumn(system, position, velocity); // few ask for it
      return energies;
    },
    get friction() {
      friction ??= frictionColumns();
      return friction;
    },
    controllers: plan.controllers.map((name, j) => {
      const [reference, measured, command, force] = cut.slice(firstController + 4 * j);
      const unit = plan.controlledUnits[j]!;
      return { name, unit, reference: reference!, measured: measured!, command: command!, force: force! };
    }),
    outputs: plan.outputs.names.map((name, i) => ({ name, values: cut[firstOutput + i]! })),
    events,
  };
}

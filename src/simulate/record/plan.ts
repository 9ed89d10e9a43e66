/** What of a run is recorded, and what its columns are called: all that follows from the compiled problem alone. */
import { isFriction, type Law, type RowKind, rowKind } from "../../model/rows/law.ts";
import { rowUnitsOf, unitsAlong } from "../../model/units.ts";
import { type Formulas, type Outputs, plainQuantities, type Quantity } from "../measure/formulas.ts";
import type { IdleStick } from "../measure/lent-stick.ts";
import type { Simulation } from "../run/simulation.ts";
import type { BlockViews } from "./block-columns.ts";
import { type ColumnPlace, columnNames, type FigureWishes, recorded } from "./choice.ts";
import { isDerivable } from "./derived.ts";
import type { Trajectory } from "./trajectory.ts";

export interface RecordPlan {
  readonly system: Simulation["system"];
  readonly outputs: Outputs;
  /** Coordinates and rows of which something is recorded, the laws of these, and the rows whose forces figures show. */
  readonly coordinates: readonly number[];
  readonly rows: readonly number[];
  readonly laws: readonly Law[];
  readonly friction: readonly number[];
  /** Whether multipliers, slips and energies follow from the other columns. */
  readonly derived: boolean;
  readonly controllers: readonly string[];
  readonly controlledUnits: readonly string[];
  readonly rowUnits: readonly string[];
  /** What must be evaluated at each sample, beside the energy. */
  readonly formulas: readonly Formulas[];
  /**
   * Columns: time, positions, velocities; forces, or multipliers, the energy, slips and forces of the rows that figures show; then four a
   * controller; then outputs.
   */
  readonly energy: number;
  /** So many are always numbers. */
  readonly finite: number;
  readonly firstController: number;
  readonly firstOutput: number;
  readonly width: number;
  readonly names: Trajectory["names"];
  readonly units: Trajectory["units"];
  readonly kinds: readonly RowKind[];
  /** Kept from run to run: see block-columns.ts. */
  readonly blocks: BlockViews[];
}

/** Where the plan for all columns is kept from run to run, and a watch of stick times. */
export interface RecordPreparation {
  plan?: RecordPlan;
  stick?: IdleStick | undefined;
}

export function recordPlan(
  simulation: Simulation,
  choice: readonly ColumnPlace[] | undefined,
  figures: FigureWishes | undefined,
): RecordPlan {
  const { system, outputs, recording } = simulation;
  if (choice || figures || !recording) return newPlan(simulation, choice, figures ?? {});
  if (recording.plan?.system !== system || recording.plan.outputs !== outputs) {
    recording.plan = newPlan(simulation, undefined, {});
  }
  return recording.plan;
}

function newPlan(
  { system, outputs }: Simulation,
  choice: readonly ColumnPlace[] | undefined,
  figures: FigureWishes,
): RecordPlan {
  const { coordinates, rows } = recorded(system, choice);
  const derived = !choice && isDerivable(system);
  const friction = rows.filter((row) => isFriction(system.rows[row]!.law)).slice(0, figures.friction);
  const ofRows = friction.flatMap((index): Quantity[] => [
    { kind: "slip", index },
    { kind: "force", index },
  ]);
  const controllers = (system.controllers?.names ?? []).slice(0, figures.controllers);
  const ofControllers = controllers.flatMap((_, index): Quantity[] => [
    { kind: "reference", index },
    { kind: "measured", index },
    { kind: "command", index },
    { kind: "control", index },
  ]);
  const rowUnits = rowUnitsOf(system);
  const asked = [...(derived ? [] : ofRows), ...ofControllers];
  const energy = 1 + 2 * coordinates.length + rows.length;
  const firstController = energy + (derived ? 0 : 1 + ofRows.length);
  const firstOutput = firstController + ofControllers.length;
  return {
    ...{ system, outputs, coordinates, rows, friction, derived, controllers, rowUnits },
    laws: rows.map((row) => system.rows[row]!.law),
    controlledUnits: system.controllers ? unitsAlong(system.controllers.measured, system.units) : [],
    formulas: [plainQuantities(asked), outputs.formulas].filter(
      ({ quantities, program }) => quantities.length + program.outputs.length > 0,
    ),
    ...{ energy, firstController, firstOutput, width: firstOutput + outputs.names.length },
    finite: derived ? energy : energy + 1,
    names: columnNames(
      choice ? coordinates.map((i) => system.names[i]!) : system.names,
      rows.map((row) => system.rows[row]!.name),
    ),
    units: {
      position: choice ? coordinates.map((i) => system.units[i]!) : system.units,
      row: rows.map((row) => rowUnits[row]!),
    },
    kinds: rows.map((row) => rowKind(system.rows[row]!.law)),
    blocks: [],
  };
}

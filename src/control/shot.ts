/** Runs with tangents, as residuals and derivatives of the targets. */
import { singularValues } from "../numeric/svd.ts";
import { norm, type Vector } from "../numeric/vector.ts";
import { controlled } from "../simulate/run/controlled.ts";
import type { RunOutcome } from "../simulate/run/run.ts";
import type { Simulation } from "../simulate/run/simulation.ts";
import type { Ledger } from "./ledger.ts";
import { RANK } from "./newton-step.ts";
import type { Found } from "./result.ts";
import { type ControlTask, deviationOf, type TargetRow } from "./task.ts";

/** A run and the derivatives of its end, as simulate/run/sensitivity.ts gives them. */
export type TangentRunner = (
  simulation: Simulation,
  directions: readonly { readonly control: { readonly interval: number; readonly input: number } }[],
) => {
  readonly outcome: RunOutcome;
  /** Of each direction: positions, then velocities of the system. */
  readonly columns: readonly Vector[];
  readonly kinks: readonly { readonly time: number; readonly row: string; readonly reason: string }[];
};

export interface Shot {
  readonly control: Vector;
  readonly found: Found;
  /** Deviation over scale of each target. */
  readonly residual: Vector;
  /** Rows of the derivative of `residual`. */
  readonly tangent: readonly Vector[];
}

/** A run that does not reach its end gives its message instead. */
export type Fired =
  | { readonly shot: Shot; readonly failure?: undefined }
  | { readonly shot?: undefined; readonly failure: string };

export function fire(task: ControlTask, runner: TangentRunner, ledger: Ledger, control: Vector): Fired {
  const { coordinates, inputs, unknowns, simulation, targets } = task;
  const directions = Array.from({ length: unknowns }, (_, i) => ({
    control: { interval: Math.floor(i / inputs), input: i % inputs },
  }));
  const { outcome, columns, kinks } = runner(controlled(simulation, control), directions);
  const run = ++ledger.runs;
  for (const kink of kinks) ledger.kinks.push({ run, ...kink });
  if (outcome.status !== "done") {
    ledger.failures++;
    return { failure: outcome.message };
  }
  const { position, velocity } = outcome.state;
  const end = Float64Array.of(...position.subarray(0, coordinates), ...velocity.subarray(0, coordinates));
  const size = position.length;
  const slope = (column: Vector, row: TargetRow) =>
    column[row.kind === "position" ? row.coordinate : size + row.coordinate]! / row.scale;
  return {
    shot: {
      control,
      found: ledger.found(control, end),
      residual: Float64Array.from(targets, (row) => deviationOf(row, task, end) / row.scale),
      tangent: targets.map((row) => Float64Array.from(columns, (column) => slope(column, row))),
    },
  };
}

/** The part of a shot that some of the targets see. */
export function restricted(shot: Shot, rows: readonly number[]): Shot {
  if (rows.length === shot.residual.length) return shot;
  return {
    ...shot,
    residual: Float64Array.from(rows, (k) => shot.residual[k]!),
    tangent: rows.map((k) => shot.tangent[k]!),
  };
}

export function miss({ residual }: Shot): number {
  return norm(residual);
}

/** Directions of the control along which the targets do not change. */
export function freedom({ tangent, control }: Shot): number {
  const { values } = singularValues(tangent);
  return control.length - values.filter((value) => value > 0 && value > RANK * values[0]!).length;
}

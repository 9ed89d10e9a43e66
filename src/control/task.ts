/** A control problem as numbers: unknowns, their effort and bounds, and the distance of an end state from the target. */

import { inputCount } from "../model/control/control-load.ts";
import { lessTurns } from "../model/turns.ts";
import type { Vector } from "../numeric/vector.ts";
import type { ControlGoal } from "../problem/compile/control/goal.ts";
import type { Simulation } from "../simulate/run/simulation.ts";

/** A component of the end state that has a target. */
export interface TargetRow {
  readonly kind: "position" | "velocity";
  readonly coordinate: number;
  readonly wanted: number;
  /** Deviations are divided by it: max{1, largest wanted of its kind}, as in (4.1) and (4.2). */
  readonly scale: number;
}

/** Where a run ended: positions, then velocities of the machine. */
export type EndState = Vector;

/** (4.1) and (4.2); null where nothing is wanted. */
export interface TargetError {
  readonly position: number | null;
  readonly velocity: number | null;
}

export interface ControlTask {
  readonly simulation: Simulation;
  readonly goal: ControlGoal;
  /** Coordinates of the machine. */
  readonly coordinates: number;
  readonly inputs: number;
  /** Length of each interval of constant control, s. */
  readonly durations: readonly number[];
  /** inputs * intervals */
  readonly unknowns: number;
  readonly low: Vector;
  readonly high: Vector;
  readonly targets: readonly TargetRow[];
}

export function controlTask(simulation: Simulation, goal: ControlGoal): ControlTask {
  const { control, system, grid } = simulation;
  if (!control) throw new Error("the simulation has no control input");
  const times = [grid.start, ...control.changes, grid.end].map((time) => Math.min(time, grid.end));
  const durations = times.slice(1).map((time, j) => time - times[j]!);
  const repeated = (bound: Vector) => Float64Array.from(durations.flatMap(() => Array.from(bound)));
  return {
    simulation,
    goal,
    coordinates: system.visible,
    inputs: inputCount(control),
    durations,
    unknowns: control.values.length,
    low: repeated(goal.low),
    high: repeated(goal.high),
    targets: [...targetRows("position", goal.position), ...targetRows("velocity", goal.velocity)],
  };
}

function targetRows(kind: TargetRow["kind"], wanted: readonly (number | null)[]): TargetRow[] {
  const scale = Math.max(1, ...wanted.map((entry) => Math.abs(entry ?? 0)));
  return wanted.flatMap((entry, coordinate) => (entry === null ? [] : { kind, coordinate, wanted: entry, scale }));
}

/** Where the quantity of a row stands in an end state. */
export function endIndexOf({ kind, coordinate }: TargetRow, { coordinates }: ControlTask): number {
  return kind === "position" ? coordinate : coordinates + coordinate;
}

/** Of the end that stands at a place from a target; of an angle with a period less whole turns. */
export function deviationOf(row: TargetRow, task: ControlTask, ends: Vector, at = 0): number {
  const period = row.kind === "position" ? (task.simulation.system.periods?.[row.coordinate] ?? 0) : 0;
  return lessTurns(ends[at + endIndexOf(row, task)]! - row.wanted, period);
}

export function targetError(task: ControlTask, end: EndState): TargetError {
  const error = (kind: TargetRow["kind"]): number | null => {
    const rows = task.targets.filter((row) => row.kind === kind);
    if (rows.length === 0) return null;
    return rows.reduce((most, row) => {
      const error = Math.abs(deviationOf(row, task, end)) / row.scale;
      return Number.isNaN(error) ? Number.POSITIVE_INFINITY : Math.max(most, error);
    }, 0);
  };
  return { position: error("position"), velocity: error("velocity") };
}

/** Euclidean norm of the deviations over their scales; infinite for a run that failed. */
export function targetDistance(task: ControlTask, end: EndState): number {
  const sum = task.targets.reduce((sum, row) => {
    const deviation = deviationOf(row, task, end) / row.scale;
    return sum + deviation * deviation;
  }, 0);
  return Number.isNaN(sum) ? Number.POSITIVE_INFINITY : Math.sqrt(sum);
}

export function largestError({ position, velocity }: TargetError): number {
  return Math.max(position ?? 0, velocity ?? 0);
}

/** J(u), the integral of N u.u over the run, of the control that stands at a place. */
export function effort(task: ControlTask, controls: Vector, at = 0): number {
  let sum = 0;
  for (let i = 0; i < task.unknowns; i++) sum += slopeOf(task, controls, at, i) * controls[at + i]!;
  return sum / 2;
}

/** 2 N u on each interval, times its length. */
export function effortGradient(task: ControlTask, control: Vector): Vector {
  return control.map((_, i) => slopeOf(task, control, 0, i));
}

function slopeOf({ goal, inputs, durations }: ControlTask, controls: Vector, at: number, unknown: number): number {
  const i = unknown % inputs;
  const interval = (unknown - i) / inputs;
  const first = at + unknown - i;
  let sum = 0;
  for (let k = 0; k < inputs; k++)
    sum += 2 * durations[interval]! * goal.weight[i * inputs + k]! * controls[first + k]!;
  return sum;
}

/** The nearest control within the bounds. */
export function withinBounds({ low, high }: ControlTask, control: Vector): Vector {
  return control.map((entry, i) => Math.min(high[i]!, Math.max(low[i]!, entry)));
}

/** A part of a step; one that ends at a bound stays within it to the last bit. */
export function stepped(task: ControlTask, control: Vector, change: Vector, length: number): Vector {
  return withinBounds(
    task,
    control.map((entry, i) => entry + length * change[i]!),
  );
}

export function atBounds({ low, high }: ControlTask, control: Vector): boolean {
  return control.some((entry, i) => entry === low[i] || entry === high[i]);
}

/** Small machines given in place, run by the event-driven scheme unless told otherwise. */
import { columns } from "../../../src/simulate/record/columns.ts";
import { startRun } from "../../../src/simulate/run/run.ts";
import { type Result, type SimulateOptions, simulate } from "../../../src/simulate/simulate.ts";
import { compileRaw } from "../../support/run.ts";

export interface Machine {
  readonly system: Record<string, unknown>;
  readonly initial?: { readonly position?: readonly number[]; readonly velocity?: readonly number[] };
  readonly time: { readonly start?: number; readonly end: number; readonly step: number; readonly output?: number };
  readonly scheme?: { readonly type: string };
}

export function simulationOf({ system, ...rest }: Machine) {
  return compileRaw({
    stickslip: 1,
    scheme: { type: "event-driven" },
    system: { type: "linear", ...system },
    ...rest,
  });
}

export function run(machine: Machine, options: SimulateOptions = {}): Result {
  return simulate(simulationOf(machine), options);
}

/** "kind row" of each event, in order. */
export function kinds({ trajectory }: Pick<Result, "trajectory">): string[] {
  return trajectory.events.map(({ kind, row }) => `${kind} ${row}`);
}

export function times({ trajectory }: Pick<Result, "trajectory">): number[] {
  return trajectory.events.map(({ time }) => time);
}

/** Energy that the run lost or made, relative to what it had. */
export function energyFault({ audit }: Result): number {
  return audit.energyScale > 0 ? audit.energyError / audit.energyScale : audit.energyError;
}

export function distance(actual: Iterable<number>, wanted: readonly number[]): number {
  return Math.max(...Array.from(actual, (value, i) => Math.abs(value - wanted[i]!)));
}

/** The same motion without the audit, for long runs. */
export function runBare(machine: Machine): Pick<Result, "outcome" | "trajectory"> {
  const simulation = simulationOf(machine);
  const record = columns(simulation, simulation.grid.steps + 1);
  const bare = startRun(simulation, [record]);
  bare.advance(Number.POSITIVE_INFINITY);
  const outcome = bare.finish();
  return { outcome, trajectory: record.trajectory() };
}

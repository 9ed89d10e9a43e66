/** One whole run: problem -> run -> trajectory and audit. */
import { multiplier } from "../model/rows/law.ts";
import type { Saved } from "../numeric/kept.ts";
import { lentAudit } from "./audit/lent.ts";
import type { Audit } from "./audit/result.ts";
import { watchFree } from "./measure/free-rows.ts";
import { lentStick } from "./measure/lent-stick.ts";
import { finiteOrNull, type MeasureValues, measures } from "./measure/measures.ts";
import type { ColumnPlace, FigureWishes } from "./record/choice.ts";
import { columns, MOST_EVENTS } from "./record/columns.ts";
import type { Sink } from "./record/sink.ts";
import type { Trajectory } from "./record/trajectory.ts";
import { type Run, type RunOutcome, startRun } from "./run/run.ts";
import type { Simulation } from "./run/simulation.ts";

export interface Result {
  readonly outcome: RunOutcome;
  readonly trajectory: Trajectory;
  readonly audit: Audit;
  /** The papers' lambda at the time reached. */
  readonly multiplier: readonly number[];
  /** J */
  readonly energy: number;
  /** Of each row, s: stuck, or closed for a stop. */
  readonly stuckTime: readonly number[];
  /** At the time reached; null where an output has no finite value. */
  readonly outputs: Readonly<Record<string, number | null>>;
  readonly measures: MeasureValues;
  /** Those of the simulation and those that the run added. */
  readonly warnings: readonly string[];
}

export interface SimulateOptions {
  /** More receivers of states, such as `csv`. */
  readonly sinks?: readonly Sink[];
  /** At most so many samples in the trajectory (it thins itself out); default: every output time. */
  readonly samples?: number;
  /** Columns of the trajectory; default: all. Of a coordinate that is chosen both position and velocity are there. */
  readonly columns?: readonly ColumnPlace[] | undefined;
  /** How many rows and controllers figures will show: `FIGURES` of stickslip/plot says what its own do; default: all. */
  readonly figures?: FigureWishes;
  /** What a run of the same simulation, options and sinks saved, to go on from there. */
  readonly from?: Saved | undefined;
}

/** A run with its sinks attached, to be driven in slices. */
export interface Session {
  readonly run: Run;
  finish(): Result;
}

export function startSession(
  simulation: Simulation,
  { sinks = [], samples, columns: choice, figures, from }: SimulateOptions = {},
): Session {
  const { system, grid } = simulation;
  const expected = Math.ceil(grid.steps / grid.every) + 1;
  const record = columns(simulation, expected, { capacity: samples, choice, figures });
  const auditor = lentAudit(simulation);
  const measured = measures(simulation);
  const stick = lentStick(simulation);
  const free = watchFree(simulation);
  const run = startRun(simulation, [record, auditor.sink, measured, stick.watch, free, ...sinks], { from });
  let result: Result | undefined;
  return {
    run,
    finish() {
      result ??= resultOf();
      return result;
    },
  };

  function resultOf(): Result {
    const outcome = run.finish();
    const { position, velocity, force, limit } = outcome.state;
    const trajectory = record.trajectory();
    const numbers = measured.result();
    const audit = auditor.sink.result();
    auditor.giveBack();
    const warnings = [...simulation.warnings];
    runWarnings(simulation, outcome, trajectory, warnings);
    for (const warning of free.warnings()) warnings.push(warning);
    valueWarnings(simulation, trajectory, numbers, warnings);
    const stuckTime = system.rows.map((_, i) => stick.watch.value(i));
    stick.giveBack();
    return {
      outcome,
      trajectory,
      audit,
      multiplier: system.rows.map((row, i) => multiplier(row.law, force[i]!, limit[i]!)),
      energy: system.energy(position, velocity),
      stuckTime,
      outputs: lastValues(trajectory),
      measures: numbers,
      warnings,
    };
  }
}

/** Runs to the end. */
export function simulate(simulation: Simulation, options: SimulateOptions = {}): Result {
  const session = startSession(simulation, options);
  session.run.advance(Number.POSITIVE_INFINITY);
  return session.finish();
}

function lastValues({ outputs }: Trajectory): Result["outputs"] {
  if (outputs.length === 0) return {};
  return Object.fromEntries(outputs.map(({ name, values }) => [name, finiteOrNull(values.at(-1)!)]));
}

/** Outputs and measures that are no numbers, and since when. */
function valueWarnings(
  { measures: { list } }: Simulation,
  { outputs, time }: Trajectory,
  found: MeasureValues,
  warnings: string[],
): void {
  for (const { name, values } of outputs) {
    const first = values.findIndex((value) => !Number.isFinite(value));
    if (first < 0) continue;
    const since = Number(time[first]!.toPrecision(9));
    warnings.push(`The output ${name} has no finite value at t = ${since} s: it is left out there.`);
  }
  for (const measure of list) {
    if (!("formula" in measure) || found[measure.name] !== null) continue;
    const { name } = measure;
    warnings.push(`The measure ${name} is null: its formula has no finite value at some time, or is never looked at.`);
  }
}

/** A row that reverses more often than every other output is hidden between them: the run is exact, its figures are not. */
function hiddenMotion({ system, scheme, grid }: Simulation, events: Trajectory["events"]): string | undefined {
  if (scheme.stepsEnd !== "events" && grid.every === 1) return undefined; // every state is there
  const outputs = Math.ceil(grid.steps / grid.every);
  const counts = new Map<string, number>();
  for (const { kind, row } of events) if (kind === "reversal") counts.set(row, (counts.get(row) ?? 0) + 1);
  const { name } = system.rows.find((row) => 2 * (counts.get(row.name) ?? 0) > outputs) ?? {};
  if (name === undefined) return undefined;
  const count = counts.get(name)!;
  const finer = Number(((grid.end - grid.start) / (20 * count)).toPrecision(1));
  return `The row ${name} reverses ${count} times in ${outputs} steps of the output: figures and CSV do not show what is between them. A time.${grid.every > 1 ? "output" : "step"} of ${finer} s would.`;
}

function runWarnings(simulation: Simulation, { stats }: RunOutcome, { events }: Trajectory, warnings: string[]): void {
  const { system, solver } = simulation;
  const hidden = hiddenMotion(simulation, events);
  if (hidden !== undefined) warnings.push(hidden);
  if (events.length === MOST_EVENTS) warnings.push(`Only the first ${MOST_EVENTS} events are kept.`);
  if (stats.nonUnique > 0) {
    warnings.push(
      `In ${stats.nonUnique} of ${stats.solves} solves dependent rows were stuck together: their multipliers are one choice of many.`,
    );
  }
  if (!solver.exact) {
    warnings.push(`The solver ${solver.name} solves a perturbed law; the audit shows by how much.`);
  }
  if (!system.rows.some((row) => row.law.smoothing > 0)) return;
  const smoothed = system.rows.filter((row) => row.law.smoothing > 0).map((row) => row.name);
  warnings.push(`Rows under the smoothed law (5) never stick, they creep: ${smoothed.join(", ")}.`);
}

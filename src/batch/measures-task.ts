/** The task of sweeps: varied values of a problem in, how its run ended and its measures out. */
import { nearest } from "../expression/nearest.ts";
import type { Vector } from "../numeric/vector.ts";
import { type Fault, ProblemError } from "../problem/faults.ts";
import { type Variation, variation } from "../problem/paths/variation.ts";
import { measures } from "../simulate/measure/measures.ts";
import { startRun } from "../simulate/run/run.ts";
import type { Simulation } from "../simulate/run/simulation.ts";
import { STATUSES, type Status } from "../simulate/run/status.ts";
import type { RowWork } from "./executor.ts";

export interface MeasuresSpec {
  /** A problem's data with its signals embedded. */
  readonly raw: unknown;
  /** What varies, one input each. */
  readonly paths: readonly string[];
  /** Names of measures, one output each after the status. */
  readonly measures: readonly string[];
}

/** How a row can end: as a run, or refused before it; the first number of a row of results is an index of this list. */
export type RowStatus = Status | "invalid";
export const ROW_STATUSES: readonly RowStatus[] = [...STATUSES, "invalid"];
const DONE = ROW_STATUSES.indexOf("done");
const INVALID = ROW_STATUSES.indexOf("invalid");

/** Only runs that reach their end have measures; all others are NaN, as are measures that are not defined. */
export function measuresTask(
  { raw, paths, measures: names }: MeasuresSpec,
  varied: Variation = variation(raw, paths),
): RowWork {
  const unknown = measureFaults(varied.simulation, names);
  if (unknown.length > 0) throw new ProblemError(unknown);
  return {
    inputs: paths.length,
    outputs: 1 + names.length,
    givesWay: true,
    compute(values, out, stopped) {
      out.fill(Number.NaN);
      const { simulation } = varied.at(values);
      out[0] = simulation ? runMeasures(simulation, names, out, stopped) : INVALID;
    },
  };
}

/** Runs on the grid of `simulate`, so that the digits are the same; puts the measures behind the status and returns its code. */
function runMeasures(
  simulation: Simulation,
  names: readonly string[],
  out: Vector,
  stopped: (() => boolean) | undefined,
): number {
  const wanted = names.map((name) => simulation.measures.list.find((measure) => measure.name === name)!);
  const measured = measures({ ...simulation, measures: { ...simulation.measures, list: wanted } });
  const run = startRun(simulation, [measured]);
  if (run.advance(Number.POSITIVE_INFINITY, stopped)) throw new Error("the run was stopped");
  const code = ROW_STATUSES.indexOf(run.finish().status);
  if (code !== DONE) return code;
  const found = measured.result();
  names.forEach((name, k) => {
    out[1 + k] = found[name] ?? Number.NaN;
  });
  return code;
}

/** How a file gets measures. */
export const HOW_TO_MEASURE = 'Write some into it, as measures: { peak: { max: "abs(x(0))" } }';

/** Names that are not those of measures. */
export function measureFaults(simulation: Simulation, names: readonly string[]): Fault[] {
  const known = simulation.measures.list.map(({ name }) => name);
  return names.flatMap((name, k) => {
    const path = "measures";
    if (names.indexOf(name) < k) return [{ path, message: `invalid measure; asked for twice: ${name}` }];
    if (known.includes(name)) return [];
    const guess = nearest(name, known);
    const others = known.length > 0 ? `the file has ${known.join(", ")}` : `the file has none. ${HOW_TO_MEASURE}`;
    return [{ path, message: `unknown measure ${name}; ${guess ? `did you mean ${guess}?` : others}` }];
  });
}

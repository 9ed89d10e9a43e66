/** The energy up to which a machine is guaranteed to come to rest, against a number of the problem. */
import { timedTurn } from "../batch/turn.ts";
import { type Fault, ProblemError } from "../problem/faults.ts";
import { variation } from "../problem/paths/variation.ts";
import type { Pair } from "../results/equilibrium.ts";
import {
  type EquilibriumCurveData,
  equilibriumCurveData,
  equilibriumCurveMessage,
} from "../results/equilibrium-curve.ts";
import { type GainCurve, gainCurve } from "../stability/design/gain-curve.ts";
import type { FrictionMachine } from "../stability/rest/machine.ts";
import { type EquilibriumOptions, machineOf, pairOf } from "./equilibrium.ts";
import type { LoadedProblem } from "./load.ts";
import { refuseFaults, refuseUnloaded, type Vary, variedValues, type WorkOptions } from "./work.ts";

export interface EquilibriumCurveOptions extends EquilibriumOptions, WorkOptions {
  /** What varies: "parameters.d1=-0.4:0.85:51", or a path and its numbers; at least two of them. */
  readonly vary: Vary;
}

/** What `equilibrium --vary --json` prints. */
export interface EquilibriumCurveResult extends EquilibriumCurveData {
  readonly status: "done" | "cancelled";
  readonly message: string;
  readonly warnings: readonly string[];
  /** For `gainFigure`: with the set and the guaranteed region of each value, seen in two coordinates. */
  readonly curve: GainCurve;
}

const MOST_VALUES = 10_000;

/** Throws a ProblemError for values that give no machine of which this can be asked. */
export async function equilibriumCurve(
  problem: LoadedProblem,
  { vary, project, signal, progress }: EquilibriumCurveOptions = {} as EquilibriumCurveOptions,
): Promise<EquilibriumCurveResult> {
  refuseUnloaded(problem);
  const varied = variedValues(vary);
  const { path } = varied;
  const message = valuesFault(path, varied.values.length);
  const pair = pairOf(project?.map(String), problem.simulation.system);
  const faults: Fault[] = message === undefined ? [] : [{ path: "vary", message }];
  if (pair && "message" in pair) faults.push({ path: "project", message: pair.message });
  refuseFaults(faults);
  const values = [...varied.values].sort((a, b) => a - b);
  const machineAt = machinesOver(problem, path);
  for (const value of values) machineAt(value); // a value that is no machine is a fault of the input
  const turn = timedTurn();
  const curve = await gainCurve(machineAt, values, {
    ...(pair ? { pair: pair as Pair } : {}),
    next: async (done) => {
      progress?.(done);
      await turn();
      return signal?.aborted !== true;
    },
  });
  progress?.(1);
  return {
    status: curve.rows.length === values.length ? "done" : "cancelled",
    message: equilibriumCurveMessage(path, curve),
    ...equilibriumCurveData(path, curve),
    warnings: problem.leftOut,
    curve,
  };
}

/** Why there cannot be so many values; undefined where there can. */
export function valuesFault(path: string, count: number): string | undefined {
  if (count >= 2 && count <= MOST_VALUES) return undefined;
  return `invalid number of values; not from 2 to ${MOST_VALUES}: ${count}. As in ${path}=0:1:21`;
}

/** The machine at a value; throws a ProblemError where there is none. */
function machinesOver(problem: LoadedProblem, path: string): (value: number) => FrictionMachine {
  const varied = variation(problem.compiled, [path]);
  return (value) => {
    const { simulation, faults } = varied.at(Float64Array.of(value));
    if (faults) throw new ProblemError(faults);
    const found = machineOf({ ...problem, simulation });
    if (!found.machine) throw new ProblemError(found.faults);
    return found.machine;
  };
}

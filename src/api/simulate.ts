/** One run of a problem. */
import type { Saved } from "../numeric/kept.ts";
import { ProblemError } from "../problem/faults.ts";
import type { AskedColumns } from "../results/columns.ts";
import type { Derivative } from "../results/sensitivity.ts";
import { type RunData, resultData } from "../results/simulate.ts";
import {
  type Result as RunResult,
  type Session,
  type SimulateOptions as SessionOptions,
  startSession,
} from "../simulate/simulate.ts";
import { drive } from "./drive.ts";
import type { LoadedProblem } from "./load.ts";
import { refuseFaults, refuseNoList, refuseUnloaded, stopwatch, type WorkOptions } from "./work.ts";

export interface SimulateOptions extends WorkOptions, Omit<SessionOptions, "columns"> {
  /** Columns to record, by name: "x(a)", "v(a)", "lambda(floor)", "energy", outputs; default: all. */
  readonly columns?: readonly string[];
  /** Paths of numbers by which the end is differentiated, through the events: "parameters.k". */
  readonly sensitivity?: readonly string[];
  /** Called some twenty times a second, and when `signal` ends the run: `save()` is all that a run `from` it needs to go on with the same digits. */
  readonly checkpoint?: (save: () => Saved) => void;
}

/**
 * What `simulate --json` prints, with all that figures and reports are drawn from: `trajectory`, and `outcome` with the last `State`.
 * `status` is "done" where the run reached its end.
 */
export interface Result extends RunResult, Omit<RunData, keyof RunResult> {
  /** Of the paths asked for; absent where none was, empty where the run did not reach its end. */
  readonly sensitivity?: readonly Derivative[];
}

/** Runs to the end. Runs that fail have a status and a message; only wrong options throw, a ProblemError. */
export async function simulate(problem: LoadedProblem, options: SimulateOptions = {}): Promise<Result> {
  const { signal, progress, sensitivity, checkpoint, columns, ...session } = options;
  refuseUnloaded(problem);
  refuseNoList("sensitivity", sensitivity, '"parameters.k"');
  refuseNoList("columns", columns, '"x(0)", "energy"');
  // both are loaded where they are asked for: the studio's engine is smaller without
  const asked = sensitivity && (await import("../results/sensitivity.ts")).derivativesOf(problem, sensitivity);
  const chosen: AskedColumns = columns
    ? (await import("../results/columns.ts")).askedColumns(problem.simulation, columns)
    : { faults: [] };
  refuseFaults([...(asked?.faults ?? []), ...chosen.faults]);
  const seconds = stopwatch();
  const { run, finish } = sessionOf(problem, { ...session, columns: chosen.columns });
  const refusal = checkpoint && run.advance(0) ? run.refusesSave() : undefined;
  if (refusal !== undefined) refuseFaults([{ path: "checkpoint", message: refusal }]);
  await drive(
    run,
    () => signal?.aborted ?? false,
    (part) => {
      checkpoint?.(() => run.save());
      progress?.(part);
    },
  );
  const result = finish();
  const data = resultData(problem.simulation, result, seconds());
  progress?.(run.progress());
  if (asked === undefined) return { ...result, ...data };
  return { ...result, ...data, sensitivity: data.status === "done" ? asked.derivatives() : [] };
}

/** Throws a ProblemError where `from` is not of this problem and these sinks. */
function sessionOf({ simulation }: LoadedProblem, options: SessionOptions): Session {
  if (options.from === undefined) return startSession(simulation, options);
  try {
    return startSession(simulation, options);
  } catch (error) {
    throw new ProblemError([{ path: "from", message: (error as Error).message }]);
  }
}

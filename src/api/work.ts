/** What functions that compute long have in common. */
import type { Executor } from "../batch/executor.ts";
import { now } from "../batch/turn.ts";
import { parseVaried, type VariedValues } from "../batch/varied-values.ts";
import { type Fault, ProblemError, printValue } from "../problem/faults.ts";
import type { LoadedProblem } from "./load.ts";

export interface WorkOptions {
  /** Ends the work early: the result has what was computed, with the status "cancelled". */
  readonly signal?: AbortSignal;
  /** Hears how much is done, from 0 to 1. */
  readonly progress?: (part: number) => void;
}

export interface BatchWorkOptions extends WorkOptions {
  /** Where the runs are computed; default: in this thread. `createExecutor` of stickslip/node has threads. It is not closed. */
  readonly executor?: Executor;
}

/** Seconds since then. */
export function stopwatch(): () => number {
  const start = now();
  return () => (now() - start) / 1000;
}

/** Values to vary: as "parameters.k=1:5:9", or a path and its numbers. */
export type Vary = string | { readonly path: string; readonly values: readonly number[] } | VariedValues;

export function variedValues(vary: Vary): VariedValues {
  if (typeof vary === "string") {
    const parsed = parseVaried(vary);
    if (typeof parsed === "string") throw new ProblemError([{ path: "vary", message: parsed }]);
    return parsed;
  }
  const { path, values } = (vary ?? {}) as Partial<VariedValues>;
  if (typeof path !== "string" || !values?.length || !Array.from(values).every(Number.isFinite)) {
    throw new ProblemError([
      { path: "vary", message: `${NOT_VARIED}: ${printValue(vary)}. As in "parameters.k=1:5:9"` },
    ]);
  }
  return { spacing: "linear", ...vary };
}

const NOT_VARIED = "invalid variation; neither a text nor { path, values } with numbers";

/** Programs without types forget to load, or to await; what they see is a fault, too. */
export function refuseUnloaded(problem: LoadedProblem | undefined): void {
  if (problem?.simulation && problem.compiled) return;
  refuseFaults([
    {
      path: "",
      message: "not a loaded problem. Take what load(text or data) gives, or what loadFile(path) does, awaited",
    },
  ]);
}

/** The same of an option that is a list; `needed`: it has no default. */
export function refuseNoList(path: string, given: unknown, example: string, needed = false): void {
  if (Array.isArray(given) || (given === undefined && !needed)) return;
  refuseFaults([
    {
      path,
      message: `${given === undefined ? "missing" : "invalid"} ${path}; not a list. As in ${path}: [${example}]`,
    },
  ]);
}

/** Throws where there are any. */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new ProblemError(faults);
}

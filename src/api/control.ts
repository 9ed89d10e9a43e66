/** The control that reaches a target with the least effort. */
import { FINAL_TASK } from "../batch/final-task.ts";
import { timedTurn } from "../batch/turn.ts";
import { findControl } from "../control/control.ts";
import type { Milestone, ControlResult as Search } from "../control/result.ts";
import type { Loaded, Refused, Valid } from "../problem/load/load.ts";
import { type ControlCurve, type ControlData, controlCurve, controlData, foundMotion } from "../results/control.ts";
import { tangentRefusal } from "../simulate/run/sensitivity.ts";
import type { Result as RunResult } from "../simulate/simulate.ts";
import type { LoadedProblem } from "./load.ts";
import { withExecutor } from "./with-executor.ts";
import { type BatchWorkOptions, refuseFaults, refuseNoList, refuseUnloaded, stopwatch } from "./work.ts";

export interface ControlOptions extends Omit<BatchWorkOptions, "progress"> {
  /** Control values to begin at, one interval after the other; default those of the problem. */
  readonly start?: readonly number[];
  /** Hears the best so far; how long a search takes is not known. What it returns is waited for. */
  readonly progress?: (best: Milestone) => void | Promise<void>;
}

/** What `control --json` prints, and what its report is drawn from. `status` is "reached" where the target is. */
export interface ControlResult extends ControlData {
  /** The control over time. */
  readonly curve: ControlCurve;
  /** The run under it. */
  readonly run: RunResult;
  /** The whole search, with its history. */
  readonly search: Search;
}

/** A problem that has a target. */
export type Steerable = Valid & { readonly goal: NonNullable<Valid["goal"]> };

/** Throws a ProblemError where there is nothing to reach or to steer by. */
export async function control(problem: LoadedProblem, options: ControlOptions = {}): Promise<ControlResult> {
  refuseUnloaded(problem);
  const loaded = steerable(problem);
  if (loaded.faults) refuseFaults(loaded.faults);
  const { simulation } = loaded as Steerable;
  const { start, ...others } = options;
  refuseNoList("start", start, "12, -7");
  const count = simulation.control!.values.length;
  if (start && !(start.length === count && start.every(Number.isFinite))) {
    const message = `invalid start; not ${count} number${count === 1 ? "" : "s"}, one for each control value: ${start.length} given`;
    refuseFaults([{ path: "start", message }]);
  }
  const found = await searchControl(loaded as Steerable, { ...others, ...(start && { start }) });
  const motion = foundMotion(simulation, found.result);
  const data = controlData(loaded as Steerable, found.result, motion, found.seconds);
  return { ...data, curve: controlCurve(simulation, found.result.control), run: motion.result, search: found.result };
}

/** The search alone. */
export function searchControl(
  { simulation, goal, raw, compiled }: Steerable,
  { start, executor: given, signal, progress }: ControlOptions,
): Promise<{ result: Search; seconds: number }> {
  const turn = timedTurn();
  const report = async (best: Milestone): Promise<void> => {
    await progress?.(best);
    await turn();
  };
  const seconds = stopwatch();
  return withExecutor(given, async (executor) => {
    const open = () => executor.open({ task: FINAL_TASK, spec: { raw }, local: compiled });
    const from = start && { start: Float64Array.from(start) };
    const result = await findControl(simulation, goal, { open, report, ...(signal && { signal }), ...from });
    return { result, seconds: seconds() };
  });
}

/** A problem with a target and a method that its scheme allows; or why it is none. */
export function steerable(loaded: Loaded): Steerable | Refused {
  if (loaded.faults) return loaded;
  const { goal, simulation, file } = loaded;
  const refused = (path: string, message: string) => ({
    faults: [{ source: file, path, message }],
    inputs: loaded.inputs,
  });
  if (!simulation.control) return refused("system", "invalid system; takes no control. Take one of type linear");
  if (!goal) {
    return refused(
      "control.target",
      "missing target; nothing to reach. As in control: { target: { position: [1, null] } }",
    );
  }
  const refusal = goal.method.type === "pds" ? undefined : tangentRefusal(simulation);
  if (refusal) return refused("control.method", `${refusal}, or the method pds, which needs no derivatives`);
  return { ...loaded, goal };
}

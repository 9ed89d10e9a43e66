/** State feedback that makes the rest of a machine attractive. */
import { closedRaw, type DesignData, designData, type Judged, judgeDesign } from "../results/design.ts";
import { type Design, type DesignOptions, designFeedback } from "../stability/design/design.ts";
import { type FrictionMachine, frictionMachine } from "../stability/rest/machine.ts";
import type { LoadedProblem } from "./load.ts";
import { refuseFaults, refuseUnloaded } from "./work.ts";

export type { DesignOptions } from "../stability/design/design.ts";

/** What `design --json` prints, and the problem with its loop closed. `status` is "done" or "infeasible". */
export interface DesignResult extends DesignData {
  /** The reason. */
  readonly message: string;
  readonly warnings: readonly string[];
  /** Data for `load`; the same as before where there is no feedback. */
  readonly closed: object;
}

/** Throws a ProblemError for machines of which this cannot be asked. */
export function design(problem: LoadedProblem, options: DesignOptions = {}): DesignResult {
  refuseUnloaded(problem);
  const { margin } = options;
  const { machine, faults = [] } = frictionMachine(problem.simulation);
  const wrong = margin !== undefined && !(margin > 0 && margin < Number.POSITIVE_INFINITY);
  const message = `invalid margin; not a number above 0: ${margin}. In N/m`;
  refuseFaults([...faults, ...(wrong ? [{ path: "margin", message }] : [])]);
  const { design: found, judged } = designAndJudge(problem, machine!, options);
  const data = designData(found, judged);
  const closed = closedRaw(problem.raw, found) as object;
  return { ...data, message: `${found.reason}.`, warnings: problem.leftOut, closed };
}

/** The feedback, and the verdicts without and with it. */
export function designAndJudge(
  { simulation }: Pick<LoadedProblem, "simulation">,
  machine: FrictionMachine,
  options: DesignOptions,
): { design: Design; judged: Judged } {
  const found = designFeedback(machine, simulation.control!.matrix, options);
  return { design: found, judged: judgeDesign(machine, found) };
}

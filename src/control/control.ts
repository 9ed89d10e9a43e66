/** From a control problem to the control that reaches its target with the least effort. */
import { type Batch, inlineExecutor } from "../batch/executor.ts";
import { FINAL_TASK, finalWork } from "../batch/final-task.ts";
import type { Vector } from "../numeric/vector.ts";
import type { ControlGoal, PdsMethod } from "../problem/compile/control/goal.ts";
import { runWithTangents } from "../simulate/run/sensitivity.ts";
import type { Simulation } from "../simulate/run/simulation.ts";
import { searchDirectly } from "./direct.ts";
import { hybrid } from "./hybrid.ts";
import { Ledger } from "./ledger.ts";
import { type Reason, runFailed, verdict } from "./message.ts";
import { tryOtherStarts } from "./multistart.ts";
import { type Ending, reachAndReduce } from "./newton-search.ts";
import type { ControlResult, SearchOptions } from "./result.ts";
import type { TangentRunner } from "./shot.ts";
import { atBounds, type ControlTask, controlTask, withinBounds } from "./task.ts";
import { proofOfNone } from "./unreachable.ts";

export interface ControlOptions extends SearchOptions {
  /** Where the search begins; default: the control of the simulation. */
  readonly start?: Vector;
  /** Runs with derivatives, for newton and hybrid; default: those carried through the events. */
  readonly tangents?: TangentRunner;
  /** Where pds and hybrid make many runs at once: the batch of a job with the task `final`; default: in this thread. */
  readonly open?: () => Batch;
}

/** Ends with a result whatever happens in the runs; only a wrong start throws. */
export async function findControl(
  simulation: Simulation,
  goal: ControlGoal,
  options: ControlOptions = {},
): Promise<ControlResult> {
  const task = controlTask(simulation, goal);
  const given = options.start ?? simulation.control!.values;
  if (given.length !== task.unknowns) {
    throw new RangeError(
      `invalid start; not ${task.unknowns} numbers, one for each control value: ${given.length} given`,
    );
  }
  const start = withinBounds(task, Float64Array.from(given));
  const ledger = new Ledger(task, options);
  const { method } = goal;
  const { open = () => inlineBatch(simulation), tangents = runWithTangents } = options;
  if (method.type === "pds") return pds(task, open(), ledger, start, method);
  const ending =
    method.type === "hybrid"
      ? await hybrid(task, { tangents, open }, ledger, start, method)
      : await reachAndReduce(task, tangents, ledger, start, method);
  return finish(ledger, start, await insist(task, tangents, ledger, start, ending));
}

/** Ends that leave open whether another control reaches the target. */
const OPEN: ReadonlySet<unknown> = new Set<Reason>(["bounded", "stalled", "overdetermined", "exhausted"]);

/** Before a search gives up: a proof that there is no such control, or other starts. */
async function insist(
  task: ControlTask,
  tangents: TangentRunner,
  ledger: Ledger,
  start: Vector,
  ending: Ending,
): Promise<Ending> {
  if (!OPEN.has(ending.reason)) return ending;
  const proof = [...task.low, ...task.high].some(Number.isFinite) ? proofOfNone(task, ledger) : undefined;
  if (proof) return { ...ending, reason: "too-tight", note: proof };
  const { method } = task.goal;
  const others = await tryOtherStarts(task, tangents, ledger, start, method);
  ledger.starts = others.starts;
  if (others.ending) return others.ending;
  if (ledger.cancelled) return { reason: "cancelled", optimality: null };
  const found = others.starts > 0 ? `${others.starts} other starts did not lead to it either.` : undefined;
  return found ? { ...ending, note: found } : ending;
}

function inlineBatch(simulation: Simulation): Batch {
  return inlineExecutor({ [FINAL_TASK]: () => finalWork(simulation) }).open({ task: FINAL_TASK, spec: undefined });
}

async function pds(
  task: ControlTask,
  batch: Batch,
  ledger: Ledger,
  start: Vector,
  method: PdsMethod,
): Promise<ControlResult> {
  const ended = await searchDirectly(task, batch, ledger, { ...method, start });
  const from = ledger.history[0]?.error ?? Number.POSITIVE_INFINITY;
  ledger.parts.push({ part: "pds", runs: ledger.runs, simplexes: ledger.simplexes, from, to: ledger.error, ended });
  const reached = ended !== "cancelled" && ledger.error <= method.tolerance;
  const bounded = ended === "edge-tolerance" && ledger.best !== undefined && atBounds(task, ledger.best.control);
  const missed = bounded ? "at-bounds" : ended;
  const choice = task.unknowns > task.targets.length;
  return finish(ledger, start, {
    reason: reached ? (choice ? "reached-directly" : "reached") : missed,
    optimality: null,
  });
}

function finish(ledger: Ledger, start: Vector, { reason, optimality, note }: Ending): ControlResult {
  const { runs, failures, simplexes, starts, parts, kinks, history } = ledger;
  const some = { ...(simplexes > 0 ? { simplexes } : {}), ...(starts > 0 ? { starts } : {}) };
  const counts = { runs, failures, parts, kinks, history, optimality, ...some };
  const found = ledger.best ?? ledger.nowhere(start);
  const known = ledger.best || reason === "cancelled" || typeof reason !== "string";
  const ended = known ? reason : { failed: "no run reached its end." };
  return {
    ...found,
    ...(typeof ended === "string" ? verdict(ended, found, optimality, note) : runFailed(ended.failed)),
    ...counts,
  };
}

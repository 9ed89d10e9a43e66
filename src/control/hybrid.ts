/**
 * The method hybrid: Newton where the end depends smoothly on the control; where its tangent is singular (what sticks all the time does
 * not feel the control) or it stalls, direct search with a small template looks for a control that comes nearer, then Newton goes
 * on from there. This is the joint method that Glowinski and Kearsley (1995) ask for at their end.
 */
import type { Batch } from "../batch/executor.ts";
import type { Vector } from "../numeric/vector.ts";
import type { HybridMethod } from "../problem/compile-goal.ts";
import { type DirectEnd, searchDirectly } from "./direct.ts";
import type { Ledger } from "./ledger.ts";
import { type Ending, reachAndReduce } from "./newton-search.ts";
import type { Found } from "./result.ts";
import type { TangentRunner } from "./shot.ts";
import { type ControlTask, largestError } from "./task.ts";

/** Relative decrease of the error that is worth another try with Newton. */
const NEARER = 1e-3;
/** Inside a friction limit all is flat: the first simplex grows by this factor, so often, until something moves. */
const GROWTH = 4;
const GROWTHS = 14;

export async function hybrid(
  task: ControlTask,
  { tangents, open }: { tangents: TangentRunner; open: () => Batch },
  ledger: Ledger,
  start: Vector,
  method: HybridMethod,
): Promise<Ending> {
  let batch: Batch | undefined;
  for (let control = start; ; control = ledger.best!.control) {
    const ending = await reachAndReduce(task, tangents, ledger, control, method);
    const { reason } = ending;
    if (reason !== "singular" && reason !== "stalled" && typeof reason === "string") return ending;
    batch ??= open();
    const from = ledger.error;
    const ended = await comeNearer(task, batch, ledger, ledger.best?.control ?? control, method);
    if (ended === "satisfied") continue;
    if (ended === "cancelled" || ledger.error <= method.tolerance) {
      return { reason: ended === "cancelled" ? ended : "reached", optimality: null };
    }
    if (!(ledger.error < (1 - NEARER) * from)) return { reason: ended, optimality: null };
  }
}

/** Direct search from a control until one of less error is found: first with growing simplexes, then with a shrinking one. */
async function comeNearer(
  task: ControlTask,
  batch: Batch,
  ledger: Ledger,
  start: Vector,
  { edge, runs, tolerance }: HybridMethod,
): Promise<DirectEnd> {
  const { runs: runsBefore, simplexes: simplexesBefore, error: from } = ledger;
  const points = 3 * task.unknowns;
  const shared = { penalty: "P", update: "constant", rho: 1, cap: 1, effortless: true, points, start } as const;
  const enough = ({ error }: Found) => largestError(error) < Math.max(tolerance, (1 - NEARER) * from);
  let ended: DirectEnd = "budget";
  let size = edge;
  const left = () => runs - ledger.runs;
  for (let k = 0; k < GROWTHS && ended === "budget" && left() > 0; k++, size *= GROWTH) {
    const once = Math.min(left(), task.unknowns + 1 + points);
    ended = await searchDirectly(task, batch, ledger, { ...shared, edge: size, edgeTolerance: 0, runs: once, enough });
  }
  if (ended === "budget" && left() > 0) {
    ended = await searchDirectly(task, batch, ledger, { ...shared, edge, edgeTolerance: 1e-10, runs: left(), enough });
  }
  ledger.parts.push({
    part: "pds",
    runs: ledger.runs - runsBefore,
    simplexes: ledger.simplexes - simplexesBefore,
    from,
    to: ledger.error,
    ended,
  });
  return ended;
}

/**
 * The method hybrid: Newton where the end depends smoothly on the control. Where its tangent is singular (what sticks all the time does
 * not feel the control), growing simplexes look for a control that moves what stuck; where it stalls, direct search looks for one that
 * comes nearer; from there Newton goes on. This is the joint method that Glowinski and Kearsley (1995) ask for at their end.
 */
import type { Batch } from "../batch/executor.ts";
import type { Vector } from "../numeric/vector.ts";
import type { HybridMethod } from "../problem/compile/control/goal.ts";
import { searchDirectly } from "./direct.ts";
import type { Ledger } from "./ledger.ts";
import { type Ending, reachAndReduce } from "./newton-search.ts";
import type { Found } from "./result.ts";
import type { TangentRunner } from "./shot.ts";
import { type ControlTask, targetDistance } from "./task.ts";
import { type Wake, wake } from "./wake.ts";

/** Relative decrease of the error that is worth another try with Newton. */
const NEARER = 1e-3;

export async function hybrid(
  task: ControlTask,
  { tangents, open }: { tangents: TangentRunner; open: () => Batch },
  ledger: Ledger,
  start: Vector,
  method: HybridMethod,
): Promise<Ending> {
  let batch: Batch | undefined;
  let nearest: Found | undefined;
  let waking: Wake | undefined;
  const distance = ({ end }: Found) => targetDistance(task, end);
  for (let control: Vector = start; ; ) {
    const ending = await reachAndReduce(task, tangents, ledger, control, method);
    const { reason } = ending;
    if (reason === "reached" || reason === "cancelled") return ending;
    const found = ledger.best;
    if (found && (!nearest || distance(found) < (1 - NEARER) * distance(nearest))) {
      nearest = found;
      waking = undefined;
    }
    ledger.best = nearest;
    if (reason !== "singular" && reason !== "stalled" && !waking && typeof reason === "string") return ending;
    batch ??= open();
    if (nearest && (reason === "singular" || waking)) {
      waking ??= wake(task, batch, ledger, nearest, method);
      const moved = await noted(ledger, async () => (await waking!.next()) ?? "nothing-moved", "moved");
      if (moved) {
        control = moved;
        continue;
      }
    }
    const nearer = await noted(
      ledger,
      () => comeNearer(task, batch!, ledger, nearest?.control ?? start, method),
      "nearer",
    );
    if (ledger.cancelled) return { reason: "cancelled", optimality: null };
    if (!nearer) return { reason: ledger.runs >= method.runs ? "runs" : "exhausted", optimality: null };
    control = nearer;
  }
}

/** Writes down what a part of direct search did. */
async function noted(
  ledger: Ledger,
  search: () => Promise<Vector | string>,
  success: string,
): Promise<Vector | undefined> {
  const { runs, simplexes, error: from } = ledger;
  const result = await search();
  const ended = typeof result === "string" ? result : success;
  const counts = { runs: ledger.runs - runs, simplexes: ledger.simplexes - simplexes };
  ledger.parts.push({ part: "pds", ...counts, from, to: ledger.error, ended });
  return typeof result === "string" ? undefined : result;
}

/** Direct search on the target alone until it is nearer; how it ended where that does not happen. */
async function comeNearer(
  task: ControlTask,
  batch: Batch,
  ledger: Ledger,
  start: Vector,
  { edge, runs, tolerance }: HybridMethod,
): Promise<Vector | string> {
  const from = ledger.best ? targetDistance(task, ledger.best.end) : Number.POSITIVE_INFINITY;
  const ended = await searchDirectly(task, batch, ledger, {
    ...{ penalty: "P", update: "constant", rho: 1, cap: 1, effortless: true },
    ...{ start, edge, edgeTolerance: 1e-10, points: 3 * task.unknowns, runs: runs - ledger.runs },
    enough: ({ end }) => targetDistance(task, end) < Math.max(tolerance, (1 - NEARER) * from),
  });
  return ended === "satisfied" ? ledger.best!.control : ended;
}

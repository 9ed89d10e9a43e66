/** The method newton: to the target, then, where the target leaves a choice, to the least effort. */
import type { Vector } from "../numeric/vector.ts";
import { leastEffort } from "./least-effort.ts";
import type { Ledger } from "./ledger.ts";
import type { Reason } from "./message.ts";
import { Newton, type NewtonOptions } from "./newton.ts";
import { freedom, type Shot, type TangentRunner } from "./shot.ts";
import { type ControlTask, largestError } from "./task.ts";

/** How a search ended: a reason of the table of messages, or a first run that failed. */
export interface Ending {
  readonly reason: Reason | { readonly failed: string };
  readonly optimality: number | null;
  /** What else is to be said of it. */
  readonly note?: string;
}

export async function reachAndReduce(
  task: ControlTask,
  runner: TangentRunner,
  ledger: Ledger,
  start: Vector,
  options: NewtonOptions,
): Promise<Ending> {
  const before = ledger.runs;
  const { end, nearest, from } = await new Newton(task, runner, ledger, options).solve(start);
  const runs = ledger.runs - before;
  ledger.parts.push({ part: "newton", runs, from, to: nearest ? errorOf(nearest) : from, ended: end.ended });
  if (end.ended === "failed") return { reason: { failed: end.message }, optimality: null };
  if (end.ended !== "reached" || !nearest) return { reason: end.ended, optimality: null };
  if (freedom(nearest) === 0) return { reason: "reached", optimality: null };
  return reduce(task, runner, ledger, nearest, options);
}

async function reduce(
  task: ControlTask,
  runner: TangentRunner,
  ledger: Ledger,
  reached: Shot,
  options: NewtonOptions,
): Promise<Ending> {
  const before = ledger.runs;
  const { shot, optimality, ended } = await leastEffort(task, runner, ledger, reached, options);
  ledger.best = shot.found;
  const runs = ledger.runs - before;
  ledger.parts.push({ part: "least-effort", runs, from: errorOf(reached), to: errorOf(shot), ended });
  return { reason: ended === "cancelled" ? "cancelled" : "reached", optimality };
}

function errorOf({ found }: Shot): number {
  return largestError(found.error);
}

/**
 * Where a search ends without the target and nothing proves that there is none: Newton from other starts. They are always the same
 * ones: the corners of the bounds, controls that switch once from one bound to the other, and points spread over the bounds. The
 * end of each is looked at first, and Newton begins with the nearest.
 */
import { randomFrom } from "../numeric/random.ts";
import { maxNorm, type Vector } from "../numeric/vector.ts";
import { controlled } from "../simulate/run/controlled.ts";
import { runToEnd } from "../simulate/run/final.ts";
import type { Ledger } from "./ledger.ts";
import type { NewtonOptions } from "./newton.ts";
import { type Ending, reachAndReduce } from "./newton-search.ts";
import type { TangentRunner } from "./shot.ts";
import { type ControlTask, targetDistance } from "./task.ts";

/** Starts whose ends are looked at, those from which Newton begins, and its runs from each. */
const LOOKS = 64;
const TRIES = 12;
const RUNS = 40;
/** Corners of the bounds that are tried. */
const CORNERS = 8;
/** How far starts reach where there are no bounds, in sizes of the first one (at least 1). */
const REACH = 4;

export interface Multistart {
  /** Absent: the target was not reached. */
  readonly ending?: Ending;
  /** Starts from which Newton began. */
  readonly starts: number;
}

export async function tryOtherStarts(
  task: ControlTask,
  runner: TangentRunner,
  ledger: Ledger,
  first: Vector,
  options: NewtonOptions,
): Promise<Multistart> {
  const { runs: before, error: from } = ledger;
  const { length } = ledger.parts;
  let nearest = ledger.best;
  const distance = (found: typeof nearest) => (found ? targetDistance(task, found.end) : Number.POSITIVE_INFINITY);
  const ranked = await rank(task, ledger, startsOf(task, first), options.runs);
  let starts = 0;
  for (const start of ranked.slice(0, TRIES)) {
    if (ledger.cancelled || ledger.runs >= options.runs) break;
    starts++;
    const allowed = { ...options, runs: Math.min(options.runs, ledger.runs + RUNS) };
    const ending = await reachAndReduce(task, runner, ledger, start, allowed);
    if (ending.reason === "reached") {
      const own = ledger.parts.splice(length);
      const spent = own.reduce((sum, part) => sum + part.runs, 0);
      ledger.parts.push({
        part: "multistart",
        runs: ledger.runs - before - spent,
        from,
        to: own[0]!.from,
        ended: "found",
      });
      ledger.parts.push(...own);
      return { ending, starts };
    }
    ledger.parts.length = length;
    if (distance(ledger.best) < distance(nearest)) nearest = ledger.best;
    ledger.best = nearest;
  }
  ledger.best = nearest;
  const ended = ledger.cancelled ? "cancelled" : "not-found";
  ledger.parts.push({ part: "multistart", runs: ledger.runs - before, from, to: ledger.error, ended });
  return { starts };
}

/** The starts by the distance of their ends; those that fail are left out. */
async function rank(task: ControlTask, ledger: Ledger, starts: readonly Vector[], runs: number): Promise<Vector[]> {
  const { coordinates, simulation } = task;
  const seen: { start: Vector; distance: number }[] = [];
  for (const start of starts) {
    if (ledger.cancelled || ledger.runs >= runs) break;
    const { status, state } = runToEnd(controlled(simulation, start));
    ledger.runs++;
    if (status !== "done") {
      ledger.failures++;
      continue;
    }
    const end = Float64Array.of(...state.position.subarray(0, coordinates), ...state.velocity.subarray(0, coordinates));
    seen.push({ start, distance: targetDistance(task, end) });
    if (ledger.best) await ledger.report(ledger.best, "multistart");
  }
  return seen.sort((a, b) => a.distance - b.distance).map(({ start }) => start);
}

function startsOf(task: ControlTask, first: Vector): Vector[] {
  const { unknowns, inputs } = task;
  const reach = REACH * Math.max(1, maxNorm(first));
  const low = task.low.map((bound, i) =>
    bound > Number.NEGATIVE_INFINITY ? bound : Math.min(task.high[i]!, 0) - reach,
  );
  const high = task.high.map((bound, i) => (bound < Number.POSITIVE_INFINITY ? bound : Math.max(low[i]!, 0) + reach));
  const made = (part: (i: number) => number): Vector =>
    Float64Array.from({ length: unknowns }, (_, i) => low[i]! + part(i) * (high[i]! - low[i]!));
  const intervals = unknowns / inputs;
  const corners = inputs < 3 ? 2 << (inputs - 1) : CORNERS;
  const bit = (corner: number, i: number) => (corner >> (i % inputs)) & 1;
  const list: Vector[] = [];
  for (let corner = 0; corner < corners; corner++) list.push(made((i) => bit(corner, i)));
  const every = Math.max(1, Math.ceil((corners * (intervals - 1)) / (LOOKS / 2)));
  for (let change = every; change < intervals; change += every) {
    for (let corner = 0; corner < corners; corner++) {
      list.push(made((i) => (i < change * inputs ? bit(corner, i) : 1 - bit(corner, i))));
    }
  }
  const random = randomFrom(1);
  const spread = LOOKS - list.length;
  for (let k = 0; k < spread; k++) {
    list.push(unknowns === 1 ? made(() => (k + 1) / (spread + 1)) : made(() => random.uniform()));
  }
  return list;
}

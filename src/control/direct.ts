/** Direct search for a control: the penalty function of each run's end state, minimized without derivatives. */
import type { Batch } from "../batch/executor.ts";
import type { Vector } from "../numeric/vector.ts";
import type { PdsMethod } from "../problem/compile/control/goal.ts";
import { type DirectSearch, directSearch } from "../search/pds.ts";
import type { Ledger } from "./ledger.ts";
import { type Attempt, type Penalty, penalty } from "./penalty.ts";
import type { Found } from "./result.ts";
import { type ControlTask, deviationOf, effort } from "./task.ts";

export type DirectEnd = "edge-tolerance" | "budget" | "cancelled" | "satisfied";

export type DirectOptions = Omit<PdsMethod, "type" | "tolerance"> & {
  readonly start: Vector;
  /** Looks at the target alone, whatever the effort. */
  readonly effortless?: boolean;
  /** Ends the search before its tolerance does. */
  readonly enough?: (best: Found) => boolean;
};

interface Candidate {
  readonly found: Found;
  readonly attempt: Attempt;
}

/** Minimizes until the simplex is small; the ledger's best is the least penalty. */
export async function searchDirectly(
  task: ControlTask,
  batch: Batch,
  ledger: Ledger,
  options: DirectOptions,
): Promise<DirectEnd> {
  const search = directSearch({
    start: options.start,
    edge: options.edge,
    points: options.points,
    tolerance: options.edgeTolerance,
    budget: options.runs,
  });
  const scoring = penalty(options);
  const { effortless = false } = options;
  const scratch = newScratch(task);
  let scores = new Float64Array(0);
  /** What is known of the vertices of the simplex, by the number of their evaluation. */
  let known = new Map<number, Candidate | undefined>();
  for (let points = search.ask(); points.length > 0; points = search.ask()) {
    const first = search.evaluations();
    const simplex = first > 0;
    if (scores.length !== points.length) scores = new Float64Array(points.length);
    let round: Evaluated;
    try {
      round = await evaluate(task, batch, ledger, points);
    } catch (reason) {
      if (ledger.cancelled) return "cancelled";
      throw reason;
    }
    for (let k = 0; k < scores.length; k++) scores[k] = scoring.score(attemptOf(task, round, k, effortless, scratch));
    search.tell(scores);
    const candidate = (id: number) =>
      id < first ? known.get(id) : candidateOf(task, round, id - first, ledger, effortless);
    known = new Map(search.stored().map(({ id }) => [id, candidate(id)]));
    if (simplex) ledger.simplexes++;
    const best = follow(search, scoring, known);
    if (!best) continue;
    await ledger.report(best.found, "pds");
    if (ledger.cancelled) return "cancelled";
    if (options.enough?.(best.found)) return "satisfied";
  }
  return search.ended()!;
}

/** Controls within the bounds and where they end, a row each; NaN where a run failed. */
interface Evaluated {
  readonly controls: Vector;
  readonly ends: Vector;
}

async function evaluate(
  task: ControlTask,
  batch: Batch,
  ledger: Ledger,
  points: readonly Vector[],
): Promise<Evaluated> {
  const { unknowns, coordinates, low, high } = task;
  const controls = new Float64Array(points.length * unknowns);
  points.forEach((point, k) => {
    for (let i = 0; i < unknowns; i++) controls[k * unknowns + i] = Math.min(high[i]!, Math.max(low[i]!, point[i]!));
  });
  const before = ledger.runs;
  const progress = (done: number) => ledger.progress(before + done, "pds");
  const ends = await batch.run(controls, { ...(ledger.signal ? { signal: ledger.signal } : {}), progress });
  ledger.runs += points.length;
  for (let at = 0; at < ends.length; at += 2 * coordinates) if (Number.isNaN(ends[at]!)) ledger.failures++;
  return { controls, ends };
}

/** Runs the points, brought within the bounds; undefined for those that fail. */
export async function evaluatePoints(
  task: ControlTask,
  batch: Batch,
  ledger: Ledger,
  points: readonly Vector[],
): Promise<(Found | undefined)[]> {
  const round = await evaluate(task, batch, ledger, points);
  return points.map((_, k) => foundOf(task, round, k, ledger));
}

function foundOf(task: ControlTask, { controls, ends }: Evaluated, k: number, ledger: Ledger): Found | undefined {
  const { unknowns, coordinates } = task;
  const end = ends.slice(2 * k * coordinates, 2 * (k + 1) * coordinates);
  return Number.isNaN(end[0]) ? undefined : ledger.found(controls.slice(k * unknowns, (k + 1) * unknowns), end);
}

function candidateOf(
  task: ControlTask,
  round: Evaluated,
  k: number,
  ledger: Ledger,
  effortless: boolean,
): Candidate | undefined {
  const found = foundOf(task, round, k, ledger);
  const attempt = attemptOf(task, round, k, effortless, newScratch(task));
  return found && attempt && { found, attempt };
}

interface Scratch {
  effort: number;
  readonly position: Vector;
  readonly velocity: Vector;
}

function newScratch({ targets }: ControlTask): Scratch {
  const ofKind = (kind: "position" | "velocity") => new Float64Array(targets.filter((row) => row.kind === kind).length);
  return { effort: 0, position: ofKind("position"), velocity: ofKind("velocity") };
}

/** A run as the penalty sees it, in the scratch: of thousands few are kept. */
function attemptOf(
  task: ControlTask,
  { controls, ends }: Evaluated,
  k: number,
  effortless: boolean,
  scratch: Scratch,
): Attempt | undefined {
  const { targets, unknowns, coordinates } = task;
  if (Number.isNaN(ends[2 * k * coordinates]!)) return undefined;
  let [positions, velocities] = [0, 0];
  for (const row of targets) {
    const deviation = deviationOf(row, task, ends, 2 * k * coordinates);
    if (row.kind === "position") scratch.position[positions++] = deviation;
    else scratch.velocity[velocities++] = deviation;
  }
  scratch.effort = effortless ? 0 : effort(task, controls, k * unknowns);
  return scratch;
}

/** Lets the penalty follow the best vertex; where that changes it, all stored vertices are scored again, without new runs. */
function follow(
  search: DirectSearch,
  scoring: Penalty,
  known: ReadonlyMap<number, Candidate | undefined>,
): Candidate | undefined {
  const best = known.get(search.best().id);
  if (best && scoring.follow(best.attempt)) {
    search.rescore(search.stored().map(({ id }) => scoring.score(known.get(id)?.attempt)));
  }
  return known.get(search.best().id);
}

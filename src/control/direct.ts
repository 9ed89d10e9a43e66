/** Direct search for a control: the penalty function of each run's end state, minimized without derivatives. */
import type { Batch } from "../batch/executor.ts";
import type { Vector } from "../numeric/vector.ts";
import type { PdsMethod } from "../problem/compile/control/goal.ts";
import { type DirectSearch, directSearch } from "../search/pds.ts";
import type { Ledger } from "./ledger.ts";
import { type Attempt, type Penalty, penalty } from "./penalty.ts";
import type { Found } from "./result.ts";
import { type ControlTask, deviations, withinBounds } from "./task.ts";

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
  /** What is known of the vertices of the simplex, by the number of their evaluation. */
  let known = new Map<number, Candidate | undefined>();
  for (let points = search.ask(); points.length > 0; points = search.ask()) {
    const first = search.evaluations();
    const simplex = first > 0;
    let candidates: (Candidate | undefined)[];
    try {
      const found = await evaluatePoints(task, batch, ledger, points);
      candidates = found.map((entry) => candidateOf(task, entry, options.effortless ?? false));
    } catch (reason) {
      if (ledger.cancelled) return "cancelled";
      throw reason;
    }
    for (const [k, candidate] of candidates.entries()) known.set(first + k, candidate);
    search.tell(candidates.map((candidate) => scoring.score(candidate?.attempt)));
    if (simplex) ledger.simplexes++;
    const best = follow(search, scoring, known);
    known = new Map(search.stored().map(({ id }) => [id, known.get(id)]));
    if (!best) continue;
    await ledger.report(best.found, "pds");
    if (ledger.cancelled) return "cancelled";
    if (options.enough?.(best.found)) return "satisfied";
  }
  return search.ended()!;
}

/** Runs the points, brought within the bounds; undefined for those that fail. */
export async function evaluatePoints(
  task: ControlTask,
  batch: Batch,
  ledger: Ledger,
  points: readonly Vector[],
): Promise<(Found | undefined)[]> {
  const controls = points.map((point) => withinBounds(task, point));
  const rows = new Float64Array(points.length * task.unknowns);
  controls.forEach((control, k) => {
    rows.set(control, k * task.unknowns);
  });
  const before = ledger.runs;
  const progress = (done: number) => ledger.progress(before + done, "pds");
  const ends = await batch.run(rows, { ...(ledger.signal ? { signal: ledger.signal } : {}), progress });
  ledger.runs += points.length;
  return controls.map((control, k) => {
    const end = ends.slice(k * 2 * task.coordinates, (k + 1) * 2 * task.coordinates);
    if (!Number.isNaN(end[0])) return ledger.found(control, end);
    ledger.failures++;
    return undefined;
  });
}

/** A run as the penalty sees it. */
function candidateOf(task: ControlTask, found: Found | undefined, effortless: boolean): Candidate | undefined {
  if (!found) return undefined;
  const position = deviations(task, found.end, "position");
  const velocity = deviations(task, found.end, "velocity");
  return { found, attempt: { effort: effortless ? 0 : found.objective, position, velocity } };
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

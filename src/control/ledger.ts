import type { Vector } from "../numeric/vector.ts";
import type { Found, Milestone, Part, PartName, SearchKink, SearchOptions } from "./result.ts";
import { type ControlTask, type EndState, effort, largestError, targetError } from "./task.ts";

/** What all parts of a search write down together: runs, the best control, and how it came about. */
export class Ledger {
  runs = 0;
  failures = 0;
  simplexes = 0;
  /** Other starts from which Newton began. */
  starts = 0;
  best: Found | undefined;
  /** While set, this is the best, whatever is reported: excursions from it are no progress. */
  shelter: Found | undefined;
  readonly parts: Part[] = [];
  readonly kinks: SearchKink[] = [];
  readonly history: Milestone[] = [];
  private readonly task: ControlTask;
  private readonly options: SearchOptions;

  constructor(task: ControlTask, options: SearchOptions) {
    this.task = task;
    this.options = options;
  }

  get cancelled(): boolean {
    return this.options.signal?.aborted ?? false;
  }

  get signal(): AbortSignal | undefined {
    return this.options.signal;
  }

  found(control: Vector, end: EndState): Found {
    const { task } = this;
    return { control, end, error: targetError(task, end), objective: effort(task, control) };
  }

  /** For a control of which nothing is known. */
  nowhere(control: Vector): Found {
    return this.found(control, new Float64Array(2 * this.task.coordinates).fill(Number.NaN));
  }

  /** Notes the best so far and lets the host attend to other things. */
  async report(reported: Found, reporter: PartName): Promise<void> {
    const { runs, simplexes, shelter } = this;
    const best = shelter ?? reported;
    const part = shelter ? "least-effort" : reporter;
    this.best = best;
    const milestone: Milestone = { runs, simplexes, error: largestError(best.error), objective: best.objective, part };
    this.history.push(milestone);
    await this.options.report?.(milestone);
  }

  /** Lets the host hear of runs while a simplex is evaluated. */
  progress(runs: number, part: PartName): void {
    const { best, simplexes } = this;
    const error = best ? largestError(best.error) : Number.POSITIVE_INFINITY;
    this.options.report?.({ runs, simplexes, error, objective: best?.objective ?? 0, part });
  }

  /** The target error of the best, infinite before the first. */
  get error(): number {
    return this.best ? largestError(this.best.error) : Number.POSITIVE_INFINITY;
  }
}

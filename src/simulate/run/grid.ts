/** The times of a run: equal steps from start to end, some of them cut in two at the load's breakpoints. */
import type { Keeper } from "../../numeric/kept.ts";

export interface Grid {
  readonly start: number;
  readonly end: number;
  /** Length of a step that is not cut, s. */
  readonly step: number;
  readonly steps: number;
  /** A sample is kept every so many steps. */
  readonly every: number;
  /** Times between nodes where a step is cut, ascending. */
  readonly cuts: readonly number[];
}

/** Equal steps no longer than asked for. A quotient within 1e-9 of a whole number is one. */
export function stepCount(start: number, end: number, step: number): number {
  return Math.max(1, Math.ceil((end - start) / step - 1e-9));
}

/** How near to a node (in steps) a breakpoint counts as on it. */
const SNAP = 1e-9;

export function grid(options: {
  start: number;
  end: number;
  step: number;
  output: number;
  breakpoints: readonly number[];
}): Grid {
  const { start, end } = options;
  const steps = stepCount(start, end, options.step);
  const step = (end - start) / steps;
  return {
    start,
    end,
    step,
    steps,
    every: Math.max(1, Math.round(options.output / step)),
    cuts: options.breakpoints,
  };
}

const NO_CUTS = new Float64Array(0);

/** Walks the intervals of a grid: [length, end time] of the next step, and whether it ends at a node. */
export class GridWalk {
  /** Nodes reached. */
  node = 0;
  private cut = 0;
  /** Time reached, s, and the cuts, in typed arrays: plain numbers would be boxed in every step. */
  private readonly reached: Float64Array;
  private readonly cuts: Float64Array;
  private readonly grid: Grid;

  constructor(grid: Grid) {
    this.grid = grid;
    this.reached = new Float64Array(1);
    this.reached[0] = grid.start;
    this.cuts = grid.cuts.length > 0 ? Float64Array.from(grid.cuts) : NO_CUTS;
  }

  /** Where it is. */
  get kept(): Keeper {
    return {
      save: () => ({ node: this.node, cut: this.cut, reached: this.reached.slice() }),
      restore: (saved) => {
        const { node, cut, reached } = saved as { node: number; cut: number; reached: Float64Array };
        this.node = node;
        this.cut = cut;
        this.reached.set(reached);
      },
    };
  }

  get finished(): boolean {
    return this.node >= this.grid.steps;
  }

  /**
   * The ends of the next steps, as long as they are of the grid's own length and end at nodes: fills in up to `most` times and returns how
   * many. It does not walk; `take` does.
   */
  ahead(times: Float64Array, most: number): number {
    const { start, end, step, steps } = this.grid;
    const near = SNAP * step;
    const time = this.reached[0]!;
    if (!(Math.abs(time - (start + this.node * step)) <= near)) return 0;
    let cut = this.cut;
    while (cut < this.cuts.length && this.cuts[cut]! <= time + near) cut++;
    const next = cut < this.cuts.length ? this.cuts[cut]! : Number.POSITIVE_INFINITY;
    const from = this.node + 1;
    const count = Math.min(most, steps - this.node);
    for (let k = 0; k < count; k++) times[k] = start + (from + k) * step;
    if (this.node + count === steps && count > 0) times[count - 1] = end;
    if (count === 0 || next > times[count - 1]! + near) return count;
    let clear = 0;
    while (next > times[clear]! + near) clear++;
    return clear;
  }

  /** Walks so many of the steps whose ends `ahead` has told. */
  take(count: number, times: Float64Array): void {
    this.node += count;
    this.reached[0] = times[count - 1]!;
  }

  /** Fills the interval; returns whether its end is a node. */
  next(interval: Float64Array): boolean {
    const { start, end, step, steps } = this.grid;
    const { cuts } = this;
    let nodeTime = this.node + 1 === steps ? end : start + (this.node + 1) * step;
    const near = SNAP * step;
    const time = this.reached[0]!;
    while (this.cut < cuts.length && cuts[this.cut]! <= time + near) this.cut++;
    const cut = this.cut < cuts.length ? cuts[this.cut]! : Number.POSITIVE_INFINITY;
    if (cut < nodeTime - near) {
      interval[0] = cut - time;
      interval[1] = cut;
      this.reached[0] = cut;
      return false;
    }
    if (cut <= nodeTime + near) nodeTime = cut;
    const whole = start + this.node * step;
    interval[0] = Math.abs(time - whole) <= near ? step : nodeTime - time;
    interval[1] = nodeTime;
    this.reached[0] = nodeTime;
    this.node++;
    return true;
  }
}

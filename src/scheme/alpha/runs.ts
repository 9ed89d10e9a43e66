/** What runs of a batch begin with and end with, whoever steps them. */
import type { Vector } from "../../numeric/vector.ts";
import type { Stats } from "../../step/step.ts";

/** The start of a run, and its end. */
export interface RunPlace {
  /** x at the node reached, x at the next one, and their change over two steps, m. */
  readonly x: Vector;
  readonly ahead: Vector;
  readonly dz: Vector;
  /** Of the coordinates, N. */
  readonly friction: Vector;
  /** B u of each interval of the control, N, one after the other; and A^{-1} of them. */
  readonly force: Vector;
  readonly push: Vector;
  /** Views of them. */
  readonly intervals: readonly { readonly force: Vector; readonly push: Vector }[];
}

/** Runs by their numbers. */
export interface RunSource {
  /** Fills the start of a run. */
  begin(run: number, start: RunPlace): void;
  /** Takes its end; `good`: it was reached in this way. */
  end(run: number, end: RunPlace, good: boolean): void;
}

export interface AlphaRuns {
  runOne(run: number, source: RunSource, stats?: Stats): void;
  /** Runs 0 .. count - 1, in any order. */
  runAll(count: number, source: RunSource): void;
}

/** Steps between two looks whether a machine is at rest. */
export const CHUNK = 48;

export function newRunPlace(n: number, count: number): RunPlace {
  const vector = (length = n) => new Float64Array(length);
  const [force, push] = [vector(count * n), vector(count * n)];
  const intervals = Array.from({ length: count }, (_, j) => ({
    force: force.subarray(j * n, (j + 1) * n),
    push: push.subarray(j * n, (j + 1) * n),
  }));
  return { x: vector(), ahead: vector(), dz: vector(), friction: vector(), force, push, intervals };
}

/**
 * A tight integrator for y' = rate(t, y): Gragg's modified midpoint rule extrapolated to order 16 (Gragg-Bulirsch-Stoer), with
 * guards that end the run. It shares no code with the product, so that it can judge it.
 *
 * The midpoint rule never calls `rate` at the end of a step. A rate that jumps at the end time, and gives its right limit
 * there, is therefore integrated as if it were smooth.
 */
export type Rate = (time: number, state: readonly number[]) => number[];

/** The run goes on while every guard is >= 0. */
export type Guard = (time: number, state: readonly number[]) => number;

export interface Options {
  readonly relative?: number;
  readonly absolute?: number;
  /** s; a guard that dips below zero and comes back inside one step is missed, so keep this below the shortest dip. */
  readonly maxStep?: number;
  readonly guards?: readonly Guard[];
}

export interface Reached {
  readonly time: number;
  readonly state: number[];
  /** The guard that ended the run (it is negative at `time`), or undefined at the end time. */
  readonly guard: number | undefined;
}

const SUBSTEPS = [2, 4, 6, 8, 10, 12, 14, 16];
const FIRST_CHECK = 2;
const EASY_COLUMN = 5;

export function integrate(
  rate: Rate,
  start: number,
  initial: readonly number[],
  end: number,
  options: Options = {},
): Reached {
  const { relative = 1e-12, absolute = 1e-13, maxStep = end - start, guards = [] } = options;
  const leap = (from: number, state: readonly number[], size: number) =>
    extrapolate(rate, from, state, size, relative, absolute);
  let time = start;
  let state = [...initial];
  let size = Math.min(maxStep, (end - start) / 16);
  while (time < end) {
    const last = time + size * (1 + 1e-10) >= end;
    const trial = last ? end - time : size;
    const step = leap(time, state, trial);
    if (step.error > 1) {
      if (trial < 1e-14 * Math.max(1, Math.abs(time)))
        throw new Error(`step vanished; at time: ${time}. smooth the rate`);
      size = trial * Math.max(0.1, 0.8 * step.error ** (-1 / (2 * SUBSTEPS.length - 1)));
      continue;
    }
    if (guards.some((guard) => guard(last ? end : time + trial, step.state) < 0))
      return locate(leap, guards, time, state, trial);
    time = last ? end : time + trial;
    state = step.state;
    if (!last) size = Math.min(maxStep, step.columns <= EASY_COLUMN ? 1.5 * trial : trial);
  }
  return { time, state, guard: undefined };
}

type Leap = (from: number, state: readonly number[], size: number) => { state: number[] };

/** Bisects the length of the step until its two ends are neighboring numbers, and returns the far side. */
function locate(leap: Leap, guards: readonly Guard[], from: number, state: readonly number[], size: number): Reached {
  let inside = 0;
  let outside = size;
  while (true) {
    const middle = (inside + outside) / 2;
    if (from + middle === from + inside || from + middle === from + outside) break;
    const there = leap(from, state, middle).state;
    if (guards.some((guard) => guard(from + middle, there) < 0)) outside = middle;
    else inside = middle;
  }
  const time = from + outside;
  const there = leap(from, state, outside).state;
  const values = guards.map((guard) => guard(time, there));
  return { time, state: there, guard: values.indexOf(Math.min(...values)) };
}

/** One step of Aitken-Neville extrapolation in the square of the substep. `error` is in units of the tolerance. */
function extrapolate(
  rate: Rate,
  from: number,
  state: readonly number[],
  size: number,
  relative: number,
  absolute: number,
): { state: number[]; error: number; columns: number } {
  const first = rate(from, state);
  let previous: number[][] = [];
  let error = Number.POSITIVE_INFINITY;
  for (let row = 0; row < SUBSTEPS.length; row++) {
    const current = [midpoint(rate, from, state, first, size, SUBSTEPS[row]!)];
    for (let column = 1; column <= row; column++) {
      const factor = (SUBSTEPS[row]! / SUBSTEPS[row - column]!) ** 2 - 1;
      const finer = current[column - 1]!;
      const coarser = previous[column - 1]!;
      current.push(finer.map((value, i) => value + (value - coarser[i]!) / factor));
    }
    previous = current;
    if (row < FIRST_CHECK) continue;
    const best = current[row]!;
    const other = current[row - 1]!;
    error = Math.max(
      ...best.map(
        (value, i) =>
          Math.abs(value - other[i]!) / (absolute + relative * Math.max(Math.abs(value), Math.abs(state[i]!))),
      ),
    );
    if (error <= 1) return { state: best, error, columns: row };
  }
  return { state: previous.at(-1)!, error, columns: SUBSTEPS.length };
}

/** Gragg's rule without smoothing: z(m+1) = z(m-1) + 2 h rate(z(m)), an even number of times. */
function midpoint(
  rate: Rate,
  from: number,
  state: readonly number[],
  first: readonly number[],
  size: number,
  substeps: number,
): number[] {
  const h = size / substeps;
  let before: readonly number[] = state;
  let here = state.map((value, i) => value + h * first[i]!);
  for (let m = 1; m < substeps; m++) {
    const slope = rate(from + m * h, here);
    const after = before.map((value, i) => value + 2 * h * slope[i]!);
    before = here;
    here = after;
  }
  return here;
}

/**
 * A run that the kernel takes alone, as long as all is clear and nobody listens to what is between. The general scheme is prepared when something is left to
 * it, and goes on from there to the end of the run.
 */
import { rowValues } from "../../../model/rows/row-values.ts";
import { breakpointsOf, type System } from "../../../model/system.ts";
import type { Vector } from "../../../numeric/vector.ts";
import { newStats, type Stats } from "../../../step/step.ts";
import { END, type Initial, newState, type State, type Stepper } from "../../scheme.ts";
import { type Accumulation, accumulation } from "../accumulation.ts";
import { motionAt, rowsAt } from "../values.ts";
import { fit } from "./fit.ts";
import type { Kernel, Lease } from "./kernel.ts";
import { type Passage, Passed, passage } from "./passage.ts";

/** What the general scheme finds when it takes over. */
export interface ByKernel {
  readonly kernel: Kernel;
  readonly fast: Passage;
  readonly crowd: Accumulation;
  readonly state: State;
  /** Where formulas change, and the end, s. */
  readonly breaks: readonly number[];
}

/** The general scheme on the memory of a kernel. */
export interface General extends Stepper {
  /** Begins at the state that is in the memory. */
  begin(from: Initial): void;
  /** Goes on from an expansion of the kernel; see Passed. */
  adopt(passed: number, from: Initial, stats: Stats): void;
  /** Forgets what it has beside that memory. */
  forget(): void;
}

/** Calls of the kernel after which it is looked whether a run comes on: by the general scheme. */
const MOST_CALLS = 64;

/** `carries`: derivatives go along, which the general scheme carries from the start. */
export function alone(
  kernel: Kernel,
  system: System,
  order: number,
  initial: Initial,
  dt: number,
  shortest: number,
  carries: boolean,
  prepareGeneral: (by: ByKernel) => General,
): Stepper {
  const { at, position: x, velocity: v, length, x: series, force, mode } = kernel.shared;
  const lease: Lease = {};
  kernel.lend(lease);
  const state = newState(system, initial, 0);
  const span = initial.end - initial.time;
  const crowd = accumulation(span);
  const breaks = [...breakpointsOf(system, initial.time, initial.end).times, initial.end];
  const fits = fit(system, order, kernel, initial, dt);
  const fast = passage(kernel, system, order, span, shortest * span, crowd, fits, carries);
  const tau = new Float64Array(1);
  const instant = new Float64Array(2);
  const values = rowValues(system);
  let prepared: General | undefined;
  let general: General | undefined; // it goes on in this run
  let from = initial;
  let calls = 0;

  /** The general scheme takes over, begun by `go`. */
  function leave(go: (general: General) => void): General {
    if (prepared) prepared.forget();
    else prepared = prepareGeneral({ kernel, fast, crowd, state, breaks });
    general = prepared;
    go(general);
    return general;
  }

  const adopt = (passed: number, stats: Stats) => leave((by) => by.adopt(passed, from, stats));

  function show(): void {
    motionAt(series, order, tau, state.position, state.velocity);
    rowsAt(force, order + 1, order - 2, tau, state.force);
    for (let i = 0; i < state.mode.length; i++) state.mode[i] = mode[i]!;
    if (!kernel.starts) return;
    instant[0] = at[0]! + tau[0]!;
    instant[1] = at[1]!;
    values.update(instant);
    state.limit.set(values.forward);
  }

  function begin(): void {
    at[0] = initial.time;
    at[1] = (at[0]! + breaks[0]!) / 2; // formulas decide as in the middle of the piece ahead
    calls = 0;
    general = undefined;
    state.time = initial.time;
    const passed = carries ? Passed.none : fast.begin(breaks[0]!);
    if (passed === Passed.none) leave((by) => by.begin(from));
    else {
      if (passed !== Passed.whole) adopt(passed, newStats());
      tau[0] = 0;
      show();
    }
  }

  x.set(initial.position);
  v.set(initial.velocity);
  values.update(at);
  state.limit.set(values.forward);
  begin();
  return {
    state,
    get kept() {
      kernel.lend(lease);
      return (general ?? adopt(Passed.none, newStats())).kept;
    },
    ...(!carries && {
      restart(position: Vector, velocity: Vector) {
        kernel.lend(lease);
        crowd.clear();
        from = { ...initial, position, velocity };
        for (const place of [x, state.position]) place.set(position);
        for (const rate of [v, state.velocity]) rate.set(velocity);
        begin();
      },
    }),
    step(interval, stats, listener) {
      kernel.lend(lease);
      if (general) return general.step(interval, stats, listener);
      const stop = interval[END]!;
      if (listener.between || listener.piece) return adopt(Passed.none, stats).step(interval, stats, listener);
      while (at[0]! + length[0]! < stop) {
        const passed = calls++ < MOST_CALLS ? fast.advance(stop, breaks[0]!, false, stats, listener) : Passed.none;
        if (passed !== Passed.whole) return adopt(passed, stats).step(interval, stats, listener);
        if (fast.crowded) return "event-accumulation";
        if (listener.pause?.()) {
          tau[0] = 0;
          show();
          state.time = at[0]!;
          return "paused";
        }
      }
      tau[0] = Math.min(stop - at[0]!, length[0]!);
      show();
      state.time = stop;
      stats.steps++;
      return "stepped";
    },
  };
}

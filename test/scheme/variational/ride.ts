/** Runs of machines under `variational`, step by step. */
import type { System } from "../../../src/model/system.ts";
import type { Vector } from "../../../src/numeric/vector.ts";
import type { Listener, State } from "../../../src/scheme/scheme.ts";
import { variational } from "../../../src/scheme/variational/variational.ts";
import { activeSet } from "../../../src/step/solvers/active-set.ts";
import { newStats, type Stats } from "../../../src/step/step.ts";

const deaf: Listener = { event() {}, jump() {} };

interface Start {
  /** s; default 0 */
  readonly time?: number;
  readonly position: Vector;
  readonly velocity: Vector;
}

/** `look` sees each new state. */
export function ride(
  system: System,
  start: Start,
  h: number,
  steps: number,
  look: (state: State, stats: Stats, step: number) => void = () => {},
): { readonly state: State; readonly stats: Stats; readonly status: string } {
  const stats = newStats();
  const { time = 0 } = start;
  const stepper = variational().start(system, activeSet(), { ...start, time, end: time + h * steps }, h);
  const interval = new Float64Array(2);
  for (let k = 1; k <= steps; k++) {
    interval[0] = h;
    interval[1] = time + k * h;
    const status = stepper.step(interval, stats, deaf);
    if (status !== "stepped") return { state: stepper.state, stats, status };
    look(stepper.state, stats, k);
  }
  return { state: stepper.state, stats, status: "stepped" };
}

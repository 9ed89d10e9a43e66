/** Fates of starts of which no certificate speaks, against plain longer runs. */
import { END, LENGTH } from "../../src/scheme/scheme.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import { type FateResult, fates } from "../../src/stability/fate/fate.ts";
import { newStats } from "../../src/step/step.ts";
import type { Start } from "./hostile-problems.ts";

/** So many times of the file go on after an answer. */
const MORE = 40;

interface LongRun {
  readonly state: Start;
  /** s after the start; of the last event. */
  readonly last: number;
  readonly whole: boolean;
}

function run({ initial, system, scheme, solver, grid }: Simulation, end: number): LongRun {
  const stepper = scheme.start(system, solver, { ...initial, end: initial.time + end }, grid.step);
  const interval = new Float64Array(2);
  interval[LENGTH] = end;
  interval[END] = initial.time + end;
  let last = 0;
  const listener = {
    event(_kind: unknown, time: number) {
      last = time - initial.time;
    },
    jump() {},
  };
  const status = stepper.step(interval, newStats(), listener);
  const { position, velocity } = stepper.state;
  return { state: { position: [...position], velocity: [...velocity] }, last, whole: status === "stepped" };
}

/** Why a fate is false, if it is. */
export function falseFate(simulation: Simulation, result: FateResult): string | undefined {
  const span = simulation.initial.end - simulation.initial.time;
  const { fate, time } = result;
  if (fate === "undecided") return undefined;
  const later = run(simulation, time + MORE * span);
  if (!later.whole) return undefined;
  if (fate === "attracted") {
    return later.last > time * (1 + 1e-9) + 1e-9 * span
      ? `attracted after ${time} s, an event at ${later.last} s`
      : undefined;
  }
  // that it grows shows late where others die out first; that it rests would show at once
  return later.state.velocity.every((v) => v === 0) ? `escaped after ${time} s, at rest later` : undefined;
}

export const fateWithin = (simulation: Simulation, spans: number): FateResult =>
  fates({ horizon: spans * (simulation.initial.end - simulation.initial.time) })(simulation);

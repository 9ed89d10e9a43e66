/** Fates of starts of which no certificate speaks, against plain longer runs. */
import { END, LENGTH } from "../../src/scheme/scheme.ts";
import type { Simulation } from "../../src/simulate/simulation.ts";
import { type FateResult, fates } from "../../src/stability/fate.ts";
import type { FrictionMachine } from "../../src/stability/machine.ts";
import { newStats } from "../../src/step/step.ts";
import { dot, form, type Start } from "./hostile-problems.ts";

/** So many times of the file go on after an answer. */
const MORE = 40;
/** And so many more where other motions fall while one grows. */
const FAR = 8 * MORE;

/** Kinetic energy and that of the springs, each counted as if it pulled back: what grows in an escape. */
function sizeOf({ mass, stiffness }: FrictionMachine, { position, velocity }: Start): number {
  const pull = stiffness.map((row) => dot(row, position));
  return form(mass, velocity) + position.reduce((sum, x, i) => sum + Math.abs(x * pull[i]!), 0);
}

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
export function falseFate(machine: FrictionMachine, simulation: Simulation, result: FateResult): string | undefined {
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
  if (later.state.velocity.every((v) => v === 0)) return `escaped after ${time} s, at rest later`;
  const size = (end: number) => sizeOf(machine, end === MORE ? later.state : run(simulation, time + end * span).state);
  if (size(MORE) > size(0) || size(FAR) > 0.9 * size(MORE)) return undefined;
  return `escaped after ${time} s, but falls`;
}

export const fateWithin = (simulation: Simulation, spans: number): FateResult =>
  fates({ horizon: spans * (simulation.initial.end - simulation.initial.time) })(simulation);

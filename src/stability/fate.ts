/**
 * What becomes of a motion in the long run: it comes to rest, it grows for ever, or neither is known by the horizon. Both
 * answers are proved, by rest (v = 0, or rows stuck for good) and by the escape test; the run goes on until one of them is.
 */
import type { LinearSystem } from "../model/linear.ts";
import { END, LENGTH, type Listener, type State } from "../scheme/scheme.ts";
import type { Simulation } from "../simulate/simulation.ts";
import { spanning } from "../simulate/span.ts";
import { newStats } from "../step/step.ts";
import { type EscapeTest, escapeTest } from "./escape.ts";
import { returnWatch } from "./return-watch.ts";
import { type StuckTest, stuckTest } from "./stuck-for-good.ts";

export type Fate = "attracted" | "escaped" | "undecided";

export interface FateResult {
  readonly fate: Fate;
  /** Of the last change of mode before rest, or when the answer was known, s after the start. */
  readonly time: number;
  /** Undecided before the horizon: the motion came back to a state that it had, to 1e-10. */
  readonly periodic?: true;
}

export interface FateOptions {
  /** Longest time that is looked at, s; default 200 times that of the file. */
  readonly horizon?: number;
}

/** Looks at the state so often within the time of the file. */
const LOOKS = 32;
const SPANS = 200;
/** Times of the file after which one looks whether the motion repeats itself. */
const PATIENCE = 5;

/** Why the question makes no sense for the machine, with the remedy. */
export function fateRefusal({ system, scheme }: Simulation): string | undefined {
  if (!system.load.constant) {
    return "a force changes in time: rest and escape are not defined. Make the forces constant";
  }
  if (system.rowFunctions) {
    return "a limit or drive changes in time, or a row is driven: rest is not defined. Make them constant, without drive";
  }
  if (scheme.stepsEnd !== "events")
    return `${scheme.name} can show a false attraction. Take event-driven (leave the scheme out)`;
  return undefined;
}

/** Answers for runs of machines; what it derives from a system is kept while the system stays the same. */
export function fates(options: FateOptions = {}): (simulation: Simulation) => FateResult {
  let known: { system: LinearSystem; escape: EscapeTest; stuck: StuckTest | undefined } | undefined;
  return (simulation) => {
    const { system } = simulation;
    if (known?.system !== system) known = { system, escape: escapeTest(system), stuck: stuckTest(simulation) };
    return follow(simulation, known.escape, known.stuck, options.horizon);
  };
}

function follow(
  simulation: Simulation,
  growth: EscapeTest,
  stuck: StuckTest | undefined,
  horizon: number | undefined,
): FateResult {
  const { initial, grid, system, scheme, solver } = simulation;
  const span = initial.end - initial.time;
  const end = initial.time + (horizon ?? SPANS * span);
  const { initial: start } = spanning(simulation, { ...initial, start: initial.time, end });
  const stepper = scheme.start(system, solver, start, grid.step);
  const { state } = stepper;
  const stats = newStats();
  const interval = new Float64Array(2);
  const before: Look = {
    position: Float64Array.from(state.position),
    velocity: new Float64Array(system.size),
    rested: false,
  };
  let last = initial.time;
  const listener: Listener = {
    event(_kind, time) {
      last = time;
    },
    jump() {},
  };
  const watch = returnWatch(system);
  const watching: Listener = {
    ...watch,
    event(kind, time, row) {
      last = time;
      watch.event(kind, time, row);
    },
  };
  for (let k = 1; state.time < end; k++) {
    interval[LENGTH] = span / LOOKS;
    interval[END] = Math.min(end, initial.time + (k * span) / LOOKS);
    const status = stepper.step(interval, stats, k > PATIENCE * LOOKS ? watching : listener);
    if (status !== "stepped") break;
    if (growth.escaped(state.position, state.velocity)) return { fate: "escaped", time: state.time - initial.time };
    if (atRest(state, system, before)) return { fate: "attracted", time: last - initial.time };
    if (stuck && state.mode.every((mode) => mode === 0) && stuck.holds(state.position, state.velocity)) {
      return { fate: "attracted", time: last - initial.time };
    }
    if (watch.returned()) return { fate: "undecided", time: state.time - initial.time, periodic: true };
  }
  return { fate: "undecided", time: state.time - initial.time };
}

/** The state at the last look. */
interface Look {
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  rested: boolean;
}

/**
 * No velocity, twice in a row and at the same place: an autonomous machine then stays there. With first-order states only if they
 * stay too: an integrator that goes on will move the machine again, as hunting shows.
 */
function atRest({ position, velocity }: State, { visible }: LinearSystem, before: Look): boolean {
  let resting = true;
  for (let i = 0; i < visible; i++) if (velocity[i] !== 0) resting = false;
  let same = before.rested;
  for (let i = 0; i < visible; i++) if (position[i] !== before.position[i]) same = false;
  for (let i = visible; i < velocity.length; i++) if (velocity[i] !== before.velocity[i]) same = false;
  before.rested = resting;
  before.position.set(position);
  before.velocity.set(velocity);
  return resting && same;
}

/**
 * What becomes of a motion in the long run: it comes to rest, it grows for ever, or neither is known by the horizon. Both
 * answers are proved, by rest (v = 0, rows stuck for good, or a certified region that the motion is in) and by the escape test; the
 * run goes on until one of them is, and what it shows must not contradict the proof.
 */
import { isFriction } from "../../model/rows/law.ts";
import type { System } from "../../model/system.ts";
import {
  END,
  type Initial,
  LENGTH,
  type Listener,
  type Scheme,
  type State,
  type Stepper,
} from "../../scheme/scheme.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { newStats } from "../../step/step.ts";
import { certifiedRegion, descentWatch, type Region } from "../rest/certified-region.ts";
import { unsteadyRows } from "../rest/machine.ts";
import { type EscapeTest, escapeTest } from "./escape.ts";
import { keepsEnergy, restProof, storesAll } from "./rest-proof.ts";
import { returnWatch } from "./return-watch.ts";
import { type StuckTest, stuckTest } from "./stuck-for-good.ts";
import { type TurnWatch, turnWatch } from "./turning.ts";

export type Fate = "attracted" | "escaped" | "undecided";

export interface FateResult {
  readonly fate: Fate;
  /** Of the last change of mode before rest, or when the answer was known, s after the start. */
  readonly time: number;
  /** Undecided before the horizon: the motion came back to a state that it had, to 1e-10, or swings where nothing rubs or damps. */
  readonly periodic?: true;
  /** Undecided before the horizon: nothing damps, and nothing rubs, or nothing has for long: the energy does not fall. */
  readonly endless?: true;
}

export interface FateOptions {
  /** Longest time that is looked at, s; default 200 times that of the file. */
  readonly horizon?: number;
  /** Coefficients of series that are spent on a motion; default 5 million. */
  readonly work?: number;
}

/** Looks at the state so often within the time of the file. */
const LOOKS = 32;
const SPANS = 200;
/** Some 200,000 series: with a stiff curve of friction a motion may not come to the horizon in many minutes. */
const MOST_WORK = 5_000_000;
/** Times of the file without any event after which a motion that nothing damps is not followed any more. */
const QUIET = 5;
/** Times of the file after which one looks whether the motion repeats itself. */
const PATIENCE = 5;

/** Why the question makes no sense for the machine, with the remedy. */
export function fateRefusal({ system, scheme, grid }: Simulation): string | undefined {
  if (!system.load.constant || system.forcesTimed) {
    return "a force changes in time: rest and escape are not defined. Make the forces constant";
  }
  // limits that follow the motion alone are looked at where it rests
  const rows = system.rowMotion && !system.rowMotion.timed ? [] : unsteadyRows(system, grid.start);
  if (rows.length > 0) {
    return `a limit or drive changes in time, or a row is driven: rest is not defined (${rows.join(", ")}). Make them constant, without drive`;
  }
  if (scheme.stepsEnd !== "events")
    return `${scheme.name} can show a false attraction. Take event-driven (leave the scheme out)`;
  return undefined;
}

/** Answers for runs of machines; what it derives from a system is kept while the system stays the same. */
export function fates(options: FateOptions = {}): (simulation: Simulation, stopped?: () => boolean) => FateResult {
  let known: Known | undefined;
  return (simulation, stopped) => {
    const { system } = simulation;
    if (known?.system !== system || known.scheme !== simulation.scheme || known.step !== simulation.grid.step) {
      let region: Region | "none" | undefined;
      known = {
        system,
        scheme: simulation.scheme,
        step: simulation.grid.step,
        stuck: stuckTest(simulation),
        stays: system.linear && !system.rowMotion ? undefined : restProof(system, simulation.grid.start),
        storesAll: storesAll(system),
        growth: growthWatch(escapeTest(system)),
        before: { position: new Float64Array(system.size), velocity: new Float64Array(system.size), rested: false },
        region: () => {
          region ??= certifiedRegion(simulation) ?? "none";
          return region === "none" ? undefined : region;
        },
      };
    }
    return follow(simulation, known, options, stopped);
  };
}

/** What is derived from a system; the region only when it is asked for. */
interface Known {
  readonly system: System;
  readonly scheme: Scheme;
  readonly step: number;
  readonly stuck: StuckTest | undefined;
  readonly region: () => Region | undefined;
  /** Of machines that are not linear: whether they stay at a position, and whether only rows take energy. */
  readonly stays?: ((position: Float64Array) => boolean) | undefined;
  readonly storesAll: boolean;
  /** What looks at each motion, used again. */
  readonly growth: GrowthWatch;
  readonly before: Look;
  /** What stepped the last motion, to be used again. */
  last?: { readonly stepper: Stepper; readonly time: number; readonly end: number };
}

/** The stepper of the last motion, begun anew; undefined where there is none for these times. */
function startAgain({ last }: Known, { time, end, position, velocity }: Initial): Stepper | undefined {
  if (last?.time !== time || last.end !== end || !last.stepper.restart) return undefined;
  last.stepper.restart(position, velocity);
  return last.stepper;
}

/** `stopped`: gives the motion up, by throwing. */
function follow(
  simulation: Simulation,
  known: Known,
  { horizon, work = MOST_WORK }: FateOptions,
  stopped: () => boolean = () => false,
): FateResult {
  const { initial, grid, system, scheme, solver } = simulation;
  const span = initial.end - initial.time;
  const end = initial.time + (horizon ?? SPANS * span);
  const start = { time: initial.time, end, position: initial.position, velocity: initial.velocity };
  const stepper =
    startAgain(known, start) ?? scheme.start(system, solver, start, grid.step, undefined, simulation.kernels);
  known.last = { stepper, time: start.time, end: start.end };
  const { state } = stepper;
  const stats = newStats();
  const interval = new Float64Array(2);
  const { growth, before } = known;
  growth.begin();
  before.position.set(state.position);
  before.velocity.fill(0);
  before.rested = false;
  let last = initial.time;
  const listener: Listener = {
    event(_kind, time) {
      last = time;
    },
    jump() {},
    pause: () => stats.iterations > work || stopped(),
  };
  const descent = descentWatch(known, start);
  const attracted = (): FateResult => ({ fate: "attracted", time: last - initial.time });
  const elapsed = () => state.time - initial.time;
  /** Nothing has rubbed for long, or ever will, and nothing damps: the energy does not fall. */
  const swingsOn = () => {
    if (state.time - last < QUIET * span) return keepsEnergy(system, initial.time, state.position);
    return system.rows.every(({ law }, i) => !isFriction(law) || state.mode[i] === 0);
  };
  let late: Late | undefined; // what looks at a motion that lasts
  for (let k = 1; state.time < end; k++) {
    if (k === PATIENCE * LOOKS + 1) late = lateWatch(simulation, listener);
    interval[LENGTH] = span / LOOKS;
    interval[END] = Math.min(end, initial.time + (k * span) / LOOKS);
    const status = stepper.step(interval, stats, late?.listener ?? listener);
    if (stopped()) throw new Error("the motion was stopped");
    if (status !== "stepped") break; // paused: for good
    if (growth.look(state)) {
      // a motion that is certified to come to rest does not grow: then neither is believed
      return { fate: descent.certain(state) ? "undecided" : "escaped", time: growth.time - initial.time };
    }
    if (atRest(state, system, before)) {
      const held = known.stays?.(Float64Array.from(state.position)) ?? true;
      return held ? attracted() : { fate: "undecided", time: elapsed() };
    }
    if (known.storesAll && k % LOOKS === 0 && swingsOn()) return { fate: "undecided", time: elapsed(), endless: true };
    const { position, velocity, mode } = state;
    if (known.stuck?.holds(position, velocity, mode)) {
      if (known.stuck.rests) return attracted();
      if (known.stuck.swings(position, velocity)) return { fate: "undecided", time: elapsed(), periodic: true };
      // an undamped swing of round-off size: nothing that comes later tells whether it is there
      if (elapsed() > last - initial.time + span && !descent.certain(state))
        return { fate: "undecided", time: elapsed() };
    }
    if (!late) continue;
    if (k % LOOKS === 0 && late.turning?.turns(state, last))
      return { fate: "undecided", time: elapsed(), periodic: true };
    descent.look(state);
    if (descent.spent() && elapsed() > last - initial.time + span) return attracted();
    if (late.returned() && !descent.certain(state)) return { fate: "undecided", time: elapsed(), periodic: true };
  }
  return descent.certain(state) ? attracted() : { fate: "undecided", time: elapsed() };
}

interface Late {
  readonly listener: Listener;
  readonly returned: () => boolean;
  readonly turning: TurnWatch | undefined;
}

/** Sees whether the motion repeats itself, and hears all that another listener does. */
function lateWatch(simulation: Simulation, { event, pause }: Listener): Late {
  const watch = returnWatch(simulation.system);
  const listener: Listener = {
    ...watch,
    pause,
    event(kind, time, row) {
      event(kind, time, row);
      watch.event(kind, time, row);
    },
  };
  return { listener, returned: watch.returned, turning: turnWatch(simulation) };
}

/** Sees an escape: the motion is beyond a bound of the test, and grows on to the next look. */
function growthWatch(test: EscapeTest) {
  let sizes = new Float64Array(test.count);
  let latest = new Float64Array(test.count);
  let time = Number.NaN;
  return {
    /** Of another motion. */
    begin(): void {
      sizes.fill(0);
      time = Number.NaN;
    },
    /** When the motion was first beyond. */
    get time() {
      return time;
    },
    look(state: State): boolean {
      if (test.count === 0) return false;
      test.beyond(state.position, state.velocity, latest);
      let grown = false;
      for (let i = 0; i < latest.length; i++) grown ||= latest[i]! > 1 && sizes[i]! > 1;
      if (!grown) time = state.time;
      [sizes, latest] = [latest, sizes];
      return grown;
    },
  };
}

type GrowthWatch = ReturnType<typeof growthWatch>;

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
function atRest({ position, velocity }: State, { visible }: System, before: Look): boolean {
  let resting = true;
  for (let i = 0; i < visible; i++) if (velocity[i] !== 0) resting = false;
  let same = before.rested;
  for (let i = 0; i < visible; i++) if (position[i] !== before.position[i]) same = false;
  for (let i = visible; i < velocity.length; i++) if (velocity[i] !== before.velocity[i]) same = false;
  before.rested = resting;
  for (let i = 0; i < position.length; i++) {
    before.position[i] = position[i]!;
    before.velocity[i] = velocity[i]!;
  }
  return resting && same;
}

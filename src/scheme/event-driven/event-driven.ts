/**
 * `event-driven`, the reference scheme. Between events a linear friction system is smooth: its motion is a Taylor series,
 * summed to round-off over steps as long as the series allows. Guards on the series find the instants at which a row stops,
 * breaks loose or reaches a kink of its law, to the last digits; the next mode comes from the box problem on accelerations
 * (and on higher derivatives where that is undecided). Multipliers are exact at every output time.
 */

import { rowValues } from "../../model/rows/row-values.ts";
import { smoothedAt } from "../../model/rows/soft-force.ts";
import { breakpointsOf, type System } from "../../model/system.ts";
import { restore, type Saved, save } from "../../numeric/kept.ts";
import type { Vector } from "../../numeric/vector.ts";
import { newStats, type Stats } from "../../step/step.ts";
import { seriesFault } from "../common/refusals.ts";
import { rowStep, slipOf } from "../common/rows.ts";
import type { Tangents } from "../common/tangent.ts";
import {
  END,
  type Initial,
  type Listener,
  newState,
  type Scheme,
  type State,
  type Stepper,
  type StepStatus,
} from "../scheme.ts";
import { accumulation, progress } from "./accumulation.ts";
import { carry } from "./carry.ts";
import { departure } from "./departure.ts";
import { Cause, guards } from "./guards.ts";
import { hold } from "./hold.ts";
import { instant } from "./instant.ts";
import { LEVELS, newDecision } from "./mode.ts";
import { placeOf } from "./place.ts";
import { propagation } from "./propagation.ts";
import { sampling } from "./sampling.ts";
import { saturation } from "./saturation.ts";
import { series } from "./series.ts";
import { settling } from "./settling.ts";
import { spacing } from "./spacing.ts";
import { switching } from "./switching.ts";
import { telling } from "./telling.ts";
import { usualForces } from "./usual-forces.ts";

export const ORDER = 24;
/** Of states closer together than this part of an output interval (or of the shortest change) a listener hears the last one only. */
const CLOSE = 2e-5;
/** Expansions within one output interval: beyond, the machine oscillates too fast for this scheme. */
const MOST_EXPANSIONS = 1_000_000;
/** And in the whole run. */
const MOST_IN_ALL = 20_000_000;
/** Part of a usual impulse that counts. */
const IMPULSE = 1e-6;
/** A step over a point where the motion has no series (a root of zero in a force), relative to the run; so many in a row. */
const BLIND_STEP = 1e-10;
const MOST_BLIND = 64;
/** Events this close, relative to the expansion, are one; and this close relative to the time itself. */
const SAME = 1e-13;
const SAME_DIGITS = 4 * Number.EPSILON;

export function eventDriven(): Scheme {
  return {
    name: "event-driven",
    order: Number.POSITIVE_INFINITY,
    multiplierAt: "node",
    stepsEnd: "events",
    refuses: (system) => seriesFault("event-driven", system),
    problem(system) {
      const { mass, directions } = placeOf(system, new Float64Array(system.size));
      return rowStep(system, mass, directions);
    },
    start: (system, _solver, initial, dt, tangents) => start(system, initial, dt, tangents),
  };
}

function start(system: System, initial: Initial, dt: number, tangents: Tangents | undefined): Stepper {
  const m = system.rows.length;
  const place = placeOf(system, initial.position);
  const state = newState(system, initial, 0);
  const side = new Float64Array(m);
  const slip = new Float64Array(m);
  const end = new Float64Array(m);
  const { controllers } = system;
  const limiter = controllers?.limited ? saturation(controllers, system.size, ORDER, m) : undefined;
  const taylor = series(system, ORDER, place, limiter);
  const switches = switching(taylor.switches, ORDER);
  const held = hold(system, initial.position);
  const decision = newDecision(m);
  const { mode, given, passive } = decision;
  const motion = propagation(system, place, taylor, held, decision, initial.position);
  const depart = departure(system, place, taylor, held, decision);
  const guard = guards(system, ORDER, decision);
  const moment = {
    at: Float64Array.of(initial.time, 0),
    x: Float64Array.from(initial.position),
    v: Float64Array.from(initial.velocity),
  };
  const { at, x, v } = moment;
  const derivatives =
    tangents &&
    carry(system, tangents, {
      ...{ at, x, v, place, side, taylor, held, guard, decision, saturation: limiter, switches },
      run: [initial.time, initial.end],
    });
  const now = instant(system, initial, moment, place, { decision, taylor, held, guard, side, relocate });
  const keep = settling(system, place, held, decision);
  const values = rowValues(system);
  const inside = system.rowMotion?.decides ? { x: initial.position.slice(), v: initial.velocity.slice() } : undefined; // in the present expansion: formulas of rows decide as there
  const instantOf = new Float64Array(2);
  const breaks = [...breakpointsOf(system, initial.time, initial.end).times, initial.end];
  const span = Float64Array.of(initial.end - initial.time);
  const samples = sampling(system, initial, dt);
  const tau = new Float64Array(1);
  const length = new Float64Array(1); // of the present expansion
  const half = new Float64Array(1);
  const natural = new Float64Array(1); // how long its series would last
  const density = new Float64Array(1).fill(Number.NaN); // of the states told of it, 1/s; not a number: nobody has asked
  const close = spacing(system, taylor, motion.parts);
  const tolerance = new Float64Array(1);
  const settled = new Int8Array(m); // modes before the rows are settled
  const pace = progress();
  const crowd = accumulation(initial.end - initial.time);
  let nextBreak = 0;
  let eventAhead = false;
  let saturates = false; // the event ahead is (also) one of a command
  let [switched, doubted] = [false, false]; // and one of a formula; where the motion rests in it
  let blind = false; // the present expansion is a short step without a series
  let blindSteps = 0;
  let lostSteps = 0; // of them, those at whose end something has no value
  let turned = false; // a blind step ended in an event of which the listener has not heard
  let expansions = 0;
  let sinceNode = 0; // expansions within the present output interval
  let pole = false;
  let from = initial;
  let usual: Vector | undefined; // a force on each coordinate that is nothing special, N

  /** The load's formulas decide as they do in the middle of the piece ahead. */
  function chooseSide(): void {
    at[1] = (at[0]! + breaks[nextBreak]!) / 2;
  }

  function expand(stats: Stats): void {
    for (let i = 0; i < m; i++) if (mode[i] !== 0) taylor.chooseSide(i, side);
    motion.expand(at, x, v);
    stats.iterations += ORDER - 1;
    const left = breaks[nextBreak]! - at[0]!;
    const shortest = BLIND_STEP * span[0]!;
    natural[0] = Math.min(motion.length(), span[0]!);
    const first = depart.length(natural);
    blind = !(natural[0] > shortest);
    blindSteps = blind || first > 0 ? blindSteps + 1 : 0;
    if (blind) motion.truncate();
    if (blind || first > 0) natural[0] = Math.max(first, shortest);
    length[0] = Math.min(natural[0], left);
    if (first > 0) depart.add(length);
    tolerance[0] = SAME * natural[0] + SAME_DIGITS * Math.abs(at[0]!);
    search();
    while (!blind && first === 0 && !motion.matches(at, length, samples)) {
      if (restsAtSwitch()) break;
      if (!(length[0]! > shortest)) {
        if (!motion.defined(at, length)) blindSteps = ++lostSteps; // no step is short enough
        break;
      }
      length[0]! /= 2;
      natural[0] = length[0]!;
      search();
    }
    if (blindSteps === 0) lostSteps = 0;
    measureLoad();
    density[0] = Number.NaN;
    if (left - length[0]! <= tolerance[0]) length[0] = left; // an event at a jump of the load is settled with it
    if (inside) {
      half[0] = length[0]! / 2;
      motion.evaluate(half, inside.x, inside.v);
    }
    teller.begin();
  }

  /** Shortens the expansion to its first event: of the rows, or of a saturated command or a formula before them. */
  function search(): void {
    eventAhead = guard.search(taylor, length, tolerance);
    saturates = switched = doubted = false;
    const ofRows = length[0]!;
    if (limiter) saturates = limiter.search(length, tolerance);
    const ofCommands = length[0]!;
    if (switches) switched = switches.search(length, tolerance);
    if (length[0]! < ofCommands - tolerance[0]!) saturates = false;
    if (length[0]! < ofRows - tolerance[0]!) guard.cause.fill(0);
    eventAhead ||= saturates || switched;
  }

  /** Whether the motion rests where a formula changes: it is then on the side that the formula itself takes there, at once. */
  function restsAtSwitch(): boolean {
    const doubt = switches?.doubt();
    if (doubt !== "changes") return doubt === "stays";
    guard.cause.fill(0);
    saturates = false;
    length[0] = 0;
    doubted = switched = eventAhead = true;
    return true;
  }

  /** Where velocities or formulas jump: the sides of commands and formulas are found anew. */
  function relocate(): void {
    limiter?.locate(at, x, v);
    switches?.locate(at, x, v);
  }

  /** A load whose impulse over a blind step counts is not finite there: a pole, which no step may cross. */
  function measureLoad(): void {
    pole = false;
    for (let k = 0; k < x.length; k++) {
      // of a machine that is not linear forces that follow the motion may have poles too
      const own = system.linear ? 0 : 2 * place.mass.at(k, k) * Math.abs(taylor.x[2 * x.length + k]!);
      const size = Math.max(Math.abs(taylor.load[k]!), own);
      pole ||= !(size < Number.POSITIVE_INFINITY);
      if (pole || !blind) continue;
      usual ??= usualForces(system, place, from);
      const momentum = place.mass.at(k, k) * Math.abs(v[k]!);
      pole = size * length[0]! > IMPULSE * (momentum + usual[k]! * span[0]!);
    }
  }

  /** Moves to the end of the expansion and settles what happens there. */
  function arrive(stats: Stats, listener: Listener): StepStatus {
    const atBreak = length[0]! >= breaks[nextBreak]! - at[0]!;
    derivatives?.leave(length, eventAhead, atBreak ? nextBreak : -1, switched);
    motion.forces(length, end);
    motion.evaluate(length, x, v);
    at[0] = atBreak ? breaks[nextBreak]! : at[0]! + length[0]!;
    const lost = !keep.follow(at, x);
    values.update(at, x, v, inside); // from the side it comes from: a drive may jump here
    if (!doubted) held.project(mode, values.drive, v);
    if (atBreak && nextBreak < breaks.length - 1) nextBreak++;
    chooseSide();
    limiter?.pass(saturates, length, tolerance);
    switches?.pass(switched, length, tolerance);
    if (atBreak) relocate();
    given.set(end);
    settled.set(mode);
    if (!now.settle(eventAhead, atBreak || switched || lost, natural, stats, listener)) return "not-converged";
    if (eventAhead && length[0] === 0) doubtLimits();
    return eventAhead && crowd.add(at[0]!) ? "event-accumulation" : "stepped";
  }

  /**
   * An event at once that changes nothing: a row at its limit was decided by round-off. It stays, with some play; where rows depend on each
   * other and it happens again, the forces themselves are to blame.
   */
  function doubtLimits(): void {
    for (let i = 0; i < m; i++) if (mode[i] !== settled[i]) return;
    if (held.dependent) decision.anew[0] = 1;
    for (let i = 0; i < m; i++) {
      if (mode[i] === 0 && guard.cause[i] === Cause.limitReached) decision.lead[i] = LEVELS;
    }
  }

  /** Fills a state at its time, which lies in the present expansion. */
  function fill(into: State): void {
    tau[0] = into.time - at[0]!;
    show(into);
  }

  /** Fills a state at tau[0] of the present expansion. */
  function show(into: State): void {
    motion.evaluate(tau, into.position, into.velocity);
    motion.forces(tau, into.force);
    instantOf[0] = at[0]! + tau[0]!;
    instantOf[1] = at[1]!;
    values.update(instantOf, into.position, into.velocity, inside);
    into.limit.set(values.forward);
    if (place.fixed) slipOf(place.directions, into.velocity, values.drive, slip);
    else motion.slips(tau, slip);
    for (let i = 0; i < m; i++) {
      into.mode[i] = passive[i] === 1 ? Math.sign(slip[i]!) : mode[i]!;
      const { law } = system.rows[i]!;
      if (law.smoothing > 0) smoothedAt(law, i, slip, values, into.force);
    }
  }

  /** Leaves a step in the middle; what the listener has heard is not changed by that. */
  function interrupt(): StepStatus {
    tau[0] = 0;
    show(state);
    state.time = at[0]!;
    return "paused";
  }

  /** When the present expansion ends, s. */
  function endOf(): number {
    return length[0]! >= breaks[nextBreak]! - at[0]! ? breaks[nextBreak]! : at[0]! + length[0]!;
  }

  /** Lets the listener hear the motion up to `to` of the present expansion. */
  function tell(to: number, listener: Listener): void {
    if (blind) {
      turned = eventAhead; // its forces have no series: the next expansion knows better
      return;
    }
    if (turned && listener.between) teller.turn(listener);
    turned = false;
    if (listener.between && Number.isNaN(density[0]!)) {
      density[0] = blindSteps > 0 ? 0 : close.density(length, natural);
    }
    const turns = to === length[0] && (eventAhead || at[0]! + to >= breaks[nextBreak]!);
    teller.tell(to, density[0]!, turns || at[0]! + to >= initial.end, listener);
  }

  const teller = telling(system, initial, at, CLOSE * samples.finest, fill);

  const atStart: (() => void)[] = []; // an impact at the start is told with the first step
  let announce: Listener | undefined;
  let begun = false;
  function begin(): void {
    chooseSide();
    relocate();
    begun = now.begin(span, newStats(), {
      event: (kind, time, row) => atStart.push(() => announce!.event(kind, time, row)),
      jump() {},
    });
    limiter?.report(at, { event() {}, jump() {} }); // modes of the start are no events
    if (!begun) return;
    expand(newStats());
    tau[0] = 0;
    show(state);
    derivatives?.begin();
  }
  /** What stands in variables. */
  const kept = {
    save: () => ({
      ...{ nextBreak, eventAhead, saturates, switched, doubted, blind, blindSteps, lostSteps },
      ...{ turned, expansions, sinceNode, pole, told: atStart.length === 0 },
    }),
    restore(saved: Saved) {
      const was = saved as unknown as ReturnType<typeof kept.save>;
      ({ nextBreak, eventAhead, saturates, switched, doubted, blind, blindSteps, lostSteps } = was);
      ({ turned, expansions, sinceNode, pole } = was);
      if (was.told) atStart.length = 0;
    },
  };
  // the present expansion as it is, and what was decided at its origin
  const memory = {
    ...{ state, side, decision, moment, length, natural, density, tolerance, inside: inside ?? {} },
    there: keep.kept(x),
    parts: [taylor, held, guard, motion, close, now, teller, crowd, pace, limiter, switches].flatMap((part) =>
      part ? [part.kept] : [],
    ),
    kept,
  };
  const unbegun = system.linear && !system.rowMotion && !derivatives ? save(memory) : undefined;
  begin();
  return {
    state,
    kept: derivatives ? undefined : memory,
    ...(unbegun === undefined
      ? {}
      : {
          restart(position: Vector, velocity: Vector) {
            restore(memory, unbegun);
            atStart.length = 0;
            usual = undefined;
            from = { ...initial, position, velocity };
            for (const place of [x, state.position]) place.set(position);
            for (const rate of [v, state.velocity]) rate.set(velocity);
            begin();
          },
        }),
    step(interval, stats, listener) {
      if (!begun) return "not-converged";
      announce = listener;
      for (const announceOne of atStart.splice(0)) announceOne();
      const stop = interval[END]!;
      for (; at[0]! + length[0]! < stop; sinceNode++) {
        if (pole) return "undefined-force";
        const many = sinceNode > MOST_EXPANSIONS || expansions > MOST_IN_ALL || blindSteps > MOST_BLIND;
        if (many || pace.crawls(at, stop)) return "too-many-expansions";
        expansions++;
        if (length[0]! > tolerance[0]!) limiter?.report(at, listener);
        tell(length[0]!, listener);
        if (listener.piece) teller.lend(endOf(), listener);
        const status = arrive(stats, listener);
        if (status !== "stepped") return status;
        expand(stats);
        derivatives?.enter(now.impact());
        if (listener.pause?.()) return interrupt();
      }
      sinceNode = 0;
      if (listener.piece && stop >= initial.end) teller.lend(Math.min(stop, endOf()), listener);
      tau[0] = Math.min(stop - at[0]!, length[0]!);
      if (tau[0] > 0) limiter?.report(at, listener);
      tell(tau[0], listener);
      teller.flush(listener); // a sample is taken of the state that was told last
      show(state);
      derivatives?.show(tau);
      state.time = stop;
      stats.steps++;
      return "stepped";
    },
  };
}

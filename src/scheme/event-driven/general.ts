/**
 * The general event-driven run, ready for anything: from expansion to expansion, each shortened to its first event, which is settled there. Of machines that
 * a kernel is made for, that takes what is clear (kernel/alone.ts), on the same memory.
 */

import { rowValues } from "../../model/rows/row-values.ts";
import { breakpointsOf, type System } from "../../model/system.ts";
import { rewinding, type Saved } from "../../numeric/kept.ts";
import type { Vector } from "../../numeric/vector.ts";
import { newStats, type Stats } from "../../step/step.ts";
import type { Tangents } from "../common/tangent.ts";
import type { KernelSlot } from "../kernel/slot.ts";
import { END, type Initial, type Listener, newState, type StepStatus } from "../scheme.ts";
import { accumulation, progress } from "./accumulation.ts";
import type { Carry } from "./carry.ts";
import { newDecision } from "./decision.ts";
import { departure } from "./departure.ts";
import { doubtLimits, guards } from "./guards.ts";
import { hold } from "./hold.ts";
import { instant } from "./instant.ts";
import type { ByKernel, General } from "./kernel/alone.ts";
import { Passed } from "./kernel/passage.ts";
import { type Ahead, takeOver } from "./kernel/take-over.ts";
import { nextEvent } from "./next-event.ts";
import { placeOf } from "./place.ts";
import { poles } from "./poles.ts";
import { propagation } from "./propagation.ts";
import { sampling } from "./sampling.ts";
import { saturation } from "./saturation.ts";
import { series } from "./series.ts";
import { settling } from "./settling.ts";
import { shortStep } from "./short-step.ts";
import { showing } from "./showing.ts";
import { spacing } from "./spacing.ts";
import { stopping } from "./stopping.ts";
import { switching } from "./switching.ts";
import { telling } from "./telling.ts";

/** Of the series. */
export const ORDER = 24;
/** Of states closer together than this part of an output interval (or of the shortest change) a listener hears the last one only. */
const CLOSE = 2e-5;
/** Expansions within one output interval, and in the whole run: beyond, the machine oscillates too fast for this scheme. */
const [MOST_EXPANSIONS, MOST_IN_ALL] = [1_000_000, 20_000_000];
/** A step over a point where the motion has no series (a root of zero in a force), relative to the run; so many in a row. */
export const BLIND_STEP = 1e-10;
const MOST_BLIND = 64;
/** Events this close, relative to the expansion, are one; and this close relative to the time itself. */
const [SAME, SAME_DIGITS] = [1e-13, 4 * Number.EPSILON];

export function startGeneral(
  system: System,
  initial: Initial,
  dt: number,
  tangents: Tangents | undefined,
  by: ByKernel | undefined,
  slot: KernelSlot | undefined,
): General {
  const { kernel, fast } = by ?? {};
  const m = system.rows.length;
  const place = placeOf(system, initial.position);
  const state = by?.state ?? newState(system, initial, 0);
  const side = new Float64Array(m);
  const end = new Float64Array(m);
  const { controllers } = system;
  const limiter = controllers?.limited ? saturation(controllers, system.size, ORDER, m) : undefined;
  const taylor = series(system, ORDER, place, limiter, true, kernel?.shared);
  const switches = switching(taylor.switches, ORDER, BLIND_STEP * (initial.end - initial.time));
  const held = hold(system, initial.position);
  const decision = newDecision(m, kernel?.shared);
  const { mode, given } = decision;
  const motion = propagation(system, place, taylor, held, decision, initial.position, [dt, initial.end - initial.time]);
  const depart = departure(system, place, taylor, held, decision);
  const short = shortStep(system, place, taylor, held, decision);
  const guard = guards(system, ORDER, decision);
  const moment = {
    at: kernel?.shared.at ?? new Float64Array(2),
    x: kernel?.shared.position ?? new Float64Array(system.size),
    v: kernel?.shared.velocity ?? new Float64Array(system.size),
  };
  const { at, x, v } = moment;
  if (!by) {
    at[0] = initial.time;
    x.set(initial.position);
    v.set(initial.velocity);
  }
  const length = kernel?.shared.length ?? new Float64Array(1); // of the present expansion
  const derivatives = tangents?.carry(system, tangents, {
    ...{ at, x, v, place, side, taylor, held, guard, decision, saturation: limiter, switches },
    ...{ run: [initial.time, initial.end], slot },
    ahead: { length, isWhole: () => !blind && !cut && blindSteps === 0, isShort: () => blind || cut },
  });
  const now = instant(system, initial, moment, place, { decision, taylor, held, guard, side, relocate });
  const keep = settling(system, place, held, decision);
  const values = rowValues(system);
  const inside = system.rowMotion?.decides ? { x: initial.position.slice(), v: initial.velocity.slice() } : undefined; // in the present expansion: formulas of rows decide as there
  const show = showing(system, place, motion, depart, decision, at, inside);
  const breaks = by?.breaks ?? [...breakpointsOf(system, initial.time, initial.end).times, initial.end];
  const span = Float64Array.of(initial.end - initial.time);
  const samples = sampling(system, initial, dt);
  const [tau, half] = [new Float64Array(1), new Float64Array(1)];
  const natural = kernel?.shared.natural ?? new Float64Array(1); // how long its series would last
  const density = new Float64Array(1).fill(Number.NaN); // of the states told of it, 1/s; not a number: nobody has asked
  const pit = poles(system, place, taylor, span[0]!);
  const close = spacing(system, taylor, motion.parts);
  const tolerance = new Float64Array(1);
  const found = nextEvent(system, taylor, guard, limiter, switches, at, length, tolerance);
  const halts = switches && stopping(motion, taylor, switches, BLIND_STEP * span[0]!);
  const settled = new Int8Array(m); // modes before the rows are settled
  const pace = progress();
  const crowd = by?.crowd ?? accumulation(initial.end - initial.time);
  let [nextBreak, blind] = [0, false]; // blind: the present expansion is a short step without a series
  let [cut, settles] = [false, true]; // or one whose series ends before the motion does; whether its forces are known
  let [blindSteps, lostSteps] = [0, 0]; // in a row; of them, those at whose end something has no value
  let [expansions, sinceNode, turned] = [0, 0, false]; // in all, and within the present output interval; a blind step ended in an event of which the listener has not heard
  let [pole, owned] = [false, false]; // owned: the present expansion is one of the kernel
  let from = initial;
  const ahead: Ahead = { event: kernel?.event ?? new Int32Array(1), side: kernel?.side ?? new Float64Array(1) };

  /** The load's formulas decide as they do in the middle of the piece ahead. */
  function chooseSide(): void {
    at[1] = (at[0]! + breaks[nextBreak]!) / 2;
  }

  function expand(stats: Stats): void {
    for (let i = 0; i < m; i++) if (mode[i] !== 0) taylor.chooseSide(i, side);
    motion.expand(at, x, v);
    halts?.watch(v);
    stats.iterations += ORDER - 1;
    const left = breaks[nextBreak]! - at[0]!;
    const shortest = BLIND_STEP * span[0]!;
    natural[0] = Math.min(motion.length(), span[0]!);
    if (halts && !(natural[0] > shortest)) {
      length[0] = Math.min(shortest, left);
      tolerance[0] = SAME * shortest + SAME_DIGITS * Math.abs(at[0]!);
      found.search(true); // which formulas are about to change
      if (halts.stop(at, x, v)) natural[0] = Math.min(motion.length(), span[0]!);
    }
    const first = depart.length(natural);
    blind = cut = !(natural[0] > shortest);
    blindSteps = blind || first > 0 ? blindSteps + 1 : 0;
    if (blind) motion.truncate();
    if (blind || first > 0) natural[0] = Math.max(first, shortest);
    length[0] = Math.min(natural[0], left);
    samples.shorten(at, length);
    tolerance[0] = SAME * natural[0] + SAME_DIGITS * Math.abs(at[0]!);
    settles = true;
    depart.leave();
    if (first > 0) depart.take(length, found, blind);
    else if (blind) settles = short.take(at, length, found);
    else found.search(blind);
    while (!blind && first === 0) {
      if (motion.matches(at, length, samples, found.switched)) {
        if (motion.follows(at, length)) break;
      } else if (found.restsAtSwitch()) break;
      if (!(length[0]! > shortest)) {
        if (!motion.defined(at, length))
          blindSteps = ++lostSteps; // no step is short enough
        else stepBlindly(Math.min(shortest, left));
        break;
      }
      length[0]! /= 2;
      natural[0] = length[0]!;
      found.search(blind);
    }
    if (!blind && first === 0) found.sharpen();
    if (blindSteps === 0) lostSteps = 0;
    pole = pit.isAhead(blind, length, v, from);
    density[0] = Number.NaN;
    reachBreak();
    if (inside) {
      half[0] = length[0]! / 2;
      motion.evaluate(half, inside.x, inside.v);
    }
    teller.begin();
  }

  /** The series ends before the motion does, however short the step. */
  function stepBlindly(size: number): void {
    cut = true;
    length[0] = size;
    motion.truncate();
    settles = short.take(at, length, found);
  }

  /** Goes on by the kernel; whether it did. What it leaves undone is done here. */
  function pass(passed: number, stats: Stats): boolean {
    if (passed === Passed.none) return false;
    expansions += fast!.expansions;
    owned = true;
    depart.leave();
    blind = cut = pole = false;
    settles = true;
    blindSteps = lostSteps = 0;
    density[0] = Number.NaN;
    if (passed === Passed.whole) {
      if (derivatives) adoptExpansion(false);
      else found.event = kernel!.event[0]! >= 0;
    } else {
      adoptExpansion(true);
      if (passed === Passed.unexpanded) expand(stats);
      else {
        length[0] = Math.min(natural[0]!, breaks[nextBreak]! - at[0]!);
        found.search(blind);
        reachBreak();
      }
    }
    teller.begin();
    return true;
  }

  /** Takes over an expansion of the kernel: goes on from it in general, or lets derivatives look at it as if it were made here. */
  function adoptExpansion(goesOn: boolean): void {
    owned = !goesOn;
    tolerance[0] = SAME * natural[0]! + SAME_DIGITS * Math.abs(at[0]!);
    takeOver(ahead, at, length[0]!, { side, held, decision, guard, taylor, found }, goesOn);
  }

  /** An event at a jump of the load is settled with it. */
  function reachBreak(): void {
    const left = breaks[nextBreak]! - at[0]!;
    if (left - length[0]! <= tolerance[0]!) length[0] = left;
  }

  /** Where velocities or formulas jump: the sides of commands and formulas are found anew. */
  function relocate(): void {
    limiter?.locate(at, x, v);
    switches?.locate(at, x, v);
  }

  /** Moves to the end of the expansion and settles what happens there. */
  function arrive(stats: Stats, listener: Listener): StepStatus {
    const atBreak = endsAtBreak();
    motion.forces(length, end);
    motion.evaluate(length, x, v);
    at[0] = atBreak ? breaks[nextBreak]! : at[0]! + length[0]!;
    if (cut && !pit.hasForces(at, x, v)) return "undefined-force"; // before a row is put to rest under it
    const lost = !keep.follow(at, x);
    values.update(at, x, v, inside); // from the side it comes from: a drive may jump here
    if (!found.doubted) held.project(mode, values.drive, v);
    if (atBreak && nextBreak < breaks.length - 1) nextBreak++;
    chooseSide();
    limiter?.pass(found.saturates, length, tolerance);
    switches?.pass(found.switched, length, tolerance);
    if (atBreak) relocate();
    given.set(end);
    settled.set(mode);
    const jumps = atBreak || found.switched || lost;
    if (!now.settle(found.event, jumps, natural, cut ? length : natural, stats, listener)) return "not-converged";
    if (found.event && length[0] === 0) doubtLimits(decision, guard, settled, held.dependent);
    return found.event && crowd.add(at[0]!) ? "event-accumulation" : "stepped";
  }

  /** Leaves a step in the middle; what the listener has heard is not changed by that. */
  function interrupt(): StepStatus {
    tau[0] = 0;
    show(tau, state);
    state.time = at[0]!;
    return "paused";
  }

  const endsAtBreak = () => length[0]! >= breaks[nextBreak]! - at[0]!;
  const endOf = () => (endsAtBreak() ? breaks[nextBreak]! : at[0]! + length[0]!);

  /** Lets the listener hear the motion up to `to` of the present expansion. */
  function tell(to: number, listener: Listener): void {
    const turn = turned && settles;
    const turns = to === length[0] && (found.event || at[0]! + to >= breaks[nextBreak]!);
    turned = (turned && !turn) || (cut && turns); // its forces have no series: the next expansion knows better
    if (!listener.between) return;
    if (turn) teller.turn(listener);
    if (cut) return;
    if (Number.isNaN(density[0]!)) density[0] = blindSteps > 0 ? 0 : close.density(length, natural);
    teller.tell(to, density[0]!, turns || at[0]! + to >= initial.end, listener);
  }

  const teller = telling(system, initial, at, CLOSE * samples.finest, show);

  /** Derivatives begin an expansion, which they may want shorter than the motion does. */
  function carryOn(begin: (along: Carry) => void): void {
    if (derivatives) begin(derivatives);
    if (!blind && blindSteps === 0) derivatives?.shorten(length, found, kernel?.event);
  }

  const atStart: ((listener: Listener) => void)[] = []; // an impact at the start is told with the first step
  let begun = false;
  function begin(): void {
    chooseSide();
    relocate();
    begun = now.begin(span, newStats(), {
      event: (kind, time, row) => atStart.push((listener) => listener.event(kind, time, row)),
      jump() {},
    });
    limiter?.report(at, { event() {}, jump() {} }); // modes of the start are no events
    if (!begun) return;
    expand(newStats());
    tau[0] = 0;
    show(tau, state);
    carryOn((along) => along.begin());
  }
  /** What stands in variables. */
  const kept = {
    save: () => ({
      ...{ nextBreak, blind, cut, settles, blindSteps, lostSteps },
      ...{ turned, expansions, sinceNode, pole, owned, told: atStart.length === 0 },
    }),
    restore(saved: Saved) {
      const was = saved as unknown as ReturnType<typeof kept.save>;
      ({ nextBreak, blind, cut, settles, blindSteps, lostSteps } = was);
      ({ turned, expansions, sinceNode, pole, owned } = was);
      if (was.told) atStart.length = 0;
    },
  };
  // the present expansion as it is, and what was decided at its origin
  const memory = {
    ...{ state, side, decision, moment, length, natural, density, tolerance, ahead, found, inside: inside ?? {} },
    there: keep.kept(x),
    parts: [taylor, held, guard, motion, depart, pit, close, now, teller, pace, limiter, switches, halts].flatMap(
      (part) => (part ? [part.kept] : []),
    ),
    crowd: crowd.kept,
    kept,
  };
  const { state: _, crowd: __, ...own } = memory; // of the run, also where that is the kernel's
  const unbegun =
    system.linear && !system.rowMotion && !derivatives
      ? rewinding(by ? own : memory, kernel?.shared.at.buffer)
      : undefined;
  if (!by) begin();
  return {
    begin(start) {
      from = start;
      begin();
    },
    adopt(passed, start, stats) {
      from = start;
      chooseSide();
      begun = owned = true;
      found.event = ahead.event[0]! >= 0;
      if (!pass(passed, stats)) teller.begin();
    },
    forget() {
      unbegun!();
      atStart.length = 0;
    },
    state,
    kept: derivatives ? undefined : memory,
    ...(unbegun &&
      !by && {
        restart(position: Vector, velocity: Vector) {
          unbegun();
          atStart.length = 0;
          from = { ...initial, position, velocity };
          for (const place of [x, state.position]) place.set(position);
          for (const rate of [v, state.velocity]) rate.set(velocity);
          begin();
        },
      }),
    step(interval, stats, listener) {
      if (!begun) return "not-converged";
      if (atStart.length > 0) for (const announceOne of atStart.splice(0)) announceOne(listener);
      const stop = interval[END]!;
      for (; at[0]! + length[0]! < stop; sinceNode++) {
        if (pole) return "undefined-force";
        const many = sinceNode > MOST_EXPANSIONS || expansions > MOST_IN_ALL || blindSteps > MOST_BLIND;
        if (many || pace.crawls(at, stop)) return "too-many-expansions";
        if (length[0]! > tolerance[0]!) limiter?.report(at, listener);
        tell(length[0]!, listener);
        if (listener.piece) teller.lend(endOf(), listener);
        depart.reach(length);
        derivatives?.leave(length, found.event, endsAtBreak() ? nextBreak : -1, found.switched);
        const goesOn = fast && (owned || !found.event);
        if (goesOn && pass(fast.advance(stop, breaks[nextBreak]!, !owned, stats, listener), stats)) {
          sinceNode += fast.expansions - 1;
          if (fast.crowded) return "event-accumulation";
          carryOn((along) => along.enter(undefined));
        } else {
          expansions++;
          if (owned) adoptExpansion(true);
          const status = arrive(stats, listener);
          if (status !== "stepped") return status;
          expand(stats);
          carryOn((along) => along.enter(now.impact()));
        }
        if (listener.pause?.()) return interrupt();
      }
      sinceNode = 0;
      if (listener.piece && stop >= initial.end) teller.lend(Math.min(stop, endOf()), listener);
      tau[0] = Math.min(stop - at[0]!, length[0]!);
      if (tau[0] > 0) limiter?.report(at, listener);
      tell(tau[0], listener);
      teller.flush(listener); // a sample is taken of the state that was told last
      if (!listener.between || !teller.copyLast(tau, state)) show(tau, state);
      derivatives?.show(tau);
      state.time = stop;
      stats.steps++;
      return "stepped";
    },
  };
}

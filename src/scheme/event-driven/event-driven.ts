/**
 * `event-driven`, the reference scheme. Between events a linear friction system is smooth: its motion is a Taylor series,
 * summed to round-off over steps as long as the series allows. Guards on the series find the instants at which a row stops,
 * breaks loose or reaches a kink of its law, to the last digits; the next mode comes from the box problem on accelerations
 * (and on higher derivatives where that is undecided). Multipliers are exact at every output time.
 */
import { type LinearSystem, stopGaps } from "../../model/linear.ts";
import { rowsMultiply } from "../../numeric/rows.ts";
import { END, newState, type Listener, type Scheme, type State, type Stepper, type StepStatus } from "../scheme.ts";
import { rowStep } from "../rows.ts";
import { restingSlip } from "../start.ts";
import { newStats, type Stats } from "../../step/step.ts";
import { Cause, guards } from "./guards.ts";
import { hold } from "./hold.ts";
import { bounceSeries, impact } from "./impact.ts";
import { modeChoice } from "./mode.ts";
import { propagation } from "./propagation.ts";
import { series } from "./series.ts";

const ORDER = 24;
/** States per expansion that the listener hears: what the audit reads the motion from. */
const BETWEEN = 32;
/** Expansions within one output interval: beyond, the machine oscillates too fast for this scheme. */
const MOST_EXPANSIONS = 1_000_000;
/** Accumulation: so many events within so small a part of the run. */
const WINDOW = 256;
const CROWDED = 1e-11;
/** A step from a point where the motion has no series (a root of zero in a force), relative to the run. */
const BLIND_STEP = 1e-10;
/** Of the largest speed, what counts as rest after an impact. */
const RESTING = 1e-12;

export function eventDriven(): Scheme {
  return {
    name: "event-driven",
    order: Number.POSITIVE_INFINITY,
    multiplierAt: "node",
    stepsEnd: "events",
    refuses: () => undefined,
    problem(system) {
      const mass = system.matrix();
      system.mass.addTo(mass, 1);
      return rowStep(system, mass, system.directions);
    },
    start: (system, _solver, initial) => start(system, initial),
  };
}

function start(system: LinearSystem, initial: Parameters<Scheme["start"]>[2]): Stepper {
  const m = system.rows.length;
  const state = newState(system, initial, 0);
  const shown = newState(system, initial, 0); // for the listener
  const jumped = newState(system, initial, 0);
  const x = Float64Array.from(initial.position);
  const v = Float64Array.from(initial.velocity);
  const limits = Float64Array.from(system.rows, ({ law }) => law.limit);
  const passive = Int8Array.from(system.rows, ({ law }) => (law.limit === 0 || law.smoothing > 0 ? 1 : 0));
  const isStop = Int8Array.from(system.rows, ({ law }) => (law.stop ? 1 : 0));
  const hit = new Int8Array(m);
  const collide = impact(system);
  const bounces = system.rows.map(() => bounceSeries());
  const mode = new Int8Array(m);
  const before = new Int8Array(m);
  const resting = new Int8Array(m);
  const stuck = new Int8Array(m); // 0 for rows at rest, as a mode
  const side = new Float64Array(m);
  const constant = new Float64Array(m);
  const slip = new Float64Array(m);
  const gaps = new Float64Array(m);
  const span = initial.end - initial.time;
  const tolerance = Float64Array.of(1e-13 * (span + Math.abs(initial.time)));
  const taylor = series(system, ORDER);
  const held = hold(system);
  const motion = propagation(system, taylor, held);
  const choice = modeChoice(system);
  const guard = guards(system, ORDER, tolerance);
  const breaks = [...system.load.breakpoints(initial.time, initial.end).times, initial.end];
  const at = new Float64Array(2);
  const tau = new Float64Array(1);
  const length = new Float64Array(1); // of the present expansion
  const natural = new Float64Array(1);
  const recent = new Float64Array(WINDOW).fill(Number.NEGATIVE_INFINITY);
  let base = initial.time;
  let nextBreak = 0;
  let eventAhead = false;
  let events = 0;

  function setInstant(): void {
    at[0] = base;
    at[1] = (base + breaks[nextBreak]!) / 2;
  }

  /** Forces of rows that do not hold: slipping ones at their limit; held along, what they had. */
  function setConstant(): void {
    for (let i = 0; i < m; i++) {
      if (passive[i] === 1 || (isStop[i] === 1 && mode[i] !== 0)) constant[i] = 0;
      else if (mode[i] !== 0) constant[i] = -mode[i]! * limits[i]!;
    }
  }

  function expand(stats: Stats): void {
    setInstant();
    for (let i = 0; i < m; i++) {
      if (mode[i] === 0) continue;
      side[i] = guard.sideOf(i, mode[i]!);
      taylor.chooseSide(i, side);
    }
    motion.expand(at, x, v, mode, constant);
    stats.iterations += ORDER - 1;
    const left = breaks[nextBreak]! - base;
    const trusted = motion.length();
    natural[0] = Math.min(trusted, span);
    length[0] = Math.min(trusted > 0 ? trusted : BLIND_STEP * span, left);
    eventAhead = trusted > 0 && guard.search(taylor, mode, held.holds, length, natural);
    guard.unmute();
    if (left - length[0]! <= tolerance[0]!) length[0] = left; // an event at a jump of the load is settled with it
  }

  /** Modes of the rows at rest, at the present instant. */
  function decide(stats: Stats): boolean {
    setInstant();
    taylor.begin(at, x, v);
    for (let i = 0; i < m; i++) if (resting[i] === 0 && mode[i] !== 0) taylor.chooseSide(i, side);
    if (!choice.decide(taylor, resting, mode, side, constant, stats)) return false;
    for (let i = 0; i < m; i++) if (resting[i] === 1) guard.zone[i] = 0;
    held.choose(mode);
    setConstant();
    return true;
  }

  /** Moves the base to the end of the expansion and settles what happens there. */
  function arrive(stats: Stats, listener: Listener): StepStatus {
    tau[0] = length[0]!;
    const atBreak = length[0]! >= breaks[nextBreak]! - base;
    motion.forces(tau, constant);
    motion.evaluate(tau, x, v);
    const moved = length[0]! > tolerance[0]!;
    base = atBreak ? breaks[nextBreak]! : base + length[0]!;
    if (atBreak && nextBreak < breaks.length - 1) nextBreak++;
    before.set(mode);
    if (!settle(moved, atBreak, stats, listener)) return "not-converged";
    return report(listener);
  }

  /** The rows whose guards were crossed, and with them all that are at rest. False when no next mode can be found. */
  function settle(moved: boolean, atBreak: boolean, stats: Stats, listener: Listener): boolean {
    let decision = atBreak;
    let contact = false;
    hit.fill(0);
    for (let i = 0; i < m; i++) {
      resting[i] = mode[i] === 0 ? 1 : 0;
      if (resting[i] === 1 && isStop[i] === 1) hit[i] = 1;
      if (!eventAhead || guard.cause[i] === 0) continue;
      if (guard.cause[i] === Cause.pieceEnds) guard.zone[i]! += guard.direction[i]!;
      else if (guard.cause[i] === Cause.gapCloses) {
        contact = true;
        hit[i] = 1;
      } else {
        decision = true;
        resting[i] = 1;
      }
    }
    if (contact) {
      decision = true;
      if (!strike(stats, listener)) return false;
    }
    for (let i = 0; i < m; i++) stuck[i] = 1 - resting[i]!;
    held.project(stuck, v);
    if (!decision) {
      setConstant();
      return true;
    }
    if (!decide(stats)) return false;
    if (!eventAhead) return true;
    for (let i = 0; i < m; i++) if (guard.cause[i] !== 0 && mode[i] === before[i] && !moved) guard.mute(i);
    return true;
  }

  /** Stops in `hit` are in contact: the impact, and which rows are at rest after it. */
  function strike(stats: Stats, listener: Listener): boolean {
    rowsMultiply(system.directions, v, slip);
    const slow = RESTING * largestSpeed();
    let collision = false;
    for (let i = 0; i < m; i++) {
      if (hit[i] === 0 || slip[i]! >= -slow) continue;
      collision = true;
      const { gap } = system.rows[i]!.law.stop!;
      placeAtStop(i, gap);
      const rest = bounces[i]!.add(base);
      if (Number.isNaN(rest)) listener.event("impact", base, i);
      else {
        hit[i] = 2;
        listener.event("contact", rest, i);
      }
    }
    if (collision) {
      shown.time = base;
      shown.position.set(x);
      shown.velocity.set(v);
      shown.force.fill(0);
      if (!collide.apply(hit, v, stats)) return false;
      jumped.time = base;
      jumped.position.set(x);
      jumped.velocity.set(v);
      listener.jump(shown, jumped);
      rowsMultiply(system.directions, v, slip);
    }
    for (let i = 0; i < m; i++) {
      if (passive[i] === 1) continue;
      if (isStop[i] === 1) {
        if (hit[i] !== 0) resting[i] = slip[i]! <= slow ? 1 : 0;
        if (hit[i] !== 0) mode[i] = 1 - resting[i]!;
      } else if (Math.abs(slip[i]!) > slow && (resting[i] === 1 || slip[i]! * mode[i]! < 0)) {
        resting[i] = 0; // thrown out of rest, or backwards
        mode[i] = Math.sign(slip[i]!);
        guard.zone[i] = guard.locate(i, slip[i]!);
        side[i] = guard.sideOf(i, mode[i]!);
      }
    }
    return true;
  }

  function largestSpeed(): number {
    let speed = 0;
    for (let k = 0; k < v.length; k++) speed = Math.max(speed, Math.abs(v[k]!));
    return speed;
  }

  /** Puts the coordinate of a stop on one coordinate exactly at it: the gap there is round-off. */
  function placeAtStop(i: number, gap: number): void {
    const { start, column, value } = system.directions;
    if (start[i + 1]! - start[i]! === 1) x[column[start[i]!]!] = -gap / value[start[i]!]!;
  }

  function report(listener: Listener): StepStatus {
    for (let i = 0; i < m; i++) {
      if (mode[i] === before[i] || passive[i] === 1) continue;
      if (isStop[i] === 0) listener.event(mode[i] === 0 ? "stick" : before[i] === 0 ? "slip" : "reversal", base, i);
      else if (mode[i] !== 0) listener.event("release", base, i);
      else if (hit[i] === 0) listener.event("contact", base, i);
    }
    if (!eventAhead) return "stepped";
    const oldest = recent[events % WINDOW]!;
    recent[events % WINDOW] = base;
    events++;
    return base - oldest <= CROWDED * span ? "event-accumulation" : "stepped";
  }

  /** Fills a state at tau[0] of the present expansion. */
  function show(into: State): void {
    motion.evaluate(tau, into.position, into.velocity);
    motion.forces(tau, into.force);
    rowsMultiply(system.directions, into.velocity, slip);
    for (let i = 0; i < m; i++) {
      into.mode[i] = passive[i] === 1 ? Math.sign(slip[i]!) : mode[i]!;
      if (system.rows[i]!.law.smoothing > 0) {
        const eta = system.rows[i]!.law.smoothing;
        into.force[i] = (-limits[i]! * slip[i]!) / Math.sqrt(eta * eta + slip[i]! * slip[i]!);
      }
    }
  }

  function tellBetween(from: number, to: number, listener: Listener): void {
    if (!(to > from)) return;
    const pieces = Math.max(1, Math.ceil((BETWEEN * (to - from)) / Math.max(length[0]!, to - from)));
    for (let k = 1; k <= pieces; k++) {
      tau[0] = from + ((to - from) * k) / pieces;
      shown.time = base + tau[0];
      show(shown);
      listener.between(shown);
    }
  }

  /** First modes: rows that move slip, open stops are open, the others are decided. */
  function begin(stats: Stats, listener: Listener): boolean {
    slip.set(restingSlip(system, v));
    stopGaps(system, x, gaps);
    let contact = false;
    for (let i = 0; i < m; i++) {
      mode[i] = passive[i] === 1 ? 1 : Math.sign(slip[i]!);
      if (isStop[i] === 1) {
        hit[i] = gaps[i]! <= 0 && slip[i]! <= 0 ? 1 : 0;
        mode[i] = 1 - hit[i]!;
        contact ||= hit[i] === 1;
      }
      resting[i] = mode[i] === 0 ? 1 : 0;
      if (mode[i] === 0 || passive[i] === 1) continue;
      guard.zone[i] = guard.locate(i, slip[i]!);
      side[i] = guard.sideOf(i, mode[i]!);
    }
    if (contact && !strike(stats, listener)) return false;
    for (let i = 0; i < m; i++) stuck[i] = 1 - resting[i]!;
    held.project(stuck, v);
    if (!decide(stats)) return false;
    expand(stats);
    return true;
  }

  /** Time within the present expansion up to which the listener has heard. */
  let heard = 0;

  const stepper: Stepper = {
    state,
    step(interval, stats, listener) {
      const end = interval[END]!;
      if (!begun) return "not-converged";
      if (atStart.length > 0) {
        announce = listener;
        for (const tell of atStart.splice(0)) tell();
      }
      for (let k = 0; base + length[0]! < end; k++) {
        if (k > MOST_EXPANSIONS) return "too-many-expansions";
        tellBetween(heard, length[0]!, listener);
        const status = arrive(stats, listener);
        if (status !== "stepped") return status;
        expand(stats);
        heard = 0;
      }
      const target = Math.min(end - base, length[0]!);
      tellBetween(heard, target, listener);
      heard = target;
      tau[0] = target;
      show(state);
      state.time = end;
      stats.steps++;
      return "stepped";
    },
  };
  const atStart: (() => void)[] = []; // an impact at the start is told with the first step
  let announce: Listener | undefined;
  const begun = begin(newStats(), {
    event: (kind, time, row) => atStart.push(() => announce!.event(kind, time, row)),
    between() {},
    jump() {},
  });
  tau[0] = 0;
  if (begun) show(state);
  return stepper;
}

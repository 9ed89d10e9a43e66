/** One arc of a mode, and the first instant at which the mode stops being admissible. */
import { type Arc, collocate } from "./chebyshev.ts";
import type { Machine } from "./machine.ts";
import { commandOf, layout, type Mode, respond, type Segment, slipOf } from "./response.ts";

export interface Guard {
  readonly kind: "hold" | "slip" | "piece" | "gap" | "side";
  readonly index: number;
  readonly value: (t: number, y: Float64Array) => number;
  /** What counts as zero. */
  readonly tolerance: number;
}

export interface Attempt {
  readonly mode: Mode;
  readonly arc: Arc;
  /** Where the mode ends inside the arc, and by which guard. */
  readonly exit?: { readonly tau: number; readonly guard: Guard };
  /** Least relative distance at which a guard turned around without crossing. */
  readonly graze: number;
}

const SAMPLES = 32;
const SHORTEST = 1e-14;

export function guardsOf(machine: Machine, segment: Segment, mode: Mode): Guard[] {
  const { gaps } = layout(machine);
  const guards: Guard[] = [];
  const response = respond(machine, segment, mode);
  const holds = mode.rows.includes(0) || mode.closed.includes(true);
  if (holds) guards.push({ kind: "hold", index: 0, value: response.margin, tolerance: 1e-11 });
  if (holds) guards.push({ kind: "hold", index: 1, value: (t) => 1e-7 - response.contradiction(t), tolerance: 0 });
  machine.friction.forEach((row, k) => {
    const sign = mode.rows[k]!;
    if (Math.abs(sign) !== 1) return;
    const slip = (t: number, y: Float64Array) => sign * slipOf(machine, segment, k, t, y);
    guards.push({ kind: "slip", index: k, value: slip, tolerance: 1e-14 });
    const kinks = row.weakening?.kinks ?? [];
    const piece = mode.pieces[k]!;
    if (piece < kinks.length)
      guards.push({ kind: "piece", index: k, value: (t, y) => kinks[piece]! - slip(t, y), tolerance: 1e-13 });
    if (piece > 0)
      guards.push({ kind: "piece", index: k, value: (t, y) => slip(t, y) - kinks[piece - 1]!, tolerance: 1e-13 });
  });
  machine.stops.forEach((_, k) => {
    if (!mode.closed[k]) guards.push({ kind: "gap", index: k, value: (_t, y) => y[gaps + k]!, tolerance: 0 });
  });
  machine.pids.forEach(({ limit }, k) => {
    const side = mode.sides[k]!;
    const [low, high] = limit;
    const command = (t: number, y: Float64Array) => commandOf(machine, segment, k, t, y);
    const add = (value: Guard["value"]) => guards.push({ kind: "side", index: k, value, tolerance: 1e-12 });
    if (side <= 0 && Number.isFinite(high) && side === 0) add((t, y) => high - command(t, y));
    if (side === 0 && Number.isFinite(low)) add((t, y) => command(t, y) - low);
    if (side > 0) add((t, y) => command(t, y) - high);
    if (side < 0) add((t, y) => low - command(t, y));
  });
  return guards;
}

/** An arc as long as its polynomial resolves (at most `longest`), halved until an exit lies well inside of it. */
export function attempt(
  machine: Machine,
  segment: Segment,
  mode: Mode,
  t: number,
  y: Float64Array,
  longest: number,
): Attempt | undefined {
  const guards = guardsOf(machine, segment, mode);
  const { rate } = respond(machine, segment, mode);
  let length = longest;
  for (;;) {
    const arc = collocate(rate, t, y, length);
    if (!arc) {
      length /= 2;
      if (length < SHORTEST) return undefined;
      continue;
    }
    const found = firstExit(guards, arc);
    if (found.exit && found.exit.tau < length / 16 && length > SHORTEST) {
      length = Math.max(found.exit.tau * 4, length / 64);
      continue;
    }
    return { mode, arc, ...found };
  }
}

function firstExit(guards: readonly Guard[], arc: Arc): Pick<Attempt, "exit" | "graze"> {
  const times = Array.from({ length: SAMPLES + 1 }, (_, k) => (arc.length * k) / SAMPLES);
  const states = times.map((tau) => arc.at(tau));
  let exit: Attempt["exit"];
  let graze = 1;
  for (const guard of guards) {
    const values = states.map((y, k) => guard.value(arc.start + times[k]!, y));
    const at = (tau: number) => guard.value(arc.start + tau, arc.at(tau));
    const scale = Math.max(...values.map(Math.abs));
    const early = earlyDip(guard, at, values, times[1]!);
    if (early !== undefined) {
      if (!exit || early < exit.tau) exit = { tau: early, guard };
      continue;
    }
    for (let k = 1; k <= SAMPLES; k++) {
      if (exit && times[k - 1]! > exit.tau) break;
      let [right, value] = [times[k]!, values[k]!];
      const dips = k < SAMPLES && k > 1 && value <= values[k - 1]! && value <= values[k + 1]!;
      if (value >= -guard.tolerance && dips && couldCross(values[k - 1]!, value, values[k + 1]!)) {
        [right, value] = lowest(at, times[k - 1]!, times[k + 1]!);
        if (value >= 0) graze = Math.min(graze, value / scale);
      }
      if (!(value < -guard.tolerance)) continue;
      const left = k === 1 ? 0 : times[k - 1]!;
      const tau = crossing(at, left, values[k - 1]! > 0 ? 0 : -guard.tolerance, right);
      if (!exit || tau < exit.tau) exit = { tau, guard };
      break;
    }
  }
  return exit ? { exit, graze } : { graze };
}

/** A guard that falls at first and has risen again at the first sample may have crossed in between. */
function earlyDip(
  guard: Guard,
  at: (tau: number) => number,
  values: readonly number[],
  first: number,
): number | undefined {
  const [start, next] = [values[0]!, values[1]!];
  if (!(start >= -guard.tolerance && next >= -guard.tolerance)) return undefined;
  if (at(first / 100) >= start && at(first / 1e4) >= start) return undefined;
  const [tau, value] = lowest(at, 0, first);
  return value < -guard.tolerance ? crossing(at, 0, start > 0 ? 0 : -guard.tolerance, tau) : undefined;
}

/** The parabola through three samples, generously, may go below zero between them. */
function couldCross(left: number, middle: number, right: number): boolean {
  return middle < 2 * (left + right - 2 * middle);
}

function lowest(at: (tau: number) => number, from: number, to: number): [number, number] {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [a, b] = [from, to];
  for (let k = 0; k < 60; k++) {
    const [c, d] = [b - ratio * (b - a), a + ratio * (b - a)];
    if (at(c) < at(d)) b = d;
    else a = c;
  }
  const tau = (a + b) / 2;
  return [tau, at(tau)];
}

/** Where the value falls below the level: above at `left`, below at `right` (bisection and secants in turn). */
function crossing(at: (tau: number) => number, left: number, level: number, right: number): number {
  let [a, b] = [left, right];
  let [above, below] = [at(a) - level, at(b) - level];
  for (let k = 0; k < 200 && b - a > 1e-16 * b; k++) {
    let middle = (a + b) / 2;
    if (k % 3 !== 2 && above > 0 && below < 0) {
      const secant = a + ((b - a) * above) / (above - below);
      const nudge = 1e-3 * (b - a);
      middle =
        k % 3 === 0
          ? secant
          : Math.min(
              b - nudge,
              Math.max(a + nudge, secant + (secant - a < b - secant ? 1 : -1) * Math.min(nudge, 1e-14)),
            );
      if (!(middle > a && middle < b)) middle = (a + b) / 2;
    }
    const value = at(middle) - level;
    if (value >= 0) [a, above] = [middle, value];
    else [b, below] = [middle, value];
  }
  return a;
}

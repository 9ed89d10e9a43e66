/**
 * The motion of a curved machine: the tight integrator inside modes, guards that end them, the next mode by trying all of them,
 * impacts by trying all sets of stops that push. What cannot be told apart is said, never guessed.
 */
import { integrate } from "../integrate.ts";
import { type CurvedMachine, type CurvedMode, dot, respond, solve, type Terms, termsOf } from "./machine.ts";

export type Reason = "grazing" | "ambiguous" | "accumulation";

export interface Followed {
  readonly position: number[];
  readonly velocity: number[];
  readonly events: { readonly time: number; readonly kind: string; readonly row: number }[];
  /** Why the oracle itself is not sure. */
  readonly reason?: Reason;
  /** An impact was so slow that it was taken as inelastic: the velocities are known to some SLOW only. */
  readonly slowed?: boolean;
}

const REST = 1e-9; // of a speed, m/s
const CLOSE = 1e-9; // of a gap, m
const TIE = 1e-7; // of a force or acceleration, relative
const MOST_EVENTS = 400;
/** Slower impacts are taken as inelastic, m/s: where friction works beside them, that changes velocities by as much. */
export const SLOW = 2e-5;
const LONGEST = 0.02;
/** So many times the time since the last event are looked at with short steps. */
const AFTER = 4;

export function follow(
  machine: CurvedMachine,
  start: { readonly position: readonly number[]; readonly velocity: readonly number[] },
  end: number,
): Followed {
  const n = machine.size;
  let q = [...start.position];
  let v = [...start.velocity];
  let t = 0;
  let last = -LONGEST;
  const events: Followed["events"] = [];
  let slowed = false;
  const done = (reason?: Reason): Followed => ({
    ...{ position: q, velocity: v, events, slowed },
    ...(reason ? { reason } : {}),
  });
  let found = settle(machine, t, q, v, events);
  if ("reason" in found) return done(found.reason);
  for (let count = 0; count < MOST_EVENTS; count++) {
    v = found.velocity;
    const { mode } = found;
    const rate = (time: number, y: readonly number[]) => {
      const [x, u] = [y.slice(0, n), y.slice(n)];
      const response = respond(machine, mode, termsOf(machine, time, x, u));
      return [...u, ...(response?.acceleration ?? u.map(() => Number.NaN))];
    };
    const guards = guardsOf(machine, mode, { q, v, t });
    const leg = (from: number, y: readonly number[], to: number, maxStep: number) =>
      integrate(rate, from, [...y], to, {
        ...{ relative: 1e-13, absolute: 1e-14, maxStep },
        guards: guards.map(({ value }) => value),
      });
    // events that crowd: the next one may come and go within an ordinary step
    const soon = Math.min(end, t + AFTER * (t - last));
    let reached = leg(t, [...q, ...v], soon, Math.min(LONGEST, (soon - t) / 32));
    if (reached.guard === undefined && soon < end) reached = leg(soon, reached.state, end, LONGEST);
    last = t;
    q = reached.state.slice(0, n);
    v = reached.state.slice(n);
    if (q.some((entry) => !Number.isFinite(entry))) return done("ambiguous");
    if (reached.time === t && count > 0 && reached.guard !== undefined) return done("grazing");
    t = reached.time;
    if (reached.guard === undefined) return done();
    const guard = guards[reached.guard]!;
    if (grazes(guard.value, rate, t, [...q, ...v])) return done("grazing");
    found = settle(machine, t, q, v, events, mode, guard);
    if ("reason" in found) return done(found.reason);
    slowed ||= found.mode.closed.some((is, k) => {
      return is && !mode.closed[k] && dot(machine.stops[k]!.distance.at(q).slope, v) > -SLOW;
    });
  }
  return done("accumulation");
}

interface CurvedGuard {
  readonly kind: "slip" | "hold" | "gap" | "push";
  readonly row: number;
  readonly value: (t: number, y: readonly number[]) => number;
}

/** A guard that is just leaving zero is armed only once it has left it. */
function guardsOf(
  machine: CurvedMachine,
  mode: CurvedMode,
  from: { readonly q: readonly number[]; readonly v: readonly number[]; readonly t: number },
): CurvedGuard[] {
  const n = machine.size;
  const f = machine.friction.length;
  const at = (t: number, y: readonly number[]) => {
    const terms = termsOf(machine, t, y.slice(0, n), y.slice(n));
    return { terms, response: respond(machine, mode, terms) };
  };
  const guards: CurvedGuard[] = [];
  mode.rows.forEach((sign, i) => {
    const { drive } = machine.friction[i]!;
    if (sign !== 0) {
      const value = (_: number, y: readonly number[]) =>
        sign * (dot(machine.friction[i]!.along.at(y.slice(0, n)).slope, y.slice(n)) - drive);
      guards.push({ kind: "slip", row: i, value });
    } else {
      const value = (t: number, y: readonly number[]) => {
        const { terms, response } = at(t, y);
        return terms.limits[i]! - Math.abs(response?.forces[i] ?? 0);
      };
      guards.push({ kind: "hold", row: i, value });
    }
  });
  mode.closed.forEach((closed, k) => {
    const value = closed
      ? (t: number, y: readonly number[]) => at(t, y).response?.forces[f + k] ?? 0
      : (_: number, y: readonly number[]) => machine.stops[k]!.distance.at(y.slice(0, n)).value;
    guards.push({ kind: closed ? "push" : "gap", row: k, value });
  });
  return guards.map((guard) => armed(guard, [...from.q, ...from.v], from.t));
}

function armed(guard: CurvedGuard, y: readonly number[], t: number): CurvedGuard {
  if (guard.value(t, y) > 1e-13) return guard;
  let away = false;
  return {
    ...guard,
    value(time, state) {
      const value = guard.value(time, state);
      if (value > 1e-13) away = true;
      return away || time - t > 1e-6 ? value : 1;
    },
  };
}

/** Whether a guard touches its zero rather than crossing it. */
function grazes(
  value: CurvedGuard["value"],
  rate: (t: number, y: readonly number[]) => number[],
  t: number,
  y: readonly number[],
): boolean {
  const h = 1e-6;
  const slope = rate(t, y);
  const back = y.map((entry, i) => entry - h * slope[i]!);
  return Math.abs(value(t, y) - value(t - h, back)) < 1e-5 * h;
}

type Settled = { readonly mode: CurvedMode; readonly velocity: number[] } | { readonly reason: Reason };

/** Impacts, rows at rest, and the one mode that all laws allow. */
function settle(
  machine: CurvedMachine,
  t: number,
  q: readonly number[],
  v: readonly number[],
  events: Followed["events"],
  before?: CurvedMode,
  guard?: CurvedGuard,
): Settled {
  const f = machine.friction.length;
  let velocity = [...v];
  const still = (terms: Terms, i: number) => Math.abs(slipOf(machine, terms, i, velocity));
  let terms = termsOf(machine, t, q, velocity);
  const touching = terms.gaps.map(
    (gap, k) => before?.closed[k] === true || (guard?.kind === "gap" && guard.row === k) || Math.abs(gap) < CLOSE,
  );
  const closing = touching.map((is, k) => is && dot(terms.directions[f + k]!.w, velocity) < -REST);
  if (closing.some(Boolean)) {
    const after = collide(machine, terms, touching, velocity);
    if (!after) return { reason: "ambiguous" };
    closing.forEach((is, k) => {
      if (is) events.push({ time: t, kind: "impact", row: k });
    });
    velocity = after;
    terms = termsOf(machine, t, q, velocity);
  }
  const resting = machine.friction.map((_, i) => {
    const ended = guard?.kind === "slip" && guard.row === i && !closing.some(Boolean);
    return ended || still(terms, i) < REST;
  });
  const signs = machine.friction.map((_, i) => Math.sign(slipOf(machine, terms, i, velocity)));
  const quiet = touching.map((is, k) => is && Math.abs(dot(terms.directions[f + k]!.w, velocity)) < REST);
  velocity = brought(machine, terms, resting, quiet, velocity);
  terms = termsOf(machine, t, q, velocity);
  const modes = candidates(machine, terms, resting, signs, quiet);
  const broke = guard?.kind === "hold" ? guard.row : -1;
  const released = guard?.kind === "push" ? guard.row : -1;
  const fitting = modes.filter(
    (mode) => (broke < 0 || mode.rows[broke] !== 0) && (released < 0 || !mode.closed[released]),
  );
  const [mode] = fitting;
  if (!mode || fitting.length > 1) return { reason: "ambiguous" };
  for (let i = 0; before && i < f; i++) {
    if (before.rows[i] === mode.rows[i]) continue;
    const kind = mode.rows[i] === 0 ? "stick" : before.rows[i] === 0 ? "slip" : "reversal";
    events.push({ time: t, kind, row: i });
  }
  return { mode, velocity };
}

const slipOf = (machine: CurvedMachine, { directions }: Terms, i: number, v: readonly number[]) =>
  dot(directions[i]!.w, v) - machine.friction[i]!.drive;

/** The velocity with the slips of what is at rest set to zero, by the least change of momentum. */
function brought(
  machine: CurvedMachine,
  terms: Terms,
  resting: readonly boolean[],
  quiet: readonly boolean[],
  v: readonly number[],
): number[] {
  const f = machine.friction.length;
  const s = machine.stops.length;
  const rows = terms.directions.flatMap(({ w }, i) => {
    if (i < f) return resting[i] ? [{ w, off: slipOf(machine, terms, i, v) }] : [];
    return i >= f + s || quiet[i - f] ? [{ w, off: dot(w, v) }] : [];
  });
  const matrix = [
    ...terms.mass.map((row, k) => [...row, ...rows.map(({ w }) => -w[k]!)]),
    ...rows.map(({ w }) => [...w, ...rows.map(() => 0)]),
  ];
  const solution = solve(matrix, [...v.map(() => 0), ...rows.map(({ off }) => -off)]);
  return solution ? v.map((entry, k) => entry + solution[k]!) : [...v];
}

/** All modes whose laws hold at the instant, with a margin; a tie makes two of them. */
function candidates(
  machine: CurvedMachine,
  terms: Terms,
  resting: readonly boolean[],
  signs: readonly number[],
  quiet: readonly boolean[],
): CurvedMode[] {
  const f = machine.friction.length;
  const rows = product(resting.map((is, i) => (is ? [0, 1, -1] : [signs[i]!])));
  const stops = product(quiet.map((is) => (is ? [true, false] : [false])));
  return rows.flatMap((pattern) =>
    stops.flatMap((closed) => {
      const mode = { rows: pattern, closed };
      const response = respond(machine, mode, terms);
      if (!response) return [];
      const scale = TIE * Math.max(1, ...response.acceleration.map(Math.abs));
      const rests = pattern.every((sign, i) => {
        if (!resting[i]) return true;
        if (sign === 0) return Math.abs(response.forces[i]!) <= terms.limits[i]! * (1 + TIE);
        return sign * response.rates[i]! > -scale;
      });
      const stands = closed.every((is, k) => {
        if (!quiet[k]) return true;
        return is ? response.forces[f + k]! >= -scale : response.rates[f + k]! > -scale;
      });
      return rests && stands ? [mode] : [];
    }),
  );
}

function product<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((all, list) => all.flatMap((row) => list.map((entry) => [...row, entry])), [[]]);
}

/** Newton's law of impact: each stop that touches pushes and gives back, or does not push and opens faster. */
function collide(
  machine: CurvedMachine,
  terms: Terms,
  touching: readonly boolean[],
  v: readonly number[],
): number[] | undefined {
  const f = machine.friction.length;
  const s = machine.stops.length;
  const found: number[][] = [];
  for (const pushes of product(touching.map((is) => (is ? [true, false] : [false])))) {
    const rows = terms.directions.flatMap(({ w }, i) => {
      if (i < f) return [];
      if (i >= f + s) return [{ w, back: 0 }];
      const rate = dot(w, v);
      return pushes[i - f] ? [{ w, back: rate < -SLOW ? -machine.stops[i - f]!.restitution * rate : 0 }] : [];
    });
    const matrix = [
      ...terms.mass.map((row, k) => [...row, ...rows.map(({ w }) => -w[k]!)]),
      ...rows.map(({ w }) => [...w, ...rows.map(() => 0)]),
    ];
    const solution = solve(matrix, [...v.map(() => 0), ...rows.map(({ w, back }) => back - dot(w, v))]);
    if (!solution) continue;
    const after = v.map((entry, k) => entry + solution[k]!);
    const impulses = solution.slice(v.length, v.length + pushes.filter(Boolean).length);
    const opens = touching.every((is, k) => {
      if (!is || pushes[k]) return true;
      const { w } = terms.directions[f + k]!;
      const rate = dot(w, v);
      return dot(w, after) >= (rate < -SLOW ? -machine.stops[k]!.restitution * rate : 0) - REST;
    });
    if (opens && impulses.every((p) => p >= -REST)) found.push(after);
  }
  return found.length === 1 ? found[0] : undefined;
}

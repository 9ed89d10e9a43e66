/**
 * The motion of M x'' + D x' + K x + W C (lambda - gamma(s)) = f(t), s = W^T x', followed from one change of mode to the next with the
 * integrator beside. Slow, plain and tight (about 1e-11): the judge of schemes where no closed form exists. Needs a
 * regular W^T M^-1 W for the rows that stick together.
 */
import { combine, inverse, type Matrix, multiply } from "./dense.ts";
import { type Guard, integrate } from "./integrate.ts";

export interface FrictionRow {
  readonly direction: readonly number[];
  /** N, constant. */
  readonly limit: number;
  /** Odd, gamma(0) = 0. */
  readonly gamma: (slip: number) => number;
  /** Speeds |s| at which gamma has a kink; the integration stops there and goes on. */
  readonly kinks: readonly number[];
}

export interface FrictionSystem {
  readonly mass: Matrix;
  readonly damping: Matrix;
  readonly stiffness: Matrix;
  /** At a jump this gives the right limit. */
  readonly force: (time: number) => number[];
  readonly jumps: readonly number[];
  readonly rows: readonly FrictionRow[];
}

export interface Moment {
  readonly time: number;
  readonly position: number[];
  readonly velocity: number[];
  readonly multiplier: number[];
}

export interface ModeEvent {
  readonly time: number;
  readonly row: number;
  readonly kind: "stick" | "slip" | "reversal";
}

export interface Motion {
  /** One for each requested time. */
  readonly moments: Moment[];
  readonly events: ModeEvent[];
}

/** 0 sticks, 1 slips forward, -1 slips backward. */
type Mode = -1 | 0 | 1;

export interface Start {
  readonly time: number;
  readonly position: readonly number[];
  readonly velocity: readonly number[];
}

const MAX_SEGMENTS = 20_000;

export function follow(system: FrictionSystem, start: Start, times: readonly number[], maxStep = 0.02): Motion {
  const size = start.position.length;
  const mechanics = mechanicsOf(system);
  const stops = [...new Set([...system.jumps, ...times])].filter((time) => time > start.time).sort((a, b) => a - b);
  const moments: Moment[] = [];
  const events: ModeEvent[] = [];
  let time = start.time;
  let state = [...start.position, ...start.velocity];
  let modes: Mode[] = mechanics.slips(state).map((slip) => (Math.abs(slip) < 1e-12 ? 0 : slip > 0 ? 1 : -1));
  const record = () => {
    if (!times.includes(time)) return;
    const { multiplier } = mechanics.response(modes)(time, state);
    moments.push({ time, position: state.slice(0, size), velocity: state.slice(size), multiplier });
  };
  modes = mechanics.settle(time, state, modes);
  record();
  for (let segment = 0; stops.length > 0; segment++) {
    if (segment > MAX_SEGMENTS) throw new Error(`events do not end; at time: ${time}. look for an accumulation`);
    const respond = mechanics.response(modes);
    const rate = (t: number, y: readonly number[]) => [...y.slice(size), ...respond(t, y).acceleration];
    const guards = mechanics.guards(modes, state);
    const reached = integrate(rate, time, state, stops[0]!, { maxStep, guards });
    time = reached.time;
    const slips = mechanics.slips(reached.state);
    const resting = modes.map((mode, row): Mode => (mode * slips[row]! <= 0 ? 0 : mode));
    state = mechanics.arrest(reached.state, resting);
    const next = mechanics.settle(time, state, resting);
    events.push(...changes(time, modes, next));
    modes = next;
    if (time !== stops[0]) continue;
    stops.shift();
    record();
  }
  return { moments, events };
}

function changes(time: number, before: readonly Mode[], after: readonly Mode[]): ModeEvent[] {
  return before.flatMap((mode, row) => {
    if (mode === after[row]) return [];
    const kind = after[row] === 0 ? "stick" : mode === 0 ? "slip" : "reversal";
    return [{ time, row, kind } as const];
  });
}

/** What a state and a mode determine: slips, accelerations, multipliers, and the modes that are consistent with a state. */
function mechanicsOf(system: FrictionSystem) {
  const { rows } = system;
  const size = system.mass.length;
  const lightness = inverse(system.mass);
  const pulls = rows.map((row) => multiply(lightness, row.direction)); // M^-1 w
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

  const slips = (state: readonly number[]) => rows.map((row) => dot(row.direction, state.slice(size)));

  function response(modes: readonly Mode[]) {
    const stuck = rows.map((_, row) => row).filter((row) => modes[row] === 0 && rows[row]!.limit > 0);
    const solve = inverse(stuck.map((i) => stuck.map((j) => dot(rows[i]!.direction, pulls[j]!) * rows[j]!.limit)));
    return (time: number, state: readonly number[]) => {
      const position = state.slice(0, size);
      const velocity = state.slice(size);
      const springs = multiply(system.stiffness, position);
      const dampers = multiply(system.damping, velocity);
      const load = system.force(time).map((value, i) => value - springs[i]! - dampers[i]!);
      const multiplier: number[] = [...modes];
      const slip = slips(state);
      const free = rows.reduce((sum, row, i) => {
        const kinetic = modes[i] === 0 ? 0 : modes[i]! - row.gamma(slip[i]!);
        return combine(sum, -row.limit * kinetic, row.direction);
      }, load);
      let acceleration = multiply(lightness, free);
      const held = multiply(
        solve,
        stuck.map((row) => dot(rows[row]!.direction, acceleration)),
      );
      stuck.forEach((row, i) => {
        multiplier[row] = held[i]!;
        acceleration = combine(acceleration, -rows[row]!.limit * held[i]!, pulls[row]!);
      });
      return { acceleration, multiplier };
    };
  }

  /** Single pivots at the least violated index (Murty): rows at rest stick unless their multiplier leaves [-1, 1]. */
  function settle(time: number, state: readonly number[], resting: readonly Mode[]): Mode[] {
    const modes = [...resting];
    for (let pivot = 0; pivot < 4 ** Math.min(rows.length, 8); pivot++) {
      const { acceleration, multiplier } = response(modes)(time, state);
      const tie = 1e-12 * Math.max(1, ...acceleration.map(Math.abs));
      const wrong = rows.findIndex((row, i) => {
        if (resting[i] !== 0) return false;
        return modes[i] === 0 ? Math.abs(multiplier[i]!) > 1 : modes[i]! * dot(row.direction, acceleration) < -tie;
      });
      if (wrong < 0) return modes;
      modes[wrong] = modes[wrong] !== 0 ? 0 : multiplier[wrong]! > 0 ? 1 : -1;
    }
    throw new Error(`no consistent mode; at time: ${time}. check the rows`);
  }

  function guards(modes: readonly Mode[], state: readonly number[]): Guard[] {
    const respond = response(modes);
    const now = slips(state);
    return rows.flatMap((row, i) => {
      const slipOf = (y: readonly number[]) => dot(row.direction, y.slice(size));
      if (modes[i] === 0) return [(t: number, y: readonly number[]) => 1 - Math.abs(respond(t, y).multiplier[i]!)];
      const kinks = row.kinks.map((kink): Guard => {
        const side = Math.abs(now[i]!) >= kink ? 1 : -1;
        return (_, y) => side * (Math.abs(slipOf(y)) - kink);
      });
      return [(_: number, y: readonly number[]) => modes[i]! * slipOf(y), ...kinks];
    });
  }

  /** Takes the last round-off out of the slip of rows at rest, so that it cannot pile up. */
  function arrest(state: readonly number[], resting: readonly Mode[]): number[] {
    let velocity = state.slice(size);
    for (let sweep = 0; sweep < 5; sweep++)
      rows.forEach((row, i) => {
        if (resting[i] !== 0) return;
        velocity = combine(velocity, -dot(row.direction, velocity) / dot(row.direction, row.direction), row.direction);
      });
    return [...state.slice(0, size), ...velocity];
  }

  return { slips, response, settle, guards, arrest };
}

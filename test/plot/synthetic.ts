import type { Event, Trajectory } from "../../src/simulate/record/trajectory.ts";

/** Overrides for one case; the rest is a run that stops, starts and dies away. */
export interface SyntheticOptions {
  readonly coordinates?: number;
  readonly samples?: number;
  readonly end?: number;
  readonly names?: (index: number) => string;
  readonly value?: (index: number, time: number) => number;
}

/** A made-up trajectory: every coordinate moves while its row slips and rests while it sticks, one row a coordinate. */
export function syntheticTrajectory(options: SyntheticOptions = {}): Trajectory {
  const { coordinates = 3, samples = 401, end = 5, names = (index) => `x${index + 1}` } = options;
  const time = Float64Array.from({ length: samples }, (_, k) => (samples === 1 ? 0 : (end * k) / (samples - 1)));
  const indexes = Array.from({ length: coordinates }, (_, index) => index);
  const modes = indexes.map((index) => Int8Array.from(time, (t) => modeAt(index, t / end)));
  const velocity = indexes.map((index) =>
    Float64Array.from(time, (t, k) => modes[index]![k]! * speedAt(index, t / end)),
  );
  const position = indexes.map((index) =>
    Float64Array.from(time, options.value ? (t) => options.value!(index, t) : integral(velocity[index]!, end)),
  );
  const multiplier = indexes.map((index) =>
    Float64Array.from(time, (t, k) => (modes[index]![k] === 0 ? 0.9 * Math.cos(3 * t + index) : modes[index]![k]!)),
  );
  const energy = Float64Array.from(time, (_, k) =>
    indexes.reduce((sum, index) => sum + 2 * velocity[index]![k]! ** 2, 0),
  );
  const rowNames = indexes.map((index) => `row ${names(index)}`);
  const events = indexes.flatMap((index) => eventsOf(modes[index]!, time, rowNames[index]!));
  events.sort((a, b) => a.time - b.time);
  const named = {
    position: indexes.map(names),
    velocity: indexes.map((index) => `v ${names(index)}`),
    multiplier: rowNames,
  };
  return {
    names: named,
    units: { position: indexes.map(() => "m"), row: indexes.map(() => "m") },
    kinds: indexes.map(() => "friction"),
    time,
    position,
    velocity,
    multiplier,
    mode: modes,
    energy,
    friction: [],
    controllers: [],
    outputs: [],
    events,
  };
}

function modeAt(index: number, share: number): number {
  const phase = (3 * share + 0.17 * index) % 1;
  if (share > 0.85 || phase < 0.35) return 0;
  return Math.floor(3 * share + 0.17 * index) % 2 === 0 ? 1 : -1;
}

function speedAt(index: number, share: number): number {
  const phase = (3 * share + 0.17 * index) % 1;
  return (1 - share) * (1 + 0.3 * index) * Math.max(0, (phase - 0.35) * (1 - phase)) * 6;
}

function integral(velocity: Float64Array, end: number): (t: number, k: number) => number {
  let sum = 1;
  return (_, k) => {
    sum += (velocity[k]! * end) / velocity.length;
    return sum;
  };
}

function eventsOf(mode: Int8Array, time: Float64Array, row: string): Event[] {
  const events: Event[] = [];
  for (let k = 1; k < mode.length; k++) {
    if (mode[k] === mode[k - 1]) continue;
    const kind = mode[k] === 0 ? "stick" : mode[k - 1] === 0 ? "slip" : "reversal";
    events.push({ time: (time[k]! + time[k - 1]!) / 2, kind, row });
  }
  return events;
}

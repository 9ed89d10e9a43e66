import type { Trajectory } from "../simulate/trajectory.ts";

/** A stretch of time in which a row keeps its mode. */
export interface ModeSpan {
  /** s */
  readonly start: number;
  /** s */
  readonly end: number;
  /** 0 stuck, +1 or -1 the direction of slip. */
  readonly mode: number;
}

/** Times of the events of one row, in order, s. */
export function eventTimes(trajectory: Trajectory, row: number): number[] {
  const name = trajectory.names.multiplier[row];
  const times = trajectory.events.filter((event) => event.row === name).map((event) => event.time);
  return times.sort((a, b) => a - b);
}

/** When the mode changed between two samples: at the last event in (after, until], else at the later sample. */
export function changeTime(times: readonly number[], after: number, until: number): number {
  let below = 0;
  let above = times.length;
  while (below < above) {
    const middle = (below + above) >> 1;
    if (times[middle]! <= until) below = middle + 1;
    else above = middle;
  }
  const latest = below > 0 ? times[below - 1]! : until;
  return latest > after ? latest : until;
}

/** The whole run of one row as spans of constant mode, without gaps. */
export function modeSpans(trajectory: Trajectory, row: number): ModeSpan[] {
  const { time } = trajectory;
  const mode = trajectory.mode[row]!;
  const times = eventTimes(trajectory, row);
  const spans: ModeSpan[] = [];
  if (time.length === 0) return spans;
  let start = time[0]!;
  for (let k = 1; k < time.length; k++) {
    if (mode[k] === mode[k - 1]) continue;
    const end = changeTime(times, time[k - 1]!, time[k]!);
    spans.push({ start, end, mode: mode[k - 1]! });
    start = end;
  }
  spans.push({ start, end: time[time.length - 1]!, mode: mode[time.length - 1]! });
  return spans;
}

/**
 * Stick intervals of one row for drawing: intervals with a gap shorter than `resolution` (s) between them are joined, so that a row that
 * chatters gives one bar, not thousands.
 */
export function stickSpans(trajectory: Trajectory, row: number, resolution: number): ModeSpan[] {
  const joined: ModeSpan[] = [];
  for (const span of modeSpans(trajectory, row)) {
    if (span.mode !== 0) continue;
    const previous = joined.at(-1);
    if (previous && span.start - previous.end < resolution)
      joined[joined.length - 1] = { start: previous.start, end: span.end, mode: 0 };
    else joined.push(span);
  }
  return joined;
}

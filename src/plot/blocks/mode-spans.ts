import type { Event, Trajectory } from "../../simulate/record/trajectory.ts";

/** A stretch of time in which a row keeps its mode. */
export interface ModeSpan {
  /** s */
  readonly start: number;
  /** s */
  readonly end: number;
  /** 0 stuck (a stop: closed), +1 or -1 the direction of slip. */
  readonly mode: number;
}

/** Events of one row, in order. */
function eventsOf({ names, events }: Trajectory, row: number): Event[] {
  const name = names.multiplier[row];
  return events.filter((event) => event.row === name).sort((a, b) => a.time - b.time);
}

/** Times of the events of one row, in order, s. */
export function eventTimes(trajectory: Trajectory, row: number): number[] {
  return eventsOf(trajectory, row).map(({ time }) => time);
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

/**
 * The whole run of one row as spans of constant mode, without gaps. Between two samples the row's events tell its modes, so that a stick
 * that falls between them is not lost.
 */
export function modeSpans(trajectory: Trajectory, row: number): ModeSpan[] {
  const { time } = trajectory;
  const events = eventsOf(trajectory, row);
  const mode = withoutTouches(trajectory, row, events);
  const spans: ModeSpan[] = [];
  if (time.length === 0) return spans;
  let start = time[0]!;
  let current = mode[0]!;
  const change = (at: number, to: number): void => {
    if (to === current) return;
    spans.push({ start, end: at, mode: current });
    start = at;
    current = to;
  };
  let next = 0;
  for (let k = 1; k < time.length; k++) {
    for (; next < events.length && events[next]!.time <= time[k]!; next++) {
      const { time: at, kind } = events[next]!;
      if (at <= time[k - 1]!) continue;
      const last = !(events[next + 1] && events[next + 1]!.time <= time[k]!);
      change(at, last ? mode[k]! : modeAfter(kind, current, mode[k]!));
    }
    change(time[k]!, mode[k]!);
  }
  spans.push({ start, end: time[time.length - 1]!, mode: current });
  return spans;
}

/** The mode that an event begins; the next sample's tells a sign that the event does not. An impact may close a stop or not. */
function modeAfter(kind: Event["kind"], before: number, coming: number): number {
  if (kind === "stick" || kind === "contact") return 0;
  if (kind === "slip" || kind === "release") return coming === 0 ? 1 : coming;
  return kind === "reversal" && before !== 0 ? -before : before;
}

/** A time-stepping scheme passes through zero when a row reverses: a lone sample of stick at a reversal is none. */
function withoutTouches(trajectory: Trajectory, row: number, events: readonly Event[]): Int8Array {
  const { time } = trajectory;
  const mode = trajectory.mode[row]!;
  const reversals = new Set(events.filter(({ kind }) => kind === "reversal").map((event) => event.time));
  return mode.map((own, k) => {
    const lone = own === 0 && k > 0 && mode[k - 1] !== 0 && (mode[k + 1] ?? 0) !== 0;
    return lone && reversals.has(time[k]!) ? mode[k + 1]! : own;
  });
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

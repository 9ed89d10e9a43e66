/** Events that crowd together: so many within so small a part of the run. Bounces that only damping slows down crowd less, but for ever. */
import type { Kept, Saved } from "../../numeric/kept.ts";
import type { Vector } from "../../numeric/vector.ts";

const WINDOW = 256;
const CROWDED = 1e-11;
const MANY = 16 * WINDOW;
const MANY_CROWDED = 1e-3;

export interface Accumulation {
  /** Counts an event at a time, s; whether too many have come. */
  add(time: number): boolean;
  /** None has come yet. */
  clear(): void;
  readonly kept: Kept;
}

/** `span`: length of the run, s. */
export function accumulation(span: number): Accumulation {
  let recent = new Float64Array(16); // grows with the events, up to MANY
  let events = 0;

  /** How long ago so many events were, s. */
  const since = (time: number, count: number) =>
    events < count ? Number.POSITIVE_INFINITY : time - recent[(events - count) % MANY]!;

  function reserve(count: number): void {
    if (count <= recent.length) return;
    const before = recent;
    recent = new Float64Array(Math.min(MANY, Math.max(count, 4 * before.length)));
    recent.set(before);
  }

  return {
    kept: {
      save: () => ({ events, recent: recent.slice(0, events) }),
      restore(saved: Saved) {
        const was = saved as { readonly events: number; readonly recent: Float64Array };
        events = was.events;
        reserve(Math.min(events, MANY));
        recent.set(was.recent);
      },
    },
    add(time) {
      const crowded = since(time, WINDOW) <= CROWDED * span || since(time, MANY) <= MANY_CROWDED * span;
      reserve(Math.min(events + 1, MANY));
      recent[events % MANY] = time;
      events++;
      return crowded;
    },
    clear() {
      events = 0;
    },
  };
}

/** Where so many expansions come less than this part of what is left of an output interval further, ten times the most would not do. */
const EXPANSIONS = 4000;
const CRAWL = 4e-4;

export interface Progress {
  /** Counts an expansion; looks now and then whether the motion comes nearer to the end of the interval, s. */
  crawls(at: Vector, stop: number): boolean;
  readonly kept: Kept;
}

export function progress(): Progress {
  const mark = Float64Array.of(Number.NEGATIVE_INFINITY); // a time that was reached before
  const count = new Float64Array(1);
  return {
    kept: { mark, count },
    crawls(at, stop) {
      count[0]!++;
      if (count[0]! % EXPANSIONS !== 0) return false;
      const slow = mark[0]! > Number.NEGATIVE_INFINITY && at[0]! - mark[0]! < CRAWL * (stop - mark[0]!);
      mark[0] = at[0]!;
      return slow;
    },
  };
}

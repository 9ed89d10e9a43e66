/** Events that crowd together: so many within so small a part of the run. Bounces that only damping slows down crowd less, but for ever. */
import type { Kept } from "../../numeric/kept.ts";

const WINDOW = 256;
const CROWDED = 1e-11;
const MANY = 16 * WINDOW;
const MANY_CROWDED = 1e-3;

export interface Accumulation {
  /** Counts an event at a time, s; whether too many have come. */
  add(time: number): boolean;
  readonly kept: Kept;
}

/** `span`: length of the run, s. */
export function accumulation(span: number): Accumulation {
  const recent = new Float64Array(MANY).fill(Number.NEGATIVE_INFINITY);
  const count = new Float64Array(1);
  return {
    kept: { recent, count },
    add(time) {
      const events = count[0]!;
      const some = time - recent[(events + MANY - WINDOW) % MANY]!;
      const many = time - recent[events % MANY]!;
      recent[events % MANY] = time;
      count[0] = events + 1;
      return some <= CROWDED * span || many <= MANY_CROWDED * span;
    },
  };
}

/**
 * Tables over blocks of instants that runs ask for again and again: those of the last few blocks are kept, so that the next run of a problem,
 * which steps through the same times, finds them. Whether one is found changes no digit.
 */
import type { Vector } from "./vector.ts";

export interface KeptTables {
  /**
   * The place of the table of `of` over the times from one up to another, after a `start`; `found` tells whether it is still there. If it is not,
   * the place is for the caller to fill.
   */
  place(of: object, times: Vector, from: number, to: number, start: number): number;
  readonly found: boolean;
  /** What the caller noted of a table, such as how much of it holds. */
  readonly notes: Int32Array;
  /** Somebody else had the memory. */
  clear(): void;
}

/** `places` tables of at most so many instants. */
export function keptTables(places: number, instants: number): KeptTables {
  const owners: (object | undefined)[] = Array.from({ length: places }, () => undefined);
  const counts = new Int32Array(places);
  const starts = new Float64Array(places);
  const known = Array.from({ length: places }, () => new Float64Array(0));
  let next = 0; // the one that was filled longest ago
  let found = false;

  function holds(place: number, of: object, times: Vector, from: number, to: number, start: number): boolean {
    if (owners[place] !== of || counts[place] !== to - from || starts[place] !== start) return false;
    return isSame(known[place]!, times, from, to);
  }

  return {
    notes: new Int32Array(places),
    get found() {
      return found;
    },
    place(of, times, from, to, start) {
      found = false;
      for (let place = 0; place < places && !found; place++) {
        found = holds(place, of, times, from, to, start);
        if (found) return place;
      }
      const place = next;
      next = (next + 1) % places;
      owners[place] = of;
      counts[place] = to - from;
      starts[place] = start;
      if (known[place]!.length === 0) known[place] = new Float64Array(instants);
      for (let k = from; k < to; k++) known[place]![k - from] = times[k]!;
      return place;
    },
    clear() {
      owners.fill(undefined);
    },
  };
}

function isSame(known: Vector, times: Vector, from: number, to: number): boolean {
  for (let k = from, j = 0; k < to; k++, j++) if (known[j] !== times[k]) return false;
  return true;
}

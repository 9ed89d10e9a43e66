/**
 * Tables over blocks of instants that runs ask for again and again: those of the first few blocks of a run are kept, so that the next run of the
 * problem, which steps through the same times, finds them; the last place is for all that comes after. Whether one is found changes no digit.
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

/** Tables in a row that are not found, after which what is kept is taken for that of other blocks. */
const PATIENCE = 64;

/** `places` tables of at most so many instants. */
export function keptTables(places: number, instants: number): KeptTables {
  const owners: (object | undefined)[] = Array.from({ length: places }, () => undefined);
  const counts = new Int32Array(places);
  const starts = new Float64Array(places);
  const known = Array.from({ length: places }, () => new Float64Array(0));
  let next = 0; // place to fill: long runs go on in the last one, and no more memory is touched
  let missed = 0; // in a row
  let found = false;

  function holds(place: number, of: object, times: Vector, from: number, to: number, start: number): boolean {
    if (owners[place] !== of || counts[place] !== to - from || starts[place] !== start) return false;
    return isSame(known[place]!, times, from, to);
  }

  function clear(): void {
    owners.fill(undefined);
    next = 0;
    missed = 0;
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
        if (found) {
          missed = 0;
          return place;
        }
      }
      if (owners[0] !== of || ++missed > PATIENCE) clear();
      const place = next;
      next = Math.min(next + 1, places - 1);
      owners[place] = of;
      counts[place] = to - from;
      starts[place] = start;
      if (known[place]!.length === 0) known[place] = new Float64Array(instants);
      for (let k = from; k < to; k++) known[place]![k - from] = times[k]!;
      return place;
    },
    clear,
  };
}

function isSame(known: Vector, times: Vector, from: number, to: number): boolean {
  for (let k = from, j = 0; k < to; k++, j++) if (known[j] !== times[k]) return false;
  return true;
}

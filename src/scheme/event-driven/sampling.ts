/** When an expansion compares loads, drives and limits with their series: often enough that nothing hides in between. */
import { resolutionOf } from "../../model/load.ts";
import { detailOf, type System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Initial } from "../scheme.ts";

/** Samples that are spread over one expansion: at least these, at most those. */
const FEWEST = 8;
const MOST = 4096;
/** Samples in zones of detail that one expansion may need: some ten milliseconds. A longer one ends earlier, so that the run can give way. */
const AT_ONCE = 1 << 15;
/** In a piece on which the functions are as good as polynomials of degree 7. */
const IN_PIECE = 10;

/** Part of the run below which a short piece is no change but a point without a series. */
const SINGULAR = 1e-9;

export interface Sampling {
  /** The shortest time within which something changes much, or the spacing, s. */
  readonly finest: number;
  /** Shortens an expansion at at[0] whose samples would take long. */
  shorten(at: Vector, h: Vector): void;
  /** Of the expansion at at[0] up to h[0]. */
  begin(at: Vector, h: Vector): void;
  /** Puts the next time after at[0] into tau[0]; false when there is none left. */
  next(tau: Vector): boolean;
}

/** Times a spacing apart, the last ones first; where something changes within that, as close as its bounds demand. */
export function sampling(system: System, { time, end }: Initial, spacing: number): Sampling {
  const steady = system.load.constant === true && !system.rowFunctions;
  const detail = detailOf(system, time, end, resolutionOf(end - time, spacing));
  const zones = detail.from.length;
  const present = new Float64Array(2); // start and length of the expansion
  const part = new Float64Array(2); // start and length of what is sampled now
  let samples = 0; // in that part
  let left = 0; // of them
  let zone = 0; // the next to be looked at, backward

  /** The part of the next zone that lies in the expansion. */
  function nextZone(): boolean {
    while (--zone >= 0 && detail.to[zone]! > present[0]!) {
      const from = Math.max(detail.from[zone]!, present[0]!);
      const to = Math.min(detail.to[zone]!, present[0]! + present[1]!);
      if (!(to > from)) continue;
      part[0] = from - present[0]!;
      part[1] = to - from;
      samples = Math.max(FEWEST, Math.ceil((IN_PIECE * (to - from)) / detail.piece[zone]!));
      left = samples;
      return true;
    }
    return false;
  }

  /** The first zone that ends behind a time. */
  function firstAfter(time: number): number {
    let [low, high] = [0, zones];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (detail.to[middle]! > time) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  const least = SINGULAR * (end - time);
  return {
    finest: detail.piece.reduce((finest, piece) => (piece > least ? Math.min(finest, piece) : finest), spacing),
    shorten(at, h) {
      let room = AT_ONCE;
      for (let k = zones === 0 ? 0 : firstAfter(at[0]!); k < zones; k++) {
        const from = Math.max(detail.from[k]!, at[0]!);
        if (from >= at[0]! + h[0]!) return;
        const needed = Math.max(FEWEST, (IN_PIECE * (detail.to[k]! - from)) / detail.piece[k]!);
        if (needed > room) {
          h[0] = Math.min(h[0]!, from - at[0]! + (room * detail.piece[k]!) / IN_PIECE);
          return;
        }
        room -= needed;
      }
    },
    begin(at, h) {
      present[0] = at[0]!;
      present[1] = h[0]!;
      part[0] = 0;
      part[1] = h[0]!;
      samples = steady ? 0 : Math.min(MOST, Math.max(FEWEST, Math.ceil(h[0]! / spacing)));
      left = samples;
      zone = zones;
    },
    next(tau) {
      if (left === 0 && !nextZone()) return false;
      tau[0] = part[0]! + (part[1]! * left) / samples;
      left--;
      return true;
    },
  };
}

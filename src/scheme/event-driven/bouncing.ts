/**
 * Stops that bounce to rest: each by the series of its own impacts, and those that are hit in turns together. A light mass that rattles between two others which come together takes
 * infinitely many impacts in a finite time, after which none of the gaps between them changes any more.
 */
import type { System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import type { Vector } from "../../numeric/vector.ts";
import { bounceSeries, type Impact } from "./impact.ts";

export interface Bouncing {
  /** Takes an impact on stop i at at[0]; when its series ends, else NaN. `lift` as in BounceSeries. */
  add(i: number, at: Vector, lift: number): number;
  /** Whether the impacts on another stop end with those on the one that was told last, which end at a time. */
  endsWith(j: number, end: number): boolean;
  /** Brings stops that close together to their places: what is left of their gaps is what the series leaves out. */
  closeGaps(collide: Impact, hit: Int8Array, x: Vector): void;
  readonly kept: Kept;
}

export function bouncing(system: System): Bouncing {
  const m = system.rows.length;
  const series = system.rows.map(() => bounceSeries());
  const gaps = new Float64Array(m);
  const still = new Float64Array(system.size);
  let since = Number.NaN; // when the stop of the last impact was hit before
  return {
    kept: series.map(({ kept }) => kept),
    add(i, at, lift) {
      since = series[i]!.last();
      return series[i]!.add(at[0]!, lift);
    },
    endsWith: (j, end) => series[j]!.joins(since, end),
    closeGaps(collide, hit, x) {
      system.gapsAt(x, gaps);
      for (let i = 0; i < m; i++) if (hit[i] === 0) gaps[i] = 0;
      collide.respond(collide.parts, still, gaps, x);
    },
  };
}

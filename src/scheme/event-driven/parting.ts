/** Drives of rows that stick together: on which level of the decision in mode.ts they part. */
import type { System } from "../../model/system.ts";
import { isFiniteVector, type Vector } from "../../numeric/vector.ts";
import type { Decision } from "./decision.ts";
import type { Hold } from "./hold.ts";
import type { Place } from "./place.ts";
import type { Series } from "./series.ts";

/** Part of the rates of drives that counts as zero. */
const ZERO = 1e-11;

export interface Parting {
  /** By how much the drive of a row parts from those that hold it, with the unit of the level. */
  readonly by: Vector;
  /**
   * The first level on which any does; -1: none. The rows that hold are followed, with the forces that the others keep: drives and directions may
   * depend on the motion. `scale[0]`: the time scale; `noise`: rates that count as zero on level 0.
   */
  level(series: Series, scale: Vector, noise: Vector): number;
}

/** `moving`: signs of the rows that slip, whose forces are `slipForce`. */
export function parting(
  system: System,
  { directions }: Place,
  { kept, given, part }: Decision,
  held: Hold,
  moving: Int8Array,
  slipForce: (series: Series, i: number, k: number) => number,
): Parting {
  const n = system.size;
  const m = system.rows.length;
  const { start, column, value } = directions;
  const by = new Float64Array(m);
  const rates = new Float64Array(m);
  const driven = new Float64Array(m); // largest rate of a row's drive so far, over the time scale
  const known = new Float64Array(n);
  const acceleration = new Float64Array(n);
  const force = new Float64Array(m);

  /** Whether rows that are kept are driven another way than those that hold them; `time`: the scale of it to the power of the level. */
  function drivesPart(time: number, noise: Vector | undefined): boolean {
    known.fill(0); // drives alone: forces carry round-off to every level
    held.solve(known, rates, acceleration, force);
    let size = 0;
    for (let i = 0; i < m; i++) {
      by[i] = 0;
      driven[i] = Math.max(driven[i]!, time * Math.abs(rates[i]!));
      if (held.holds[i] === 1) size = Math.max(size, driven[i]!);
    }
    let found = false;
    for (let i = 0; i < m; i++) {
      if (kept[i] === 0) continue;
      let rate = 0;
      for (let j = start[i]!; j < start[i + 1]!; j++) rate += value[j]! * acceleration[column[j]!]!;
      const off = rates[i]! - rate;
      if (!(Math.abs(off) > (ZERO * Math.max(size, driven[i]!)) / time)) continue;
      if (noise && !(Math.abs(off) > noise[i]!)) continue;
      by[i] = off;
      found = true;
    }
    return found;
  }

  /** Goes on to the next level. */
  function follow(series: Series, k: number): void {
    series.known(k, moving, known);
    for (let i = 0; i < m; i++) {
      if (held.holds[i] === 1) continue;
      force[i] = 0;
      if (moving[i] !== 0) force[i] = slipForce(series, i, k);
      else if (kept[i] === 1) force[i] = k === 0 ? given[i]! : series.partForce(i, part[i]!, k);
      for (let j = start[i]!; j < start[i + 1]!; j++) known[column[j]!]! += value[j]! * force[i]!;
    }
    held.solve(known, rates, acceleration, force);
    held.project(moving, rates, acceleration); // directions that turn would make drives of what round-off leaves
    series.accept(k, acceleration, force);
  }

  return {
    by,
    level(series, scale, noise) {
      if (!held.dependent || !series.rowsVary || !kept.includes(1)) return -1;
      driven.fill(0);
      let time = 1;
      for (let k = 0; k <= series.order - 2; k++, time *= scale[0]!) {
        series.stuckRate(k, rates);
        if (!isFiniteVector(rates)) return -1;
        if (drivesPart(time, k === 0 ? noise : undefined)) return k;
        follow(series, k);
        if (!isFiniteVector(acceleration)) return -1;
      }
      return -1;
    },
  };
}

/**
 * Impacts that crowd: a light mass that rattles between two others which come together hits them in turns, at intervals that fall faster than its speeds. A run tells
 * infinitely many such impacts as one. Here they are followed one by one, by the rates of the gaps alone: in so short a time no force plays a part,
 *     rate += G e_i p,   p = -(1 + restitution) rate_i / G_ii   where gap i closes,
 * and since gaps of any size make the same impacts, they may become as small as they like.
 */
import type { System } from "../../model/system.ts";
import { copy, setZero, type Vector } from "../../numeric/vector.ts";
import type { Coupling } from "./coupling.ts";

/** Part of the fastest rate at first below which all is at rest. */
const DONE = 1e-8;
/** Impacts that are followed: each turn takes a part of the speeds that is about that of the lighter mass in the heavier one. */
const MOST = 2_000_000;
/** Gaps below this, m, are magnified by its inverse. */
const SMALL = 1e-150;
/** Part of the diagonal that is left of a joint which depends on others. */
const DEPENDENT = 1e-12;

export interface RattleCheck {
  /** Rates of the stops when no gap closes any more, m/s, and 1 for those that were hit on the way. */
  readonly rate: Vector;
  readonly part: Vector;
  /** Follows stops from these gaps and rates; how long it takes until none closes, s, or infinity where that is not reached. */
  follow(gaps: Vector, rates: Vector): number;
}

export function rattleCheck({ rows }: System, { moments: { matrix } }: Coupling): RattleCheck {
  const m = rows.length;
  const rate = new Float64Array(m);
  const part = new Float64Array(m);
  const gap = new Float64Array(m);
  const stops = Int32Array.from(rows.flatMap(({ law }, i) => (law.stop ? [i] : [])));
  const joints = Int32Array.from(rows.flatMap(({ law }, i) => (law.joint ? [i] : [])));
  const act = new Float64Array(stops.length > 1 ? m * m : 0); // G of stops and joints; joints give way to nothing

  function read(): void {
    const { start, column, value } = matrix;
    setZero(act);
    for (let i = 0; i < m; i++) {
      for (let k = start[i]!; k < start[i + 1]!; k++) act[i * m + column[k]!] = value[k]!;
    }
    for (const j of joints) {
      const own = act[j * m + j]!;
      const first = start[j]!;
      let whole = 0;
      for (let k = first; k < start[j + 1]!; k++) if (column[k] === j) whole = value[k]!;
      if (!(own > DEPENDENT * whole)) continue;
      for (let i = 0; i < m; i++) {
        const times = i === j ? 0 : act[i * m + j]! / own;
        for (let k = 0; times !== 0 && k < m; k++) act[i * m + k]! -= times * act[j * m + k]!;
      }
    }
  }

  /** The stop that is hit next, of several the fastest; -1: none. */
  function next(still: number): number {
    let found = -1;
    let soonest = Number.POSITIVE_INFINITY;
    for (const i of stops) {
      if (rate[i]! >= -still) continue;
      const time = Math.max(0, gap[i]!) / -rate[i]!;
      if (time > soonest || (time === soonest && rate[i]! >= rate[found]!)) continue;
      soonest = time;
      found = i;
    }
    return found;
  }

  function move(time: number): void {
    let widest = 0;
    for (const i of stops) {
      gap[i] = Math.max(0, gap[i]! + rate[i]! * time);
      if (part[i] === 1) widest = Math.max(widest, gap[i]!);
    }
    if (!(widest > 0 && widest < SMALL)) return;
    for (const i of stops) gap[i]! /= SMALL;
    unit *= SMALL;
  }

  let unit = 1;
  return {
    rate,
    part,
    follow(gaps, rates) {
      if (stops.length < 2) return Number.POSITIVE_INFINITY;
      read();
      copy(gaps, gap);
      copy(rates, rate);
      setZero(part);
      unit = 1;
      let fastest = 0;
      for (const i of stops) fastest = Math.max(fastest, Math.abs(rate[i]!));
      let took = 0;
      for (let count = 0; count < MOST; count++) {
        const i = next(DONE * fastest);
        if (i < 0) return took;
        const time = Math.max(0, gap[i]!) / -rate[i]!;
        took += unit * time;
        move(time);
        const before = rate[i]!;
        const impulse = (-(1 + rows[i]!.law.stop!.restitution) * before) / act[i * m + i]!;
        for (const j of stops) rate[j]! += act[j * m + i]! * impulse;
        gap[i] = 0;
        part[i] = 1;
      }
      return Number.POSITIVE_INFINITY;
    },
  };
}

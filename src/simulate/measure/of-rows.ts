/** Measures of the rows' modes and of events. */

import type { Kept } from "../../numeric/kept.ts";
import type { Vector } from "../../numeric/vector.ts";
import { foursOf, stretchEnd } from "../record/mode-columns.ts";
import type { Sink } from "../record/sink.ts";
import type { Simulation } from "../run/simulation.ts";
import type { EventMeasure, StickMeasure } from "./formulas.ts";

export interface Watch extends Sink {
  readonly kept: Kept;
  /** Of the k-th measure; NaN where it is not defined. */
  value(k: number): number;
}

/**
 * Time stuck, by the modes of the states: a mode holds over the step that ends with it. Where steps do not end at events, a
 * row that is stuck for one step only has reversed, as for events.
 */
export function watchStick({ scheme }: Simulation, list: readonly StickMeasure[]): Watch {
  const total = new Float64Array(list.length);
  const pending = new Float64Array(list.length).fill(Number.NaN); // time of a first stuck step, s
  const settled = new Int8Array(list.length);
  const time = Float64Array.of(Number.NaN);
  const exact = scheme.stepsEnd === "events";

  function observe(k: number, duration: number): void {
    if (settled[k] === 1 || exact) total[k]! += duration;
    else if (Number.isNaN(pending[k]!)) {
      pending[k] = duration;
      return;
    } else total[k]! += pending[k]! + duration;
    settled[k] = 1;
  }

  const rests = new Int32Array(list.length); // measures of rows that rest in all of a block
  const lone = new Float64Array(1); // time of a state that comes alone

  /** States in columns, from one up to another. */
  function follow(times: Vector, mode: Int8Array, capacity: number, from: number, to: number): void {
    const fours = capacity > 1 ? foursOf(mode) : undefined;
    let resting = 0;
    for (let k = 0; k < list.length; k++) {
      const { row, from: after, to: before } = list[k]!;
      const base = row * capacity;
      const end = base + to;
      for (let at = base + from; at < end; ) {
        if (mode[at] !== 0) {
          at = stretchEnd(mode, fours, at, end, mode[at]!);
          settled[k] = 0;
          pending[k] = Number.NaN;
          continue;
        }
        const s = at - base;
        const start = s === from ? time[0]! : times[s - 1]!;
        if (Number.isNaN(start)) settled[k] = 1;
        else if (settled[k] === 1) {
          at = stretchEnd(mode, fours, at, end, 0);
          const whole = start >= after && times[at - 1 - base]! <= before; // times ascend
          if (whole && s === from && at === end) rests[resting++] = k;
          else addDurations(times, s, at - base, start, whole, list[k]!, total, k);
          continue;
        } else observe(k, Math.max(0, Math.min(before, times[s]!) - Math.max(after, start)));
        at++;
      }
    }
    if (resting > 0) addWhole(times, from, to, time[0]!, total, rests, resting);
    if (to > from) time[0] = times[to - 1]!;
  }

  return {
    kept: { total, pending, settled, time },
    step(state) {
      lone[0] = state.time;
      follow(lone, state.mode, 1, 0, 1);
    },
    block: (states, from, to) => follow(states.time, states.mode, states.capacity, from, to),
    value: (k) => total[k]!,
  };
}

/** Adds what of the steps that end at these times counts; `whole`: all of them. */
function addDurations(
  times: Vector,
  from: number,
  to: number,
  begin: number,
  whole: boolean,
  { from: after, to: before }: StickMeasure,
  total: Vector,
  k: number,
): void {
  let sum = total[k]!;
  let start = begin;
  for (let s = from; s < to; s++) {
    const end = times[s]!;
    sum += whole ? end - start : Math.max(0, Math.min(before, end) - Math.max(after, start));
    start = end;
  }
  total[k] = sum;
}

/** The same for some measures, of steps that lie within; four sums at once: each waits for itself. */
function addWhole(
  times: Vector,
  from: number,
  to: number,
  begin: number,
  total: Vector,
  which: Int32Array,
  count: number,
): void {
  for (let j = 0; j < count; j += 4) {
    const [p, q, r, s] = [which[j]!, which[j + 1]!, which[j + 2]!, which[j + 3]!];
    let [a, b, c, d] = [total[p]!, total[q]!, total[r]!, total[s]!];
    let start = begin;
    for (let k = from; k < to; k++) {
      const duration = times[k]! - start;
      a += duration;
      b += duration;
      c += duration;
      d += duration;
      start = times[k]!;
    }
    total[p] = a;
    if (j + 1 < count) total[q] = b;
    if (j + 2 < count) total[r] = c;
    if (j + 3 < count) total[s] = d;
  }
}

/** Number and first time of events. */
export function watchEvents(list: readonly EventMeasure[]): Watch {
  const count = new Float64Array(list.length);
  const first = new Float64Array(list.length).fill(Number.NaN);
  return {
    kept: { count, first },
    event({ kind, time, row }) {
      for (let k = 0; k < list.length; k++) {
        const measure = list[k]!;
        if (measure.event !== kind || (measure.row ?? row) !== row) continue;
        if (time < measure.from || time > measure.to) continue;
        count[k]!++;
        if (!(time >= first[k]!)) first[k] = time;
      }
    },
    value: (k) => (list[k]!.kind === "count" ? count[k]! : first[k]!),
  };
}

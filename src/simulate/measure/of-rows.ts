/** Measures of the rows' modes and of events. */

import type { Kept } from "../../numeric/kept.ts";
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

  return {
    kept: { total, pending, settled, time },
    step(state) {
      const start = time[0]!;
      for (let k = 0; k < list.length; k++) {
        const { row, from, to } = list[k]!;
        if (state.mode[row] !== 0) {
          settled[k] = 0;
          pending[k] = Number.NaN;
        } else if (Number.isNaN(start)) settled[k] = 1;
        else observe(k, Math.max(0, Math.min(to, state.time) - Math.max(from, start)));
      }
      time[0] = state.time;
    },
    block({ time: times, mode, capacity }, from, to) {
      for (let k = 0; k < list.length; k++) {
        const { row, from: after, to: before } = list[k]!;
        // as in `observe`, with its memory in variables
        let [start, sum, waits, rests] = [time[0]!, total[k]!, pending[k]!, settled[k] === 1];
        for (let s = from; s < to; s++) {
          const end = times[s]!;
          if (mode[row * capacity + s] !== 0) {
            rests = false;
            waits = Number.NaN;
          } else if (Number.isNaN(start)) rests = true;
          else {
            const duration = Math.max(0, Math.min(before, end) - Math.max(after, start));
            if (rests || exact) {
              sum += duration;
              rests = true;
            } else if (Number.isNaN(waits)) waits = duration;
            else {
              sum += waits + duration;
              rests = true;
            }
          }
          start = end;
        }
        total[k] = sum;
        pending[k] = waits;
        settled[k] = rests ? 1 : 0;
      }
      if (to > from) time[0] = times[to - 1]!;
    },
    value: (k) => total[k]!,
  };
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

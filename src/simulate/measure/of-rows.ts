/** Measures of the rows' modes and of events. */

import type { Kept } from "../../numeric/kept.ts";
import type { Sink } from "../record/sink.ts";
import type { Simulation } from "../run/simulation.ts";
import type { EventMeasure, StickMeasure } from "./formulas.ts";
import { stickBlocks } from "./stick-blocks.ts";
import { within } from "./within.ts";

export interface Watch extends Sink {
  readonly kept: Kept;
  /** Of the k-th measure; NaN where it is not defined. */
  value(k: number): number;
}

export interface StickWatch extends Watch {
  /** As if it had just been made. */
  rewind(): void;
}

/**
 * Time stuck, by the modes of the states: a mode holds over the step that ends with it. Where steps do not end at events, a
 * row that is stuck for one step only has reversed, as for events.
 */
export function watchStick({ scheme }: Pick<Simulation, "scheme">, list: readonly StickMeasure[]): StickWatch {
  const total = new Float64Array(list.length);
  const pending = new Float64Array(list.length); // time of a first stuck step, s
  const settled = new Int8Array(list.length);
  const time = new Float64Array(1);
  const exact = scheme.stepsEnd === "events";

  function observe(k: number, duration: number): void {
    if (settled[k] === 1 || exact) total[k]! += duration;
    else if (Number.isNaN(pending[k]!)) {
      pending[k] = duration;
      return;
    } else total[k]! += pending[k]! + duration;
    settled[k] = 1;
  }

  function rewind(): void {
    total.fill(0);
    pending.fill(Number.NaN);
    settled.fill(0);
    time[0] = Number.NaN;
  }

  rewind();
  return {
    rewind,
    kept: { total, pending, settled, time },
    step(state) {
      for (let k = 0; k < list.length; k++) {
        if (state.mode[list[k]!.row] !== 0) {
          settled[k] = 0;
          pending[k] = Number.NaN;
        } else if (Number.isNaN(time[0]!)) settled[k] = 1;
        else observe(k, within(list[k]!, time[0]!, state.time));
      }
      time[0] = state.time;
    },
    block: stickBlocks(list, { total, pending, settled, time }, observe),
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

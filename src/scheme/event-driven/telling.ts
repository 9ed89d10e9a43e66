/** What the listener hears of the motion inside expansions: states, close enough for an audit, or whole stretches of it. */
import type { System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import type { Vector } from "../../numeric/vector.ts";
import { type Initial, type Listener, newState, type State } from "../scheme.ts";

export interface Telling {
  /** A new expansion begins. */
  begin(): void;
  /** Tells states up to `to` (s) of the expansion, `density` of them a second; `turns`: the last one must be told now. */
  tell(to: number, density: number, turns: boolean, listener: Listener): void;
  /** Tells the state that waits. */
  flush(listener: Listener): void;
  /** Tells the state that waits, and the one with which the expansion begins. */
  turn(listener: Listener): void;
  /** Lends the motion up to a time, s. */
  lend(to: number, listener: Listener): void;
  readonly kept: Kept;
}

/** `at`: when the present expansion began; of states that are closer than `close` (s) the last one only is told. */
export function telling(
  system: System,
  initial: Initial,
  at: Vector,
  close: number,
  fill: (into: State) => void,
): Telling {
  const waiting = [newState(system, initial, 0), newState(system, initial, 0)] as const; // to be told, and the next one
  const heard = new Float64Array(1); // time within the present expansion up to which the listener has heard
  const last = Float64Array.of(initial.time); // time of the state that was told last, s
  const stretch = { from: initial.time, to: initial.time, fill };
  let latest = 0;
  let told = true;

  function flush(listener: Listener): void {
    if (told) return;
    listener.between?.(waiting[latest]!);
    last[0] = waiting[latest]!.time;
    told = true;
  }

  /** Makes the state at a time (of the present expansion) the one that waits. */
  function wait(time: number): void {
    latest = 1 - latest;
    waiting[latest]!.time = time;
    fill(waiting[latest]!);
    told = false;
  }

  return {
    kept: {
      ...{ waiting, heard, last, stretch },
      get latest() {
        return latest;
      },
      set latest(saved) {
        latest = saved;
      },
      get told() {
        return told;
      },
      set told(saved) {
        told = saved;
      },
    },
    begin() {
      heard[0] = 0;
    },
    tell(to, density, turns, listener) {
      const from = heard[0]!;
      if (!(to > from) || !listener.between) return;
      const pieces = Math.max(1, Math.ceil(density * (to - from)));
      for (let k = 1; k <= pieces; k++) {
        const time = at[0]! + (from + ((to - from) * k) / pieces);
        if (time - last[0]! > close) flush(listener);
        wait(time);
      }
      heard[0] = to;
      if (turns) flush(listener);
    },
    flush,
    turn(listener) {
      flush(listener);
      if (!(at[0]! > last[0]!)) return;
      wait(at[0]!);
      flush(listener);
    },
    lend(to, listener) {
      stretch.from = Math.max(at[0]!, stretch.to);
      stretch.to = to;
      if (stretch.to > stretch.from) listener.piece?.(stretch);
    },
  };
}

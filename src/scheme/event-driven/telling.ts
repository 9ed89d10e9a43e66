/** What the listener hears of the motion inside expansions: states, close enough for an audit, or whole stretches of it. */
import type { System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import { copy, type Vector } from "../../numeric/vector.ts";
import { type Initial, type Listener, newState, type State } from "../scheme.ts";

export interface Telling {
  /** A new expansion begins. */
  begin(): void;
  /** Tells states up to `to` (s) of the expansion, `density` of them a second; `turns`: the last one must be told now. */
  tell(to: number, density: number, turns: boolean, listener: Listener): void;
  /** Tells the state that waits. */
  flush(listener: Listener): void;
  /** Copies the state that was told last, where it is the one at `tau` of the present expansion; whether it was. */
  copyLast(tau: Vector, into: State): boolean;
  /** Tells the state that waits, and the one with which the expansion begins. */
  turn(listener: Listener): void;
  /** Lends the motion up to a time, s. */
  lend(to: number, listener: Listener): void;
  readonly kept: Kept;
}

/**
 * `at`: when the present expansion began; of states that are closer than `close` (s) the last one only is told. `fill`: the state at a time
 * within the expansion.
 */
export function telling(
  system: System,
  initial: Initial,
  at: Vector,
  close: number,
  fill: (tau: Vector, into: State, motionOnly?: boolean) => void,
): Telling {
  const waiting = [newState(system, initial, 0), newState(system, initial, 0)] as const; // to be told, and the next one
  const heard = new Float64Array(1); // time within the present expansion up to which the listener has heard
  const last = Float64Array.of(initial.time); // time of the state that was told last, s
  const tau = Float64Array.of(Number.NaN); // of the state that waits or was told last, within the present expansion
  const within = new Float64Array(1);
  const stretch = {
    from: initial.time,
    to: initial.time,
    fill(into: State, motionOnly = false) {
      within[0] = into.time - at[0]!;
      fill(within, into, motionOnly);
    },
  };
  let latest = 0;
  let told = true;

  function flush(listener: Listener): void {
    if (told) return;
    listener.between?.(waiting[latest]!);
    last[0] = waiting[latest]!.time;
    told = true;
  }

  /** Makes the state at tau[0] (of the present expansion) the one that waits. */
  function wait(): void {
    latest = 1 - latest;
    waiting[latest]!.time = at[0]! + tau[0]!;
    fill(tau, waiting[latest]!);
    told = false;
  }

  return {
    kept: {
      ...{ waiting, heard, last, tau, stretch },
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
      tau[0] = Number.NaN;
    },
    copyLast(at, into) {
      if (tau[0] !== at[0]) return false;
      const { position, velocity, force, limit, mode } = waiting[latest]!;
      copy(position, into.position);
      copy(velocity, into.velocity);
      copy(force, into.force);
      copy(limit, into.limit);
      for (let i = 0; i < mode.length; i++) into.mode[i] = mode[i]!;
      return true;
    },
    tell(to, density, turns, listener) {
      const from = heard[0]!;
      if (!(to > from) || !listener.between) return;
      const pieces = Math.max(1, Math.ceil(density * (to - from)));
      for (let k = 1; k <= pieces; k++) {
        tau[0] = k === pieces ? to : from + ((to - from) * k) / pieces;
        if (at[0]! + tau[0]! - last[0]! > close) flush(listener);
        wait();
      }
      heard[0] = to;
      if (turns) flush(listener);
    },
    flush,
    turn(listener) {
      flush(listener);
      if (!(at[0]! > last[0]!)) return;
      tau[0] = 0;
      wait();
      flush(listener);
    },
    lend(to, listener) {
      stretch.from = Math.max(at[0]!, stretch.to);
      stretch.to = to;
      if (stretch.to > stretch.from) listener.piece?.(stretch);
    },
  };
}

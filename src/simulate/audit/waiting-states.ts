/** States that wait to be audited: the audit works on blocks of them, between steps of a scheme. */
import { manyValues } from "../../model/load.ts";
import type { System } from "../../model/system.ts";
import type { Keeper } from "../../numeric/kept.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { State, StateBlock } from "../../scheme/scheme.ts";
import type { Ahead } from "../record/sink.ts";
import { columnsOf } from "./kernel/columns.ts";

/** At most so many wait. */
const STATES = 64;
/** Doubles of a column: neighbors begin in different lines of a cache. */
export const HIGH = STATES + 8;

export type LastState = Pick<State, "time" | "position" | "velocity">;

export interface WaitingStates {
  /** Takes a state in. */
  push(state: State): void;
  /** The same for states of a block of a stepper. */
  pushMany(states: StateBlock, from: number, to: number): void;
  /** Hands over what waits. */
  flush(): void;
  /** The last state: one that is still to come, or that waits; false: there is none. */
  readLast(into: LastState, ahead: Ahead | undefined): boolean;
  /** Nothing waits in what is saved. */
  readonly kept: Keeper;
}

/** What waits, as the kernel reads it: kernel/columns.ts. */
export interface Records {
  readonly values: Vector;
  time(k: number): number;
  /** Fills in the loads of states from one up to another, the first of which ends a step that begins at a time. */
  evaluate(from: number, to: number, start: number): void;
}

/** `handle` gets the states in their order, each only lent; where a block ends changes no digit. `handleMany` says how many it has taken of those from one on. */
export function waitingStates(
  { size, rows, load }: System,
  handle: (state: State) => void,
  handleMany: (records: Records, from: number, count: number) => number,
): WaitingStates {
  const m = rows.length;
  const place = columnsOf(size, m, HIGH);
  const values = new Float64Array(place.size);
  const state: State = {
    time: 0,
    position: new Float64Array(size),
    velocity: new Float64Array(size),
    force: new Float64Array(m),
    limit: new Float64Array(m),
    mode: new Int8Array(0), // not for the audit
    memory: new Float64Array(0),
  };
  const at = new Float64Array(4 * STATES);
  const evaluateMany = manyValues(load, size);
  let loaded = false; // a load that does not change is evaluated once
  let count = 0;

  function put(from: Vector, start: number, k: number): void {
    for (let j = 0, to = start + k; j < from.length; j++, to += HIGH) values[to] = from[j]!;
  }

  function get(start: number, k: number, into: Vector): void {
    for (let j = 0, from = start + k; j < into.length; j++, from += HIGH) into[j] = values[from]!;
  }

  /** In the middle of each step and at its end, seen from the middle. */
  function evaluate(from: number, to: number, start: number): void {
    let before = start;
    for (let k = from, j = 0; k < to; k++, j += 4) {
      const time = values[k]!;
      const middle = before + (time - before) / 2;
      at[j] = middle;
      at[j + 1] = middle;
      at[j + 2] = time;
      at[j + 3] = middle;
      before = time;
    }
    evaluateMany(at, 2 * (to - from), values.subarray(place.loads + from * place.width), place.width / 2);
  }

  const records: Records = {
    values,
    time: (k) => values[k]!,
    evaluate(from, to, start) {
      if (!load.constant) evaluate(from, to, start);
      else if (!loaded) {
        evaluate(0, STATES, start);
        loaded = true;
      }
    },
  };

  /** State k of those that wait. */
  function stateOf(k: number): State {
    state.time = values[k]!;
    get(place.x, k, state.position);
    get(place.v, k, state.velocity);
    get(place.force, k, state.force);
    get(place.limit, k, state.limit);
    return state;
  }

  function flush(): void {
    for (let k = 0; k < count; ) {
      const taken = handleMany(records, k, count - k);
      if (taken === 0) handle(stateOf(k));
      k += Math.max(1, taken);
    }
    count = 0;
  }

  /** Columns of a block to those that wait. */
  function take(from: Vector, columns: number, high: number, first: number, last: number, start: number): void {
    for (let j = 0; j < columns; j++) {
      const to = start + j * HIGH + count;
      for (let s = j * high + first, end = j * high + last, k = to; s < end; s++, k++) values[k] = from[s]!;
    }
  }

  return {
    push({ time, position, velocity, force, limit }) {
      values[count] = time;
      put(position, place.x, count);
      put(velocity, place.v, count);
      put(force, place.force, count);
      put(limit, place.limit, count);
      count++;
      if (count === STATES) flush();
    },
    pushMany({ capacity, time, position, velocity, force, limit }, from, to) {
      for (let s = from; s < to; ) {
        const end = Math.min(to, s + STATES - count);
        take(time, 1, capacity, s, end, 0);
        take(position, size, capacity, s, end, place.x);
        take(velocity, size, capacity, s, end, place.v);
        take(force, m, capacity, s, end, place.force);
        take(limit, m, capacity, s, end, place.limit);
        count += end - s;
        s = end;
        if (count === STATES) flush();
      }
    },
    flush,
    readLast(into, ahead) {
      if (ahead) {
        const { states, k } = ahead;
        into.time = states.time[k]!;
        for (let j = 0, from = k; j < size; j++, from += states.capacity) {
          into.position[j] = states.position[from]!;
          into.velocity[j] = states.velocity[from]!;
        }
        return true;
      }
      if (count === 0) return false;
      into.time = values[count - 1]!;
      get(place.x, count - 1, into.position);
      get(place.v, count - 1, into.velocity);
      return true;
    },
    kept: {
      save() {
        flush();
        return count;
      },
      restore() {
        count = 0;
      },
    },
  };
}

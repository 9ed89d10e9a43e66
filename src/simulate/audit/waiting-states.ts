/** States that wait to be audited: many in a row cost less than one now and then, between steps of a scheme. */
import type { System } from "../../model/system.ts";
import type { Keeper } from "../../numeric/kept.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { State, StateBlock } from "../../scheme/scheme.ts";
import { recordOf } from "./kernel/places.ts";

/** At most so many wait. */
export const STATES = 64;

export interface WaitingStates {
  /** Takes a state in. */
  push(state: State): void;
  /** The same for states of a block of a stepper. */
  pushMany(states: StateBlock, from: number, to: number): void;
  /** Hands over what waits. */
  flush(): void;
  /** Nothing waits in what is saved. */
  readonly kept: Keeper;
}

/** What waits, as the kernel reads it: one record (kernel/places.ts) after the other. */
export interface Records {
  readonly values: Vector;
  time(k: number): number;
  /** Fills in the loads of state k, over a step that begins at a time. */
  evaluate(k: number, start: number): void;
}

/** `handle` gets the states in their order, each only lent; where a block ends changes no digit. `handleMany` says how many it has taken of those from one on. */
export function waitingStates(
  { size, rows, load }: System,
  handle: (state: State) => void,
  handleMany: (records: Records, from: number, count: number) => number,
): WaitingStates {
  const m = rows.length;
  const place = recordOf(size, m);
  const values = new Float64Array(STATES * place.size);
  const state: State = {
    time: 0,
    position: new Float64Array(size),
    velocity: new Float64Array(size),
    force: new Float64Array(m),
    limit: new Float64Array(m),
    mode: new Int8Array(0), // not for the audit
    memory: new Float64Array(0),
  };
  const at = new Float64Array(2);
  const loads = new Float64Array(size);
  let loaded = false; // a load that does not change is evaluated once
  let count = 0;

  function evaluate(k: number, start: number): void {
    const from = k * place.size;
    const time = values[from]!;
    at[1] = start + (time - start) / 2;
    at[0] = at[1]!;
    load.evaluate(at, loads);
    for (let j = 0; j < size; j++) values[from + place.middleLoad + j] = loads[j]!;
    at[0] = time;
    if (!load.constant) load.evaluate(at, loads);
    for (let j = 0; j < size; j++) values[from + place.load + j] = loads[j]!;
  }

  const records: Records = {
    values,
    time: (k) => values[k * place.size]!,
    evaluate(k, start) {
      if (!load.constant) evaluate(k, start);
      else if (!loaded) {
        for (let each = 0; each < STATES; each++) evaluate(each, start);
        loaded = true;
      }
    },
  };

  /** State k of those that wait. */
  function stateOf(k: number): State {
    const from = k * place.size;
    state.time = values[from]!;
    for (let j = 0; j < size; j++) {
      state.position[j] = values[from + place.x + j]!;
      state.velocity[j] = values[from + place.v + j]!;
    }
    for (let i = 0; i < m; i++) {
      state.force[i] = values[from + place.force + i]!;
      state.limit[i] = values[from + place.limit + i]!;
    }
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

  return {
    push({ time, position, velocity, force, limit }) {
      const from = count * place.size;
      values[from] = time;
      for (let k = 0; k < size; k++) {
        values[from + place.x + k] = position[k]!;
        values[from + place.v + k] = velocity[k]!;
      }
      for (let i = 0; i < m; i++) {
        values[from + place.force + i] = force[i]!;
        values[from + place.limit + i] = limit[i]!;
      }
      count++;
      if (count === STATES) flush();
    },
    pushMany({ capacity, time, position, velocity, force, limit }, from, to) {
      for (let s = from; s < to; s++) {
        const start = count * place.size;
        values[start] = time[s]!;
        for (let k = 0, at = s; k < size; k++, at += capacity) {
          values[start + place.x + k] = position[at]!;
          values[start + place.v + k] = velocity[at]!;
        }
        for (let i = 0, at = s; i < m; i++, at += capacity) {
          values[start + place.force + i] = force[at]!;
          values[start + place.limit + i] = limit[at]!;
        }
        count++;
        if (count === STATES) flush();
      }
    },
    flush,
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

/** States that wait to be audited: the audit works on blocks of them, between steps of a scheme. */
import type { Keeper } from "../../numeric/kept.ts";
import { copy, type Vector } from "../../numeric/vector.ts";
import type { State, StateBlock } from "../../scheme/scheme.ts";
import type { Ahead } from "../record/sink.ts";
import { comesSingly, isLarge } from "./kernel/plain.ts";
import { statePlaces } from "./kernel/state-places.ts";
import { manyStates } from "./many-states.ts";
import type { Parts } from "./parts.ts";
import type { Prepared } from "./prepared.ts";
import { type Records, recordsOf } from "./records.ts";

export type LastState = Pick<State, "time" | "position" | "velocity">;

export interface WaitingStates {
  /** Takes a state in. */
  push(state: State): void;
  /** Audits what waits and the states of a block of a stepper. */
  pushMany(states: StateBlock, from: number, to: number): void;
  /** Hands over what waits. */
  flush(): void;
  /** The last state: one that is still to come, or that waits; false: there is none. */
  readLast(into: LastState, ahead: Ahead | undefined): boolean;
  /** Velocity k of the last one that waits; undefined: there is none. */
  lastVelocity(k: number): number | undefined;
  /** Nothing waits in what is saved. */
  readonly kept: Keeper;
}

/** Room for states: for code that takes them, as many as steppers hand on at once; for larger machines fewer. Neighboring columns begin in different lines of a cache. */
const ROOM = { plain: 248, other: 72, huge: 40 };
/** Coordinates from which on states are many megabytes. */
const HUGE = 5000;

/** `one` gets the states in their order, each only lent, but for those that the kernel takes; where a block ends changes no digit. */
export function waitingStates(
  prepared: Prepared,
  parts: Parts,
  order: number,
  one: (state: State) => void,
): WaitingStates {
  const { system } = parts;
  const { size, rows } = system;
  const m = rows.length;
  const small = prepared.plain && !isLarge(system);
  const high = small ? ROOM.plain : size < HUGE ? ROOM.other : ROOM.huge; // all but the last 8 may wait
  const { kernel, observe: many } = manyStates(prepared, parts, order, high);
  const inRows = comesSingly(system);
  const places = statePlaces(size, m, high, inRows);
  const { gap, next } = places;
  const most = high - 8;
  const state: State = {
    time: 0,
    position: new Float64Array(size),
    velocity: new Float64Array(size),
    force: new Float64Array(m),
    limit: new Float64Array(m),
    mode: new Int8Array(0), // not for the audit
    memory: new Float64Array(0),
  };
  let own: Records | undefined; // states that wait, one after the other
  let inPlace: Records | undefined; // those of blocks, where the code reads them
  let count = 0;

  function put(values: Vector, from: Vector, start: number, k: number): void {
    if (inRows) values.set(from, start + k * next);
    else for (let j = 0, to = start + k; j < from.length; j++, to += gap) values[to] = from[j]!;
  }

  function flush(): void {
    for (let k = 0; k < count; ) {
      const taken = kernel() ? many(own!, k, count - k) : 0;
      if (taken === 0) one(own!.stateOf(k, state));
      k += Math.max(1, taken);
    }
    count = 0;
    own?.forget();
  }

  /** The states of a block, column by column, in the memory of the code; undefined while there is none. */
  function moved(states: StateBlock, from: number, to: number): Records | undefined {
    const code = kernel();
    if (!code) return undefined;
    if (inPlace?.values !== code.states) inPlace = recordsOf(system, places, code.states, true);
    inPlace.take(states, from, to);
    return inPlace;
  }

  function stateOf({ capacity, time, position, velocity, force, limit }: StateBlock, k: number): State {
    state.time = time[k]!;
    get(position, k, capacity, state.position);
    get(velocity, k, capacity, state.velocity);
    get(force, k, capacity, state.force);
    get(limit, k, capacity, state.limit);
    return state;
  }

  function push({ time, position, velocity, force, limit }: State): void {
    own ??= recordsOf(system, places, new Float64Array(places.size), false);
    const { values } = own;
    values[count * next] = time;
    put(values, position, places.x, count);
    put(values, velocity, places.v, count);
    put(values, force, places.force, count);
    put(values, limit, places.limit, count);
    count++;
    if (count === most) flush();
  }

  return {
    push,
    pushMany(states, from, to) {
      if (inRows) {
        for (let k = from; k < to; k++) push(stateOf(states, k));
        return;
      }
      flush();
      for (let first = from; first < to; first += high) {
        const end = Math.min(to, first + high);
        let records: Records | undefined;
        for (let s = first; s < end; ) {
          records ??= moved(states, s, end);
          const taken = records ? many(records, s - records.first, end - s) : 0;
          if (taken === 0) one(stateOf(states, s));
          s += Math.max(1, taken);
        }
      }
    },
    flush,
    readLast(into, ahead) {
      if (ahead) {
        const { states, k } = ahead;
        into.time = states.time[k]!;
        get(states.position, k, states.capacity, into.position);
        get(states.velocity, k, states.capacity, into.velocity);
        return true;
      }
      if (count === 0) return false;
      const last = own!.stateOf(count - 1, state);
      into.time = last.time;
      copy(last.position, into.position);
      copy(last.velocity, into.velocity);
      return true;
    },
    lastVelocity: (k) => (count === 0 ? undefined : own!.values[places.v + k * gap + (count - 1) * next]!),
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

/** Entry k of each column. */
function get(columns: Vector, k: number, high: number, into: Vector): void {
  for (let j = 0, from = k; j < into.length; j++, from += high) into[j] = columns[from]!;
}

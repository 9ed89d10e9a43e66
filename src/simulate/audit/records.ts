/** States as the kernel reads them (kernel/state-places.ts), and the loads of their steps: some that wait, or those of a block. */
import { manyValues } from "../../model/load.ts";
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { State, StateBlock } from "../../scheme/scheme.ts";
import type { LoadMemory } from "./kernel/kernel.ts";
import type { statePlaces } from "./kernel/state-places.ts";

export interface Records {
  readonly values: Vector;
  /** Of the block that was taken last: the state that stands at the beginning of the columns. */
  readonly first: number;
  /** Which of the kept blocks has the loads; -1: they stand in the memory's own place. And the state that they begin with. */
  readonly block: number;
  readonly loadedFrom: number;
  /** The load does not change: it stands there once. */
  readonly constant: boolean;
  time(k: number): number;
  /** Takes the states of a block from one up to another. */
  take(states: StateBlock, from: number, to: number): void;
  stateOf(k: number, into: State): State;
  /** Whether what depends on time is there for states from one up to another, the first of which ends a step that begins at a time; if not, it is from then on. */
  covers(from: number, to: number, start: number): boolean;
  /** Fills in the loads of these. */
  evaluate(from: number, to: number, start: number, memory: LoadMemory): void;
  /** Other states will stand there. */
  forget(): void;
}

/** `again`: whether runs of the problem have the same blocks, whose loads another run may have filled in. */
export function recordsOf(
  { size, rows, load }: System,
  place: ReturnType<typeof statePlaces>,
  values: Vector,
  again: boolean,
): Records {
  const keeps = again && !load.changes;
  const { high, gap, next } = place;
  const m = rows.length;
  const constant = load.constant === true;
  const at = new Float64Array(4 * high);
  const evaluateMany = manyValues(load, size);
  const width = place.width / 2;
  let first = 0;
  let block = -1;
  let loadedFrom = 0;
  let loadedTo = 0;

  /** Columns of a block, of which no more than those that are asked for count, into columns. */
  function move(from: Vector, columns: number, capacity: number, start: number, to: number): void {
    if (capacity === high && first === 0 && 2 * to > high) {
      values.set(from, start);
      return;
    }
    for (let j = 0; j < columns; j++) {
      values.set(from.subarray(j * capacity + first, j * capacity + to), start + j * high);
    }
  }

  function get(start: number, k: number, into: Vector): void {
    for (let j = 0, from = start + k * next; j < into.length; j++, from += gap) into[j] = values[from]!;
  }

  return {
    values,
    constant,
    get first() {
      return first;
    },
    get block() {
      return block;
    },
    get loadedFrom() {
      return loadedFrom;
    },
    time: (k) => values[k * next]!,
    take({ capacity, time, position, velocity, force, limit }, from, to) {
      first = from;
      loadedTo = 0;
      move(time, 1, capacity, 0, to);
      move(position, size, capacity, place.x, to);
      move(velocity, size, capacity, place.v, to);
      move(force, m, capacity, place.force, to);
      move(limit, m, capacity, place.limit, to);
    },
    stateOf(k, into) {
      into.time = values[k * next]!;
      get(place.x, k, into.position);
      get(place.v, k, into.velocity);
      get(place.force, k, into.force);
      get(place.limit, k, into.limit);
      return into;
    },
    covers(from, to, start) {
      if (from > loadedFrom && to <= loadedTo && values[(from - 1) * next] === start) return true;
      loadedFrom = from;
      loadedTo = to;
      return false;
    },
    /** In the middle of each step and at its end, seen from the middle. */
    evaluate(from, to, start, { own, blocks, tables }) {
      block = keeps ? tables.place(load, values, from, to, start) : -1;
      if (keeps && tables.found) return;
      const out = block < 0 ? own : blocks[block]!;
      if (constant) {
        evaluateMany(at, 2, out, width);
        return;
      }
      let before = start;
      for (let k = from, j = 0; k < to; k++, j += 4) {
        const time = values[k * next]!;
        const middle = before + (time - before) / 2;
        at[j] = middle;
        at[j + 1] = middle;
        at[j + 2] = time;
        at[j + 3] = middle;
        before = time;
      }
      evaluateMany(at, 2 * (to - from), out, width);
    },
    forget() {
      loadedTo = 0;
    },
  };
}

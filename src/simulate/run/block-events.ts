/** Events of states in blocks: rows are read one after the other, and what they do is told in the order of the states. */
import type { Vector } from "../../numeric/vector.ts";
import type { StateBlock } from "../../scheme/scheme.ts";
import { foursOf, stretchEnd } from "../record/mode-columns.ts";
import { NOTHING, SEEN_LATE } from "./event-codes.ts";

export interface BlockEvents {
  /** Reads the modes of the first so many states of a block, of a machine without limited commands; `tell` hands out what they say, in order. */
  read(states: StateBlock, count: number): void;
  /** The first state from one on of which there is something to tell; the number of those that were read: none. */
  next(from: number): number;
  tell(states: StateBlock, k: number): void;
}

/** Lists of rows by states: places of the first ones, and row, kind and next place of each. */
interface Lists {
  first: Int32Array;
  told: Int32Array;
}

const NO_LISTS: Lists = { first: new Int32Array(0), told: new Int32Array(0) };
/** Of a block that has been told; who is interrupted by another run leaves that without. */
let spare: Lists | undefined;

/** Modes that rows settled in, and since when (s) others wait for the next state; `observe`, `tell`: of a row, see events.ts. */
export function blockEvents(
  settled: Int8Array,
  pendingSince: Vector,
  observe: (row: number, mode: number, time: number) => number,
  tell: (kind: number, time: number, row: number) => void,
): BlockEvents {
  const m = settled.length;
  let lists = NO_LISTS;
  let length = 0;
  let states = 0;
  let since = 0; // when rows that wait at the first state began to, s

  function begin(): void {
    lists = spare ?? { first: new Int32Array(states), told: new Int32Array(3 * m) };
    spare = undefined;
    if (lists.first.length < states) lists.first = new Int32Array(states);
    lists.first.fill(-1);
  }

  function note(k: number, row: number, kind: number): void {
    if (length === 0) begin();
    if (lists.told.length < length + 3) lists.told = grown(lists.told, 2 * length + 3);
    const { first, told } = lists;
    told[length] = row;
    told[length + 1] = kind;
    told[length + 2] = first[k]!;
    first[k] = length;
    length += 3;
  }

  function readRow(i: number, { mode, time, capacity }: StateBlock, fours: Int32Array | undefined): void {
    const base = i * capacity;
    if (!Number.isNaN(pendingSince[i]!)) since = pendingSince[i]!;
    for (let k = 0; k < states; k++) {
      if (Number.isNaN(pendingSince[i]!)) k = stretchEnd(mode, fours, base + k, base + states, settled[i]!) - base;
      if (k === states) return;
      const kind = observe(i, mode[base + k]!, time[k]!);
      if (kind !== NOTHING) note(k, i, kind);
    }
  }

  return {
    read(block, count) {
      length = 0;
      states = count;
      const fours = foursOf(block.mode);
      for (let i = m - 1; i >= 0; i--) readRow(i, block, fours);
    },
    next(from) {
      if (length === 0) return states;
      const { first } = lists;
      for (let k = from; k < states; k++) if (first[k]! >= 0) return k;
      spare = lists;
      lists = NO_LISTS;
      length = 0;
      return states;
    },
    tell({ time }, k) {
      const { first, told } = lists;
      for (let at = first[k]!; at >= 0; at = told[at + 2]!) {
        const kind = told[at + 1]!;
        tell(kind, kind > SEEN_LATE ? time[k]! : k > 0 ? time[k - 1]! : since, told[at]!);
      }
    },
  };
}

function grown(numbers: Int32Array, length: number): Int32Array {
  const more = new Int32Array(length);
  more.set(numbers);
  return more;
}

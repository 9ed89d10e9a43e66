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

const NONE: Int32Array = new Int32Array(0);

/** Modes that rows settled in, and since when (s) others wait for the next state; `observe`, `tell`: of a row, see events.ts. */
export function blockEvents(
  settled: Int8Array,
  pendingSince: Vector,
  observe: (row: number, mode: number, time: number) => number,
  tell: (kind: number, time: number, row: number) => void,
): BlockEvents {
  const m = settled.length;
  // lists of rows by states, each behind the one before
  let first = NONE;
  let told = NONE; // row, kind, next
  let length = 0;
  let states = 0;
  let since = 0; // when rows that wait at the first state began to, s

  function note(k: number, row: number, kind: number): void {
    if (length === 0) {
      if (first.length < states) first = new Int32Array(states);
      first.fill(-1);
    }
    if (told.length < length + 3) told = grown(told, 2 * length + 3 * m);
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
      let k = length === 0 ? states : from;
      while (k < states && first[k]! < 0) k++;
      return k;
    },
    tell({ time }, k) {
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

/**
 * Events of a time-stepping run, read off the modes: to the accuracy of a step. A row that is stuck for one step only is
 * not called stuck: it has reversed, or touched zero.
 */
import { controllerValues } from "../../model/control/controllers.ts";
import type { System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import type { State, StateBlock } from "../../scheme/scheme.ts";
import { foursOf, stretchEnd } from "../record/mode-columns.ts";
import type { Event } from "../record/trajectory.ts";

export interface EventWatch {
  step(state: State): void;
  /** Reads the modes of the first so many states of a block, of a machine without limited commands; `tell` hands out what they say, in order. */
  read(states: StateBlock, count: number): void;
  /** The first state from one on of which there is something to tell; the number of those that were read: none. */
  next(from: number): number;
  tell(states: StateBlock, k: number): void;
  readonly kept: Kept;
}

/** What rows do, in the order of KINDS; the first two are seen one state late. */
const [STICK, REVERSED, SLIP, REVERSAL, IMPACT, RELEASE] = [0, 1, 2, 3, 4, 5] as const;
const KINDS: readonly Event["kind"][] = ["stick", "reversal", "slip", "reversal", "impact", "release"];
const NOTHING = -1;

export function watchModes(system: System, initial: State, end: number, report: (event: Event) => void): EventWatch {
  const m = system.rows.length;
  const settled = initial.mode.slice();
  const pendingSince = new Float64Array(m).fill(Number.NaN);

  /** A row has a mode at a time that is not the one that it settled in, or waited for it: what that means. */
  function observe(i: number, mode: number, time: number): number {
    const known = settled[i]!;
    settled[i] = mode;
    if (system.rows[i]!.law.stop) return mode === 0 ? IMPACT : RELEASE;
    if (!Number.isNaN(pendingSince[i]!)) {
      pendingSince[i] = Number.NaN;
      if (mode === 0) return STICK;
      return mode === known ? NOTHING : REVERSED;
    }
    if (mode !== 0) return known === 0 ? SLIP : REVERSAL;
    settled[i] = known;
    pendingSince[i] = time;
    return NOTHING;
  }

  function tell(kind: number, time: number, row: number): void {
    report({ kind: KINDS[kind]!, time, row: system.rows[row]!.name });
  }

  // what a block says: lists of rows by states, each behind the one before
  let first = new Int32Array(0);
  let told: Int32Array = new Int32Array(0); // row, kind, next
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

  function readRow(
    i: number,
    { mode, time, capacity }: StateBlock,
    fours: Int32Array | undefined,
    count: number,
  ): void {
    const base = i * capacity;
    if (!Number.isNaN(pendingSince[i]!)) since = pendingSince[i]!;
    for (let k = 0; k < count; k++) {
      if (Number.isNaN(pendingSince[i]!)) k = stretchEnd(mode, fours, base + k, base + count, settled[i]!) - base;
      if (k === count) return;
      const kind = observe(i, mode[base + k]!, time[k]!);
      if (kind !== NOTHING) note(k, i, kind);
    }
  }

  const watchCommands = commandWatch(system, initial, end, report);
  return {
    kept: [settled, pendingSince, watchCommands?.kept ?? []],
    step(state) {
      watchCommands?.step(state);
      const { mode } = state;
      for (let i = 0; i < m; i++) {
        const waits = pendingSince[i]!;
        if (mode[i] === settled[i] && Number.isNaN(waits)) continue;
        const kind = observe(i, mode[i]!, state.time);
        if (kind !== NOTHING) tell(kind, kind <= REVERSED ? waits : state.time, i);
      }
    },
    read(block, count) {
      length = 0;
      states = count;
      const fours = foursOf(block.mode);
      for (let i = m - 1; i >= 0; i--) readRow(i, block, fours, count);
    },
    next(from) {
      let k = length === 0 ? states : from;
      while (k < states && first[k]! < 0) k++;
      return k;
    },
    tell({ time }, k) {
      for (let at = first[k]!; at >= 0; at = told[at + 2]!) {
        const kind = told[at + 1]!;
        tell(kind, kind > REVERSED ? time[k]! : k > 0 ? time[k - 1]! : since, told[at]!);
      }
    },
  };
}

function grown(numbers: Int32Array, length: number): Int32Array {
  const more = new Int32Array(length);
  more.set(numbers);
  return more;
}

/** Commands that leave or enter their limits: at a jump by what comes after it, but nothing comes after the end. */
function commandWatch(
  { controllers }: System,
  initial: State,
  end: number,
  report: (event: Event) => void,
): Pick<EventWatch, "step" | "kept"> | undefined {
  if (!controllers?.limited) return undefined;
  const values = controllerValues(controllers);
  const settled = new Int8Array(controllers.names.length);
  const at = new Float64Array(2);
  const before = Float64Array.of(initial.time);
  read(initial);
  for (let j = 0; j < settled.length; j++) settled[j] = values.modeOf(j);

  function read(state: State): void {
    at[0] = state.time;
    at[1] = state.time < end ? state.time : (before[0]! + state.time) / 2;
    if (state.time < end) before[0] = state.time;
    values.update(at, state.position, state.velocity);
  }

  return {
    kept: [settled, before],
    step(state) {
      read(state);
      for (let j = 0; j < settled.length; j++) {
        const mode = values.modeOf(j);
        if (mode === settled[j]) continue;
        settled[j] = mode;
        report({ kind: mode === 0 ? "unsaturate" : "saturate", time: state.time, row: controllers.names[j]! });
      }
    },
  };
}

/**
 * Events of a time-stepping run, read off the modes: to the accuracy of a step. A row that is stuck for one step only is
 * not called stuck: it has reversed, or touched zero.
 */
import { controllerValues } from "../../model/control/controllers.ts";
import type { System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import type { State, StateBlock } from "../../scheme/scheme.ts";
import { stretchEnd } from "../record/mode-columns.ts";
import type { Event } from "../record/trajectory.ts";

export interface EventWatch {
  step(state: State): void;
  /** The same for state k of a block, of a machine without limited commands; `next` has told it. */
  stateOf(states: StateBlock, k: number): void;
  /** The first state from one on, up to before another, at which there is something to do; asked from the first state of a block on. */
  next(states: StateBlock, from: number, to: number): number;
  readonly kept: Kept;
}

export function watchModes(system: System, initial: State, end: number, report: (event: Event) => void): EventWatch {
  const m = system.rows.length;
  const settled = Int8Array.from(initial.mode);
  const pendingSince = new Float64Array(m).fill(Number.NaN);

  const upcoming = new Int32Array(m); // states of a block at which rows have another mode than they settled in, or wait for the next one

  function tell(kind: Event["kind"], time: number, row: number): void {
    report({ kind, time, row: system.rows[row]!.name });
  }

  function observe(i: number, mode: number, time: number): void {
    if (system.rows[i]!.law.stop) {
      tell(mode === 0 ? "impact" : "release", time, i);
      settled[i] = mode;
      return;
    }
    const since = pendingSince[i]!;
    if (!Number.isNaN(since)) {
      pendingSince[i] = Number.NaN;
      if (mode === 0) {
        tell("stick", since, i);
        settled[i] = 0;
        return;
      }
      if (mode !== settled[i]) tell("reversal", since, i);
      settled[i] = mode;
      return;
    }
    if (mode === settled[i]) return;
    if (mode === 0) {
      pendingSince[i] = time;
      return;
    }
    tell(settled[i] === 0 ? "slip" : "reversal", time, i);
    settled[i] = mode;
  }

  const watchCommands = commandWatch(system, initial, end, report);
  return {
    kept: [settled, pendingSince, watchCommands?.kept ?? []],
    step(state) {
      watchCommands?.step(state);
      const { mode } = state;
      const known = settled;
      const pending = pendingSince;
      for (let i = 0; i < m; i++) {
        if (mode[i] === known[i] && Number.isNaN(pending[i]!)) continue;
        observe(i, mode[i]!, state.time);
      }
    },
    stateOf({ mode, time, capacity }, k) {
      for (let i = 0; i < m; i++) if (upcoming[i] === k) observe(i, mode[i * capacity + k]!, time[k]!);
    },
    next({ mode, capacity }, from, to) {
      if (from === 0) upcoming.fill(-1); // another block
      let first = to;
      for (let i = 0; i < m; i++) {
        if (upcoming[i]! < from) {
          const base = i * capacity;
          if (!Number.isNaN(pendingSince[i]!)) upcoming[i] = from;
          else upcoming[i] = stretchEnd(mode, base + from, base + to, settled[i]!) - base;
        }
        if (upcoming[i]! < first) first = upcoming[i]!;
      }
      return first;
    },
  };
}

/** Commands that leave or enter their limits: at a jump by what comes after it, but nothing comes after the end. */
function commandWatch(
  { controllers }: System,
  initial: State,
  end: number,
  report: (event: Event) => void,
): Omit<EventWatch, "stateOf" | "next"> | undefined {
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

/**
 * Events of a time-stepping run, read off the modes: to the accuracy of a step. A row that is stuck for one step only is
 * not called stuck: it has reversed, or touched zero.
 */
import { controllerValues } from "../../model/control/controllers.ts";
import type { System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import type { State } from "../../scheme/scheme.ts";
import type { Event } from "../record/trajectory.ts";
import { type BlockEvents, blockEvents } from "./block-events.ts";
import { NOTHING, SEEN_LATE } from "./event-codes.ts";

export interface EventWatch {
  readonly blocks: BlockEvents;
  step(state: State): void;
  readonly kept: Kept;
}

/** What rows do, in the order of KINDS. */
const [STICK, REVERSED, SLIP, REVERSAL, IMPACT, RELEASE] = [0, 1, 2, 3, 4, 5] as const;
const KINDS: readonly Event["kind"][] = ["stick", "reversal", "slip", "reversal", "impact", "release"];

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
        if (kind !== NOTHING) tell(kind, kind <= SEEN_LATE ? waits : state.time, i);
      }
    },
    blocks: blockEvents(settled, pendingSince, observe, tell),
  };
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
